import { HarnessError } from '../../model/errors.ts'
import { type Arguments, readNumber } from '../terminal/arguments.ts'

/** Reads a whole number from 1; `undefined` if it is not given. */
export function readNaturals(args: Arguments, flag: string): number | undefined {
  const number = args.text(flag) === undefined ? undefined : readNumber(args, flag, 1)
  if (number === 0) throw new HarnessError('ERR_USAGE', `--${flag}: 0 is nothing`)
  return number
}
