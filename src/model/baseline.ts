/** A failure that somebody knows of, and lives with for a while. */
export interface KnownFailure {
  readonly id: string
  /** Of the failure, by its places. */
  readonly fingerprint: string
  readonly reason: string
  readonly owner?: string
  /** The last day on which it counts, as YYYY-MM-DD. */
  readonly expires?: string
}

/** The file of known failures. */
export interface Baseline {
  readonly schemaVersion: 1
  readonly known: readonly KnownFailure[]
}
