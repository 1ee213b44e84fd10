import type { StandardProfile } from '../../model/decision.ts'
import type { Gate, GateRules } from '../../model/gate.ts'
import type { LocatedFinding, Outcome } from '../../model/report.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { Role } from '../../model/role.ts'
import type { ProbeResult, ReportedResult, ReportedSession, RunReport, VerdictReason } from '../../model/run-report.ts'
import { schemaVersion } from '../../model/schema-version.ts'
import { addCauses } from '../../reporters/causes.ts'
import { formatCount } from '../../reporters/text/wording.ts'
import type { OwnSuite } from '../../suites/own/own-suite.ts'
import { standards } from '../../suites/standards.ts'
import { listSpecifications } from '../../suites/suites.ts'
import { findPlanGaps } from '../judge/plan-gaps.ts'
import { readGateRules, reportResult } from '../judge/report-result.ts'
import type { Selection } from '../judge/selection.ts'
import { decideVerdict } from '../judge/verdict.ts'
import { tool } from '../runtime/tool.ts'
import type { TestMessage } from './recording.ts'
import { isUnjudged, type Seen } from './seen.ts'
import { selectSeen } from './select-seen.ts'
import { isProbe, type TestCase, type TestTrial } from './trials.ts'

/** What a report says beside what was seen. */
export interface TestFacts {
  readonly profile: StandardProfile
  readonly role: Role
  /** Where the target is; absent for the reference actor. */
  readonly target?: string
  /** ISO 8601. */
  readonly startedAt: string
  readonly milliseconds: number
  /** Seconds since 1970, if it was not the clock. */
  readonly now?: number
  /** What was drawn came from it. */
  readonly seed?: string
  readonly hasProbes: boolean
  readonly selection?: Selection
  readonly own?: OwnSuite
  readonly gate: Gate
  readonly strict: boolean
  /** The product that is tested, as the configuration names it. */
  readonly subject?: RunReport['subject']
  /** The documentation site that the report links to. */
  readonly docsUrl?: string
  /** The command that repeats the test. */
  readonly command: readonly string[]
}

/** The report of a test: that of a run, by requirement. */
export function reportTest(whole: Seen, facts: TestFacts): RunReport {
  const seen = selectSeen(whole, facts.selection)
  const { trials, notes, untested, recording } = seen
  const { profile, role, target, startedAt, milliseconds, now, command, gate, strict, docsUrl } = facts
  const report = createRowReporter(readGateRules({ gate, strict, decisions: [] }), facts.own)
  const results = [
    ...listJudged(seen, role, report),
    ...untested.map(({ row, reason, isInapplicable }) =>
      report(row, { outcome: isInapplicable === true ? 'inapplicable' : 'untested', reason }),
    ),
  ]
  const sessions = listSessions(seen)
  const rows = facts.own?.requirements.length ?? 0
  const actors = [{ role, ...(target !== undefined && { url: target }) }]
  const gaps = findPlanGaps({ actors, profile, decisions: [], results, gate }, [])
  const free = trials.filter(({ outcome }) => outcome === 'remark').map(({ description }) => description)
  return addCauses({
    schemaVersion,
    tool: { ...tool, requirements: standards[profile].requirements.length + rows, decisions: 0 },
    subject: facts.subject ?? {},
    startedAt,
    milliseconds,
    seed: facts.seed ?? '',
    ...(now !== undefined && { now }),
    profile,
    specifications: [...(facts.own ? [facts.own.title] : []), ...listSpecifications(profile)],
    ...(docsUrl !== undefined && { docsUrl }),
    gate,
    ...(strict && { strict }),
    decisions: [],
    actors,
    selection: { ...(facts.selection ?? { only: [], skip: [] }), complete: facts.selection === undefined },
    sessions,
    results,
    probes: trials
      .filter((trial) => isProbe(trial) && trial.outcome !== 'remark')
      .map((trial) => reportProbe(trial, role)),
    traffic: countTraffic(recording?.messages ?? []),
    notes: [
      ...(facts.own ? [noteOwnSuite(facts.own, role)] : []),
      ...notes,
      ...(free.length > 0 ? [`legal, whether it is accepted or refused: ${[...new Set(free)].join('; ')}`] : []),
    ],
    command,
    verdict: decideVerdict({
      ...{ results, endings: sessions, decisions: [], gaps },
      isComplete: facts.selection === undefined,
      unprobed: facts.hasProbes ? undefined : describeUnprobed(seen, results),
      unjudged: seen.cases.filter(isUnjudged),
      interrupted: seen.isInterrupted === true,
    }),
  })
}

const noteOwnSuite = ({ name, title, requirements }: OwnSuite, role: Role): string =>
  `${name} (${title}) adds ${formatCount(requirements.filter(({ binds }) => binds === role).length, 'requirement')} on the ${role}`

/** What is said of a test without probes that left something untested. */
function describeUnprobed(
  { untested, isInterrupted }: Seen,
  results: readonly ReportedResult[],
): VerdictReason | undefined {
  if (untested.length === 0 || isInterrupted) return undefined
  const left = results.filter(({ outcome, decides }) => outcome === 'untested' && decides !== undefined).length
  const what = `${formatCount(left, 'requirement')} ${left === 1 ? 'was' : 'were'} not tested`
  return { code: 'unprobed', text: `no negative tests were sent, so ${what}: pass --probes`, count: untested.length }
}

/** One thing that was seen of a requirement. */
interface Sight {
  readonly row: Requirement
  readonly outcome: Outcome
  readonly reason?: string
  readonly findings: readonly LocatedFinding[]
}

/** What was seen of the target; of others, what they broke. */
function listJudged({ cases, trials, recording }: Seen, role: Role, report: ReportRow): readonly ReportedResult[] {
  const sessions = new Map(recording?.messages.map(({ number, session }) => [number, session]))
  const sights = [...cases.flatMap((judged) => toSights(judged, sessions)), ...trials.map(trialToSight)]
  return [...Map.groupBy(sights, ({ row }) => row)].flatMap(([row, some]) => {
    const joined = joinSights(some)
    const isShown =
      row.binds === role || row.binds === 'everyone' || /^(?:failed|cantTell)$/.test(joined?.outcome ?? '')
    return joined && isShown ? [report(row, joined)] : []
  })
}

/** What a case shows, with the session and the message of each finding. What it does not show has its reason elsewhere. */
const toSights = ({ source, verdict, message }: TestCase, sessions: ReadonlyMap<number, string>): readonly Sight[] =>
  verdict.results.flatMap(({ requirement: row, outcome, reason, findings }) => {
    if (outcome === 'inapplicable' || outcome === 'untested') return []
    const session = message === undefined ? undefined : sessions.get(message)
    const place = { ...(session !== undefined && { session }), ...(message !== undefined && { message }) }
    return {
      row,
      outcome: outcome === 'passedNonStrict' ? 'passed' : outcome,
      ...(reason !== undefined && { reason: outcome === 'cantTell' ? `${source}: ${reason}` : reason }),
      findings: findings.map((finding) => ({ ...finding, in: finding.in === '' ? source : finding.in, ...place })),
    }
  })

/** A probe that may be handled either way, or that no sentence is behind, shows nothing of its requirement. */
function trialToSight(trial: TestTrial): Sight {
  const { row, outcome, description, actual, obligation } = trial
  if (outcome === 'remark' || obligation === undefined)
    return { row, outcome: 'untested', reason: 'seen only where both answers are legal', findings: [] }
  return {
    row,
    outcome: outcome === 'held' ? 'passed' : outcome === 'failed' ? 'failed' : 'cantTell',
    ...(outcome === 'inconclusive' && { reason: `${description}: ${actual}` }),
    findings: outcome === 'failed' ? [describeFailure(trial)] : [],
  }
}

const describeFailure = (trial: TestTrial): LocatedFinding => {
  const { id, row, description, actual, session, message } = trial
  const place = { ...(session !== undefined && { session }), ...(message !== undefined && { message }) }
  const common = { kind: 'exchange', in: description, actual, ...place }
  return isProbe(trial)
    ? { ...common, at: id, expected: findExpectation(trial) === 'refused' ? 'a refusal' : 'no refusal' }
    : { ...common, at: '', expected: row.text }
}

/** The worst comes first. */
const byWeight: readonly Outcome[] = ['failed', 'harnessError', 'cantTell', 'passed', 'untested']

/** The worst that was seen counts. */
function joinSights(sights: readonly Sight[]): SeenOfRow | undefined {
  const outcome = byWeight.find((each) => sights.some((sight) => sight.outcome === each))
  if (outcome === undefined) return undefined
  const isDecided = outcome === 'passed' || outcome === 'failed'
  const reason = isDecided ? undefined : sights.find((sight) => sight.outcome === outcome)?.reason
  const findings = sights.flatMap((each) => each.findings)
  return { outcome, ...(reason !== undefined && { reason }), findings }
}

/** What was seen of a requirement, in all messages and probes. */
type SeenOfRow = Pick<Sight, 'outcome' | 'reason'> & { readonly findings?: readonly LocatedFinding[] }

type ReportRow = (row: Requirement, seen: SeenOfRow) => ReportedResult

const createRowReporter =
  (rules: GateRules, own: OwnSuite | undefined): ReportRow =>
  (requirement, seen) => ({
    ...reportResult({ requirement, findings: [], ...seen }, rules),
    ...(own?.requirements.some(({ id }) => id === requirement.id) && { suite: own.name }),
  })

/** What a probe should come to. Where that was not said, its words say it. */
const findExpectation = ({ expected, outcome, actual }: TestTrial): 'refused' | 'accepted' => {
  if (expected) return expected
  const isRefused = /^(?:refused|rejected)\b/.test(actual)
  return (outcome === 'failed') === isRefused ? 'accepted' : 'refused'
}

function reportProbe(trial: TestTrial, receiver: Role): ProbeResult {
  const { id, row, description, outcome, actual, obligation, session } = trial
  const expected = findExpectation(trial)
  const other = expected === 'refused' ? 'accepted' : 'refused'
  return {
    ...{ id, requirement: row.id, receiver, description, expected },
    answer: outcome === 'inconclusive' ? 'inconclusive' : outcome === 'held' ? expected : other,
    ...(outcome === 'inconclusive' ? { reason: actual } : { actual }),
    ...(obligation !== undefined && { obligation }),
    ...(session !== undefined && { session }),
  }
}

/** The sessions that were to succeed; the last of them has the reason for which the test ended early. */
function listSessions({ recording, trials, obstacle }: Seen): readonly ReportedSession[] {
  const { sessions = [], messages = [] } = recording ?? {}
  const probed = new Set(trials.filter(isProbe).map(({ session }) => session))
  const usual = sessions.filter(({ session }) => !probed.has(session))
  const all = usual.length > 0 ? usual : [{ session: 'exchange', purpose: 'a valid exchange' }]
  return all.map(({ session, purpose }, i) => ({
    session,
    purpose,
    ...(obstacle !== undefined && i === all.length - 1
      ? { ended: 'stopped', reason: obstacle }
      : { ended: 'completed' }),
    messages: messages.filter((each) => each.session === session).length,
  }))
}

function countTraffic(messages: readonly TestMessage[]): RunReport['traffic'] {
  const isGood = ({ response }: TestMessage): boolean =>
    response !== undefined && response.status >= 200 && response.status <= 299
  const to = (endpoint: string): readonly TestMessage[] => messages.filter((each) => each.endpoint === endpoint)
  const bySecond = Map.groupBy(messages, ({ sentAt }) => Math.floor(sentAt / 1000))
  return {
    calls: messages.length,
    sessions: new Set(messages.map(({ session }) => session)).size,
    nonces: to('nonce').filter(isGood).length,
    credentialRequests: to('credential').length,
    credentials: to('credential').filter(isGood).length,
    rejections: messages.filter(({ response }) => response && response.status >= 400 && response.status <= 499).length,
    peakPerSecond: Math.max(0, ...[...bySecond.values()].map(({ length }) => length)),
  }
}
