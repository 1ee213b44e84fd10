import { AsyncLocalStorage } from 'node:async_hooks'
import { HarnessError, TransportError } from '../../model/errors.ts'
import type { TapedEvent } from '../../model/record.ts'
import type { HttpRequest, HttpResponse } from '../../model/wire.ts'
import { readPreciseClock, runAt } from '../runtime/clock.ts'
import type { ShowCertificate } from '../wire/server/select-certificate.ts'

/** Answers what a target asks of Assay. */
type Handler = (request: HttpRequest) => Promise<HttpResponse>

/** All that a test learns from outside, in its order: kept of a run, or played back. */
interface Tape {
  readonly isPlayed: boolean
  readonly take: <T>(what: string, live: () => Promise<T>) => Promise<T>
  readonly listen: (handler: Handler) => Handler
  readonly openTapePart: () => TapePart
}

/** Something that goes on beside other things. What it learns is noted together, or not at all. */
export interface TapePart {
  readonly run: <T>(act: () => Promise<T>) => Promise<T>
  /** Notes what was learned, after all that is noted already. */
  readonly keep: () => void
}

const tapes = new AsyncLocalStorage<Tape>()

/** Whether a test is played back: nothing is called, and nothing listens. */
export const isPlayedBack = (): boolean => tapes.getStore()?.isPlayed ?? false

/** Learns something from outside. While a run is kept, it is noted; when it is played back, it is what was noted. */
export const takeFromTape = <T>(what: string, live: () => Promise<T>): Promise<T> =>
  tapes.getStore()?.take(what, live) ?? live()

/** Opens a part of the tape. What is played back has one after the other, in the order in which they were kept. */
export const openTapePart = (): TapePart => tapes.getStore()?.openTapePart() ?? freePart

const freePart: TapePart = { run: (act) => act(), keep: () => {} }

/** Answers what comes from outside; when a run is played back, what came then. */
export const answerThroughTape = (handler: Handler): Handler => tapes.getStore()?.listen(handler) ?? handler

/** How certificates are chosen, if they can be; when a run is played back, if they could be then. */
export async function keepShow(live?: ShowCertificate): Promise<ShowCertificate | undefined> {
  const could = await takeFromTape('whether certificates are chosen', async () => live !== undefined)
  return could ? (live ?? (() => {})) : undefined
}

/** Keeps what a test learns while it runs. */
export async function keepTape<T>(
  run: () => Promise<T>,
): Promise<{ readonly result: T; readonly events: readonly TapedEvent[] }> {
  const events: TapedEvent[] = []
  return { result: await tapes.run(createTape(events), run), events }
}

/** Notes what is learned. What comes from outside belongs to the part that began last, until that is kept. */
function createTape(events: TapedEvent[], received = { by: events }): Tape {
  const take = async <V>(what: string, live: () => Promise<V>): Promise<V> => {
    try {
      const value = await live()
      events.push({ at: readPreciseClock(), what, value })
      return value
    } catch (error) {
      if (error instanceof TransportError) {
        const { kind, message } = error
        events.push({ at: readPreciseClock(), what, error: { kind, message } })
      }
      throw error
    }
  }
  const listen =
    (handler: Handler): Handler =>
    (request) => {
      received.by.push({ at: readPreciseClock(), request })
      return handler(request)
    }
  const openPart = (): TapePart => {
    const own: TapedEvent[] = []
    return {
      run: (act) => {
        received.by = own
        return tapes.run(createTape(own, received), act)
      },
      keep: () => {
        for (const event of own) events.push(event)
        received.by = events
      },
    }
  }
  return { isPlayed: false, take, listen, openTapePart: openPart }
}

/** Runs a test on what was kept of an earlier run, at the times of that. It has to do what was done then. */
export async function playTape<T>(began: number, events: readonly TapedEvent[], run: () => Promise<T>): Promise<T> {
  const played = { at: began, next: 0 }
  let handler: Handler | undefined
  const answerEarlier = async (): Promise<void> => {
    for (let event = events[played.next]; event && 'request' in event; event = events[++played.next]) {
      played.at = event.at
      await handler?.(event.request)
    }
  }
  const take = async <V>(what: string): Promise<V> => {
    await answerEarlier()
    const event = events[played.next++]
    if (!event || 'request' in event || event.what !== what) return refuseOther(what)
    played.at = event.at
    if (event.error) throw new TransportError(event.error.kind, event.error.message)
    return event.value as V // what the same call returned
  }
  const listen = (given: Handler): Handler => {
    handler = given
    return given
  }
  const result = await runAt(
    () => played.at,
    () => tapes.run({ isPlayed: true, take, listen, openTapePart: () => freePart }, run),
  )
  await answerEarlier()
  if (played.next < events.length) refuseOther('the end')
  return result
}

function refuseOther(what: string): never {
  throw new HarnessError('ERR_INPUT', `the test does something else than in the run: ${what.slice(0, 200)}`)
}
