import { HarnessError } from '../../model/errors.ts'
import type { Shard } from '../../model/run-report.ts'
import type { Arguments } from '../terminal/arguments.ts'

/** The most parts: more than this would have nothing to judge. */
const most = 1_000

/** Reads `--shard`. */
export function readShard(args: Arguments): Shard | undefined {
  const text = args.text('shard')
  if (text === undefined) return undefined
  const [, index, count] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number)
  const isPart = index !== undefined && count !== undefined && index >= 1 && index <= count && count <= most
  if (!isPart)
    throw new HarnessError(
      'ERR_USAGE',
      `--shard: \`${text}\` is not of the form I/N, such as 1/3 for the first of three`,
    )
  return { index, count }
}
