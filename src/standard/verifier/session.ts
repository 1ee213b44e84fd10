import type { HttpResponse } from '../../../model/wire.ts'
import type { JsonObject } from '../../../protocol/encoding/json.ts'
import type { Jwk } from '../../../protocol/jose/jwk.ts'
import type { VerifyOptions } from '../../verify/verify.ts'
import type { Send } from '../issuer/calls.ts'
import type { Journal } from '../issuer/journal.ts'

/** A request as it was given: text, and where it can be asked what became of the response. */
export interface GivenRequest {
  readonly text: string
  readonly result?: string
}

/** A request of a verifier that has been read. */
export interface VpRequest {
  /** The text by which it came. */
  readonly link: string
  readonly parameters: JsonObject
  /** Where the response is sent. */
  readonly address: string
  readonly isFetchedByPost: boolean
  readonly result?: string
}

/** A credential that was given, and the private key of its holder. */
export interface OwnCredential {
  readonly text: string
  readonly holderKey: Jwk
}

/** What the wallet has that tests a verifier. */
export interface VpWallet {
  readonly send: Send
  readonly journal: Journal
  /** Seconds since 1970. */
  readonly now: () => number
  readonly wait: (seconds: number) => Promise<void>
  readonly random: (octets: number) => Buffer
  readonly options: VerifyOptions
  /** A credential in place of those that are made here. */
  readonly own?: OwnCredential
  /** The `iss` of credentials that are made here. */
  readonly issuer: string
  /** How the verifier is asked what it concluded: an address or a command with placeholders. */
  readonly result?: string
  /** Seconds for which a result is awaited. */
  readonly patience: number
}

/** How a response ended: `unknown`, where an answer does not say whether it was accepted. */
export interface ResponseEnd {
  readonly outcome: 'accepted' | 'refused' | 'unknown'
  readonly response: HttpResponse
}
