/** The one place where the wall clock is read: milliseconds since 1970. */
export const readPreciseClock = (): number => Date.now()

/** The time as reports have it: ISO 8601, with milliseconds. */
export const showTime = (): string => new Date(Date.now()).toISOString()

/** Seconds since 1970. */
export const readWallClock = (): number => Math.floor(Date.now() / 1000)

/** The day, YYYY-MM-DD. */
export const getToday = (): string => new Date(Date.now()).toISOString().slice(0, 10)
