import type { Requirement } from '../../../model/requirement.ts'
import type { Journal } from '../journal.ts'

interface RefusalProbe {
  readonly id: string
  readonly row: Requirement
  readonly expects: string
  /** The sentence that obliges the target to refuse. */
  readonly obligation?: string
}

/**
 * The probes that were refused, and are the only ones to show that their sentence is kept. They are sent again: a target may
 * validate the first time only.
 */
export function listLoneRefusals<P extends RefusalProbe>(probes: readonly P[], { trials }: Journal): readonly P[] {
  const refused = probes.filter(({ expects, obligation }) => expects === 'refusal' && obligation !== undefined)
  const groups = Map.groupBy(refused, ({ row, obligation }) => `${row.id} ${obligation}`)
  return [...groups.values()]
    .flatMap(([one, ...others]) => (one && others.length === 0 ? [one] : []))
    .filter((probe) => trials.some(({ id, outcome }) => id === probe.id && outcome === 'held'))
}
