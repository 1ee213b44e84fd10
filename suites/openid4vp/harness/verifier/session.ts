import type { SessionResult } from '../../../../model/check.ts'
import type { StandardProfile } from '../../../../model/decision.ts'
import type { Requirement } from '../../../../model/requirement.ts'
import type { HttpResponse } from '../../../../model/wire.ts'
import type { JsonObject } from '../../../../protocol/encoding/json.ts'
import type { Jwk } from '../../../../protocol/jose/jwk.ts'
import type { Send } from '../../../../src/harness/calls.ts'
import type { Journal } from '../../../../src/harness/journal.ts'
import type { TestOptions } from '../../../../src/harness/test-options.ts'
import type { ShowCertificate } from '../../../../src/wire/server/select-certificate.ts'
import type { WalletAlgorithm } from '../../../jose/wallet-algorithms.ts'
import type { ReferenceProfile } from '../../../kit/reference-profile.ts'
import type { VerifierMutation } from '../../verifier/faults.ts'
import type { ChangedOfTwo, PresentationChange, ResponseChange, VerifierProbe } from '../../verifier/probes.ts'
import type { StatusLists } from './status-lists.ts'

/** A suite by which verifiers are tested: OpenID4VP, or one that builds on it. */
export interface VerifierProfile {
  readonly suite: StandardProfile
  readonly rows: readonly Requirement[]
  readonly probes: readonly VerifierProbe[]
  /** Compares all requests of a verifier. */
  /** What wallets of this suite present otherwise. */
  readonly presents?: PresentedChanges
  readonly checkRequests?: (requests: readonly JsonObject[]) => SessionResult | undefined
  readonly reference: ReferenceProfile<VerifierMutation>
}

/** How what is presented differs: each member gets the usual members. */
export interface PresentedChanges {
  readonly claims: (claims: JsonObject) => JsonObject
  readonly header: (header: JsonObject) => JsonObject
  readonly binding: (claims: JsonObject) => JsonObject
}

/** A request as it was given: text, and where it can be asked what became of the response. */
export interface GivenRequest {
  readonly text: string
  /** Where it was put to the Digital Credentials API, and where its page sends the response. */
  readonly page?: DcPage
  readonly result?: string
}

/** A page of a verifier. */
export interface DcPage {
  readonly origin: string
  readonly response: string
}

/** A request of a verifier that has been read. */
export interface VpRequest {
  /** The text by which it came. */
  readonly link: string
  readonly parameters: JsonObject
  /** Where the response is sent. */
  readonly address: string
  readonly isFetchedByPost: boolean
  /** The origin of its page, where it was put to the Digital Credentials API. */
  readonly origin?: string
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
  readonly profile: VerifierProfile
  /** Seconds since 1970. */
  readonly now: () => number
  readonly wait: (seconds: number) => Promise<void>
  readonly random: (octets: number) => Buffer
  readonly options: TestOptions
  /** A credential in place of those that are made here. */
  readonly own?: OwnCredential
  /** The `iss` of credentials that are made here. */
  readonly issuer: string
  /** The lists that generated credentials refer to, where they are served. */
  readonly lists?: StatusLists
  /** Shows the verifier another certificate; absent where it fetches over no TLS of ours. */
  readonly showCertificate?: ShowCertificate
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

/** What a presentation is made for. */
export interface PresentationTask {
  readonly query: JsonObject
  /** The parameters of the request. */
  readonly request: JsonObject
  /** The origin of the page that made it. */
  readonly origin?: string
  /** The key to which the response is encrypted. */
  readonly encryptionKey?: Jwk
  readonly now: number
  readonly issuer: string
  readonly own?: OwnCredential
  readonly presents?: PresentedChanges
  /** The private key of an issuer that publishes its key, and has no certificate. */
  readonly signer?: Jwk
  /** The `status` of the credential. */
  readonly status?: JsonObject
  /** What it has of its type metadata, where they are served. */
  readonly type?: JsonObject
  readonly change?: PresentationChange
  /** By which its holder signs. */
  readonly alg: WalletAlgorithm
}

/** What a response does otherwise than the usual one. */
export interface PresentedChange {
  readonly presentation?: PresentationChange
  readonly response?: ResponseChange
  readonly enc?: string
  readonly alg?: WalletAlgorithm
  /** The credential that is presented, where it is not a new one. */
  readonly own?: OwnCredential
  /** Whether another response was refused before, in the same session: even a valid one may be refused now. */
  readonly isRetried?: true
  /** Presents twice for one query. */
  readonly twice?: ChangedOfTwo
  /** Whether the change is in a credential of another format than the first. */
  readonly isOther?: true
  /** The VP Token, or the state, of another session. */
  readonly token?: JsonObject
  readonly state?: string
}

/** A response before it is sent. */
export interface PreparedResponse {
  readonly token: JsonObject
  /** The parameters that are posted, or returned to a page. */
  readonly content: JsonObject
}

/** A response that was sent, and how it ended. */
export interface RespondedSession extends ResponseEnd {
  readonly prepared: PreparedResponse
}

/** What was seen in the sessions of one test. */
export interface Sessions {
  readonly wallet: VpWallet
  /** Opens the next session; nothing, if there is no further request. */
  readonly open: (reading: Reading) => Promise<VpRequest | undefined>
  /** Answers a request, as a wallet does or with one change. */
  readonly respond: (request: VpRequest, change: PresentedChange, source: string) => Promise<RespondedSession>
}

/** How a request is read. */
export interface Reading {
  /** Whether its messages are judged; those of probes are like those before. */
  readonly isJudged: boolean
  /** Parameters that a verifier does not know, with the request for its request object. */
  readonly more?: Readonly<Record<string, string>>
}
