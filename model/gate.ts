import type { Decision } from './decision.ts'
import type { Requirement } from './requirement.ts'

/** What has to pass: what the document makes mandatory, or also what is a risk to security or privacy. */
export const gates = ['conformance', 'go-live'] as const
export type Gate = (typeof gates)[number]

/**
 * Why a requirement counts for the verdict: it is mandatory, it follows from the answer given to a decision, it is
 * recommended and the run is strict, or its breach is a risk and the gate is `go-live`.
 */
export const decidingReasons = ['mandatory', 'agreed', 'strict', 'risk'] as const
export type DecidingReason = (typeof decidingReasons)[number]

/** What decides which requirements count. */
export interface GateRules {
  readonly gate: Gate
  /** Whether recommendations count as well. */
  readonly strict: boolean
  /** The answers that the configuration gives, by the ids of their decisions. */
  readonly answered: ReadonlyMap<string, string>
}

/** The rules of a judgement that knows no gate: the document alone. */
export const documentRules: GateRules = { gate: 'conformance', strict: false, answered: new Map() }

const mandatoryForces: readonly Requirement['force'][] = ['must', 'must not', 'stated']

/** Says why a requirement counts for the verdict; `undefined` if it does not. */
export function findDecidingReason(
  { force, consequence, agreedBy }: Pick<Requirement, 'force' | 'consequence' | 'agreedBy'>,
  { gate, strict, answered }: GateRules,
): DecidingReason | undefined {
  if (mandatoryForces.includes(force)) return 'mandatory'
  if (agreedBy.some((decision) => isBinding(decision, answered.get(decision.id)))) return 'agreed'
  if (strict && force === 'should') return 'strict'
  const isRisk = consequence.harm === 'security' || consequence.harm === 'privacy'
  return gate === 'go-live' && isRisk && force !== 'gap' ? 'risk' : undefined
}

/** Whether an answer was given that forbids something: one that allows it makes no requirement mandatory. */
const isBinding = ({ permits = [] }: Decision, answer: string | undefined): boolean =>
  answer !== undefined && !permits.includes(answer)
