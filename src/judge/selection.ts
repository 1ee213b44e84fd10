import type { Shard } from '../../model/run-report.ts'
import { isMatch } from './patterns.ts'

/** The requirements that a run judges. */
export interface Selection {
  /** Patterns of ids. Empty selects all. */
  readonly only: readonly string[]
  readonly skip: readonly string[]
  readonly shard?: Shard
}

/** Whether a requirement is selected. */
export const isSelected = (id: string, { only, skip, shard }: Selection): boolean =>
  (only.length === 0 || only.some((pattern) => isMatch(pattern, id))) &&
  !skip.some((pattern) => isMatch(pattern, id)) &&
  (shard === undefined || computeShard(id, shard.count) === shard.index)

/**
 * Whether a probe is left out: by its own id, by the requirement that its message breaks, or by the one that its answer
 * counts for.
 */
export const isProbeSkipped = (ids: readonly string[], skip: Selection['skip']): boolean =>
  skip.some((pattern) => ids.some((id) => isMatch(pattern, id)))

/** Whether every requirement is selected. */
export const isCompleteSelection = ({ only, skip, shard }: Selection): boolean =>
  only.length + skip.length === 0 && (shard === undefined || shard.count === 1)

/** Computes the shard of a requirement, from 1. It depends on the id alone: a new requirement moves no other. */
export function computeShard(id: string, count: number): number {
  let hash = 0x811c9dc5
  for (const octet of new TextEncoder().encode(id)) hash = Math.imul(hash ^ octet, 0x01000193) >>> 0
  // The low bits of this hash depend on few octets.
  return (((hash ^ (hash >>> 15)) >>> 0) % count) + 1
}
