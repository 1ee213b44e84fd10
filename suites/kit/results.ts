import type { SessionResult } from '../../model/check.ts'
import type { Requirement } from '../../model/requirement.ts'

/** A result, with a problem unless all is well. */
export const concludeOn = (row: Requirement, isGood: boolean, problem: string): SessionResult =>
  isGood ? { row } : { row, problem }

/** A result with a problem, or without one where the text is empty. */
export const listProblem = (row: Requirement, problem: string): SessionResult =>
  concludeOn(row, problem === '', problem)
