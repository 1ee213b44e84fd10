import type { Decision } from '../model/decision.ts'
import type { Requirement } from '../model/requirement.ts'
import { decisions } from './document/all/decisions.ts'
import { requirements } from './document/all/requirements.ts'

/** What a suite requires, and the questions that it leaves open. */
export interface DecidedSuite {
  readonly requirements: readonly Requirement[]
  readonly decisions: readonly Decision[]
}

/** The suite of every command to which no standard is named. */
export const defaultSuite: DecidedSuite = { requirements, decisions }
