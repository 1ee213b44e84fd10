const chosen = { time: 1_795_000_000, isRead: false }

/**
 * Chooses the time of samples, in seconds since 1970. Tests and proofs do without, so that samples are the same each time.
 * It is read once, when samples are loaded: the answer is the time that they have.
 */
export function chooseSampleTime(seconds: number): number {
  if (!chosen.isRead) chosen.time = seconds
  return chosen.time
}

export function readSampleTime(): number {
  chosen.isRead = true
  return chosen.time
}
