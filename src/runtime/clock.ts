/** The one place where the wall clock is read: milliseconds since 1970. */
export const preciseClock = (): number => Date.now()

/** Seconds since 1970. */
export const wallClock = (): number => Math.floor(Date.now() / 1000)

/** The day, YYYY-MM-DD. */
export const today = (): string => new Date(Date.now()).toISOString().slice(0, 10)
