import { readWallClock } from '../runtime/clock.ts'
import type { Arguments } from '../terminal/arguments.ts'
import { parseTime } from '../terminal/values.ts'

/** The time that a command has: the one of `--now`, or the present. */
export function readNow(args: Arguments): number {
  const text = args.text('now')
  return text === undefined ? readWallClock() : parseTime('--now', text)
}

/** The clock of a command: with `--now`, always that time. */
export function readClock(args: Arguments): () => number {
  const time = args.has('now') ? readNow(args) : undefined
  return time === undefined ? readWallClock : () => time
}

/** Has the samples of the standards made at the time of a command. It comes before whatever loads them. */
export async function makeSamplesAt(args: Arguments): Promise<void> {
  const { chooseSampleTime } = await import('../../suites/kit/sample-time.ts')
  chooseSampleTime(readNow(args))
}
