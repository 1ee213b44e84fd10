import { HarnessError } from '../../model/errors.ts'
import { type Arguments, readNumber } from '../terminal/arguments.ts'

/** Reads a whole number from 1; `undefined` if it is not given. */
export function readNaturals(args: Arguments, flag: string): number | undefined {
  const number = args.text(flag) === undefined ? undefined : readNumber(args, flag, 1)
  if (number === 0) throw new HarnessError('ERR_USAGE', `--${flag}: 0 is nothing`)
  return number
}

/** More threads than this have nothing to do: one thread reads for all of them. */
const mostThreads = 64

/** Reads how many threads judge; `undefined` if it is not given. */
export function readThreads(args: Arguments): number | undefined {
  if (args.text('threads') === undefined) return undefined
  const threads = readNumber(args, 'threads', 1)
  if (threads >= 1 && threads <= mostThreads) return threads
  throw new HarnessError('ERR_USAGE', `--threads: ${threads} is not from 1 to ${mostThreads}`)
}
