import { HarnessError } from '../../model/errors.ts'
import { isHandledCorrectly, type ProbeResult } from '../../model/probe.ts'
import type { ReportedResult, ReportedSession, RunReport } from '../../model/run-report.ts'
import { isCompleteSelection } from '../judge/selection.ts'
import { decideVerdict } from '../judge/verdict.ts'
import { mergeTraffic } from '../run/sessions/traffic.ts'

/** A report, and what whoever handed it in calls it. */
export interface Part {
  readonly name: string
  readonly report: RunReport
}

/**
 * One report of runs that divided the requirements among themselves. Each of them played everything, and judged its share.
 * `order` is that of the registry.
 */
export function mergeReports(parts: readonly Part[], order: readonly string[]): RunReport {
  const [first] = parts
  if (!first) refuse('there is nothing to merge')
  for (const each of parts) refuseStranger(each, first)
  refuseGaps(parts)
  const reports = parts.map(({ report }) => report)
  const { shard: _, ...selection } = first.report.selection
  const isComplete = isCompleteSelection(selection)
  const results = inOrder(reports, order)
  const sessions = sessionsOf(reports)
  const decisions = distinct(
    reports.flatMap((report) => report.decisions),
    ({ id }) => id,
  )
  const began = Math.min(...reports.map(({ startedAt }) => Date.parse(startedAt)))
  const ended = Math.max(...reports.map(({ startedAt, milliseconds }) => Date.parse(startedAt) + milliseconds))
  const { record: __, ...rest } = first.report
  return {
    ...rest,
    startedAt: new Date(began).toISOString(),
    milliseconds: ended - began,
    decisions,
    selection: { ...selection, complete: isComplete },
    sessions,
    results,
    probes: probesOf(reports),
    traffic: mergeTraffic(reports.map(({ traffic }) => traffic)),
    verdict: decideVerdict({
      results,
      endings: sessions,
      decisions,
      isComplete,
      isProbed: reports.every(({ verdict }) => verdict.reasons.every(({ code }) => code !== 'unprobed')),
      interrupted: reports.some(({ verdict: { result } }) => result === 'interrupted'),
    }),
  }
}

/** What has to be the same in all of them, and what it is called. */
const same: Readonly<Record<string, (report: RunReport) => unknown>> = {
  'the version of assay': ({ tool }) => tool.version,
  'the number of requirements': ({ tool }) => tool.requirements,
  'the seed': ({ seed }) => seed,
  'the time': ({ now }) => now,
  'the profile': ({ profile }) => profile,
  'the gate': ({ gate, strict = false }) => [gate, strict],
  'the cast': ({ actors }) => actors,
  'what was tested': ({ subject }) => subject,
  'the selection': ({ selection: { only, skip } }) => [only, skip],
  'the number of shares': ({ selection }) => selection.shard?.count,
}

function refuseStranger({ name, report }: Part, first: Part): void {
  if (!report.selection.shard) refuse(`${name} is no share of a run: it was made without --shard`)
  const isOdd = ([, part]: readonly [string, (report: RunReport) => unknown]): boolean =>
    JSON.stringify(part(report)) !== JSON.stringify(part(first.report))
  const odd = Object.entries(same).find(isOdd)
  if (odd) refuse(`${name} and ${first.name} do not belong together: ${odd[0]} is another`)
  const answers = new Map(first.report.decisions.map((each) => [each.id, each]))
  const decided = report.decisions.find(({ id, value }) => answers.has(id) && answers.get(id)?.value !== value)
  if (decided) refuse(`${name} and ${first.name} do not belong together: ${decided.id} is answered otherwise`)
}

/** Every share has to be there, and once. */
function refuseGaps(parts: readonly Part[]): void {
  const byIndex = Map.groupBy(parts, ({ report }) => report.selection.shard?.index ?? 0)
  const count = parts[0]?.report.selection.shard?.count ?? 0
  for (const [index, [one, other]] of byIndex) {
    if (one && other) refuse(`${one.name} and ${other.name} are both share ${index} of ${count}`)
  }
  const missing = Array.from({ length: count }, (_, i) => i + 1).filter((index) => !byIndex.has(index))
  if (missing.length > 0) refuse(`of ${count} shares, this is missing: ${missing.join(', ')}`)
  const judged = Map.groupBy(
    parts.flatMap(({ report }) => report.results),
    ({ id }) => id,
  )
  const twice = [...judged].find(([, all]) => all.length > 1)
  if (twice) refuse(`${twice[0]} was judged in two shares: another assay divided them`)
}

function inOrder(reports: readonly RunReport[], order: readonly string[]): readonly ReportedResult[] {
  const places = new Map(order.map((id, place) => [id, place]))
  const placeOf = ({ id }: ReportedResult): number => places.get(id) ?? order.length
  return reports.flatMap(({ results }) => results).toSorted((a, b) => placeOf(a) - placeOf(b))
}

const severity = { completed: 0, stopped: 1, unavailable: 2 } as const

/** Every run played the same sessions. Of each, the one that came least far is told. */
function sessionsOf(reports: readonly RunReport[]): readonly ReportedSession[] {
  const bySession = Map.groupBy(
    reports.flatMap(({ sessions }) => sessions),
    ({ session }) => session,
  )
  return [...bySession.values()].flatMap((all) =>
    all.toSorted((a, b) => severity[b.ended] - severity[a.ended]).slice(0, 1),
  )
}

/** Every run put the same before those under test. An answer that is wrong once is wrong. */
function probesOf(reports: readonly RunReport[]): readonly ProbeResult[] {
  const rank = (each: ProbeResult): number => (isHandledCorrectly(each) ? 2 : each.answer === 'inconclusive' ? 1 : 0)
  const alike = Map.groupBy(
    reports.flatMap(({ probes }) => probes),
    ({ id, receiver, requirement, description, session, members, answer }) =>
      JSON.stringify([id, receiver, requirement, description, session, members !== undefined && answer]),
  )
  return [...alike.values()].flatMap((all) => all.toSorted((a, b) => rank(a) - rank(b)).slice(0, 1))
}

function distinct<T>(all: readonly T[], keyOf: (each: T) => string): readonly T[] {
  return [...new Map(all.map((each) => [keyOf(each), each])).values()]
}

function refuse(message: string): never {
  throw new HarnessError('ERR_INPUT', message)
}
