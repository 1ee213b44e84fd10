import type { Shard } from '../../model/run-report.ts'
import { isMatch } from './patterns.ts'

/** Which requirements are asked for. */
export interface Selection {
  /** Patterns of ids; none, for all. */
  readonly only: readonly string[]
  readonly skip: readonly string[]
  readonly shard?: Shard
}

/** Whether a requirement is asked for. */
export const isSelected = (id: string, { only, skip, shard }: Selection): boolean =>
  (only.length === 0 || only.some((pattern) => isMatch(pattern, id))) &&
  !skip.some((pattern) => isMatch(pattern, id)) &&
  (shard === undefined || computeShard(id, shard.count) === shard.index)

/** Whether every requirement is. */
export const isCompleteSelection = ({ only, skip, shard }: Selection): boolean =>
  only.length + skip.length === 0 && (shard === undefined || shard.count === 1)

/** The share that a requirement belongs to, from 1. It hangs on the id alone: a new requirement moves no other. */
export function computeShard(id: string, count: number): number {
  let hash = 0x811c9dc5
  for (const octet of new TextEncoder().encode(id)) hash = Math.imul(hash ^ octet, 0x01000193) >>> 0
  // The last bits of such a hash hang on few octets.
  return (((hash ^ (hash >>> 15)) >>> 0) % count) + 1
}
