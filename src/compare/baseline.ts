import type { KnownFailure } from '../../model/baseline.ts'
import type { ReportedResult } from '../../model/run-report.ts'
import { computeFingerprint } from '../judge/fingerprint.ts'

/** The known failures and the new ones of a run. */
export interface Compared {
  /** They still fail, for the same cause. */
  readonly matched: readonly KnownFailure[]
  /** They pass now: the entry can be removed. */
  readonly stale: readonly KnownFailure[]
  /** They fail for another cause. */
  readonly drifted: readonly KnownFailure[]
  /** They fail, and the entry has expired. */
  readonly expired: readonly KnownFailure[]
  /** They were not judged. */
  readonly unseen: readonly KnownFailure[]
  /** Failures without an entry. */
  readonly fresh: readonly ReportedResult[]
}

/** Compares a run with the known failures. `today` is YYYY-MM-DD. */
export function compare(
  results: readonly ReportedResult[],
  known: readonly KnownFailure[],
  today: string,
  isFailure: (result: ReportedResult) => boolean,
): Compared {
  const byId = new Map(results.map((result) => [result.id, result]))
  const byState = Map.groupBy(known, (entry) => findState(entry, byId.get(entry.id), today))
  const select = (state: EntryState): readonly KnownFailure[] => byState.get(state) ?? []
  // A failure with an expired entry, or with another cause, is not a new one: the entry needs a review.
  const ids = new Set(known.map(({ id }) => id))
  return {
    matched: select('matched'),
    stale: select('stale'),
    drifted: select('drifted'),
    expired: select('expired'),
    unseen: select('unseen'),
    fresh: results.filter((result) => isFailure(result) && !ids.has(result.id)),
  }
}

type EntryState = 'matched' | 'stale' | 'drifted' | 'expired' | 'unseen'

function findState(
  { expires, fingerprint }: KnownFailure,
  result: ReportedResult | undefined,
  today: string,
): EntryState {
  const outcome = result?.outcome
  if (outcome === 'passed' || outcome === 'passedNonStrict') return 'stale'
  if (result === undefined || outcome !== 'failed') return 'unseen'
  if (computeFingerprint(result) !== fingerprint) return 'drifted'
  return expires !== undefined && expires < today ? 'expired' : 'matched'
}

/** Whether the file is out of date. */
export const needsCare = ({ stale, drifted, expired }: Compared): boolean =>
  stale.length + drifted.length + expired.length > 0
