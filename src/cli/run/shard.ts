import { HarnessError } from '../../model/errors.ts'
import type { Shard } from '../../model/run-report.ts'
import type { Arguments } from '../arguments.ts'

/** More shares than this have nothing to judge. */
const most = 1_000

/** The share that was asked for. */
export function shardIn(args: Arguments): Shard | undefined {
  const text = args.text('shard')
  if (text === undefined) return undefined
  const [, index, count] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number)
  const isShare = index !== undefined && count !== undefined && index >= 1 && index <= count && count <= most
  if (!isShare)
    throw new HarnessError('ERR_USAGE', `--shard ${text}: write it as I/N, such as 1/3 for the first of three`)
  return { index, count }
}
