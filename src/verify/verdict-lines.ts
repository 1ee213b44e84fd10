import type { Outcome, Result } from '../../model/report.ts'
import { formatFailure } from '../../reporters/text/failure.ts'
import type { Paint } from '../../reporters/text/paint.ts'
import { sanitize } from '../../reporters/text/sanitize.ts'
import { listSome, wrapText } from '../../reporters/text/wording.ts'
import { isDeciding } from '../judge/conclusion.ts'
import type { JudgedCase } from './cases.ts'
import { type ChangedCharacter, unfinishedSearch } from './changed-byte.ts'
import type { VectorLabel } from './vector.ts'
import type { Verdict } from './verdict.ts'

/** Everything about one artefact. The worst comes first and the verdict last; only what explains it, and takes longer, comes behind. */
export function* formatVerdict(one: JudgedCase, paint: Paint): Generator<string> {
  const { verdict, source } = one
  yield ''
  yield `${paint('strong', sanitize(source))}  ${paint('quiet', describeKind(verdict))}`
  for (const remark of one.remarks ?? []) yield `${paint('quiet', 'note')}      ${sanitize(remark)}`
  for (const result of selectOutcome(verdict, 'failed')) {
    yield ''
    yield* formatFailure(result, paint)
  }
  yield* formatDefects(verdict, paint)
  yield* formatInconclusive(verdict, paint)
  yield* formatRemarks(verdict, paint)
  yield ''
  if (hasHiddenValues(verdict))
    yield `${paint('strong', 'hidden')}    private values are described instead of shown; --reveal shows them`
  yield* formatUnconfirmed(verdict, paint)
  yield* formatOtherProfiles(verdict, paint)
  yield* formatAssumptions(verdict, paint)
  yield formatSummary(one, paint)
  yield* formatChange(one, paint)
}

/** An explanation that takes longer than the verdict, and comes after it. */
function* formatChange({ findChange }: JudgedCase, paint: Paint): Generator<string> {
  const found = findChange?.()
  if (found === 'unfinished') yield `${paint('quiet', 'note')}      ${unfinishedSearch}`
  else if (found) yield `${paint('strong', 'changed')}   ${describeChange(found)}`
}

/** Says where a character was changed. One character of base64url shows nothing of a value. */
const describeChange = ({ part, position, actual, original }: ChangedCharacter): string => {
  if (original === undefined)
    return `at or before character ${position}, \`${actual}\`, in ${part}: there it cannot be read; the signature does not match`
  const match =
    part === 'the payload'
      ? 'the signature would match; as it is, it does not'
      : 'its digest would be in `_sd`; as it is, it is not'
  return `character ${position}, in ${part}: \`${actual}\`; with \`${original}\`, ${match}`
}

const hasHiddenValues = ({ results }: Verdict): boolean =>
  results.some(({ findings }) => findings.some(({ expected, actual }) => /<text of/.test(expected + actual)))

const selectOutcome = ({ results }: Verdict, outcome: Outcome): readonly Result[] =>
  results.filter((result) => result.outcome === outcome)

/** The kind, the layers inside, and another kind that it might be. */
function describeKind({ kind, alternativeKind, layers, profile }: JudgedCase['verdict']): string {
  const inside = [
    ...new Set(layers.slice(1).map((layer) => (layer.reason ? `${layer.kind} (not opened)` : layer.kind))),
  ]
  const contents = inside.length > 0 ? ` › ${inside.join(' › ')}` : ''
  const doubt = alternativeKind ? `; it might be another kind, see --as ${alternativeKind}` : ''
  return `${kind}${contents}, profile ${profile}${doubt}`
}

function* formatDefects(verdict: Verdict, paint: Paint): Generator<string> {
  for (const { requirement, reason = '' } of selectOutcome(verdict, 'harnessError')) {
    yield ''
    yield `${paint('bad', '!')} ${requirement.id}  a defect in assay: ${sanitize(reason)}`
  }
}

/** Inconclusive results by their reasons: those that a flag would resolve come first. */
function* formatInconclusive(verdict: Verdict, paint: Paint): Generator<string> {
  const byReason = Map.groupBy(selectOutcome(verdict, 'cantTell'), ({ reason = '' }) => reason)
  const groups = [...byReason].sort(([a], [b]) => Number(b.includes('pass --')) - Number(a.includes('pass --')))
  if (groups.length > 0) yield ''
  for (const [reason, results] of groups) {
    yield `${paint('doubt', '?')} ${sanitize(reason)}`
    yield* wrapText(listSome(results.map(({ requirement }) => requirement.id)), 110).map(
      (line) => `    ${paint('quiet', line)}`,
    )
  }
}

function* formatRemarks(verdict: Verdict, paint: Paint): Generator<string> {
  for (const { requirement, reason = '' } of selectOutcome(verdict, 'passedNonStrict')) {
    yield ''
    yield `${paint('doubt', '~')} ${paint('strong', requirement.id)}  passed, although ${sanitize(reason)}`
  }
}

/** Says why failures lead to no conclusion. */
function* formatUnconfirmed(verdict: Verdict, paint: Paint): Generator<string> {
  const isFailed = selectOutcome(verdict, 'failed').some((result) => isDeciding(result, verdict.rules))
  if (!isFailed || verdict.conclusion !== 'inconclusive') return
  const text = 'what failed depends on a default for an open question: confirm the answer with --decision KEY=ANSWER'
  yield `${paint('strong', 'confirm')}   ${text}`
}

/** Hints at another profile under which fewer requirements fail: then the failures have one cause. */
function* formatOtherProfiles({ failuresUnder = {}, profile }: Verdict, paint: Paint): Generator<string> {
  const here = failuresUnder[profile] ?? 0
  const [best] = Object.entries(failuresUnder).sort(([, a], [, b]) => a - b)
  if (!best || best[1] >= here) return
  const [name, count] = best
  const rest = count === 0 ? 'nothing fails' : `${count} ${count === 1 ? 'fails' : 'fail'} instead of ${here}`
  yield `${paint('strong', 'hint')}      under --profile ${name}, ${rest}`
}

function* formatAssumptions({ decisions }: Verdict, paint: Paint): Generator<string> {
  const assumed = decisions.filter(({ source }) => source === 'default')
  if (assumed.length === 0) return
  const text = assumed.map(({ decision, value }) => `${decision.id}=${value}`).join(' · ')
  for (const [i, line] of wrapText(text, 100).entries()) {
    yield `${paint('quiet', i === 0 ? 'assumed  ' : '         ')} ${paint('quiet', line)}`
  }
}

/** The verdict in one line. */
export function formatSummary({ verdict, source, code, validity = [], isPart }: JudgedCase, paint: Paint): string {
  const { conclusion } = verdict
  const unusable =
    validity.length === 0 ? '' : `  ${paint('bad', validity.map((each) => each.toUpperCase()).join(', '))}`
  const word = paint(conclusion === 'conformant' ? 'good' : conclusion === 'inconclusive' ? 'doubt' : 'bad', conclusion)
  const place = `${sanitize(source)}${isPart ? ', and the text around it was not judged' : ''}, exit ${code}`
  return `${word}${unusable}  ${formatCounts(verdict)}  ${paint('quiet', place)}`
}

const outcomeWords: readonly (readonly [Outcome, string])[] = [
  ['failed', 'failed'],
  ['harnessError', 'harness errors'],
  ['cantTell', 'inconclusive'],
  ['passed', 'passed'],
  ['passedNonStrict', 'passed with a remark'],
  ['inapplicable', 'not applicable'],
  ['untested', 'not tested'],
]

function formatCounts({ results, rules }: Pick<Verdict, 'results' | 'rules'>): string {
  const counts = outcomeWords.map(([outcome, words]) => {
    const of = results.filter((result) => result.outcome === outcome)
    const mild = of.filter((result) => !isDeciding(result, rules)).length
    const extra = (outcome === 'failed' || outcome === 'cantTell') && mild > 0 ? ` (${mild} recommended only)` : ''
    return of.length > 0 ? `${of.length} ${words}${extra}` : ''
  })
  return counts.filter((text) => text !== '').join(' · ') || 'nothing was judged'
}

/** What a vector does instead of what its label says; nothing, if it does that. */
export function* formatLabel(
  source: string,
  { id, breaks, failed, agrees }: VectorLabel,
  paint: Paint,
): Generator<string> {
  if (agrees) return
  yield `${paint('bad', '✖')} ${paint('strong', sanitize(id))}  ${paint('quiet', sanitize(source))}`
  yield `    labelled      ${sanitize(breaks.join(', ')) || 'nothing fails'}`
  yield `    failed        ${failed.join(', ') || 'nothing'}`
}
