import type { ReceivedMessage, Refusals } from '../../model/actors.ts'
import type { Decide } from '../../model/decision.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { Role } from '../../model/role.ts'
import type { Terms } from '../../model/terms.ts'
import { checks } from '../../suites/all/checks.ts'
import { requirements } from '../../suites/all/requirements.ts'
import { createStateRules } from '../actors/services/state-rules.ts'
import { compileJudge, createJudgeInput, type Judge } from '../judge/judge.ts'

// Suites and actors know nothing of one another; here an honest actor gets what it validates.

/** What keeps an actor from its validations, and who is told of a refusal; for proofs that somebody would notice. */
export interface ValidationOptions {
  /** The requirements that nobody validates. */
  readonly disabled?: ReadonlySet<string>
  /** Told of every requirement for which a message is refused. */
  readonly onRejection?: (requirement: string) => void
}

const everyRequirement = compileJudge(requirements, checks)

const isValidated = ({ seen, force }: Requirement): boolean => 'in' in seen && force !== 'info' && force !== 'gap'

/** The judges of all roles, each compiled when the first actor of its role needs it. */
const judges = new Map<Role, Judge>()

function selectJudge(role: Role): Judge {
  const known =
    judges.get(role) ??
    everyRequirement.select(
      (each) => isValidated(each) && (each.refusedBy.includes(role) || each.refusedBy.includes('everyone')),
    )
  judges.set(role, known)
  return known
}

/**
 * What an honest actor of each role validates: the requirements that a message has to be refused for, by the checks of
 * the suites, and what it looks up in its own state.
 */
export function createValidations(
  decide: Decide,
  terms: Terms,
  { disabled, onRejection: rejectedFor = () => {} }: ValidationOptions = {},
): (role: Role) => Refusals {
  const rules = createStateRules(terms)
  const isAttended = (id: string): boolean => disabled?.has(id) !== true
  const made = new Map<Role, Refusals>()

  const artefactsFor = (role: Role): Refusals => {
    const judge = disabled ? selectJudge(role).select(({ id }) => isAttended(id)) : selectJudge(role)
    return ({ artefacts, facts: known }) =>
      judge
        .judge(createJudgeInput(artefacts, known), decide)
        .filter(({ outcome }) => outcome === 'failed')
        .map(({ requirement: { id } }) => id)
  }
  const make = (role: Role): Refusals => {
    const own = (rules[role] ?? []).filter(({ requirement }) => isAttended(requirement))
    const artefacts = artefactsFor(role)
    const asVerifier = role === 'wallet backend' ? artefactsFor('verifier') : () => []
    return (received: ReceivedMessage) => {
      const broken = [
        ...own.filter(({ isBroken: refuses }) => refuses(received)).map(({ requirement }) => requirement),
        ...artefacts(received),
      ]
      const unverified = asVerifier(received)
      for (const id of [...broken, ...unverified]) rejectedFor(id)
      // A wallet backend need not say what is wrong with a credential: it does not verify.
      return unverified.length > 0 ? [...broken, 'CALLBACK-VERIFIED'] : broken
    }
  }
  return (role) => made.get(role) ?? made.set(role, make(role)).get(role) ?? (() => [])
}
