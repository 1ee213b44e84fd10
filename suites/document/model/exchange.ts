import type { Account } from '../../../model/driver.ts'
import type { Exchange as AnyExchange, ParsedMessage as AnyParsedMessage } from '../../../model/exchange.ts'
import type { MessageEndpoint } from './endpoints.ts'

/** A message of this exchange, with its request and its response parsed. */
export type ParsedMessage = AnyParsedMessage<MessageEndpoint>

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

/** All messages of a run, and what is known beside them. */
export interface Exchange extends AnyExchange<MessageEndpoint> {
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
