import { blockOf, type Paint } from '../../reporters/blocks.ts'
import { harmless } from '../../reporters/escape.ts'
import { listed, wrap } from '../../reporters/lines.ts'
import { isRequired } from '../harness/gate.ts'
import type { Outcome, Result } from '../model/report.ts'
import type { Verdict } from '../verify.ts'
import type { Case, Unjudged } from './cases.ts'
import type { Label } from './vector.ts'

/** How much is told. */
export type Manner = 'full' | 'quiet' | 'json'

/** All about one artefact. The worst comes first, the verdict last: that is where the eye is. */
export function* verdictLines(one: Case, paint: Paint): Generator<string> {
  const { verdict, source } = one
  yield ''
  yield `${paint('strong', harmless(source))}  ${paint('quiet', whatItIs(verdict))}`
  for (const result of withOutcome(verdict, 'failed')) {
    yield ''
    yield* blockOf(result, paint)
  }
  yield* defects(verdict, paint)
  yield* doubts(verdict, paint)
  yield* remarks(verdict, paint)
  yield ''
  if (isHidden(verdict))
    yield `${paint('strong', 'hidden')}    private values are described, not shown: --reveal shows them`
  yield* otherProfiles(verdict, paint)
  yield* assumptions(verdict, paint)
  yield oneLine(one, paint)
}

const isHidden = ({ results }: Verdict): boolean =>
  results.some(({ findings }) => findings.some(({ expected, actual }) => /<text of/.test(expected + actual)))

const withOutcome = ({ results }: Verdict, outcome: Outcome): readonly Result[] =>
  results.filter((result) => result.outcome === outcome)

/** The kind, the layers that were opened, and what else it might be. */
function whatItIs({ kind, or, layers, profile }: Case['verdict']): string {
  const inside = [...new Set(layers.slice(1).map((layer) => (layer.unseen ? `${layer.kind} (shut)` : layer.kind)))]
  const contents = inside.length > 0 ? ` › ${inside.join(' › ')}` : ''
  const doubt = or ? `; it might be another kind: --as ${or}` : ''
  return `${kind}${contents}, profile ${profile}${doubt}`
}

function* defects(verdict: Verdict, paint: Paint): Generator<string> {
  for (const { requirement, reason = '' } of withOutcome(verdict, 'harnessError')) {
    yield ''
    yield `${paint('bad', '!')} ${requirement.id}  a defect of assay: ${harmless(reason)}`
  }
}

/** What could not be told, by its reason: those that a flag would settle come first. */
function* doubts(verdict: Verdict, paint: Paint): Generator<string> {
  const byReason = Map.groupBy(withOutcome(verdict, 'cantTell'), ({ reason = '' }) => reason)
  const groups = [...byReason].sort(([a], [b]) => Number(b.includes('give --')) - Number(a.includes('give --')))
  if (groups.length > 0) yield ''
  for (const [reason, results] of groups) {
    yield `${paint('doubt', '?')} ${harmless(reason)}`
    yield* wrap(listed(results.map(({ requirement }) => requirement.id)), 110).map(
      (line) => `    ${paint('quiet', line)}`,
    )
  }
}

function* remarks(verdict: Verdict, paint: Paint): Generator<string> {
  for (const { requirement, reason = '' } of withOutcome(verdict, 'passedNonStrict')) {
    yield ''
    yield `${paint('doubt', '~')} ${paint('strong', requirement.id)}  passed, though ${harmless(reason)}`
  }
}

/** Whether it was made for another profile: then everything that fails has one cause. */
function* otherProfiles({ failuresUnder = {}, profile }: Verdict, paint: Paint): Generator<string> {
  const here = failuresUnder[profile] ?? 0
  const [best] = Object.entries(failuresUnder).sort(([, a], [, b]) => a - b)
  if (!best || best[1] >= here) return
  const [name, count] = best
  const rest = count === 0 ? 'nothing fails' : `${count} ${count === 1 ? 'fails' : 'fail'} instead of ${here}`
  yield `${paint('strong', 'hint')}      under --profile ${name}, ${rest}`
}

function* assumptions({ decisions }: Verdict, paint: Paint): Generator<string> {
  const assumed = decisions.filter(({ source }) => source === 'assumed')
  if (assumed.length === 0) return
  const text = assumed.map(({ decision, value }) => `${decision.id}=${value}`).join(' · ')
  for (const [i, line] of wrap(text, 100).entries()) {
    yield `${paint('quiet', i === 0 ? 'assumed  ' : '         ')} ${paint('quiet', line)}`
  }
}

/** The verdict in one line. */
export function oneLine({ verdict, source, code }: Case, paint: Paint): string {
  const { conclusion, results } = verdict
  const word = paint(conclusion === 'conformant' ? 'good' : conclusion === 'inconclusive' ? 'doubt' : 'bad', conclusion)
  return `${word}  ${countsOf(results)}  ${paint('quiet', `${harmless(source)}, exit ${code}`)}`
}

const said: readonly (readonly [Outcome, string])[] = [
  ['failed', 'failed'],
  ['harnessError', 'defects'],
  ['cantTell', 'cannot be told'],
  ['passed', 'passed'],
  ['passedNonStrict', 'passed with a remark'],
  ['inapplicable', 'do not apply'],
  ['untested', 'untested'],
]

function countsOf(results: readonly Result[]): string {
  const counts = said.map(([outcome, words]) => {
    const of = results.filter((result) => result.outcome === outcome)
    const mild = of.filter((result) => !isRequired(result)).length
    const extra = (outcome === 'failed' || outcome === 'cantTell') && mild > 0 ? ` (${mild} only recommended)` : ''
    return of.length > 0 ? `${of.length} ${words}${extra}` : ''
  })
  return counts.filter((text) => text !== '').join(' · ') || 'nothing was judged'
}

/** A vector in one line, if it does what it says, and what it does instead if not. */
export function* labelLines(source: string, { id, breaks, failed, agrees }: Label, paint: Paint): Generator<string> {
  if (agrees) return
  yield `${paint('bad', '✖')} ${paint('strong', harmless(id))}  ${paint('quiet', harmless(source))}`
  yield `    labelled      ${harmless(breaks.join(', ')) || 'nothing fails'}`
  yield `    failed        ${failed.join(', ') || 'nothing'}`
}

/** What could not be judged, why, and what to do. */
export const problemLine = ({ problem }: Unjudged): string => `assay: ${harmless(problem.message)}. ${problem.advice}`

/** Files of folders that hold no artefact: they are named, not judged. */
export function leftOutLine(sources: readonly string[]): string {
  const named = sources.slice(0, 3).map((source) => harmless(source))
  const rest = sources.length > named.length ? ` and ${sources.length - named.length} more` : ''
  return `assay: left out, as no artefact was found in it: ${named.join(', ')}${rest}`
}
