import { getWhole } from '../../model/requirement.ts'
import type { Shard } from '../../model/run-report.ts'
import { defaultSuite } from '../../suites/default-suite.ts'
import { isMatch } from './patterns.ts'

/** The requirements that a run judges. */
export interface Selection {
  /** Patterns of ids. Empty selects all. */
  readonly only: readonly string[]
  readonly skip: readonly string[]
  readonly shard?: Shard
}

/** The selection in some settings. */
export const pickSelection = ({ only, skip, shard }: Selection): Selection => ({ only, skip, ...(shard && { shard }) })

/** Whether a requirement is selected, or a part of it. */
export const isSelected = (id: string, { only, skip, shard }: Selection): boolean =>
  (only.length === 0 || only.some((pattern) => isMatch(getWhole(pattern), id))) &&
  !skip.some((pattern) => isMatch(pattern, id)) &&
  (shard === undefined || computeShard(id, shard.count) === shard.index)

/** Whether a part of a requirement is selected, by itself or with the whole. */
export const isSelectedPart = (id: string, { only, skip }: Pick<Selection, 'only' | 'skip'>): boolean =>
  (only.length === 0 || only.some((pattern) => isMatch(pattern, pattern.includes('/') ? id : getWhole(id)))) &&
  !skip.some((pattern) => isMatch(pattern, id))

/** A probe: the requirement that its message breaks, and the one that its answer counts for. */
interface SelectableProbe {
  readonly id: string
  readonly breaks: string
  readonly requirement: string
}

/** Whether a probe is sent: the requirement that its answer counts for is judged, and it is not left out. */
export const isSelectedProbe = ({ id, breaks, requirement }: SelectableProbe, selection: Selection): boolean => {
  const part = breaks === requirement ? requirement : `${requirement}/${breaks}`
  return isProbed(requirement, part, selection) && !isProbeSkipped([id, breaks, requirement, part], selection.skip)
}

/**
 * Whether a probe is left out: by its own id, by the requirement that its message breaks, or by the one that its answer
 * counts for.
 */
const isProbeSkipped = (ids: readonly string[], skip: Selection['skip']): boolean =>
  skip.some((pattern) => ids.some((id) => isMatch(pattern, id)))

/** Whether the probes of a part of a requirement are sent: it is selected, or one that is judged by them. */
const isProbed = (id: string, part: string, selection: Selection): boolean =>
  (isSelected(id, selection) && isSelectedPart(part, selection)) ||
  [...defaultSuite.probeLeads].some(([each, lead]) => lead === id && isSelected(each, selection))

/** Whether every requirement is selected. */
export const isCompleteSelection = ({ only, skip, shard }: Selection): boolean =>
  only.length + skip.length === 0 && (shard === undefined || shard.count === 1)

/**
 * Computes the shard of a requirement, from 1: that of the one whose probes bring what it judges. It depends on the id alone: a
 * new requirement moves no other.
 */
export function computeShard(id: string, count: number): number {
  let hash = 0x811c9dc5
  for (const octet of new TextEncoder().encode(defaultSuite.probeLeads.get(id) ?? id))
    hash = Math.imul(hash ^ octet, 0x01000193) >>> 0
  // The low bits of this hash depend on few octets.
  return (((hash ^ (hash >>> 15)) >>> 0) % count) + 1
}
