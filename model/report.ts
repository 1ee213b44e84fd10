import type { DecisionAnswer } from './decision.ts'
import type { Finding, Remark } from './finding.ts'
import type { Requirement } from './requirement.ts'

export const outcomes = [
  'passed',
  'passedNonStrict',
  'failed',
  'cantTell',
  'untested',
  'inapplicable',
  'harnessError',
] as const
export type Outcome = (typeof outcomes)[number]

/** A finding and the layer that it is about. */
export interface LocatedFinding extends Finding {
  readonly kind: string
  readonly in: string
  /** The session of the message, if there was one. */
  readonly session?: string
  /** The number of the message, where the session alone does not say which it was. */
  readonly message?: number
}

/** The outcome of one requirement, with its findings or its reason. */
export interface Result {
  readonly requirement: Requirement
  readonly outcome: Outcome
  readonly findings: readonly LocatedFinding[]
  /** Set for every outcome but passed and failed. */
  readonly reason?: string
  /** The answers under which a requirement that failed, or was inconclusive, would pass. */
  readonly passesUnder?: readonly string[]
  /** The answers under which a requirement that failed would not apply, and no other one would fail for it. */
  readonly inapplicableUnder?: readonly string[]
  /** How the pass was checked by tampering, where that is possible. */
  readonly tampering?: TamperingProof
}

/** A check of a pass: copies of what the target sent are tampered with and judged again. */
export interface TamperingProof {
  /** Copies that were judged. */
  readonly tried: number
  /** Copies that failed, as they must. */
  readonly caught: number
}

export type { DecisionAnswer, Remark }

/** What one judgement concludes. */
export const conclusions = ['conformant', 'nonconformant', 'inconclusive', 'harnessError'] as const

export type Conclusion = (typeof conclusions)[number]

/** A requirement that failed in a message of a target, as far as this message shows it. */
export interface LiveFinding extends Pick<LocatedFinding, 'at' | 'expected' | 'actual' | 'diagnosis'> {
  readonly id: string
  readonly text: string
  readonly side: 'request' | 'response'
}
