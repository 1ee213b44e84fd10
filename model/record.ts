import type { JsonValue } from '../protocol/encoding/json.ts'
import type { Role } from './role.ts'
import type { ReportedActor, RunReport, Shard } from './run-report.ts'
import type { HeaderFields, HttpRequest, Message, TransportErrorKind } from './wire.ts'

/** The first line of a record: what was recorded, and how the run can be repeated. */
export interface RecordHead {
  readonly schemaVersion: 2
  /** Private values are described rather than shown. */
  readonly redacted: boolean
  readonly tool: { readonly name: string; readonly version: string }
  /** ISO 8601. */
  readonly startedAt: string
  readonly seed: string
  /** Seconds since 1970, if it was not the clock. */
  readonly now?: number
  /** What is tested, as the configuration names it; absent where it names nothing. */
  readonly subject?: RunReport['subject']
  readonly profile: string
  /** Answers to decisions on top of the profile, by their keys. */
  readonly decisions: Readonly<Record<string, string>>
  readonly actors: readonly ReportedActor[]
  /** Where the issuer and the status service are; behind the door, if there is one, each session has a path of its own. */
  readonly addresses?: { readonly issuer: string; readonly status?: string; readonly listener?: string }
  /** Further PEM certificates at which the chains of devices could end. */
  readonly anchors?: readonly string[]
  /** What the targets knew beforehand, by the settings that said so. */
  readonly given?: readonly string[]
  /** The `uid` of each account. Only in the private record. */
  readonly uids?: readonly string[]
  /** Sessions that earlier parts of a resumed run completed. Only in the private record. */
  readonly completed?: readonly string[]
  /** The file is removed as soon as every session is complete. Only in the private record. */
  readonly temporary?: boolean
  readonly selection: { readonly only: readonly string[]; readonly skip: readonly string[]; readonly shard?: Shard }
  /** How a standard was tested, and what the test learned. Only in the private record. */
  readonly test?: KeptTest
}

/** A test by a standard, so that it can be played back. */
export interface KeptTest {
  /** What is tested: `issuer`, `verifier`, `wallet` or `holder`. */
  readonly role: string
  /** The flags of the test, with their values. */
  readonly flags: Readonly<Record<string, readonly string[]>>
  /** Milliseconds since 1970. */
  readonly began: number
  readonly events: readonly TapedEvent[]
  /** Whether it was interrupted. */
  readonly interrupted?: true
}

/**
 * What a test learned from outside: the outcome of something that it did, or a request to it. Or a place: where it could be
 * continued, and where it was.
 */
export type TapedEvent =
  | {
      readonly at: number
      readonly what: string
      readonly value?: unknown
      readonly error?: { readonly kind: TransportErrorKind; readonly message: string }
    }
  | { readonly at: number; readonly request: HttpRequest }
  | { readonly at: number; readonly place: 'sound' | 'resumed' }

/** A message in the record. Private values are described rather than shown. */
export interface RecordLine {
  readonly number: number
  readonly session: string
  /** The endpoint, by the name that its suite gives it. */
  readonly endpoint: string
  readonly from: Role
  readonly to: Role
  /** ISO 8601, to the millisecond. */
  readonly sentAt: string
  /** Milliseconds. */
  readonly milliseconds: number
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: HeaderFields
    readonly body?: JsonValue
  }
  readonly response?: { readonly status: number; readonly headers: HeaderFields; readonly body?: JsonValue }
  readonly transportError?: { readonly kind: TransportErrorKind; readonly message: string }
  readonly layers: readonly RecordedLayer[]
}

/** One artefact of a message, and whether it could be read. */
export interface RecordedLayer {
  readonly side: 'request' | 'response'
  readonly kind: string
  /** The layers that were opened to reach it; empty for the message itself. */
  readonly in: string
  readonly readable: boolean
  /** Why it could not be read. */
  readonly reason?: string
}

/** A message in the private record, as it was on the wire. */
export interface PrivateLine<E extends string = string> extends Omit<Message<E>, 'sentAt'> {
  /** ISO 8601, to the millisecond. */
  readonly sentAt: string
}
