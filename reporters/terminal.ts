import { isStandardProfile } from '../model/decision.ts'
import { countMessages, isHandledCorrectly, type ProbeResult } from '../model/probe.ts'
import type { Reporter } from '../model/reporter.ts'
import { getWhole } from '../model/requirement.ts'
import type { ReportedResult, RunReport } from '../model/run-report.ts'
import { filterByOutcome, listFailures } from './result-status.ts'
import {
  countWaiting,
  describeSuspects,
  groupByFailure,
  isEarlyEnd,
  isLoose,
  listCauses,
  nameCause,
} from './text/causes.ts'
import { formatDocs } from './text/docs.ts'
import { formatFailure } from './text/failure.ts'
import { groupFollowers } from './text/followers.ts'
import { baselineHint, describeWaiting, listKnownFailures } from './text/known-failures.ts'
import { verdictStyles } from './text/labels.ts'
import { formatOutcomeTable } from './text/outcome-table.ts'
import type { Paint } from './text/paint.ts'
import { sanitize } from './text/sanitize.ts'
import { nameSubject } from './text/targets.ts'
import { formatUntested } from './text/untested.ts'
import { describeResponsibility, isDeciding, nameVerdict, suggestForTransportError } from './text/verdict.ts'
import { formatCount, formatDuration, listSome, wrapText } from './text/wording.ts'

/** Prints a run for the person at the terminal: failures first, then what is inconclusive, then numbers, and the verdict last. */
export const createTerminalReporter = (paint: Paint): Reporter => ({
  name: 'terminal',

  *render(report) {
    yield* formatHead(report, paint)
    yield ''
    if (report.verdict.result === 'unavailable') return yield* formatUnavailable(report, paint)
    yield* formatSessions(report, paint)
    yield* formatDecisions(report, paint)
    yield ''
    yield* formatEarlyEnds(report, paint)
    const { shown, more } = foldParts(listFailures(report))
    yield* formatFailures(report, shown, paint)
    yield* formatMoreParts(more, paint)
    yield* formatKnownFailures(report, paint)
    yield* formatHarnessErrors(report, paint)
    yield* formatInconclusive(report, paint)
    yield* formatUntested(report, paint)
    yield* formatOutcomeTable(report, paint)
    yield ''
    yield* formatTampering(report, paint)
    yield* formatProbes(report.probes, paint)
    yield formatRow('traffic', describeTraffic(report), paint)
    for (const note of report.notes ?? []) yield* formatNote(note, paint)
    yield ''
    yield* formatVerdict(report, paint)
  },
})

const formatRow = (label: string, text: string, paint: Paint): string => `${paint('quiet', label.padEnd(10))} ${text}`

/** Formats what was tested, and the settings to test it again. */
function* formatHead(report: RunReport, paint: Paint): Generator<string> {
  const { tool, actors, profile, seed, subject } = report
  const settings = paint('quiet', `profile ${sanitize(profile)}${seed === '' ? '' : `, seed ${sanitize(seed, 60)}`}`)
  yield `${paint('strong', `${tool.name} ${tool.version}`)}  ${settings}`
  const product = [subject.vendor, subject.product, subject.version].filter((part) => part !== undefined).join(' ')
  if (product !== '') yield formatRow('product', sanitize(product), paint)
  const targets = actors.filter(({ url }) => url !== undefined)
  if (targets.length === 0) yield formatRow('target', nameReference(report), paint)
  for (const { role, url = '' } of targets) yield formatRow('target', `${role} ${sanitize(url)}`, paint)
}

/** What was tested where no target was: a standard is tested on one reference actor, the document on all of them. */
const nameReference = (report: RunReport): string =>
  isStandardProfile(report.profile) ? nameSubject(report) : 'none: reference actors play all roles'

function* formatNote(note: string, paint: Paint): Generator<string> {
  const [first = '', ...rest] = wrapText(sanitize(note), 110)
  yield formatRow('note', first, paint)
  for (const line of rest) yield formatRow('', line, paint)
}

/** Formats how many sessions completed, with what was noticed in them. Those that ended early are causes. */
function* formatSessions({ sessions }: RunReport, paint: Paint): Generator<string> {
  const completed = sessions.filter(({ ended }) => ended === 'completed')
  const count =
    completed.length === sessions.length ? `${completed.length}` : `${completed.length} of ${sessions.length}`
  yield formatRow('sessions', `${count} completed`, paint)
  for (const { session, reason } of completed) {
    if (reason !== undefined) yield formatRow('', `${paint('doubt', sanitize(session))}: ${sanitize(reason)}`, paint)
  }
}

/** Formats the sessions that ended early, what probably ended them, and what waits for them. */
function* formatEarlyEnds(report: RunReport, paint: Paint): Generator<string> {
  for (const cause of listCauses(report).filter(isEarlyEnd)) {
    yield `${paint('bad', '✖')} ${sanitize(nameCause(cause))}`
    if (cause.settings.length > 0) yield `  ${paint('quiet', 'probably wrong:')} ${describeSuspects(cause)}`
    if (cause.waiting.length > 0) yield `  ${paint('quiet', countWaiting(cause))}`
    yield ''
  }
}

/** The parts of a requirement that are shown in full where many of them failed. */
const maxParts = 4

/** Divides failures into those that are shown in full and, of requirements of which many parts failed, the others. */
function foldParts(failures: readonly ReportedResult[]) {
  const more = [...Map.groupBy(failures, ({ id }) => getWhole(id)).values()].flatMap((parts) =>
    parts.length > maxParts + 1 ? parts.slice(maxParts) : [],
  )
  return { shown: failures.filter((each) => !more.includes(each)), more }
}

/** Formats the parts that failed besides those that are shown in full. */
function* formatMoreParts(more: readonly ReportedResult[], paint: Paint): Generator<string> {
  for (const [whole, parts] of Map.groupBy(more, ({ id }) => getWhole(id))) {
    yield `${paint('bad', '✖')} ${formatCount(parts.length, 'more part')} of ${paint('strong', whole)} failed`
    const ids = parts.map(({ id }) => id)
    for (const line of wrapText(listSome(ids, ids.length), 110)) yield `  ${line}`
    yield ''
  }
}

/** Formats the configured answers, and how many decisions were left at their defaults. */
function* formatDecisions({ decisions }: RunReport, paint: Paint): Generator<string> {
  const configured = decisions.filter(({ source }) => source === 'configured')
  const answers = configured.map(({ id, value }) => `${id}=${sanitize(value, 60)}`)
  const defaults = decisions.filter(({ source }) => source === 'default').length
  const parts = [
    ...(answers.length > 0 ? [listSome(answers, 4)] : []),
    ...(defaults > 0 ? [`${defaults} left at ${defaults === 1 ? 'its default' : 'their defaults'}`] : []),
  ]
  if (parts.length > 0) yield formatRow('decisions', parts.join(' · '), paint)
}

/** Formats the failures, each with what may follow from it folded below. */
function* formatFailures(report: RunReport, failures: readonly ReportedResult[], paint: Paint): Generator<string> {
  const unjudged = groupByFailure(report)
  const ids = new Set(failures.map(({ id }) => id))
  const followers = groupFollowers(failures)
  for (const result of failures) {
    if (ids.has(result.followsFrom?.id ?? '')) continue
    yield* formatFailure(result, paint)
    yield `    ${paint('quiet', 'docs'.padEnd(13))} ${formatDocs(report, result)}`
    const own = followers.get(result.id) ?? []
    for (const { id, text } of own) yield `  ${paint('bad', '✖')} ${paint('strong', id)}  ${text}`
    const mistake = own[0]?.followsFrom?.mistake
    const example = mistake === undefined ? '' : `, such as: ${mistake}`
    if (own.length > 0) yield `    ${paint('quiet', `one mistake can cause all of these failures${example}`)}`
    const waiting = [result, ...own].flatMap(({ id }) => unjudged.get(id)?.waiting ?? [])
    if (waiting.length > 0) yield `  ${paint('doubt', '?')} ${paint('quiet', countWaiting({ waiting }))}`
    yield ''
  }
}

/** Formats the known failures, one line each, and what has to be done about them. */
function* formatKnownFailures(report: RunReport, paint: Paint): Generator<string> {
  const lines = listKnownFailures(report)
  for (const { id, state, text } of lines) {
    const [mark, style] = state === 'matched' ? ['≈', 'quiet' as const] : ['!', 'doubt' as const]
    yield `${paint(style, mark)} ${paint('strong', id)}  ${sanitize(text)}`
  }
  const waiting = describeWaiting(report)
  if (waiting !== '') for (const line of wrapText(waiting, 110)) yield `  ${paint('quiet', line)}`
  if (report.verdict.exitCode === 6) yield formatRow('hint', baselineHint, paint)
  if (lines.length > 0) yield ''
}

function* formatHarnessErrors(report: RunReport, paint: Paint): Generator<string> {
  for (const { id, reason = '' } of filterByOutcome(report, 'harnessError')) {
    yield `${paint('bad', '!')} ${paint('strong', id)}  harness error: ${sanitize(reason)}`
    yield ''
  }
}

/** Formats what is inconclusive for any other reason. */
function* formatInconclusive(report: RunReport, paint: Paint): Generator<string> {
  const causes = listCauses(report).filter(isLoose(report))
  for (const cause of causes) {
    yield `${paint('doubt', '?')} ${sanitize(nameCause(cause))}`
    for (const line of wrapText(listSome(cause.waiting), 110)) yield `  ${paint('quiet', line)}`
  }
  if (causes.length > 0) yield ''
}

/** Formats how many tampered copies of what the targets sent were detected. */
function* formatTampering({ results }: RunReport, paint: Paint): Generator<string> {
  const copies = results.flatMap((result) => result.tampering ?? [])
  const tried = copies.reduce((sum, each) => sum + each.tried, 0)
  const caught = copies.reduce((sum, each) => sum + each.caught, 0)
  if (tried > 0) yield formatRow('tampering', `${caught} of ${tried} tampered copies were detected`, paint)
}

/** Formats how many probes there were, if any, and how many of them were handled correctly. */
function* formatProbes(probes: readonly ProbeResult[], paint: Paint): Generator<string> {
  if (probes.length === 0) return
  const correct = countMessages(probes.filter(isHandledCorrectly))
  const count = correct === countMessages(probes) ? 'all' : paint('bad', `${correct}`)
  yield formatRow('probes', `${describeProbes(probes)}, ${count} handled correctly`, paint)
  for (const { requirement, reproduce } of probes)
    if (reproduce !== undefined) yield formatRow('crash', `${requirement}: ${sanitize(reproduce, 1_000)}`, paint)
}

/** Counts probes: `150 negative tests and 35 unusual but valid messages`. */
function describeProbes(probes: readonly ProbeResult[]): string {
  const invalid = countMessages(probes.filter(({ expected }) => expected === 'refused'))
  const valid = countMessages(probes) - invalid
  const parts = [
    ...(invalid > 0 ? [formatCount(invalid, 'negative test')] : []),
    ...(valid > 0 ? [formatCount(valid, 'unusual but valid message')] : []),
  ]
  return parts.join(' and ')
}

function describeTraffic({ traffic }: RunReport): string {
  const { calls, sessions, nonces, credentialRequests, credentials, rejections, peakPerSecond } = traffic
  return [
    `${formatCount(calls, 'call')} (up to ${peakPerSecond} per second)`,
    formatCount(sessions, 'session'),
    formatCount(nonces, 'nonce'),
    formatCount(credentialRequests, 'credential request'),
    `${formatCount(credentials, 'credential')} issued`,
    ...(rejections > 0 ? [`${formatCount(rejections, 'call')} rejected`] : []),
  ].join(' · ')
}

/** Formats the reasons for the verdict, what is left to do before a claim, and the verdict. */
function* formatVerdict(report: RunReport, paint: Paint): Generator<string> {
  const { reasons } = report.verdict
  const deciding = reasons.filter(isDeciding).map(({ text }) => sanitize(text))
  const provisional = reasons.filter((reason) => !isDeciding(reason)).map(({ text }) => sanitize(text))
  for (const [i, text] of deciding.entries()) yield formatRow(i === 0 ? 'reasons' : '', text, paint)
  if (provisional.length > 0) {
    const look = report.decisions.length > 0 ? ' (`assay list decisions`)' : ''
    const hint = `before you can claim conformance: ${provisional.join('; ')}${look}`
    yield formatRow('hint', hint, paint)
  }
  const acts = describeResponsibility(report)
  if (acts !== '') yield formatRow('action', acts, paint)
  yield formatVerdictLine(report, paint)
}

function formatVerdictLine(report: RunReport, paint: Paint): string {
  const { result, exitCode } = report.verdict
  const style = exitCode === 0 && result !== 'conformant' ? 'doubt' : verdictStyles[result]
  return `${paint(style, nameVerdict(report))}  exit code ${exitCode} · ${formatDuration(report.milliseconds)}`
}

/** Formats a run without a verdict. No failure is shown: it may have a missing message as its cause. */
function* formatUnavailable(report: RunReport, paint: Paint): Generator<string> {
  yield* formatEarlyEnds(report, paint)
  yield formatRow('hint', `${suggestForTransportError(report)}, then run \`assay doctor\``, paint)
  yield ''
  yield formatVerdictLine(report, paint)
}
