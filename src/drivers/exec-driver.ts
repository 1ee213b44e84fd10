import type { Driver, DriverCommand, WaitOptions } from '../../model/driver.ts'
import { HarnessError, TransportError } from '../../model/errors.ts'
import { withTargetWords } from '../../model/wire.ts'
import { fillPlaceholders } from '../wire/client/placeholders.ts'
import type { DriverTimeouts } from './command-driver.ts'
import { splitCommandLine } from './command-line.ts'
import { type DriverProcess, startProcess } from './driver-process.ts'
import { writeOfferUrl } from './offer-url.ts'

type OfferCommand = Extract<DriverCommand, { readonly verb: 'offer' }>

/**
 * Runs a command line whenever an offer is handed over, such as
 * `adb shell am start -a android.intent.action.VIEW -d {offer_url}`, and waits for the deeplink to come to our door.
 * A placeholder is filled in after the line was split: whatever it holds stays one argument.
 */
export async function createExecDriver(
  line: string,
  who: string,
  { timeout, patience }: DriverTimeouts,
): Promise<Driver> {
  const [file, ...rest] = splitCommandLine(line, who)
  const wordsFor = (order: OfferCommand): readonly [string, ...string[]] => {
    const facts = listPlaceholders(order)
    return [fillPlaceholders(file, facts), ...rest.map((word) => fillPlaceholders(word, facts))]
  }
  refuseUnknownPlaceholders(who, () => wordsFor(exampleCommand))
  const running = new Set<DriverProcess>()
  return {
    execute: async (order, waiting) => {
      if (order.verb !== 'offer')
        throw new TransportError('configuration', `${who}: a command line cannot ${order.verb}`)
      const child = startProcess(wordsFor(order), { who, output: 'ignore', patience })
      running.add(child)
      const link = await waitForDeeplink(child, waiting, { who, timeout }).finally(
        () => void forgetAtEnd(child, running),
      )
      return link === undefined ? { refused: `no deeplink came within ${timeout} s` } : { links: [link] }
    },
    close: async () => void (await Promise.all([...running].map((child) => child.end()))),
  }
}

/** Whoever opens an app may stay as long as the app does: it is forgotten when it ends, and ended with the run. */
const forgetAtEnd = (child: DriverProcess, running: Set<DriverProcess>): Promise<unknown> =>
  child.ended.catch(() => {}).then(() => running.delete(child))

/** The deeplink, if it comes in time. A command that fails handed nothing over. */
async function waitForDeeplink(
  child: DriverProcess,
  { arrival, signal }: WaitOptions,
  { who, timeout }: { readonly who: string; readonly timeout: number },
): Promise<string | undefined> {
  const over = Promise.withResolvers<undefined>()
  const late = setTimeout(over.resolve, 1000 * timeout, undefined)
  const stop = (): void => over.reject(new TransportError('interrupted', `${who}: interrupted`))
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  child.ended.then(({ ok, how }) => {
    if (!ok)
      over.reject(
        new TransportError('unreachable', withTargetWords(`${who}: its command ${how}`, child.readLastError())),
      )
  }, over.reject)
  try {
    return await Promise.race([arrival, over.promise])
  } finally {
    clearTimeout(late)
    signal.removeEventListener('abort', stop)
  }
}

/** What a command line may name: `{offer}` as it was pushed, `{offer_url}` for whoever opens links, and where we are. */
const listPlaceholders = ({ verb: _, ...order }: OfferCommand) => ({ ...order, offer_url: writeOfferUrl(order.offer) })

const exampleCommand: OfferCommand = {
  verb: 'offer',
  offer: '{}',
  credentialIdentifier: '',
  session: '',
  issuer: '',
  statusService: '',
  walletBackend: '',
}

/** A placeholder that nobody knows is found before anything is played. */
function refuseUnknownPlaceholders(who: string, fill: () => unknown): void {
  try {
    fill()
  } catch (cause) {
    if (!(cause instanceof TransportError)) throw cause
    throw new HarnessError('ERR_CONFIG', `${who}: in its command line, ${cause.message}`, { cause })
  }
}
