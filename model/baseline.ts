/** A failure that is known and accepted for a while. */
export interface KnownFailure {
  readonly id: string
  /** Identifies the failure by its places. */
  readonly fingerprint: string
  readonly reason: string
  readonly owner?: string
  /** The last day on which it is accepted, as YYYY-MM-DD. */
  readonly expires?: string
}

/** The file of known failures. */
export interface Baseline {
  readonly schemaVersion: 1
  readonly known: readonly KnownFailure[]
  /** The requirements that were inconclusive beside these failures. They are accepted as long as one of the failures is there. */
  readonly waiting: readonly string[]
}

/**
 * What became of a known failure: it fails for the same cause, it passes now, it fails for another cause, its entry has
 * expired, or it was not judged.
 */
export const knownStates = ['matched', 'stale', 'drifted', 'expired', 'unseen'] as const
export type KnownState = (typeof knownStates)[number]

/** A known failure in a report. */
export interface ReportedKnownFailure extends Omit<KnownFailure, 'fingerprint'> {
  readonly state: KnownState
}

/** A baseline in a report. */
export interface AppliedBaseline {
  readonly known: readonly ReportedKnownFailure[]
  /** The requirements that are inconclusive, and accepted beside the known failures. */
  readonly waiting: readonly string[]
}
