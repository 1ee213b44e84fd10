import type { Result } from '../../../model/report.ts'
import { formatFailure } from '../../../reporters/text/failure.ts'
import type { Paint } from '../../../reporters/text/paint.ts'
import { sanitize } from '../../../reporters/text/sanitize.ts'
import { formatCount, listSome, wrapText } from '../../../reporters/text/wording.ts'
import type { JudgedCase } from '../../verify/cases.ts'
import type { TestTrial } from './journal.ts'
import { concludeTest, type Seen } from './seen.ts'
import type { Untested } from './untested.ts'

/** How many reasons fit on a screen. */
const mostReasons = 6

/** How an issuer ended, for people: what it got wrong comes first. */
export function* formatTest(report: Seen, paint: Paint, provisional?: string): Generator<string> {
  const { cases, trials, notes, untested, obstacle } = report
  const select = (outcome: TestTrial['outcome']) => trials.filter((trial) => trial.outcome === outcome)
  yield* formatMessages(cases, paint)
  yield* formatFailed(select('failed'), paint)
  for (const { description, actual } of select('inconclusive'))
    yield `${paint('doubt', '?')} ${description}: ${sanitize(actual)}`
  yield* formatOpen(cases, paint)
  const lenient = select('remark').map(({ description }) => description)
  if (lenient.length > 0) yield* formatList('legal, whether it is taken or refused', lenient, paint)
  for (const note of notes) yield `${paint('quiet', 'note')}      ${sanitize(note)}`
  yield* formatUntested(untested, paint)
  // Why it ended early comes right before the conclusion: nothing else can be fixed before it.
  if (obstacle !== undefined) yield `${paint('doubt', '?')} ${sanitize(obstacle)}`
  yield ''
  yield formatConclusion(report, provisional, paint)
}

/** What failed in messages, each requirement once with all the messages that show it. */
function* formatMessages(cases: readonly JudgedCase[], paint: Paint): Generator<string> {
  const failed = cases.flatMap(({ source, verdict }) =>
    verdict.results.filter(({ outcome }) => outcome === 'failed').map((result) => ({ source, result })),
  )
  for (const [, some] of Map.groupBy(failed, ({ result }) => result.requirement.id)) {
    const [first] = some
    if (!first) continue
    yield* formatFailure(first.result, paint)
    yield `    ${paint('quiet', 'seen in'.padEnd(13))} ${sanitize(listSome([...new Set(some.map(({ source }) => source))]))}`
    yield ''
  }
}

function* formatFailed(trials: readonly TestTrial[], paint: Paint): Generator<string> {
  for (const [row, some] of Map.groupBy(trials, (trial) => trial.row)) {
    const [common, ...others] = new Set(some.map(({ obligation = '' }) => obligation))
    const isCommon = others.length === 0
    yield `${paint('bad', '✖')} ${paint('strong', row.id)}  ${paint('quiet', (isCommon ? common : row.standard) ?? '')}`
    yield `  ${row.text}`
    for (const { description, actual, obligation = '' } of some)
      yield `    ${description}: ${sanitize(actual)}${isCommon ? '' : `  ${paint('quiet', obligation)}`}`
    yield `    ${paint('quiet', 'consequence'.padEnd(13))} ${row.consequence.text}`
    yield ''
  }
}

/** What could not be decided in messages, by reason. */
function* formatOpen(cases: readonly JudgedCase[], paint: Paint): Generator<string> {
  const open = cases.flatMap(({ verdict }) => verdict.results.filter(({ outcome }) => outcome === 'cantTell'))
  for (const [reason, results] of Map.groupBy(open, ({ reason = '' }: Result) => reason))
    yield* formatList(sanitize(reason), [...new Set(results.map(({ requirement }) => requirement.id))], paint, '?')
}

/** What was not tested, by reason: the reason for most comes first. */
function* formatUntested(untested: readonly Untested[], paint: Paint): Generator<string> {
  if (untested.length === 0) return
  yield `${paint('doubt', '~')} not tested`
  const groups = [...Map.groupBy(untested, ({ reason }) => reason)].toSorted(([, a], [, b]) => b.length - a.length)
  for (const [reason, some] of groups.slice(0, mostReasons)) {
    yield `    ${sanitize(reason)}`
    yield* wrapText(listSome(some.map(({ row }) => row.id)), 110).map((line) => `        ${paint('quiet', line)}`)
  }
  const others = groups.slice(mostReasons)
  if (others.length > 0)
    yield `    ${formatCount(others.flatMap(([, some]) => some).length, 'requirement')} for other reasons: see --out or --json`
}

function* formatList(title: string, items: readonly string[], paint: Paint, sign = '~'): Generator<string> {
  yield `${paint('doubt', sign)} ${title}`
  yield* wrapText(listSome(items), 110).map((line) => `    ${paint('quiet', line)}`)
}

function formatConclusion(report: Seen, provisional: string | undefined, paint: Paint): string {
  const { cases, trials, untested } = report
  const conclusion = concludeTest(report)
  const word = provisional === undefined ? conclusion : `${conclusion} (provisional: ${provisional})`
  const tone = conclusion === 'passed' ? 'good' : conclusion === 'failed' ? 'bad' : 'doubt'
  const { failed, seen } = countRows(report)
  const probes = trials.filter(({ id }) => id.includes('/')).length
  const counts = [
    `${failed === 0 ? 'none' : failed} of ${seen} requirements failed`,
    `${untested.length} not tested`,
    `${cases.length} messages`,
    `${probes} probes`,
  ]
  return `${paint(tone, word)}  ${counts.join(' · ')}`
}

/** How many requirements were seen, and how many failed. */
export function countRows({ cases, trials }: Seen): { readonly failed: number; readonly seen: number } {
  const results = cases.flatMap(({ verdict }) => verdict.results)
  const count = (isWanted: (outcome: string) => boolean): number =>
    new Set([
      ...results.filter(({ outcome }) => isWanted(outcome)).map(({ requirement }) => requirement.id),
      ...trials.filter(({ outcome }) => isWanted(outcome)).map(({ row }) => row.id),
    ]).size
  return {
    failed: count((outcome) => outcome === 'failed'),
    seen: count((outcome) => outcome !== 'inapplicable' && outcome !== 'untested'),
  }
}
