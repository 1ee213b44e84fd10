import { AsyncLocalStorage } from 'node:async_hooks'
import { HarnessError, TransportError } from '../../../model/errors.ts'
import type { TapedEvent } from '../../../model/record.ts'
import type { HttpRequest, HttpResponse } from '../../../model/wire.ts'
import { readPreciseClock, runAt } from '../../runtime/clock.ts'
import { drawInTurns } from '../../runtime/random.ts'
import type { ShowCertificate } from '../../wire/server/select-certificate.ts'

/** Answers what a target asks of Assay. */
type Handler = (request: HttpRequest) => Promise<HttpResponse>

/** All that a test learns from outside, in its order: kept of a run, or played back. */
interface Tape {
  readonly isPlayed: () => boolean
  readonly take: <T>(what: string, live: () => Promise<T>) => Promise<T>
  readonly listen: (handler: Handler) => Handler
  readonly openTapePart: () => TapePart
  /** Notes that a test can be continued from here. */
  readonly mark: () => void
  /** Whether nothing was marked since the test was continued. */
  readonly isJustContinued: () => boolean
  /** Starts something as soon as a test that is continued has come to where it was interrupted. */
  readonly startLater: (start: Start) => void
}

/** Something that goes on beside other things. What it learns is noted together, or not at all. */
export interface TapePart {
  readonly run: <T>(act: () => Promise<T>) => Promise<T>
  /** Notes what was learned, after all that is noted already. */
  readonly keep: () => void
}

type Start = () => Promise<void>
type Keep = (event: TapedEvent) => void

const tapes = new AsyncLocalStorage<Tape>()

/** Whether a test is played back, until it goes on where it was interrupted: nothing is called, and nothing listens. */
export const isPlayedBack = (): boolean => tapes.getStore()?.isPlayed() ?? false

/** Learns something from outside. While a run is kept, it is noted; when it is played back, it is what was noted. */
export const takeFromTape = <T>(what: string, live: () => Promise<T>): Promise<T> =>
  tapes.getStore()?.take(what, live) ?? live()

/** Opens a part of the tape. What is played back has one after the other, in the order in which they were kept. */
export const openTapePart = (): TapePart => tapes.getStore()?.openTapePart() ?? freePart

const freePart: TapePart = { run: (act) => act(), keep: () => {} }

/** Notes that what was begun is over, so that a test that is interrupted later can be continued from here. */
export const markTape = (): void => tapes.getStore()?.mark()

/** Whether a test goes on with something that may have been begun before it was interrupted. */
export const isJustContinued = (): boolean => tapes.getStore()?.isJustContinued() ?? false

/** Starts what a target calls, where a test that is played back goes on from where it was interrupted. */
export const startAfterTape = (start: Start): void => tapes.getStore()?.startLater(start)

/** Answers what comes from outside; when a run is played back, what came then. */
export const answerThroughTape = (handler: Handler): Handler => tapes.getStore()?.listen(handler) ?? handler

/** How certificates are chosen, if they can be; when a run is played back, if they could be then. */
export async function keepShow(live?: ShowCertificate): Promise<ShowCertificate | undefined> {
  const could = await takeFromTape('whether certificates are chosen', async () => live !== undefined)
  return could ? (live ?? (() => {})) : undefined
}

/** What an earlier part of a test learned, from its beginning. */
export interface PlayedEvents {
  /** Milliseconds since 1970. */
  readonly began: number
  readonly events: readonly TapedEvent[]
}

interface KeepOptions {
  /** A test that was interrupted, and is continued. */
  readonly earlier?: PlayedEvents | undefined
  /** Called with each event as it is noted. */
  readonly note?: Keep
}

/** Keeps what a test learns until it ends or is interrupted. One that is continued learns again what it learned before, and then more. */
export async function keepTape<T>(
  run: () => Promise<T>,
  { earlier, note = () => {} }: KeepOptions = {},
): Promise<{ readonly result: T; readonly events: readonly TapedEvent[] }> {
  const events = [...(earlier?.events ?? [])]
  const keep: Keep = (event) => {
    events.push(event)
    note(event)
  }
  if (!earlier) return { result: await tapes.run(createTape(keep), run), events: [...events] }
  const starts: Start[] = []
  const state = { isJustContinued: false }
  const beforeLive = async (): Promise<void> => {
    for (const start of starts.splice(0)) await start()
  }
  const after = { ...createTape(keep, { state, beforeLive }), startLater: (start: Start) => void starts.push(start) }
  const player = createPlayer(earlier, state, after)
  return { result: await player.play(run), events: [...events] }
}

interface TapeOptions {
  readonly received?: { by: Keep }
  readonly state?: { isJustContinued: boolean }
  readonly beforeLive?: Start
}

/** Notes what is learned. What comes from outside belongs to the part that began last, until that is kept. */
function createTape(keep: Keep, options: TapeOptions = {}): Tape {
  const { received = { by: keep }, state = { isJustContinued: false }, beforeLive = async () => {} } = options
  const take = async <V>(what: string, live: () => Promise<V>): Promise<V> => {
    await beforeLive()
    try {
      const value = await live()
      keep({ at: readPreciseClock(), what, value })
      return value
    } catch (error) {
      if (error instanceof TransportError) {
        const { kind, message } = error
        keep({ at: readPreciseClock(), what, error: { kind, message } })
      }
      throw error
    }
  }
  const listen =
    (handler: Handler): Handler =>
    (request) => {
      received.by({ at: readPreciseClock(), request })
      return handler(request)
    }
  const mark = (): void => {
    state.isJustContinued = false
    keep({ at: readPreciseClock(), place: 'sound' })
  }
  const openPart = (): TapePart => {
    const own: TapedEvent[] = []
    const keepOwn: Keep = (event) => void own.push(event)
    const part = { ...createTape(keepOwn, { received, beforeLive }), mark: () => {} }
    return {
      run: (act) => {
        received.by = keepOwn
        return tapes.run(part, act)
      },
      keep: () => {
        for (const event of own) keep(event)
        received.by = keep
        mark()
      },
    }
  }
  return {
    ...{ isPlayed: () => false, take, listen, openTapePart: openPart, mark, startLater: () => {} },
    isJustContinued: () => state.isJustContinued,
  }
}

/**
 * Runs a test on what was kept of an earlier run, at the times of that. It has to do what was done then. Where it was
 * interrupted, something is called when it has come so far, and it does not go on.
 */
export async function playTape<T>(earlier: PlayedEvents, run: () => Promise<T>, interrupt?: () => void): Promise<T> {
  const player = createPlayer(earlier, { isJustContinued: false }, interrupt && endTape(interrupt))
  const result = await player.play(run)
  await player.end()
  return result
}

/** What a test learns where it was interrupted: nothing more. */
const endTape = (interrupt: () => void): Tape => ({
  isPlayed: () => true,
  take: () => {
    interrupt()
    return new Promise(() => {})
  },
  listen: (handler) => handler,
  openTapePart: () => freePart,
  mark: () => {},
  isJustContinued: () => false,
  startLater: () => {},
})

/** Plays what was kept, and then goes on with another tape, if there is one. */
function createPlayer({ began, events }: PlayedEvents, state: { isJustContinued: boolean }, after?: Tape) {
  const played = { at: began, next: 0, turn: 0 }
  let handler: Handler | undefined
  const isOver = (): boolean => played.next >= events.length
  const passPlaces = (): void => {
    for (let event = events[played.next]; event && 'place' in event; event = events[++played.next]) {
      state.isJustContinued = event.place === 'resumed'
      if (event.place === 'resumed') played.turn++
    }
  }
  const answerEarlier = async (): Promise<void> => {
    passPlaces()
    for (let event = events[played.next]; event && 'request' in event; event = events[played.next]) {
      played.next++
      played.at = event.at
      await handler?.(event.request)
      passPlaces()
    }
  }
  const take = async <V>(what: string, live: () => Promise<V>): Promise<V> => {
    await answerEarlier()
    if (after && isOver()) return after.take(what, live)
    const event = events[played.next++]
    if (!event || !('what' in event) || event.what !== what) return refuseOther(what)
    played.at = event.at
    if (event.error) throw new TransportError(event.error.kind, event.error.message)
    return event.value as V // what the same call returned
  }
  const mark = (): void => {
    if (after && isOver()) after.mark()
    else passPlaces()
  }
  const tape: Tape = {
    isPlayed: () => !(after && isOver()) || after.isPlayed(),
    take,
    listen: (given) => {
      handler = given
      return after?.listen(given) ?? given
    },
    openTapePart: () => (after && isOver() ? after.openTapePart() : { ...freePart, keep: mark }),
    mark,
    isJustContinued: () => state.isJustContinued,
    startLater: (start) => after?.startLater(start),
  }
  const readClock = (): number | undefined => (tape.isPlayed() ? played.at : undefined)
  return {
    play: <T>(run: () => Promise<T>): Promise<T> =>
      runAt(readClock, () =>
        drawInTurns(
          () => played.turn,
          () => tapes.run(tape, run),
        ),
      ),
    end: async (): Promise<void> => {
      await answerEarlier()
      if (!isOver()) refuseOther('the end')
    },
  }
}

function refuseOther(what: string): never {
  throw new HarnessError('ERR_INPUT', `the test does something else than in the run: ${what.slice(0, 200)}`)
}
