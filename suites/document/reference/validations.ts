import type { Decide } from '../../../model/decision.ts'
import { TransportError } from '../../../model/errors.ts'
import type { Requirement } from '../../../model/requirement.ts'
import type { Role } from '../../../model/role.ts'
import { compileJudge, createJudgeInput, type Judge } from '../../../src/judge/judge.ts'
import { createStateRules } from '../actors/services/state-rules.ts'
import { checks } from '../all/checks.ts'
import { requirements } from '../all/requirements.ts'
import type { IncomingMessage, Refusals } from '../model/actors.ts'
import type { Terms } from '../model/terms.ts'
import { listSurvivals } from '../undefined-points/survival.ts'

// Suites and actors do not import one another. Here a reference actor gets its validations.

/** Disables and observes validations, to prove that a probe exposes a missing one. */
export interface ValidationOptions {
  /** The requirements that are not validated. */
  readonly disabled?: ReadonlySet<string>
  /** Called with every requirement for which a message is rejected. */
  readonly onRejection?: (requirement: string) => void
}

const everyRequirement = compileJudge(requirements, checks)

const isValidated = ({ seen, force }: Requirement): boolean => 'in' in seen && force !== 'info' && force !== 'gap'

/** The judge of each role. Each is selected when the first actor of its role needs it. */
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

/** What a reference actor throws that answers an invalid message with a server error. */
export class ServerError extends Error {
  override readonly name = 'ServerError'
}

/** An actor that need not survive crashes on what it would reject. */
function crashIfDisabled(role: Role, disabled: ReadonlySet<string> | undefined): void {
  const crash = disabled && survivals.find((each) => each.role === role && disabled.has(each.requirement.id))
  if (crash?.kind === 'status') throw new ServerError('a reference actor without error handling')
  if (crash) throw new TransportError('unreachable', 'a reference actor without error handling')
}

const survivals = listSurvivals()

/**
 * Creates the validations of each role: the checks of the suites for the requirements that it must enforce, and rules
 * about its own state.
 */
export function createValidations(
  decide: Decide,
  terms: Terms,
  { disabled, onRejection = () => {} }: ValidationOptions = {},
): (role: Role) => Refusals {
  const rules = createStateRules(terms)
  const isEnabled = (id: string): boolean => disabled?.has(id) !== true
  const known = new Map<Role, Refusals>()

  const createArtefactRules = (role: Role): Refusals => {
    const judge = disabled ? selectJudge(role).select(({ id }) => isEnabled(id)) : selectJudge(role)
    return ({ artefacts, facts }) =>
      judge
        .judge(createJudgeInput(artefacts, facts), decide)
        .filter(({ outcome }) => outcome === 'failed')
        .map(({ requirement: { id } }) => id)
  }
  const create = (role: Role): Refusals => {
    const stateRules = (rules[role] ?? []).filter(({ requirement }) => isEnabled(requirement))
    const artefactRules = createArtefactRules(role)
    const verifierRules = role === 'wallet backend' ? createArtefactRules('verifier') : () => []
    return (received: IncomingMessage) => {
      const broken = [
        ...stateRules.filter(({ isBroken }) => isBroken(received)).map(({ requirement }) => requirement),
        ...artefactRules(received),
      ]
      const unverified = verifierRules(received)
      if (broken.length + unverified.length > 0) crashIfDisabled(role, disabled)
      for (const id of [...broken, ...unverified]) onRejection(id)
      // A wallet backend rejects an invalid credential without naming the requirement.
      return unverified.length > 0 ? [...broken, 'CALLBACK-VERIFIED'] : broken
    }
  }
  return (role) => known.get(role) ?? known.set(role, create(role)).get(role) ?? (() => [])
}
