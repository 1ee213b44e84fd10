import type { Baseline, KnownFailure, KnownState } from '../../model/baseline.ts'
import type { ReportedResult, RunReport, RunVerdict } from '../../model/run-report.ts'
import { computeFingerprint } from './fingerprint.ts'

/** A known failure with what became of it in a run. */
export interface ComparedFailure {
  readonly entry: KnownFailure
  readonly state: KnownState
}

/** Compares a run with the known failures. `today` is YYYY-MM-DD. */
export function compareWithBaseline(
  { results }: Pick<RunReport, 'results'>,
  known: readonly KnownFailure[],
  today: string,
): readonly ComparedFailure[] {
  const byId = new Map(results.map((result) => [result.id, result]))
  return known.map((entry) => ({ entry, state: findState(entry, byId.get(entry.id), today) }))
}

function findState(
  { expires, fingerprint }: KnownFailure,
  result: ReportedResult | undefined,
  today: string,
): KnownState {
  const outcome = result?.outcome
  if (outcome === 'passed' || outcome === 'passedNonStrict') return 'stale'
  if (result === undefined || outcome !== 'failed') return 'unseen'
  if (computeFingerprint(result) !== fingerprint) return 'drifted'
  return expires !== undefined && expires < today ? 'expired' : 'matched'
}

/** The verdicts that a baseline can excuse. The others say that the run did not come to its end. */
const excusable: readonly RunVerdict[] = ['conformant', 'nonconformant', 'unsafe', 'inconclusive']

/**
 * Applies the known failures to a report. They change the exit code, and never the verdict. What was inconclusive beside
 * them is accepted as long as one of them is still there.
 */
export function applyBaseline(report: RunReport, { known, waiting }: Baseline, today: string): RunReport {
  const compared = compareWithBaseline(report, known, today)
  const isPresent = compared.some(({ state }) => state === 'matched')
  const expected = new Set(isPresent ? waiting : [])
  const accepted = listWaiting(report).filter((id) => expected.has(id))
  const baseline = {
    known: compared.map(({ entry: { fingerprint: _, ...entry }, state }) => ({ ...entry, state })),
    waiting: accepted,
  }
  const { verdict } = report
  if (!excusable.includes(verdict.result)) return { ...report, baseline }
  return { ...report, baseline, verdict: { ...verdict, exitCode: decideExitCode(report, compared, accepted) } }
}

/** States of an entry that needs a review. */
const outdated: readonly KnownState[] = ['stale', 'drifted', 'expired']

/** A new failure counts most; then a baseline that is out of date; then what is inconclusive for another reason. */
function decideExitCode(
  report: RunReport,
  compared: readonly ComparedFailure[],
  accepted: readonly string[],
): RunReport['verdict']['exitCode'] {
  const ids = new Set(compared.map(({ entry }) => entry.id))
  if (listFailures(report).some(({ id }) => !ids.has(id))) return 1
  if (compared.some(({ state }) => outdated.includes(state))) return 6
  const isUndecided = listWaiting(report).length > accepted.length
  const isStopped = accepted.length === 0 && report.sessions.some(({ ended }) => ended !== 'completed')
  const hasNothing = report.verdict.result === 'inconclusive' && accepted.length === 0
  return isUndecided || isStopped || hasNothing ? 3 : 0
}

/** The failures that count for the verdict. */
export const listFailures = ({ results }: Pick<RunReport, 'results'>): readonly ReportedResult[] =>
  results.filter(({ outcome, decides }) => outcome === 'failed' && decides !== undefined)

/** The requirements that count for the verdict and are inconclusive. */
export const listWaiting = ({ results }: Pick<RunReport, 'results'>): readonly string[] =>
  results.filter(({ outcome, decides }) => outcome === 'cantTell' && decides !== undefined).map(({ id }) => id)
