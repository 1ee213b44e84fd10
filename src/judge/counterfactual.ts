import { type Decide, type Decision, profiles } from '../../model/decision.ts'
import { findDecidingReason } from '../../model/gate.ts'
import type { Result } from '../../model/report.ts'
import type { Requirement } from '../../model/requirement.ts'
import { createDecider, type DecisionSettings } from './decisions.ts'
import type { Judge, JudgeInput } from './judge.ts'

const isPassing = ({ outcome }: Result): boolean => outcome === 'passed' || outcome === 'passedNonStrict'

/** Judges requirements again on the same messages, under other decisions. */
export type Rejudge = (judge: Judge, decide: Decide) => readonly Result[]

/**
 * Judges each failed or inconclusive requirement again, under every other answer to the decisions that it depends on, and
 * under every profile. No message is sent again.
 */
export const addCounterfactuals = (
  results: readonly Result[],
  judge: Judge,
  settings: DecisionSettings,
  rejudge: Rejudge,
  listTexts: (decision: Decision) => readonly string[] = () => [],
): readonly Result[] =>
  results.map((result) => {
    const { requirement, outcome } = result
    if (outcome !== 'failed' && outcome !== 'cantTell') return result
    const others = [...listAlternatives(requirement, settings, listTexts)].map((alternative) => ({
      ...alternative,
      again: rejudge(judge.selectOne(requirement.id), createDecider(alternative.settings).decide)[0],
    }))
    const passesUnder = others.filter(({ again }) => again && isPassing(again)).map(({ name }) => name)
    // An inconclusive result seldom depends on a decision: most often, something was not seen.
    if (outcome !== 'failed') return passesUnder.length > 0 ? { ...result, passesUnder } : result
    const inapplicableUnder = others
      .filter(({ again, decision }) => again?.outcome === 'inapplicable' && decision !== undefined)
      .filter((other) => !isFailingElsewhere(other, judge, settings, rejudge))
      .map(({ name }) => name)
    return { ...result, passesUnder, ...(inapplicableUnder.length > 0 && { inapplicableUnder }) }
  })

/** Adds the same to results that were judged on artefacts alone. */
export const addArtefactCounterfactuals = (
  results: readonly Result[],
  judge: Judge,
  input: JudgeInput,
  settings: DecisionSettings,
  listTexts?: (decision: Decision) => readonly string[],
): readonly Result[] =>
  addCounterfactuals(results, judge, settings, (some, decide) => some.judge(input, decide), listTexts)

/** Other settings under which a requirement is judged again. */
interface Alternative {
  readonly name: string
  readonly settings: DecisionSettings
  /** The decision that is answered in another way; absent where the whole profile is another. */
  readonly decision?: Decision
}

function* listAlternatives(
  requirement: Requirement,
  settings: DecisionSettings,
  listTexts: (decision: Decision) => readonly string[],
): Generator<Alternative> {
  const { decide } = createDecider(settings)
  for (const decision of requirement.dependsOn) {
    for (const answer of [...listAnswers(decision, decide(decision)), ...listTexts(decision)]) {
      const decisions = { ...settings.decisions, [decision.id]: answer }
      yield { name: `${decision.id} = ${answer}`, settings: { ...settings, decisions }, decision }
    }
  }
  if (requirement.dependsOn.length === 0) return
  for (const profile of profiles) {
    if (profile !== settings.profile) yield { name: `--profile ${profile}`, settings: { ...settings, profile } }
  }
}

/** The answers to try instead of one. Of the numbers that a limit may have, a larger one stands for all. */
export function listAnswers({ answers, default: usual }: Decision, answer: string): readonly string[] {
  const others = Object.keys(answers).filter((other) => other !== answer)
  return others.length === 0 && /^\d+$/.test(usual) ? [String(10 * Number(answer))] : others
}

/**
 * Whether another requirement on the same decision fails only under the other answer: then the answer moves the failure,
 * and does not resolve it.
 */
function isFailingElsewhere(
  { decision, settings: other }: Alternative,
  judge: Judge,
  settings: DecisionSettings,
  rejudge: Rejudge,
): boolean {
  const some = judge.select(({ dependsOn }) => dependsOn.some(({ id }) => id === decision?.id))
  const listFailing = (under: DecisionSettings): readonly string[] => {
    const rules = { gate: 'go-live', strict: false, answered: new Map(Object.entries(under.decisions)) } as const
    return rejudge(some, createDecider(under).decide).flatMap(({ requirement, outcome }) =>
      outcome === 'failed' && findDecidingReason(requirement, rules) !== undefined ? [requirement.id] : [],
    )
  }
  const before = new Set(listFailing(settings))
  return listFailing(other).some((id) => !before.has(id))
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
