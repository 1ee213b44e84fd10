import { isStandardProfile } from '../model/decision.ts'
import type { Outcome } from '../model/report.ts'
import type { Reporter } from '../model/reporter.ts'
import type { ReportedResult, RunReport } from '../model/run-report.ts'
import { countOutcomes, countRequired, filterByOutcome, listFailures } from './result-status.ts'
import {
  countWaiting,
  describeSuspects,
  groupByFailure,
  isEarlyEnd,
  isLoose,
  listCauses,
  nameCause,
} from './text/causes.ts'
import { describeCounts } from './text/counts.ts'
import { findDocsPage, formatExplainCommand } from './text/docs.ts'
import { formatFailureLines } from './text/findings.ts'
import { baselineHint, describeWaiting, listKnownFailures } from './text/known-failures.ts'
import { outcomeLabels } from './text/labels.ts'
import { formatCode, formatCodeBlock, formatSentence } from './text/markdown-code.ts'
import { sanitizeForFile } from './text/sanitize.ts'
import { nameSubject } from './text/targets.ts'
import { groupUntested } from './text/untested.ts'
import { describeResponsibility, listReasons, nameVerdict, suggestNextStep } from './text/verdict.ts'
import { formatCount, listSome } from './text/wording.ts'

/** Octets of the summary. GitHub takes 1 MiB for a job, and other steps may write to it as well. */
const maxOctets = 1_000_000

/** A job summary for GitHub: the verdict, what to do next, and what failed; the rest are numbers. */
export const markdown: Reporter = {
  name: 'markdown',

  *render(report) {
    const blocks = [...listHead(report), ...listDetails(report)]
    let left = maxOctets - 1_000
    for (const [i, block] of blocks.entries()) {
      left -= Buffer.byteLength(block.join('\n')) + 2
      if (left < 0) return yield* formatOmission(blocks.length - i)
      if (i > 0) yield ''
      yield* block
    }
  },
}

/** Lines that belong together, and are left out together. */
type Block = readonly string[]

function* formatOmission(blocks: number): Generator<string> {
  yield ''
  yield `**${formatCount(blocks, 'more part')} left out to keep the summary below 1 MiB. \`report.json\` has everything.**`
}

function* listHead(report: RunReport): Generator<Block> {
  const { tool, actors, profile, seed, subject, verdict } = report
  yield [`## ${marks[verdict.exitCode === 0 ? 'passed' : 'failed']} ${nameVerdict(report)}`]
  const acts = describeResponsibility(report)
  yield [`**Next:** ${formatSentence(suggestNextStep(report))}${acts === '' ? '' : ` ${formatSentence(acts)}`}`]
  const targets = actors.flatMap(({ role, url }) => (url === undefined ? [] : [`${role} ${formatCode(url)}`]))
  const product = [subject.vendor, subject.product, subject.version].filter((part) => part !== undefined).join(' ')
  yield [
    [
      `${tool.name} ${formatCode(tool.version)}`,
      ...(product === '' ? [] : [`product ${formatCode(product)}`]),
      listSome(targets, 6) || nameSubject(report),
      `profile ${formatCode(profile)}`,
      ...(seed === '' ? [] : [`seed ${formatCode(seed)}`]),
      `exit code ${verdict.exitCode}`,
    ].join(' · '),
  ]
  yield [describeCounts(countRequired(report))]
  yield formatCounts(report)
  const reasons = listReasons(report)
  if (reasons.length > 0) yield ['Reasons:', '', ...reasons.map((reason) => `- ${formatCode(reason)}`)]
}

const marks: Readonly<Record<Outcome, string>> = {
  passed: '✅',
  passedNonStrict: '✅',
  failed: '❌',
  cantTell: '❔',
  untested: '➖',
  inapplicable: '➖',
  harnessError: '💥',
}

function formatCounts(report: RunReport): Block {
  const counts = countOutcomes(report)
  const outcomes = Object.keys(counts) as readonly Outcome[] // its keys are outcomes
  const shown = outcomes.filter((outcome) => outcome === 'failed' || counts[outcome] > 0)
  return [
    `| ${shown.map((outcome) => `${marks[outcome]} ${outcomeLabels[outcome]}`).join(' | ')} |`,
    `|${' ---: |'.repeat(shown.length)}`,
    `| ${shown.map((outcome) => counts[outcome]).join(' | ')} |`,
  ]
}

/** Lists what needs attention, the worst first. */
function* listDetails(report: RunReport): Generator<Block> {
  yield* listEarlyEnds(report)
  const failures = listFailures(report)
  const isDoubtful = report.verdict.result === 'unavailable'
  if (failures.length > 0) yield [`### ${isDoubtful ? 'Failed, possibly because a message did not arrive' : 'Failed'}`]
  const unjudged = groupByFailure(report)
  for (const result of failures) {
    yield formatFailed(report, result)
    const { waiting = [] } = unjudged.get(result.id) ?? {}
    if (waiting.length > 0) yield formatFolded(waiting)
  }
  yield* formatKnownFailures(report)
  const errors = filterByOutcome(report, 'harnessError')
  if (errors.length > 0) yield ['### Harness errors']
  for (const { id, reason = '' } of errors) yield [`- ${marks.harnessError} ${formatCode(id)}: ${formatCode(reason)}`]
  const others = listCauses(report).filter(isLoose(report))
  if (others.length > 0) yield ['### Inconclusive']
  for (const { text, waiting } of others) {
    yield [`- ${marks.cantTell} ${formatCode(text)}: ${listSome(waiting.map(formatCode), 40)}`]
  }
  yield* listRest(report)
}

/** What was not tested by a standard, and what is said beside the results. */
function* listRest({ notes = [], ...report }: RunReport): Generator<Block> {
  const groups = isStandardProfile(report.profile) ? groupUntested(report) : []
  if (groups.length > 0) yield ['### Not tested']
  for (const [reason, some] of groups)
    yield [
      `- ${formatSentence(sanitizeForFile(reason))}: ${listSome(
        some.map(({ id }) => formatCode(id)),
        40,
      )}`,
    ]
  if (notes.length > 0) yield ['### Notes', '', ...notes.map((note) => `- ${formatSentence(sanitizeForFile(note))}`)]
}

function* formatKnownFailures(report: RunReport): Generator<Block> {
  const lines = listKnownFailures(report)
  if (lines.length === 0) return
  yield ['### Known failures']
  yield lines.map(({ id, text }) => `- ${formatCode(id)}: ${formatCode(text)}`)
  const waiting = describeWaiting(report)
  if (waiting !== '') yield [formatSentence(waiting)]
  if (report.verdict.exitCode === 6) yield [`**Next:** ${formatSentence(baselineHint)}`]
}

function formatFailed(report: RunReport, result: ReportedResult): Block {
  const { id, force, section, standard } = result
  const page = findDocsPage(report, result)
  const docs = page === undefined ? formatCode(formatExplainCommand(result)) : `[documentation](<${page}>)`
  return [
    `#### ${marks.failed} ${formatCode(id)}`,
    '',
    `${force} · ${formatCode(standard ?? `section ${section}`)} · ${docs}`,
    '',
    ...formatCodeBlock(formatFailureLines(report, result)),
  ]
}

const formatFolded = (waiting: readonly string[]): Block => [
  `<details><summary>${countWaiting({ waiting })}</summary>`,
  '',
  listSome(waiting.map(formatCode), 400),
  '',
  '</details>',
]

/** Lists the sessions that ended early, with what waits for them folded below. */
function* listEarlyEnds(report: RunReport): Generator<Block> {
  const early = listCauses(report).filter(isEarlyEnd)
  if (early.length === 0) return
  yield ['### Sessions that did not complete']
  for (const cause of early) {
    const suspects = describeSuspects(cause)
    yield [`- ${formatCode(nameCause(cause))}${suspects === '' ? '' : `. Probably wrong: ${formatCode(suspects)}`}`]
    if (cause.waiting.length === 0) continue
    yield formatFolded(cause.waiting)
  }
}
