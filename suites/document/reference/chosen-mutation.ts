import { HarnessError } from '../../../model/errors.ts'
import { fromRoleMember, type TargetRole, toRoleKey } from '../../../model/role.ts'
import { suggestWord } from '../../../model/suggest-word.ts'
import type { DecisionSettings } from '../../../src/judge/decisions.ts'
import { sampleMembers } from '../kit/family.ts'
import type { ActorMutation, Actors } from '../model/actors.ts'
import type { Fault, FaultCatalogue, FaultSettings, Variant } from '../model/fault.ts'

/** A fault or a variant of served actors. */
export interface ChosenMutation {
  readonly id: string
  /** What it does, as the rest of a sentence that begins with the actor. */
  readonly description: string
  /** The requirements that it breaks; none for a variant. */
  readonly breaks: readonly string[]
  readonly mutation: ActorMutation
  readonly settings: FaultSettings
}

/** The id of a fault or of a variant. */
export interface MutationChoice {
  readonly fault?: string | undefined
  readonly variant?: string | undefined
}

/** Finds the chosen fault or variant, if there is one. Of a family, the seed selects the member. */
export function chooseMutation(
  { fault, variant }: MutationChoice,
  { faults, variants }: FaultCatalogue,
  { seed, roles }: { readonly seed: number; readonly roles: readonly TargetRole[] },
): ChosenMutation | undefined {
  if (fault !== undefined && variant !== undefined) {
    throw new HarnessError('ERR_USAGE', '--fault and --variant exclude each other: give one of them')
  }
  if (fault === undefined && variant === undefined) return undefined
  const found: Fault | Variant =
    fault !== undefined ? findById('fault', fault, faults) : findById('variant', variant ?? '', variants)
  const [member] = sampleMembers(found, seed, 1)
  if (!member) throw new HarnessError('ERR_DEFECT', `the family ${found.id} has no member`)
  rejectAbsentRole(found.id, member.mutation, roles)
  return { ...describeMutation(found, member.description), mutation: member.mutation, settings: found }
}

/** Merges the decisions of a mutation with given ones. They must agree: a fault is not a fault under other answers. */
export function mergeDecisions(
  mutation: ChosenMutation | undefined,
  { profile, decisions: given }: Partial<Pick<DecisionSettings, 'profile'>> & Pick<DecisionSettings, 'decisions'>,
): DecisionSettings {
  const { profile: required = 'document', decisions = {} } = mutation?.settings ?? {}
  const other = Object.keys(decisions).find((key) => given[key] !== undefined && given[key] !== decisions[key])
  if (required !== 'document' && profile !== undefined && profile !== required) {
    throw new HarnessError('ERR_USAGE', `\`${mutation?.id}\` needs the profile ${required}`)
  }
  if (other !== undefined) {
    throw new HarnessError('ERR_USAGE', `\`${mutation?.id}\` needs the decision ${other}=${decisions[other]}`)
  }
  return { profile: profile ?? required, decisions: { ...decisions, ...given } }
}

const describeMutation = (
  found: Fault | Variant,
  description: string,
): Pick<ChosenMutation, 'id' | 'description' | 'breaks'> => ({
  id: found.id,
  description: description === found.description ? description : `${found.description}: ${description}`,
  breaks: 'alsoBreaks' in found ? [found.breaks, ...found.alsoBreaks].map(({ id }) => id) : [],
})

function findById<T extends Fault | Variant>(what: 'fault' | 'variant', id: string, all: readonly T[]): T {
  const found = all.find((each) => each.id === id)
  if (found) return found
  const ids = all.map((each) => each.id)
  const near = suggestWord(id, ids) || `; \`assay list ${what}s\` has them`
  throw new HarnessError('ERR_USAGE', `there is no ${what} \`${id}\`${near}`)
}

/** Rejects a mutation of a role that is not served: it would change nothing, and the actors would look valid. */
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
