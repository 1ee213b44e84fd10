import type { Artefact, ArtefactContents } from '../protocol/artefacts/artefact.ts'
import type { ArtefactKind } from '../protocol/artefacts/artefact-kinds.ts'
import type { ProbeResult } from './probe.ts'
import type { Role } from './role.ts'
import type { Account } from './settings.ts'
import type { Message, MessageEndpoint } from './wire.ts'

/** A message between two actors, with its request and its response parsed. */
export interface ParsedMessage<E extends string = MessageEndpoint> {
  readonly message: Message<E>
  readonly request: readonly Artefact[]
  readonly response: readonly Artefact[]
}

/** The message in which an issuer issued something, and the holder of its session. */
export interface IssuingMessage {
  readonly session: string
  readonly number: number
  /** Milliseconds since 1970. */
  readonly sentAt: number
  /** How long the response took. */
  readonly milliseconds: number
  /** The `uid` that the session was opened for; empty if it is unknown. */
  readonly holder: string
}

/** A nonce or a code that an issuer issued. */
export interface IssuedValue extends IssuingMessage {
  readonly value: string
}

/** What population checks need of a credential. */
export interface IssuedCredential extends IssuingMessage {
  /** The digest of the issuer-signed JWT. */
  readonly jws: string
  readonly id?: string
  readonly salts: readonly { readonly name: string; readonly salt: string }[]
}

/** The keys of an encrypted message: of different keys, no two look equal. */
export interface EncryptionKeys {
  /** The message, or its digest. */
  readonly text: string
  readonly contentKey: string
  readonly iv: string
  /** The public ephemeral key of a key agreement. */
  readonly ephemeralKey?: string
}

/** What an error response contained that it must not. */
export interface ErrorLeak {
  readonly session: string
  readonly endpoint: MessageEndpoint
  readonly what: 'session token' | 'claims'
}

/** What a target issued in many sessions. */
export interface Population {
  /** The nonces of the nonce endpoint. */
  readonly nonces: readonly IssuedValue[]
  /** The nonces of Issuer Config responses. */
  readonly configNonces: readonly IssuedValue[]
  /** The codes of the offers that were fetched. */
  readonly codes: readonly IssuedValue[]
  readonly credentials: readonly IssuedCredential[]
  /** The successful validations. */
  readonly issuances: readonly IssuingMessage[]
  /** The encrypted responses. */
  readonly encryptions: readonly (IssuingMessage & EncryptionKeys)[]
  readonly leaks: readonly ErrorLeak[]
}

/** All messages of a run, in the order of sending. */
export interface Exchange {
  readonly messages: readonly ParsedMessage[]
  /** The roles under test: checks look at their messages only. */
  readonly tested: ReadonlySet<Role>
  /** The results of the probes. Absent where none was sent. */
  readonly probes?: readonly ProbeResult[]
  /** The `uid` that each session was opened for. */
  readonly uids: Readonly<Record<string, string>>
  /** The account that each session was opened for. Absent where a record is judged again. */
  readonly accounts?: Readonly<Record<string, Account>>
  /** The sessions in which a target went no further and said why, or in which a person skipped a step. */
  readonly explained?: ReadonlySet<string>
  /** What the issuer under test issued beside these messages, in the sessions of probes. */
  readonly population?: Population
  /** Explains why requests may have been refused. Absent where that is not known. */
  readonly explainRefusal?: ExplainRefusal
}

/** A setting or a decision that could explain why a valid request was refused, and whether it was given. */
export interface RefusalCause {
  readonly setting: string
  readonly isGiven: boolean
}

/** Lists what could explain why a valid request was refused; `undefined` if the request may be wrong. */
export type ExplainRefusal = (refused: ParsedMessage, exchange: Exchange) => readonly RefusalCause[] | undefined

/** The messages of each session. */
export const groupBySession = ({ messages }: Exchange): ReadonlyMap<string, readonly ParsedMessage[]> =>
  Map.groupBy(messages, ({ message }) => message.session)

/** The messages to one endpoint. */
export const selectMessagesTo = (
  messages: readonly ParsedMessage[],
  endpoint: MessageEndpoint,
): readonly ParsedMessage[] => messages.filter(({ message }) => message.endpoint === endpoint)

/** Whether a request got a response with a status of 2xx. */
export const hasSucceeded = ({ message: { response } }: ParsedMessage): boolean =>
  response !== undefined && response.status >= 200 && response.status < 300

/** The content of every layer of one kind that could be read, in requests and responses. */
export function collectContents<K extends ArtefactKind>(
  messages: readonly ParsedMessage[],
  kind: K,
): readonly ArtefactContents[K][] {
  return messages
    .flatMap(({ request, response }) => [...request, ...response])
    .flatMap((artefact) =>
      artefact.kind === kind && artefact.content !== undefined ? [artefact.content as ArtefactContents[K]] : [],
    ) // the kind was compared
}
