/** What no two credentials may have in common. */
export const repeatKinds = ['id', 'status', 'jti', 'key', 'salt', 'disclosure'] as const
export type RepeatKind = (typeof repeatKinds)[number]

/** The values of one kind that several credentials have. */
export interface SharedValues {
  /** Different values that occur in more than one credential. */
  readonly values: number
  /** Credentials that have such a value beside the first one that has it. */
  readonly again: number
  /** Some of them: where each was first, and where it was again. */
  readonly examples: readonly (readonly [before: string, again: string])[]
}

/** The salts of one length. */
export interface SaltStatistics {
  readonly length: number
  readonly salts: number
  /** How many of them have each character at each position. */
  readonly positions: readonly Readonly<Record<string, number>>[]
  /** How many have so many characters in common with the salt before them in the same credential, position by position. */
  readonly alike: Readonly<Record<string, number>>
}

/** Where the digests of one claim are among those of a credential. */
export interface PlaceStatistics {
  readonly name: string
  readonly credentials: number
  /** How many are in each eighth of the list. */
  readonly seen: readonly number[]
  /** How many a shuffled list would have there, on average. */
  readonly expected: readonly number[]
  /** How often each claim comes next. The first one comes after the last one. */
  readonly next: Readonly<Record<string, number>>
  /** How often one of them would come next in a shuffled list, on average. */
  readonly nextExpected: number
}

/** What some credentials show that were drawn by their hashes: each counts once, however often it occurs. */
export interface PopulationSample {
  readonly credentials: number
  readonly salts: readonly SaltStatistics[]
  /** Credentials whose salts are digests of something that is known, by what that is. */
  readonly derived: Readonly<Record<string, number>>
  readonly places: readonly PlaceStatistics[]
  /** How many credentials have so many digests and so many disclosures, by `digests,disclosures`. */
  readonly sizes: Readonly<Record<string, number>>
  /** The first 48 bits of an `id`, and the time of issuance. */
  readonly ids: readonly (readonly [id: number, iat: number])[]
}

/** What many credentials of an issuer show together. */
export interface AuditedPopulation {
  /** Lines with a credential; one that occurs twice counts twice. */
  readonly credentials: number
  readonly shared: Readonly<Record<RepeatKind, SharedValues>>
  readonly sample: PopulationSample
}
