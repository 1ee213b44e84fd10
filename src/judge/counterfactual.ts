import { type Decide, profiles } from '../../model/decision.ts'
import type { Result } from '../../model/report.ts'
import type { Requirement } from '../../model/requirement.ts'
import { createDecider, type DecisionSettings } from './decisions.ts'
import type { Judge, JudgeInput } from './judge.ts'

const isPassing = ({ outcome }: Result): boolean => outcome === 'passed' || outcome === 'passedNonStrict'

/** Judges one requirement again on the same messages, under other decisions. */
export type Rejudge = (id: string, decide: Decide) => Result | undefined

/**
 * Judges each failed or inconclusive requirement again, under every other answer to the decisions that it depends on, and
 * under every profile. No message is sent again.
 */
export const addCounterfactuals = (
  results: readonly Result[],
  settings: DecisionSettings,
  rejudge: Rejudge,
): readonly Result[] =>
  results.map((result) => {
    const { requirement, outcome } = result
    if (outcome !== 'failed' && outcome !== 'cantTell') return result
    const passesUnder = [...listAlternatives(requirement, settings)]
      .filter(([, other]) => isPassingResult(rejudge(requirement.id, createDecider(other).decide)))
      .map(([name]) => name)
    // An inconclusive result seldom depends on a decision: most often, something was not seen.
    return outcome === 'failed' || passesUnder.length > 0 ? { ...result, passesUnder } : result
  })

const isPassingResult = (result: Result | undefined): boolean => result !== undefined && isPassing(result)

/** Adds the same to results that were judged on artefacts alone. */
export const addArtefactCounterfactuals = (
  results: readonly Result[],
  judge: Judge,
  input: JudgeInput,
  settings: DecisionSettings,
): readonly Result[] =>
  addCounterfactuals(results, settings, (id, decide) => judge.selectOne(id).judge(input, decide)[0])

function* listAlternatives(
  requirement: Requirement,
  settings: DecisionSettings,
): Generator<readonly [string, DecisionSettings]> {
  const { decide } = createDecider(settings)
  for (const decision of requirement.dependsOn) {
    for (const answer of Object.keys(decision.answers)) {
      if (answer === decide(decision)) continue
      yield [`${decision.id} = ${answer}`, { ...settings, decisions: { ...settings.decisions, [decision.id]: answer } }]
    }
  }
  if (requirement.dependsOn.length === 0) return
  for (const profile of profiles) {
    if (profile !== settings.profile) yield [`--profile ${profile}`, { ...settings, profile }]
  }
}

/** Counts the failed requirements under each profile: an artefact may have been made for another one. */
export const countFailuresByProfile = (
  judge: Judge,
  input: JudgeInput,
  { decisions }: DecisionSettings,
): Readonly<Record<string, number>> =>
  Object.fromEntries(
    profiles.map((profile) => {
      const results = judge.judge(input, createDecider({ profile, decisions }).decide)
      return [profile, results.filter(({ outcome }) => outcome === 'failed').length]
    }),
  )
