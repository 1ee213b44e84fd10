/** The one place where the wall clock is read: seconds since 1970. */
export const wallClock = (): number => Math.floor(Date.now() / 1000)
