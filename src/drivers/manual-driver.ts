import type { Driver, DriverCommand, DriverReply, WaitOptions } from '../../model/driver.ts'
import { TransportError } from '../../model/errors.ts'
import type { SessionEnd } from '../../model/session-plan.ts'
import type { Message } from '../../model/wire.ts'
import type { FetchHandler } from '../wire/server/app.ts'
import { createPage } from './manual/page.ts'
import { createPageUpdates } from './manual/page-updates.ts'
import { describeStep, type ManualStep } from './manual/step.ts'
import type { ManualTask, RunProgress, SeenMessage } from './manual/task.ts'

// A person with a phone is a driver, too: asked on the terminal and on a page, and answering there.

/** Messages that the page shows. */
const shown = 200

/** What a person at hand needs from outside. */
export interface ManualOptions {
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** What cannot be guessed: it stands in the path of the page. */
  readonly token: string
  /** Told of every errand, for the terminal. */
  readonly announce: (errand: ManualTask) => void
  /** The sessions of the run, in their order. */
  readonly sessions: readonly { readonly session: string; readonly purpose: string }[]
}

/** A person who moves those under test. */
export interface ManualDriver {
  readonly driverFor: (who: string, timeout: number) => Driver
  /** Where the page is, and who answers there and below. */
  readonly path: string
  readonly page: FetchHandler
  /** Told of every message. */
  readonly noteMessage: (hop: Message) => void
  /** Told of every session when it is over; of what its reason says, no more than may be shown. */
  readonly noteSessionEnd: (ending: Pick<SessionEnd, 'planned' | 'ended' | 'reason'>) => void
  /** Told what the run came to. */
  readonly noteRunEnd: (words: string) => void
}

/** An errand that nobody has done yet. */
interface OpenTask {
  errand: ManualTask
  readonly order: DriverCommand
  readonly settle: (deed: DriverReply) => void
  readonly again: () => void
}

/** Asks a person for whatever a driver does. */
export function createManualDriver({ clock, token, announce, sessions }: ManualOptions): ManualDriver {
  const path = `/assay/${token}`
  const news = createPageUpdates()
  const open: OpenTask[] = []
  const seen: SeenMessage[] = []
  const endings: RunProgress['endings'][number][] = []
  let count = 0

  /** Puts an order before the person, until it is done or the time is over. */
  function ask(order: DriverCommand, step: ManualStep, who: string, timeout: number) {
    const done = Promise.withResolvers<DriverReply>()
    const late = (): void => done.resolve({ refused: `nothing came within ${timeout} s` })
    const begin = (): ManualTask => {
      const errand = {
        number: ++count,
        role: who,
        session: order.session,
        step,
        timeout,
        until: clock() + 1000 * timeout,
      }
      timer = setTimeout(late, 1000 * timeout)
      announce(errand)
      return errand
    }
    let timer: ReturnType<typeof setTimeout>
    const again = (): void => {
      clearTimeout(timer)
      one.errand = begin()
      news.publish()
    }
    const one: OpenTask = { errand: begin(), order, settle: done.resolve, again }
    open.push(one)
    news.publish()
    const leave = (): void => {
      clearTimeout(timer)
      open.splice(open.indexOf(one), 1)
      news.publish()
    }
    return { one, refuse: done.reject, done: done.promise.finally(leave) }
  }

  async function carryOut(
    order: DriverCommand,
    { signal, arrival }: WaitOptions,
    who: string,
    timeout: number,
  ): Promise<DriverReply> {
    const step = describeStep(order)
    if (!step) throw new TransportError('configuration', `${who}: a person cannot ${order.verb}`)
    const { one, refuse, done } = ask(order, step, who, timeout)
    const stop = (): void => refuse(new TransportError('interrupted', `${who}: interrupted`))
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    if (order.verb === 'offer') arrival.then((link) => one.settle({ links: [link] }), stop)
    return done.finally(() => signal.removeEventListener('abort', stop))
  }

  return {
    path,
    driverFor: (who, timeout) => ({
      execute: (order, waiting) => carryOut(order, waiting, who, timeout),
      close: news.close,
    }),
    page: createPage(path, {
      sessions,
      updates: news,
      readProgress: () => ({ ...(open[0] && { task: open[0].errand }), seen, endings }),
      findTask: (number) => open.find(({ errand }) => errand.number === number),
    }),
    noteMessage: ({ session, endpoint, from, to, response, transportError }) => {
      const came = transportError ? `lost: ${transportError.kind}` : response ? String(response.status) : 'sent'
      seen.push({ session, endpoint, from, to, came })
      if (seen.length > shown) seen.shift()
      if (endpoint === 'walletCallback') {
        open.find(({ order }) => order.verb === 'open' && order.session === session)?.settle({})
      }
      news.publish()
    },
    noteSessionEnd: (ending) => {
      endings.push(ending)
      news.publish()
    },
    noteRunEnd: (words) => news.publish(words),
  }
}
