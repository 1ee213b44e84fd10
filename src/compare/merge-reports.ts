import { createRefusal, type Refuse } from '../../model/errors.ts'
import { isHandledCorrectly, type ProbeResult } from '../../model/probe.ts'
import { getWhole } from '../../model/requirement.ts'
import type { ReportedResult, ReportedSession, RunReport } from '../../model/run-report.ts'
import { addCauses } from '../../reporters/causes.ts'
import { defaultSuite } from '../../suites/default-suite.ts'
import { findPlanGaps } from '../judge/plan-gaps.ts'
import { isCompleteSelection } from '../judge/selection.ts'
import { mergeTraffic } from '../judge/traffic.ts'
import { addPrivacyNote, decideVerdict, findUnprobed } from '../judge/verdict.ts'

/** The report of one shard, and its name in messages. */
export interface ShardReport {
  readonly name: string
  readonly report: RunReport
}

/**
 * Merges the reports of runs that divided the requirements. Each of them ran every session, and the probes of its shard.
 * `order` is that of the registry.
 */
export function mergeReports(parts: readonly ShardReport[], order: readonly string[]): RunReport {
  const [first] = parts
  if (!first) refuse('there is nothing to merge')
  for (const each of parts) refuseOtherRun(each, first)
  refuseGaps(parts)
  const reports = parts.map(({ report }) => report)
  const { shard: _, ...selection } = first.report.selection
  const isComplete = isCompleteSelection(selection)
  const results = sortResults(reports, order)
  const sessions = mergeSessions(reports)
  const decisions = distinct(
    reports.flatMap((report) => report.decisions),
    ({ id }) => id,
  )
  const began = Math.min(...reports.map(({ startedAt }) => Date.parse(startedAt)))
  const ended = Math.max(...reports.map(({ startedAt, milliseconds }) => Date.parse(startedAt) + milliseconds))
  const { record: __, baseline: ___, ...rest } = first.report
  return addCauses({
    ...rest,
    startedAt: new Date(began).toISOString(),
    milliseconds: ended - began,
    decisions,
    selection: { ...selection, complete: isComplete },
    sessions,
    results: defaultSuite.linkFailures(results),
    probes: mergeProbes(reports),
    traffic: mergeTraffic(reports.map(({ traffic }) => traffic)),
    verdict: addPrivacyNote(
      decideVerdict({
        results,
        endings: sessions,
        decisions,
        isComplete,
        unprobed: findUnprobed(reports.map(({ verdict }) => verdict)),
        interrupted: reports.some(({ verdict: { result } }) => result === 'interrupted'),
        gaps: findPlanGaps({ ...rest, decisions, results }, defaultSuite.decisions),
        expired: Math.max(...reports.map((report) => readCount(report, 'expired'))),
      }),
      Math.max(...reports.map((report) => readCount(report, 'privacy'))),
    ),
  })
}

/** The sessions of all shards are the same. */
const readCount = ({ verdict }: RunReport, wanted: 'expired' | 'privacy'): number =>
  verdict.reasons.find(({ code }) => code === wanted)?.count ?? 0

/** What must be the same in all reports, by its name in messages. */
const same: Readonly<Record<string, (report: RunReport) => unknown>> = {
  'the version of assay': ({ tool }) => tool.version,
  'the number of requirements': ({ tool }) => tool.requirements,
  'the seed': ({ seed }) => seed,
  'the time': ({ now }) => now,
  'the profile': ({ profile }) => profile,
  'the gate': ({ gate, strict = false }) => [gate, strict],
  'the targets': ({ actors }) => actors,
  'the product': ({ subject }) => subject,
  'the selection': ({ selection: { only, skip } }) => [only, skip],
  'the number of shards': ({ selection }) => selection.shard?.count,
}

function refuseOtherRun({ name, report }: ShardReport, first: ShardReport): void {
  if (!report.selection.shard) refuse(`${name} is not the report of a shard: it was made without --shard`)
  const isOdd = ([, part]: readonly [string, (report: RunReport) => unknown]): boolean =>
    JSON.stringify(part(report)) !== JSON.stringify(part(first.report))
  const odd = Object.entries(same).find(isOdd)
  if (odd) refuse(`${name} and ${first.name} are shards of different runs: ${odd[0]} differs`)
  const answers = new Map(first.report.decisions.map((each) => [each.id, each]))
  const decided = report.decisions.find(({ id, value }) => answers.has(id) && answers.get(id)?.value !== value)
  if (decided) refuse(`${name} and ${first.name} are shards of different runs: the answer to ${decided.id} differs`)
}

/** Every shard must be present, and only once. */
function refuseGaps(parts: readonly ShardReport[]): void {
  const byIndex = Map.groupBy(parts, ({ report }) => report.selection.shard?.index ?? 0)
  const count = parts[0]?.report.selection.shard?.count ?? 0
  for (const [index, [one, other]] of byIndex) {
    if (one && other) refuse(`${one.name} and ${other.name} are both shard ${index} of ${count}`)
  }
  const missing = Array.from({ length: count }, (_, i) => i + 1).filter((index) => !byIndex.has(index))
  if (missing.length > 0)
    refuse(`missing ${missing.length === 1 ? 'shard' : 'shards'} ${missing.join(', ')} of ${count}`)
  const judged = Map.groupBy(
    parts.flatMap(({ report }) => report.results),
    ({ id }) => id,
  )
  const twice = [...judged].find(([, all]) => all.length > 1)
  if (twice) refuse(`${twice[0]} was judged in two shards: different versions of assay divided the requirements`)
}

function sortResults(reports: readonly RunReport[], order: readonly string[]): readonly ReportedResult[] {
  const places = new Map(order.map((id, place) => [id, place]))
  const findPlace = ({ id }: ReportedResult): number => places.get(getWhole(id)) ?? order.length
  return reports.flatMap(({ results }) => results).toSorted((a, b) => findPlace(a) - findPlace(b))
}

const severity = { completed: 0, stopped: 1, unavailable: 2 } as const

/** Every run has the same sessions. Of each, the one that got least far is reported. */
function mergeSessions(reports: readonly RunReport[]): readonly ReportedSession[] {
  const bySession = Map.groupBy(
    reports.flatMap(({ sessions }) => sessions),
    ({ session }) => session,
  )
  return [...bySession.values()].flatMap((all) =>
    all.toSorted((a, b) => severity[b.ended] - severity[a.ended]).slice(0, 1),
  )
}

/** Several runs may send the same probe. An answer that is wrong once is wrong. */
function mergeProbes(reports: readonly RunReport[]): readonly ProbeResult[] {
  const rank = (each: ProbeResult): number => (isHandledCorrectly(each) ? 2 : each.answer === 'inconclusive' ? 1 : 0)
  const alike = Map.groupBy(
    reports.flatMap(({ probes }) => probes),
    ({ id, receiver, requirement, description, session, members, answer }) =>
      JSON.stringify([id, receiver, requirement, description, session, members !== undefined && answer]),
  )
  return [...alike.values()].flatMap((all) => all.toSorted((a, b) => rank(a) - rank(b)).slice(0, 1))
}

function distinct<T>(all: readonly T[], getKey: (each: T) => string): readonly T[] {
  return [...new Map(all.map((each) => [getKey(each), each])).values()]
}

const refuse: Refuse = createRefusal('ERR_SHARDS')
