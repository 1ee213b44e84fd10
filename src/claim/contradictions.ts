import { isDeepStrictEqual } from 'node:util'
import { findDecidingReason } from '../../model/gate.ts'
import { findResultId, isHandledCorrectly } from '../../model/probe.ts'
import type { RecordHead, RecordLine } from '../../model/record.ts'
import { getWhole } from '../../model/requirement.ts'
import type { Role } from '../../model/role.ts'
import type { RunReport, RunVerdict } from '../../model/run-report.ts'
import type { Claimed } from '../../suites/suite.ts'
import { findPlanGaps, listTargetRoles, plans } from '../judge/plan-gaps.ts'
import { readGateRules } from '../judge/report-result.ts'
import { decideVerdict, findUnprobed } from '../judge/verdict.ts'
import type { ParsedRecord } from '../privacy/read-record.ts'
import { findClaimed } from './claimed.ts'

/** Lists what a report says and its record does not bear out: what was tested, when, by which answers, and what was sent. */
export function* findContradictions(report: RunReport, { head, lines }: ParsedRecord): Generator<string> {
  const suite = findClaimed(report)
  yield* compareHeads(report, head)
  yield* compareTimes(report, head, lines)
  yield* compareSessions(report, lines, suite)
  yield* compareAddresses(report, lines)
  yield* compareProbes(report, lines, suite)
  yield* suite.findOthers(report, head, lines)
  if (report.tool.version !== plans.version) return // another version has other requirements
  yield* compareWithRegistry(report, suite)
  yield* compareVerdicts(report, suite)
  yield* suite.findOthersOfVersion(report, lines)
}

/** What the first line of the record says as well. */
function* compareHeads({ subject, tool, seed, now, profile, actors, selection }: RunReport, head: RecordHead) {
  const { only, skip, shard } = selection
  const pairs: Readonly<Record<string, readonly [unknown, unknown]>> = {
    'the product': [subject, head.subject ?? {}],
    'the version of assay': [tool.version, head.tool.version],
    'the seed': [seed, head.seed],
    'the time that was set': [now, head.now],
    'the profile': [profile, head.profile],
    'the targets': [actors, head.actors],
    'the selection': [
      { only, skip, shard },
      { shard: undefined, ...head.selection },
    ],
  }
  for (const [what, [stated, recorded]] of Object.entries(pairs))
    if (!isDeepStrictEqual(stated, recorded)) yield `${what} is another one in the record`
}

/** The time that a run may take to open its routes, and by which clocks may differ, in milliseconds. */
const [openingTime, tolerance] = [600_000, 1_000]

function* compareTimes({ startedAt, milliseconds }: RunReport, head: RecordHead, lines: readonly RecordLine[]) {
  const start = Date.parse(startedAt)
  const opened = start - Date.parse(head.startedAt)
  if (!(opened > -tolerance && opened < openingTime)) yield `the record was begun at ${head.startedAt}`
  const sent = lines.map(({ sentAt }) => Date.parse(sentAt))
  const last = Math.max(...sent)
  if (sent.length > 0 && !(last > start - tolerance && last < start + milliseconds + tolerance))
    yield `the last message of the record is of ${lines[sent.indexOf(last)]?.sentAt}, which is not in the time of the run`
}

function* compareSessions(
  { sessions, traffic, actors, probes }: RunReport,
  lines: readonly RecordLine[],
  { isPlanned }: Claimed,
): Generator<string> {
  const recorded = Map.groupBy(lines, ({ session }) => session)
  for (const { session, messages, ended } of sessions) {
    const count = recorded.get(session)?.length ?? 0
    if (count !== messages) yield `the session ${session} has ${messages} messages, and ${count} in the record`
    else if (count === 0 && ended === 'completed') yield `the session ${session} was completed without a message`
  }
  const listed = new Set(sessions.map(({ session }) => session))
  const other = [...recorded.keys()].find((session) => isPlanned(session) && !listed.has(session))
  if (other !== undefined) yield `the session ${other} of the record is missing`
  const calls = countCalls(actors, lines)
  const isWhole = probes.every(({ members }) => members === undefined)
  if (calls > traffic.calls || (isWhole && listTargets(actors).size > 0 && calls < traffic.calls))
    yield `there were ${traffic.calls} calls, and ${calls} are in the record`
}

const listTargets = (actors: RunReport['actors']): ReadonlySet<Role> =>
  new Set(actors.flatMap(({ role, url }) => (url === undefined ? [] : role)))

/** Counts the messages of the targets. */
function countCalls(actors: RunReport['actors'], lines: readonly RecordLine[]): number {
  const targets = listTargets(actors)
  return targets.size === 0 ? 0 : lines.filter(({ from, to }) => targets.has(from) || targets.has(to)).length
}

/** The roles that are called at their own address, whatever a message says. */
const called: readonly Role[] = ['issuer', 'wallet backend', 'verifier']

/** Messages to a target go to its address. One that a variable hides is not known. */
function* compareAddresses({ actors }: RunReport, lines: readonly RecordLine[]): Generator<string> {
  for (const { role, url } of actors) {
    if (url === undefined || !called.includes(role) || !/^https?:/.test(url) || url.includes('$')) continue
    const origin = URL.parse(url)?.origin
    const own = lines.filter(({ to }) => to === role)
    if (own.length > 0 && !own.some(({ request }) => URL.parse(request.url)?.origin === origin))
      yield `no message of the record goes to the ${role} at ${url}`
  }
}

/** The sessions of probes, and what probes and results say together. */
function* compareProbes(
  { probes, results }: RunReport,
  lines: readonly RecordLine[],
  { isObliging }: Claimed,
): Generator<string> {
  const recorded = new Set(lines.map(({ session }) => session))
  for (const { id, session } of probes)
    if (session !== undefined && !recorded.has(session)) yield `the negative test ${id} is not in the record`
  const outcomes = new Map(results.map(({ id, outcome }) => [id, outcome]))
  const ids = new Set(outcomes.keys())
  for (const probe of probes.filter(isObliging))
    if (!isHandledCorrectly(probe) && outcomes.get(findResultId(probe, ids)) === 'passed')
      yield `${findResultId(probe, ids)} passed, and the negative test ${probe.id} was not handled correctly`
  if (probes.length === 0 && lines.some(({ session }) => /^probe-\d/.test(session)))
    yield 'no negative tests are reported, and some are in the record'
}

function* compareWithRegistry(report: RunReport, { findRow, countAdded, listExpected }: Claimed): Generator<string> {
  const { results, selection, actors } = report
  const rules = readGateRules(report)
  for (const { id, force, binds, decides } of results) {
    const row = findRow(id)
    if (row === undefined) continue
    const isSame = row.force === force && row.binds === binds
    if (!isSame || findDecidingReason(row, rules) !== decides) yield `${id} is described otherwise than in the registry`
  }
  const others = results.filter(({ id }) => findRow(id) === undefined)
  if (others.length > countAdded(report)) yield `${others[0]?.id} is not in the registry`
  const judged = new Set(results.map(({ id }) => getWhole(id)))
  const missing = listExpected(listTargetRoles(actors)).find(({ id }) => !judged.has(id))
  if (selection.complete && missing) yield `${missing.id} has no result`
}

/** Verdicts that no result shows: none of them can be claimed. */
const ofTheRun: readonly RunVerdict[] = ['harnessError', 'interrupted', 'unavailable']

const byWeight: readonly string[] = ['nonconformant', 'unsafe', 'inconclusive', 'conformant']

function* compareVerdicts(report: RunReport, { decisions, mayBeWorse }: Claimed): Generator<string> {
  const { results, sessions, verdict, selection } = report
  if (ofTheRun.includes(verdict.result) && !verdict.claimable) return
  const has = (code: string): boolean => verdict.reasons.some((reason) => reason.code === code)
  const again = decideVerdict({
    ...{ results, endings: sessions, decisions: report.decisions, interrupted: false },
    ...{ isComplete: selection.complete, unprobed: findUnprobed([verdict]), expired: has('expired') ? 1 : 0 },
    gaps: findPlanGaps(report, decisions),
  })
  const isBetter =
    byWeight.indexOf(verdict.result) > byWeight.indexOf(again.result) || (verdict.claimable && !again.claimable)
  const isSame = verdict.result === again.result && verdict.claimable === again.claimable
  if (mayBeWorse ? isBetter : !isSame)
    yield `the verdict is ${verdict.result}${verdict.claimable ? ' and claimable' : ''}, and the results lead to ${again.result}${again.claimable ? '' : ', which is not claimable'}`
}
