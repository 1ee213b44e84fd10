import type { ActorMutation, Actors } from '../../model/actors.ts'
import { HarnessError } from '../../model/errors.ts'
import type { Fault, FaultCatalogue, FaultSettings, Variant } from '../../model/fault.ts'
import { fromRoleMember, type TargetRole, toRoleKey } from '../../model/role.ts'
import { suggestWord } from '../../model/suggest-word.ts'
import { sampleMembers } from '../../suites/kit/family.ts'
import type { DecisionSettings } from '../judge/decisions.ts'

/** One thing that a served actor does otherwise. */
export interface ChosenMutation {
  readonly id: string
  /** What it does, as the rest of a sentence that begins with the actor. */
  readonly description: string
  /** The requirements that it breaks; none, if it is only surprising. */
  readonly breaks: readonly string[]
  readonly mutation: ActorMutation
  readonly settings: FaultSettings
}

/** The deed that was asked for, by its id. */
export interface MutationChoice {
  readonly fault?: string | undefined
  readonly variant?: string | undefined
}

/** The fault or the variant that was asked for, if any. Of a family, the first member from the seed on. */
export function chooseMutation(
  { fault, variant }: MutationChoice,
  { faults, variants }: FaultCatalogue,
  { seed, roles }: { readonly seed: number; readonly roles: readonly TargetRole[] },
): ChosenMutation | undefined {
  if (fault !== undefined && variant !== undefined) {
    throw new HarnessError('ERR_USAGE', 'one deed at a time: give a fault or a variant')
  }
  if (fault === undefined && variant === undefined) return undefined
  const found: Fault | Variant =
    fault !== undefined ? findById('fault', fault, faults) : findById('variant', variant ?? '', variants)
  const [member] = sampleMembers(found, seed, 1)
  if (!member) throw new HarnessError('ERR_DEFECT', `the family ${found.id} has no member`)
  rejectAbsentRole(found.id, member.mutation, roles)
  return { ...describeMutation(found, member.description), mutation: member.mutation, settings: found }
}

/** The answers that hold: those of the deed in force, and what was told. A deed means nothing under other answers. */
export function mergeDecisions(
  mutation: ChosenMutation | undefined,
  { profile, decisions: told }: Partial<Pick<DecisionSettings, 'profile'>> & Pick<DecisionSettings, 'decisions'>,
): DecisionSettings {
  const { profile: under = 'document', decisions = {} } = mutation?.settings ?? {}
  const other = Object.keys(decisions).find((key) => told[key] !== undefined && told[key] !== decisions[key])
  if (under !== 'document' && profile !== undefined && profile !== under) {
    throw new HarnessError('ERR_USAGE', `\`${mutation?.id}\` is done under the profile ${under}`)
  }
  if (other !== undefined) {
    throw new HarnessError('ERR_USAGE', `\`${mutation?.id}\` is done under the decision ${other}=${decisions[other]}`)
  }
  return { profile: profile ?? under, decisions: { ...decisions, ...told } }
}

const describeMutation = (
  found: Fault | Variant,
  what: string,
): Pick<ChosenMutation, 'id' | 'description' | 'breaks'> => ({
  id: found.id,
  description: what === found.description ? what : `${found.description}: ${what}`,
  breaks: 'alsoBreaks' in found ? [found.breaks, ...found.alsoBreaks].map(({ id }) => id) : [],
})

function findById<T extends Fault | Variant>(what: 'fault' | 'variant', id: string, all: readonly T[]): T {
  const found = all.find((each) => each.id === id)
  if (found) return found
  const ids = all.map((each) => each.id)
  const near = suggestWord(id, ids) || `; \`assay list ${what}s\` has them`
  throw new HarnessError('ERR_USAGE', `there is no ${what} \`${id}\`${near}`)
}

/** A lie of somebody who is not here would change nothing, and look like honesty. */
function rejectAbsentRole(id: string, mutation: ActorMutation, roles: readonly TargetRole[]): void {
  const mutated = (Object.keys(mutation) as (keyof Actors)[]).map(fromRoleMember) // the keys of a mutation are those
  const absent = mutated.find((role) => !roles.some((served) => served === toRoleKey(role)))
  if (absent === undefined) return
  const remedy =
    absent === 'credential manager'
      ? 'a credential manager sends and receives no HTTP messages, so it is not served'
      : `serve the ${toRoleKey(absent)} as well`
  throw new HarnessError('ERR_USAGE', `\`${id}\` changes the ${absent}: ${remedy}`)
}
