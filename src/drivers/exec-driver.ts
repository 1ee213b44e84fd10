import type { Driver, DriverCommand, WaitOptions } from '../../model/driver.ts'
import { HarnessError, TransportError } from '../../model/errors.ts'
import { withTargetWords } from '../../model/wire.ts'
import { writeOfferUrl } from '../../protocol/artefacts/offer-url.ts'
import { fillPlaceholders } from '../wire/client/placeholders.ts'
import type { DriverTimeouts } from './command-driver.ts'
import { splitCommandLine } from './command-line.ts'
import { type DriverProcess, startProcess } from './driver-process.ts'

type LinkCommand = Extract<DriverCommand, { readonly verb: 'offer' | 'open' }>

/**
 * Runs a command line for each offer or request, such as `adb shell am start -a android.intent.action.VIEW -d {offer_url}`, and
 * waits until the deeplink arrives at our server. Placeholders are filled in after the line was split: a value stays
 * one argument.
 */
export async function createExecDriver(
  line: string,
  label: string,
  { timeout, patience }: DriverTimeouts,
): Promise<Driver> {
  const [file, ...rest] = splitCommandLine(line, label)
  const fillWords = (command: LinkCommand): readonly [string, ...string[]] => {
    const placeholders = listPlaceholders(command)
    return [fillPlaceholders(file, placeholders), ...rest.map((word) => fillPlaceholders(word, placeholders))]
  }
  refuseUnknownPlaceholders(label, () => fillWords(exampleCommand))
  const running = new Set<DriverProcess>()
  return {
    execute: async (command, waiting) => {
      if (command.verb !== 'offer' && command.verb !== 'open')
        throw new TransportError('configuration', `${label}: a command line cannot ${command.verb}`)
      const child = startProcess(fillWords(command), { label, output: 'ignore', endTimeouts: patience })
      running.add(child)
      const link = await waitForDeeplink(child, waiting, { label, timeout }).finally(
        () => void forgetAtEnd(child, running),
      )
      return link === undefined ? { refused: `no deeplink came within ${timeout} s` } : { links: [link] }
    },
    close: async () => void (await Promise.all([...running].map((child) => child.end()))),
  }
}

/** Removes a process when it ends. It may run as long as the app that it opened, and is ended with the run. */
const forgetAtEnd = (child: DriverProcess, running: Set<DriverProcess>): Promise<unknown> =>
  child.ended.catch(() => {}).then(() => running.delete(child))

/** Waits for the deeplink. Fails if the command fails. */
async function waitForDeeplink(
  child: DriverProcess,
  { arrival, signal }: WaitOptions,
  { label, timeout }: { readonly label: string; readonly timeout: number },
): Promise<string | undefined> {
  const over = Promise.withResolvers<undefined>()
  const late = setTimeout(over.resolve, 1000 * timeout, undefined)
  const stop = (): void => over.reject(new TransportError('interrupted', `${label}: interrupted`))
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  child.ended.then(({ ok, how }) => {
    if (!ok)
      over.reject(
        new TransportError('unreachable', withTargetWords(`${label}: its command ${how}`, child.readLastError())),
      )
  }, over.reject)
  try {
    return await Promise.race([arrival, over.promise])
  } finally {
    clearTimeout(late)
    signal.removeEventListener('abort', stop)
  }
}

/** Lists the placeholders: `{offer}` as it was pushed, `{offer_url}` or `{link}` as a link, and the addresses of the session. */
function listPlaceholders({ verb: _, ...command }: LinkCommand) {
  const link = 'link' in command ? command.link : writeOfferUrl(command.offer)
  return { ...command, link, offer_url: link }
}

const exampleCommand: LinkCommand = {
  verb: 'offer',
  offer: '{}',
  credentialIdentifier: '',
  txnCode: '',
  redirectUri: '',
  session: '',
  issuer: '',
  statusService: '',
  walletBackend: '',
}

/** Rejects unknown placeholders before the run begins. */
function refuseUnknownPlaceholders(label: string, fill: () => unknown): void {
  try {
    fill()
  } catch (cause) {
    if (!(cause instanceof TransportError)) throw cause
    throw new HarnessError('ERR_CONFIG', `${label}: in its command line, ${cause.message}`, { cause })
  }
}
