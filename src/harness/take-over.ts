import type { TapedEvent } from '../../model/record.ts'
import type { ReportedResult, RunReport } from '../../model/run-report.ts'
import { runExitCodes } from '../judge/verdict.ts'
import type { Seen } from './seen.ts'

/** The results of today; what the run saw and today did not is taken over. */
export function mergeResults(before: RunReport, again: RunReport): RunReport {
  const known = new Map(again.results.map((result) => [result.id, result]))
  const missing = before.results.filter((result) => wasSeen(result) && !isSeenAgain(known.get(result.id)))
  if (missing.length === 0) return { ...again, ...(before.record && { record: before.record }) }
  const taken = new Map(missing.map((result) => [result.id, noteTaken(result, 'it was not seen again')]))
  const results = [...again.results.filter(({ id }) => !taken.has(id)), ...taken.values()]
  return { ...again, results, verdict: weaken(again.verdict, before, taken.size) }
}

const wasSeen = ({ outcome }: ReportedResult): boolean => outcome !== 'untested' && outcome !== 'inapplicable'
const isSeenAgain = (result: ReportedResult | undefined): boolean =>
  result !== undefined && result.outcome !== 'untested'

const noteTaken = (result: ReportedResult, why: string): ReportedResult =>
  wasSeen(result) ? { ...result, reason: `taken over from the run: ${why}` } : result

/** Nothing could be judged again. */
export const takeOver = (report: RunReport, why: string): RunReport => ({
  ...report,
  results: report.results.map((result) => noteTaken(result, why)),
  verdict: weaken(report.verdict, report, report.results.filter(wasSeen).length),
})

/** What is taken over is no pass of today. */
function weaken(verdict: RunReport['verdict'], before: RunReport, count: number): RunReport['verdict'] {
  const worse = [verdict.result, before.verdict.result].find((result) => result !== 'conformant') ?? 'inconclusive'
  const text = `${count} ${count === 1 ? 'result is' : 'results are'} taken over from the run`
  const reasons = [...verdict.reasons, { code: 'inconclusive', text, count }] as const
  return { result: worse, exitCode: runExitCodes[worse], claimable: false, reasons }
}

/** Says how often a test was continued after an interruption. */
export function addResumedNote(seen: Seen, events: readonly TapedEvent[]): Seen {
  const count = events.filter((event) => 'place' in event && event.place === 'resumed').length
  if (count === 0) return seen
  const times = count === 1 ? '' : `, ${count} times`
  const note = `the test was interrupted and resumed${times}: what the target sent before was judged, and not asked for again`
  return { ...seen, notes: [...seen.notes, note] }
}
