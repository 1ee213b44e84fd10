import { AsyncLocalStorage } from 'node:async_hooks'

/** What the time is while something runs at another one. */
const clocks = new AsyncLocalStorage<() => number | undefined>()

/**
 * Runs something at the time of a clock, in milliseconds since 1970: as messages were kept, they are judged. While that says
 * nothing, the time is the present.
 */
export const runAt = <T>(clock: () => number | undefined, run: () => T): T => clocks.run(clock, run)

/** The one place where the wall clock is read: milliseconds since 1970. */
export const readPreciseClock = (): number => clocks.getStore()?.() ?? Date.now()

/** The time as reports have it: ISO 8601, with milliseconds. */
export const showTime = (): string => new Date(readPreciseClock()).toISOString()

/** Seconds since 1970. */
export const readWallClock = (): number => Math.floor(readPreciseClock() / 1000)

/** The day, YYYY-MM-DD. */
export const getToday = (): string => showTime().slice(0, 10)
