import type { JsonValue } from '../protocol/json.ts'
import type { Role } from './requirement.ts'
import type { Player, Shard } from './run-report.ts'
import type { Endpoint, Fields, Hop, Loss } from './wire.ts'

/** The first line of a record: whose it is, and how the run can be repeated. */
export interface RecordHead {
  readonly schemaVersion: 1
  /** Whether messages are told without what is private in them, or as they were. */
  readonly manner: 'redacted' | 'whole'
  readonly tool: { readonly name: string; readonly version: string }
  /** ISO 8601. */
  readonly startedAt: string
  readonly seed: string
  /** Seconds since 1970, if it was not the clock. */
  readonly now?: number
  readonly profile: string
  /** Answers to decisions on top of the profile, by their keys. */
  readonly given: Readonly<Record<string, string>>
  readonly cast: readonly Player[]
  /** Where the issuer and the status service are; behind the door, if there is one, each session has a path of its own. */
  readonly places?: { readonly issuer: string; readonly status?: string; readonly door?: string }
  /** Certificates at which the chains of devices could end, beside that of the reference cast. */
  readonly anchors?: readonly string[]
  /** Who asked, account by account. Only where nothing is hidden. */
  readonly uids?: readonly string[]
  readonly selection: { readonly only: readonly string[]; readonly skip: readonly string[]; readonly shard?: Shard }
}

/** A message in the record, without what is private in it: what is not shown is described. */
export interface RecordLine {
  readonly number: number
  readonly session: string
  readonly endpoint: Endpoint
  readonly from: Role
  readonly to: Role
  /** ISO 8601, to the millisecond. */
  readonly sent: string
  /** Milliseconds. */
  readonly took: number
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: Fields
    readonly body?: JsonValue
  }
  readonly response?: { readonly status: number; readonly headers: Fields; readonly body?: JsonValue }
  readonly lost?: { readonly loss: Loss; readonly message: string }
  readonly layers: readonly LayerTold[]
}

/** What was in a message, and whether it could be read. */
export interface LayerTold {
  readonly in: 'request' | 'response'
  readonly kind: string
  /** The layers that were opened to reach it; empty for the message itself. */
  readonly at: string
  readonly read: boolean
  /** Why not. */
  readonly why?: string
}

/** A message in the private record: all of it, as it was on the wire. */
export interface PrivateLine extends Omit<Hop, 'sent' | 'clear'> {
  /** ISO 8601, to the millisecond. */
  readonly sent: string
}
