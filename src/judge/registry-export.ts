import type { Check } from '../../model/check.ts'
import type { Decision } from '../../model/decision.ts'
import type { Requirement } from '../../model/requirement.ts'

/** The registry: requirements with their decisions, checks and faults. */
export interface RequirementRegistry {
  readonly requirements: readonly Requirement[]
  readonly decisions: readonly Decision[]
  readonly checks: readonly Pick<Check, 'requirement'>[]
  readonly faults: readonly { readonly id: string; readonly breaks: Requirement }[]
}

/** A requirement with its proof: how many checks look at it and which faults break it, or why nothing does. */
export type ExportedRequirement = Omit<Requirement, 'dependsOn' | 'agreedBy'> & {
  readonly dependsOn: readonly string[]
  readonly agreedBy: readonly string[]
} & ({ readonly checks: number; readonly faults: readonly string[] } | { readonly reason: string })

/** Exports the requirements as data, for programs that do not read TypeScript. */
export function exportRequirements({
  requirements,
  checks,
  faults,
}: RequirementRegistry): readonly ExportedRequirement[] {
  const checked = Map.groupBy(checks, ({ requirement }) => requirement.id)
  const broken = Map.groupBy(faults, ({ breaks }) => breaks.id)
  return requirements.map((requirement) => {
    const { dependsOn, agreedBy } = requirement
    const row = { ...requirement, dependsOn: dependsOn.map(readId), agreedBy: agreedBy.map(readId) }
    if ('nowhere' in requirement.seen) return { ...row, reason: requirement.seen.nowhere }
    const ids = broken.get(requirement.id)?.map(({ id }) => id) ?? []
    return { ...row, checks: checked.get(requirement.id)?.length ?? 0, faults: ids }
  })
}

const readId = ({ id }: Decision): string => id
