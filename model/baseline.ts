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
}
