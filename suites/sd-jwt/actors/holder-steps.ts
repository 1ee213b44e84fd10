import type { JsonObject, JsonValue } from '../../../protocol/encoding/json.ts'

/** A disclosure, and the JSON pointer of its claim. */
export interface HeldDisclosure {
  readonly pointer: string
  readonly text: string
}

/** What a holder knows when it selects disclosures. */
export interface HolderChoice {
  readonly all: readonly HeldDisclosure[]
  /** JSON pointers of the claims that it is asked for. */
  readonly wanted: readonly string[]
  readonly isBound: boolean
}

/** The steps of a holder of SD-JWTs (RFC 9901, section 7.2). Each can be changed by itself. */
export interface HolderSteps {
  /** Requirements whose breach it does not look for. */
  readonly ignored: readonly string[]
  /** Whether it refuses a payload that is valid. */
  readonly refuses: (payload: JsonObject) => boolean
  /** Whether it says that it cannot do this. */
  readonly lacks: (choice: HolderChoice) => boolean
  /** The disclosures that it presents: those that were selected, unless it is changed. */
  readonly select: (selected: readonly HeldDisclosure[], choice: HolderChoice) => readonly HeldDisclosure[]
  /** Disclosures of its own. */
  readonly add: readonly string[]
  /** The issuer-signed JWT that it presents. */
  readonly jwt: (jwt: string) => string
  readonly isBinding: boolean
  /** The header of the Key Binding JWT. */
  readonly header: JsonObject
  /** Its payload. */
  readonly binding: (payload: JsonObject) => JsonObject
  /** What `sd_hash` is over. */
  readonly hashed: (presented: string, issued: string) => string
  /** The `_sd_alg` by which it computes `sd_hash`. */
  readonly hash: (own: JsonValue | undefined) => JsonValue | undefined
  readonly form: 'compact' | 'flattened'
}
