import type { Aside, Finding } from './check.ts'
import type { Answer } from './decision.ts'
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

/** A finding and the layer that it was made in. */
export interface Located extends Finding {
  readonly kind: string
  readonly in: string
  /** The session that it was made in, if it was one. */
  readonly session?: string
}

/** The judgement of one requirement over all that was seen. */
export interface Result {
  readonly requirement: Requirement
  readonly outcome: Outcome
  readonly findings: readonly Located[]
  /** Why, for every outcome but passed and failed. */
  readonly reason?: string
  /** The answers under which a requirement that failed, or that could not be told, would pass. */
  readonly passesUnder?: readonly string[]
  /** How a pass was put to the test, where it could be. */
  readonly proof?: Proof
}

/** How a pass was put to the test: copies of what the target itself said, tampered with, and judged once more. */
export interface Proof {
  /** Copies that were judged. */
  readonly tried: number
  /** Copies that failed, as they have to. */
  readonly caught: number
}

export type { Answer, Aside }
