/** The one place where the wall clock is read: milliseconds since 1970. */
export const readPreciseClock = (): number => Date.now()

/** Seconds since 1970. */
export const readWallClock = (): number => Math.floor(Date.now() / 1000)

/** The day, YYYY-MM-DD. */
export const getToday = (): string => new Date(Date.now()).toISOString().slice(0, 10)
