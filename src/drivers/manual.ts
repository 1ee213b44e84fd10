import type { Ending } from '../harness/play.ts'
import type { Deed, Driver, Order, Waiting } from '../model/driver.ts'
import { WireError } from '../model/errors.ts'
import type { Hop } from '../model/wire.ts'
import type { FetchHandler } from '../wire/app.ts'
import { newsroom } from './manual/news.ts'
import { pageAt } from './manual/page.ts'
import { type Step, stepOf } from './manual/step.ts'

// A person with a phone is a driver, too: asked on the terminal and on a page, and answering there.

/** Messages that the page shows. */
const shown = 200

/** What a person is to do now. */
export interface Errand {
  /** Counted over the whole run; whoever tries again has a new one. */
  readonly number: number
  readonly who: string
  readonly session: string
  readonly step: Step
  /** Seconds that it waits, and when that is over: milliseconds since 1970. */
  readonly timeout: number
  readonly until: number
}

/** A message that was seen, with nothing of what is in it. */
export type Seen = Pick<Hop, 'session' | 'endpoint' | 'from' | 'to'> & { readonly came: string }

/** How far a run is, for the page. */
export interface Progress {
  readonly errand?: Errand
  readonly seen: readonly Seen[]
  readonly endings: readonly Pick<Ending, 'episode' | 'ended' | 'reason'>[]
}

/** What a person at hand needs from outside. */
export interface Means {
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** What cannot be guessed: it stands in the path of the page. */
  readonly token: string
  /** Told of every errand, for the terminal. */
  readonly announce: (errand: Errand) => void
  /** The sessions of the run, in their order. */
  readonly sessions: readonly { readonly session: string; readonly why: string }[]
}

/** A person who moves those under test. */
export interface Person {
  readonly driverFor: (who: string, timeout: number) => Driver
  /** Where the page is, and who answers there and below. */
  readonly path: string
  readonly page: FetchHandler
  /** Told of every message. */
  readonly saw: (hop: Hop) => void
  /** Told of every session when it is over; of what its reason says, no more than may be shown. */
  readonly left: (ending: Pick<Ending, 'episode' | 'ended' | 'reason'>) => void
  /** Told what the run came to. */
  readonly over: (words: string) => void
}

/** An errand that nobody has done yet. */
interface Open {
  errand: Errand
  readonly order: Order
  readonly settle: (deed: Deed) => void
  readonly again: () => void
}

/** Asks a person for whatever a driver does. */
export function personAt({ clock, token, announce, sessions }: Means): Person {
  const path = `/assay/${token}`
  const news = newsroom()
  const open: Open[] = []
  const seen: Seen[] = []
  const endings: Progress['endings'][number][] = []
  let count = 0

  /** Puts an order before the person, until it is done or the time is over. */
  function ask(order: Order, step: Step, who: string, timeout: number) {
    const done = Promise.withResolvers<Deed>()
    const late = (): void => done.resolve({ refused: `nothing came within ${timeout} s` })
    const begin = (): Errand => {
      const errand = { number: ++count, who, session: order.session, step, timeout, until: clock() + 1000 * timeout }
      timer = setTimeout(late, 1000 * timeout)
      announce(errand)
      return errand
    }
    let timer: ReturnType<typeof setTimeout>
    const again = (): void => {
      clearTimeout(timer)
      one.errand = begin()
      news.changed()
    }
    const one: Open = { errand: begin(), order, settle: done.resolve, again }
    open.push(one)
    news.changed()
    const leave = (): void => {
      clearTimeout(timer)
      open.splice(open.indexOf(one), 1)
      news.changed()
    }
    return { one, refuse: done.reject, done: done.promise.finally(leave) }
  }

  async function carryOut(order: Order, { signal, arrival }: Waiting, who: string, timeout: number): Promise<Deed> {
    const step = stepOf(order)
    if (!step) throw new WireError('configuration', `${who}: a person cannot ${order.verb}`)
    const { one, refuse, done } = ask(order, step, who, timeout)
    const stop = (): void => refuse(new WireError('interrupted', `${who}: interrupted`))
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    if (order.verb === 'offer') arrival.then((link) => one.settle({ links: [link] }), stop)
    return done.finally(() => signal.removeEventListener('abort', stop))
  }

  return {
    path,
    driverFor: (who, timeout) => ({
      order: (order, waiting) => carryOut(order, waiting, who, timeout),
      close: news.close,
    }),
    page: pageAt(path, {
      sessions,
      news,
      progress: () => ({ ...(open[0] && { errand: open[0].errand }), seen, endings }),
      open: (number) => open.find(({ errand }) => errand.number === number),
    }),
    saw: ({ session, endpoint, from, to, replied, lost }) => {
      const came = lost ? `lost: ${lost.loss}` : replied ? String(replied.status) : 'sent'
      seen.push({ session, endpoint, from, to, came })
      if (seen.length > shown) seen.shift()
      if (endpoint === 'walletCallback') {
        open.find(({ order }) => order.verb === 'open' && order.session === session)?.settle({})
      }
      news.changed()
    },
    left: (ending) => {
      endings.push(ending)
      news.changed()
    },
    over: (words) => news.changed(words),
  }
}
