import type { Driver, Order, Waiting } from '../model/driver.ts'
import { HarnessError, WireError } from '../model/errors.ts'
import { saying } from '../model/wire.ts'
import { filled } from '../wire/placeholders.ts'
import { type Child, startChild } from './child.ts'
import type { Waits } from './command.ts'
import { wordsIn } from './command-line.ts'
import { urlOf } from './offer-url.ts'

type Handover = Extract<Order, { readonly verb: 'offer' }>

/**
 * Runs a command line whenever an offer is handed over, such as
 * `adb shell am start -a android.intent.action.VIEW -d {offer_url}`, and waits for the deeplink to come to our door.
 * A placeholder is filled in after the line was split: whatever it holds stays one argument.
 */
export async function execDriver(line: string, who: string, { timeout, patience }: Waits): Promise<Driver> {
  const [file, ...rest] = wordsIn(line, who)
  const wordsFor = (order: Handover): readonly [string, ...string[]] => {
    const facts = factsOf(order)
    return [filled(file, facts), ...rest.map((word) => filled(word, facts))]
  }
  refuseUnknown(who, () => wordsFor(anyOffer))
  const running = new Set<Child>()
  return {
    order: async (order, waiting) => {
      if (order.verb !== 'offer') throw new WireError('configuration', `${who}: a command line cannot ${order.verb}`)
      const child = startChild(wordsFor(order), { who, output: 'ignore', patience })
      running.add(child)
      const link = await arrivalOf(child, waiting, { who, timeout }).finally(() => void dismiss(child, running))
      return link === undefined ? { refused: `no deeplink came within ${timeout} s` } : { links: [link] }
    },
    close: async () => void (await Promise.all([...running].map((child) => child.end()))),
  }
}

/** Whoever opens an app may stay as long as the app does: it is forgotten when it ends, and ended with the run. */
const dismiss = (child: Child, running: Set<Child>): Promise<unknown> =>
  child.ended.catch(() => {}).then(() => running.delete(child))

/** The deeplink, if it comes in time. A command that fails handed nothing over. */
async function arrivalOf(
  child: Child,
  { arrival, signal }: Waiting,
  { who, timeout }: { readonly who: string; readonly timeout: number },
): Promise<string | undefined> {
  const over = Promise.withResolvers<undefined>()
  const late = setTimeout(over.resolve, 1000 * timeout, undefined)
  const stop = (): void => over.reject(new WireError('interrupted', `${who}: interrupted`))
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  child.ended.then(({ ok, how }) => {
    if (!ok) over.reject(new WireError('unreachable', saying(`${who}: its command ${how}`, child.lastWords())))
  }, over.reject)
  try {
    return await Promise.race([arrival, over.promise])
  } finally {
    clearTimeout(late)
    signal.removeEventListener('abort', stop)
  }
}

/** What a command line may name: `{offer}` as it was pushed, `{offer_url}` for whoever opens links, and where we are. */
const factsOf = ({ verb: _, ...order }: Handover) => ({ ...order, offer_url: urlOf(order.offer) })

const anyOffer: Handover = {
  verb: 'offer',
  offer: '{}',
  credentialIdentifier: '',
  session: '',
  issuer: '',
  statusService: '',
  walletBackend: '',
}

/** A placeholder that nobody knows is found before anything is played. */
function refuseUnknown(who: string, fill: () => unknown): void {
  try {
    fill()
  } catch (cause) {
    if (!(cause instanceof WireError)) throw cause
    throw new HarnessError('ERR_CONFIG', `${who}: in its command line, ${cause.message}`, { cause })
  }
}
