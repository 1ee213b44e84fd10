import type { KnownFailure } from '../../model/baseline.ts'
import type { ReportedResult } from '../../model/run-report.ts'
import { computeFingerprint } from '../judge/fingerprint.ts'

/** What became of known failures in a run. */
export interface Compared {
  /** They failed as they are known to. */
  readonly matched: readonly KnownFailure[]
  /** They pass now: nobody needs them any more. */
  readonly stale: readonly KnownFailure[]
  /** They fail otherwise than they are known to. */
  readonly drifted: readonly KnownFailure[]
  /** Their time is over. */
  readonly expired: readonly KnownFailure[]
  /** They were not judged, so nothing can be said of them. */
  readonly unseen: readonly KnownFailure[]
  /** What failed and nobody knew. */
  readonly fresh: readonly ReportedResult[]
}

/** Holds a run against the failures that are known. `today` is YYYY-MM-DD. */
export function compare(
  results: readonly ReportedResult[],
  known: readonly KnownFailure[],
  today: string,
  isFailure: (result: ReportedResult) => boolean,
): Compared {
  const byId = new Map(results.map((result) => [result.id, result]))
  const fates = Map.groupBy(known, (entry) => fateOf(entry, byId.get(entry.id), today))
  const of = (fate: Fate): readonly KnownFailure[] => fates.get(fate) ?? []
  // Whose time is over, or who fails otherwise, is known all the same: somebody has to look at the entry.
  const ids = new Set(known.map(({ id }) => id))
  return {
    matched: of('matched'),
    stale: of('stale'),
    drifted: of('drifted'),
    expired: of('expired'),
    unseen: of('unseen'),
    fresh: results.filter((result) => isFailure(result) && !ids.has(result.id)),
  }
}

type Fate = 'matched' | 'stale' | 'drifted' | 'expired' | 'unseen'

function fateOf({ expires, fingerprint }: KnownFailure, result: ReportedResult | undefined, today: string): Fate {
  const outcome = result?.outcome
  if (outcome === 'passed' || outcome === 'passedNonStrict') return 'stale'
  if (result === undefined || outcome !== 'failed') return 'unseen'
  if (computeFingerprint(result) !== fingerprint) return 'drifted'
  return expires !== undefined && expires < today ? 'expired' : 'matched'
}

/** Whether the file needs somebody's hand. */
export const needsCare = ({ stale, drifted, expired }: Compared): boolean =>
  stale.length + drifted.length + expired.length > 0
