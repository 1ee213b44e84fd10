import { isRight, messagesIn } from '../src/model/probe.ts'
import type { Outcome } from '../src/model/report.ts'
import type { Force } from '../src/model/requirement.ts'
import type { Effects, Player, Reason, Reporter, ResultTold, RunReport } from '../src/model/run-report.ts'
import { blockOf, type Paint, type Style } from './blocks.ts'
import { harmless } from './escape.ts'
import { counted, listed, wrap } from './lines.ts'
import { footnotes, remedies, verdictWords } from './verdicts.ts'

/** What a run came to, for whoever sits in front of it: the worst comes first, the verdict last. */
export const consoleReporter = (paint: Paint): Reporter => ({
  name: 'console',

  *render(report) {
    yield* head(report, paint)
    yield ''
    if (report.verdict.result === 'unavailable') return yield* unavailable(report, paint)
    yield* sessions(report, paint)
    yield* decisions(report, paint)
    yield ''
    for (const result of withOutcome(report, 'failed')) {
      yield* blockOf(result, paint)
      yield ''
    }
    yield* defects(report, paint)
    yield* doubts(report, paint)
    yield* table(report, paint)
    yield ''
    yield* proof(report, paint)
    yield* probes(report, paint)
    yield row('effects', told(report.effects), paint)
    yield ''
    yield* verdict(report, paint)
  },
})

const withOutcome = ({ results }: RunReport, outcome: Outcome): readonly ResultTold[] =>
  results.filter((result) => result.outcome === outcome)

const row = (label: string, text: string, paint: Paint): string => `${paint('quiet', label.padEnd(10))} ${text}`

/** Who judges whom, and what it takes to do it again. */
function* head({ tool, cast, profile, seed, subject }: RunReport, paint: Paint): Generator<string> {
  const targets = cast.filter(({ url }) => url !== undefined)
  const again = paint('quiet', `profile ${harmless(profile)}, seed ${harmless(seed, 60)}`)
  yield `${paint('strong', `${tool.name} ${tool.version}`)}  ${again}`
  const tested = [subject.vendor, subject.product, subject.version].filter((part) => part !== undefined).join(' ')
  if (tested !== '') yield row('subject', harmless(tested), paint)
  if (targets.length === 0) yield row('target', 'none: the reference cast, in this process', paint)
  for (const target of targets) yield row('target', addressOf(target), paint)
}

const addressOf = ({ role, url = '' }: Player): string => `${role}, ${harmless(url)}`

/** How far the play came. What ended early is named, and what was remarked on the way. */
function* sessions(report: RunReport, paint: Paint): Generator<string> {
  const all = report.sessions.length
  const completed = report.sessions.filter(({ ended }) => ended === 'completed').length
  yield row(
    'sessions',
    completed === all ? `${all} played to their end` : `${completed} of ${all} played to their end`,
    paint,
  )
  for (const { session, ended, reason = '' } of report.sessions) {
    if (reason === '' && ended === 'completed') continue
    const how = ended === 'completed' ? '' : ` was ${ended}`
    yield row('', `${paint('doubt', harmless(session))}${how}: ${harmless(reason)}`, paint)
  }
}

/** How many messages of liars and strangers there were, if there were any. */
function* probes({ probes: put }: RunReport, paint: Paint): Generator<string> {
  if (put.length === 0) return
  const [all, right] = [messagesIn(put), messagesIn(put.filter(isRight))]
  const how = right === all ? 'all' : paint('bad', `${right}`)
  yield row('probes', `${counted(all, 'message')} of liars and strangers, ${how} answered as they have to be`, paint)
}

/** The answers that were given, and how many nobody gave. */
function* decisions({ decisions: taken }: RunReport, paint: Paint): Generator<string> {
  const given = taken.filter(({ source }) => source === 'given').map(({ id, value }) => `${id}=${harmless(value, 60)}`)
  const assumed = taken.filter(({ source }) => source === 'assumed').length
  const parts = [
    ...(given.length > 0 ? [listed(given, 4)] : []),
    ...(assumed > 0 ? [`${assumed} assumed, nobody gave an answer: \`assay list decisions\``] : []),
  ]
  if (parts.length > 0) yield row('decisions', parts.join(' · '), paint)
}

function* defects(report: RunReport, paint: Paint): Generator<string> {
  for (const { id, reason = '' } of withOutcome(report, 'harnessError')) {
    yield `${paint('bad', '!')} ${paint('strong', id)}  a defect of assay: ${harmless(reason)}`
    yield ''
  }
}

/** What could not be told, by its reason. */
function* doubts(report: RunReport, paint: Paint): Generator<string> {
  const groups = Map.groupBy(withOutcome(report, 'cantTell'), ({ reason = '' }) => reason)
  for (const [reason, results] of groups) {
    yield `${paint('doubt', '?')} ${harmless(reason)}`
    for (const line of wrap(listed(results.map(({ id }) => id)), 110)) yield `  ${paint('quiet', line)}`
  }
  if (groups.size > 0) yield ''
}

const columns: readonly (readonly [Outcome, string, Style?])[] = [
  ['failed', 'failed', 'bad'],
  ['harnessError', 'defects', 'bad'],
  ['cantTell', 'cannot be told', 'doubt'],
  ['passed', 'passed', 'good'],
  ['passedNonStrict', 'with a remark', 'good'],
  ['untested', 'untested'],
  ['inapplicable', 'do not apply'],
]

const forces: readonly Force[] = ['must', 'must not', 'stated', 'should', 'info', 'gap']

/** How many requirements of which force ended how. What does not occur has no place in it. */
function* table({ results }: RunReport, paint: Paint): Generator<string> {
  const count = (outcome: Outcome, force?: Force): number =>
    results.filter((each) => each.outcome === outcome && (force === undefined || each.force === force)).length
  const shown = columns.filter(([outcome]) => outcome === 'failed' || count(outcome) > 0)
  yield row('', shown.map(([, words]) => paint('quiet', words)).join('   '), paint)
  for (const force of forces.filter((each) => results.some((result) => result.force === each))) {
    const cells = shown.map(([outcome, words, style = 'quiet']) => {
      const cell = String(count(outcome, force)).padStart(words.length)
      return count(outcome, force) > 0 ? paint(style, cell) : paint('quiet', cell)
    })
    yield row(force, cells.join('   '), paint)
  }
}

/** How many of the tampered copies that passes were put to the test with did not get by. */
function* proof({ results }: RunReport, paint: Paint): Generator<string> {
  const proofs = results.flatMap((result) => result.proof ?? [])
  const [tried, caught] = [proofs.map((each) => each.tried), proofs.map((each) => each.caught)].map(sum)
  if (tried !== undefined && tried > 0) yield row('proof', `${caught} of ${tried} tampered copies caught`, paint)
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)

/** What was done to the targets. */
const told = ({ calls, sessions: opened, nonces, requests, credentials, refusals, peak }: Effects): string =>
  [
    counted(calls, 'call'),
    `at most ${peak} a second`,
    `${counted(opened, 'session')} opened`,
    `${counted(nonces, 'nonce')} taken`,
    counted(requests, 'request'),
    `${counted(credentials, 'credential')} issued`,
    ...(refusals > 0 ? [counted(refusals, 'refusal')] : []),
  ].join(' · ')

function* verdict(report: RunReport, paint: Paint): Generator<string> {
  const { reasons, claimable } = report.verdict
  const isFootnote = ({ code }: Reason): boolean => footnotes.includes(code)
  yield* because(
    'in the way of conformance',
    reasons.filter((reason) => !isFootnote(reason)),
    paint,
  )
  yield* because('in the way of a claim', reasons.filter(isFootnote), paint)
  yield verdictLine(report, claimable ? 'this may be claimed' : 'not to be claimed', paint)
}

function* because(label: string, reasons: readonly Reason[], paint: Paint): Generator<string> {
  for (const [i, { text, count }] of reasons.entries()) {
    const times = count > 1 ? ` (${count} times)` : ''
    yield `${paint('quiet', (i === 0 ? label : '').padEnd(25))}  ${harmless(text)}${times}`
  }
}

function verdictLine({ verdict: { result, exitCode }, milliseconds }: RunReport, claim: string, paint: Paint): string {
  const [text, style] = verdictWords[result]
  const rest = [claim, `exit ${exitCode}`, `${Math.round(milliseconds)} ms`].filter((part) => part !== '').join(' · ')
  return `${paint(style, text)}  ${rest}`
}

/** Nothing that failed is told: it may have failed for want of the message that was lost. */
function* unavailable(report: RunReport, paint: Paint): Generator<string> {
  const lost = report.sessions.find(({ ended }) => ended === 'lost')
  const { session = '', reason = 'no answer came', loss = 'unreachable' } = lost ?? {}
  yield `${paint('bad', '✖')} session ${harmless(session)}: ${harmless(reason)}`
  yield `  Nothing was judged. ${remedies[loss]}, then run \`assay doctor\`.`
  yield ''
  yield `${verdictLine(report, '', paint)}`
}
