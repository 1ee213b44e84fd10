import type { SessionResult } from '../../model/check.ts'
import type { Requirement } from '../../model/requirement.ts'
import { explainComputed } from './guessable-values.ts'

/** A result, with a problem unless all is well. */
export const concludeOn = (row: Requirement, isGood: boolean, problem: string): SessionResult =>
  isGood ? { row } : { row, problem }

/** A result with a problem, or without one where the text is empty. */
export const listProblem = (row: Requirement, problem: string): SessionResult =>
  concludeOn(row, problem === '', problem)

/** Texts of sessions that have to be random, one of each session. */
export function checkRandom(row: Requirement, texts: readonly string[]): SessionResult | undefined {
  if (texts.length < 2) return undefined
  if (new Set(texts).size < texts.length) return { row, problem: 'two sessions have the same' }
  return listProblem(row, explainComputed(texts) ?? '')
}
