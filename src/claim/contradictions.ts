import { isDeepStrictEqual } from 'node:util'
import { answerDecision, isStandardProfile, type Profile, profiles } from '../../model/decision.ts'
import type { RecordHead, RecordLine } from '../../model/record.ts'
import type { Role } from '../../model/role.ts'
import type { RunReport } from '../../model/run-report.ts'
import { decisions } from '../../suites/document/all/decisions.ts'
import { deriveConventions } from '../../suites/document/kit/conventions.ts'
import { deriveTerms } from '../../suites/document/kit/terms.ts'
import { sessionPlan } from '../../suites/document/model/session-plan.ts'
import { createDecider } from '../judge/decisions.ts'
import type { ParsedRecord } from '../privacy/read-record.ts'
import { findProbeContradictions } from './probe-contradictions.ts'
import { findResultContradictions } from './result-contradictions.ts'
import { findStandardContradictions } from './standard-contradictions.ts'

/** Lists what a report says and its record does not bear out: what was tested, when, by which answers, and what was sent. */
export function* findContradictions(report: RunReport, { head, lines }: ParsedRecord): Generator<string> {
  yield* compareHeads(report, head)
  yield* compareTimes(report, head, lines)
  yield* compareSessions(report, lines)
  yield* compareAddresses(report, lines)
  if (isStandardProfile(report.profile)) return yield* findStandardContradictions(report, report.profile, lines)
  yield* compareDecisions(report, head)
  yield* findProbeContradictions(report, lines)
  yield* findResultContradictions(report, lines)
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

/** Each answer follows from the profile and from what was configured; what all parties share was decided in every run. */
function* compareDecisions({ profile, decisions: stated }: RunReport, head: RecordHead): Generator<string> {
  const known = profiles.find((each) => each === profile)
  if (known === undefined) return yield `there is no profile ${profile}`
  for (const { id, value, source } of stated) {
    const decision = decisions.find((each) => each.id === id)
    const answer = decision && answerDecision(decision, known, head.decisions)
    if (!isDeepStrictEqual(answer, { value, source })) yield `the decision ${id} has another answer in the record`
  }
  const listed = new Set(stated.map(({ id }) => id))
  for (const id of listSharedDecisions(known, head)) if (!listed.has(id)) yield `the decision ${id} is missing`
}

function listSharedDecisions(profile: Profile, head: RecordHead): readonly string[] {
  const decider = createDecider({ profile, decisions: head.decisions })
  deriveConventions(decider.decide)
  deriveTerms(decider.decide, { issuer: '', status: '', walletBackend: '', verifier: '' })
  return decider.taken().map(({ decision }) => decision.id)
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

function* compareSessions({ sessions, traffic, actors, probes, profile }: RunReport, lines: readonly RecordLine[]) {
  const recorded = Map.groupBy(lines, ({ session }) => session)
  for (const { session, messages, ended } of sessions) {
    const count = recorded.get(session)?.length ?? 0
    if (count !== messages) yield `the session ${session} has ${messages} messages, and ${count} in the record`
    else if (count === 0 && ended === 'completed') yield `the session ${session} was completed without a message`
  }
  const listed = new Set(sessions.map(({ session }) => session))
  const valid = isStandardProfile(profile)
    ? [...recorded.keys()].filter((session) => !/^probe-\d/.test(session))
    : sessionPlan.flatMap(({ session }) => (recorded.has(session) ? session : []))
  const other = valid.find((session) => !listed.has(session))
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
