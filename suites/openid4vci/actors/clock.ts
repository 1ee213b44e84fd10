/** Seconds by which the clock of a wallet may be slow, and fast: what is later was made for another time. */
const [slow, fast] = [300, 60]

/** Whether something ended longer ago than a slow clock explains. */
export const isOver = (end: number, now: number): boolean => end <= now - slow

/** Whether something was made just now. */
export const isFresh = (time: number, now: number): boolean => time >= now - slow && time <= now + fast
