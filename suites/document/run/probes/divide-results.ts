import { isHandledCorrectly, type ProbeResult } from '../../../../model/probe.ts'
import type { Result } from '../../../../model/report.ts'
import type { Requirement } from '../../../../model/requirement.ts'
import { createDecider } from '../../../../src/judge/decisions.ts'
import { compileJudge, createCheckContext, createJudgeInput } from '../../../../src/judge/judge.ts'
import { isSelectedPart, type Selection } from '../../../../src/judge/selection.ts'
import { requirements } from '../../all/requirements.ts'
import { checkProbes } from '../../kit/probe-checks.ts'
import { isFirm, rejectingRows } from '../../kit/rejection.ts'

const requirementsById = new Map(requirements.map((each) => [each.id, each]))

/**
 * Divides each requirement that is met by rejecting invalid messages: one result for each requirement that these break, and
 * one for the valid messages that must be accepted. Each can be known, left out and claimed by itself.
 */
export const divideResults = (
  results: readonly Result[],
  probes: readonly ProbeResult[],
  selection: Selection,
): readonly Result[] =>
  results.flatMap((whole) => {
    const own = probes.filter(({ requirement }) => requirement === whole.requirement.id)
    const isDivided = rejectingRows.has(whole.requirement.id) && /^(passed|failed|cantTell)$/.test(whole.outcome)
    return isDivided && own.length > 0 ? divideResult(whole.requirement, own, selection) : [addExcuses(whole, own)]
  })

function divideResult(whole: Requirement, own: readonly ProbeResult[], selection: Selection): readonly Result[] {
  const byBroken = Map.groupBy(own, ({ breaks = '' }) => breaks)
  return [...byBroken]
    .toSorted(([a], [b]) => Number(a !== '') - Number(b !== ''))
    .flatMap(([breaks, probes]) => {
      const broken = requirementsById.get(breaks)
      const part = broken ? createPart(whole, broken) : createRest(whole, probes)
      return isSelectedPart(part.id, selection) ? judgePart(part, probes) : []
    })
}

/** What is left of a requirement: its valid messages, and the sequences that break no other one. */
const createRest = (whole: Requirement, probes: readonly ProbeResult[]): Requirement =>
  probes.some(({ expected }) => expected === 'refused')
    ? whole
    : { ...whole, text: `${whole.text} Valid messages are accepted.` }

/** The part of a requirement about messages that break another one. */
export const createPart = (whole: Requirement, broken: Requirement): Requirement => {
  const { standard: _, ...row } = whole
  return {
    ...row,
    id: `${whole.id}/${broken.id}`,
    section: broken.section,
    ...(broken.standard !== undefined && { standard: broken.standard }),
    text: `${whole.text} Messages that break ${broken.id} are rejected: ${broken.text}`,
    dependsOn: [...new Set([...whole.dependsOn, ...broken.dependsOn])],
    // A recommendation counts by what follows from it, so that stays.
    consequence: isFirm(whole) ? broken.consequence : whole.consequence,
  }
}

function judgePart(part: Requirement, probes: readonly ProbeResult[]): readonly Result[] {
  const input = createJudgeInput([], { now: 0, issuer: '', anchors: [] })
  const context = createCheckContext(input, createDecider({ profile: 'document', decisions: {} }).decide)
  const own = probes.map((each) => ({ ...each, requirement: part.id }))
  return compileJudge([part], [checkProbes(part)])
    .judgeExchange({ messages: [], tested: new Set([part.binds]), uids: {}, probes: own }, context)
    .map((result) => addExcuses(result, probes))
}

/** Adds the answers under which none of the probes that failed would have to be rejected. */
function addExcuses(result: Result, probes: readonly ProbeResult[]): Result {
  if (result.outcome !== 'failed') return result
  const failed = probes.filter((each) => each.answer !== 'inconclusive' && !isHandledCorrectly(each))
  const [first, ...others] = failed.map(({ passesUnder = [] }) => passesUnder)
  const common = (first ?? []).filter((each) => others.every((some) => some.includes(each)))
  return common.length === 0
    ? result
    : { ...result, passesUnder: [...new Set([...(result.passesUnder ?? []), ...common])] }
}
