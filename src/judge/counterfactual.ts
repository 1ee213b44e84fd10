import { type Decide, profiles } from '../../model/decision.ts'
import type { Result } from '../../model/report.ts'
import type { Requirement } from '../../model/requirement.ts'
import { createDecider, type DecisionSettings } from './decisions.ts'
import type { Judge, JudgeInput } from './judge.ts'

const isPassing = ({ outcome }: Result): boolean => outcome === 'passed' || outcome === 'passedNonStrict'

/** Judges one requirement anew, on what was seen, under other answers. */
export type Rejudge = (id: string, decide: Decide) => Result | undefined

/**
 * Judges each requirement that failed or could not be told once more under every other answer that it hangs on, and
 * under every preset. It takes nothing but what was seen: no message is sent again.
 */
export const addCounterfactuals = (
  results: readonly Result[],
  answering: DecisionSettings,
  rejudge: Rejudge,
): readonly Result[] =>
  results.map((result) => {
    const { requirement, outcome } = result
    if (outcome !== 'failed' && outcome !== 'cantTell') return result
    const passesUnder = [...listAlternatives(requirement, answering)]
      .filter(([, other]) => isPassingResult(rejudge(requirement.id, createDecider(other).decide)))
      .map(([name]) => name)
    // What could not be told is seldom a matter of answers: most often something was not seen.
    return outcome === 'failed' || passesUnder.length > 0 ? { ...result, passesUnder } : result
  })

const isPassingResult = (result: Result | undefined): boolean => result !== undefined && isPassing(result)

/** The same for what was judged on artefacts alone. */
export const addArtefactCounterfactuals = (
  results: readonly Result[],
  judge: Judge,
  input: JudgeInput,
  answering: DecisionSettings,
): readonly Result[] =>
  addCounterfactuals(results, answering, (id, decide) => judge.selectOne(id).judge(input, decide)[0])

function* listAlternatives(
  requirement: Requirement,
  answering: DecisionSettings,
): Generator<readonly [string, DecisionSettings]> {
  const { decide } = createDecider(answering)
  for (const decision of requirement.dependsOn) {
    for (const variant of Object.keys(decision.answers)) {
      if (variant === decide(decision)) continue
      yield [
        `${decision.id} = ${variant}`,
        { ...answering, decisions: { ...answering.decisions, [decision.id]: variant } },
      ]
    }
  }
  if (requirement.dependsOn.length === 0) return
  for (const profile of profiles) {
    if (profile !== answering.profile) yield [`--profile ${profile}`, { ...answering, profile }]
  }
}

/** How many requirements fail under each preset: what the artefact was made for, where it was made for something else. */
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
