import type { KnownFacts } from '../../../model/finding.ts'
import type { HttpRequest, HttpResponse } from '../../../model/wire.ts'
import type { Artefact } from '../../../protocol/artefacts/artefact.ts'
import type { JsonObject, Writable } from '../../../protocol/encoding/json.ts'
import type { Jwk } from '../../../protocol/jose/jwk.ts'
import type { Claim } from '../../../protocol/sd-jwt/claim.ts'
import type { ClaimDraft } from '../../../protocol/sd-jwt/disclosure.ts'
import type { KeyDescription } from '../../../protocol/x509/android.ts'
import type { CertificateDraft } from '../../../protocol/x509/certificate-write.ts'
import type { Endpoint } from './endpoints.ts'

/** One exchange as its parties know it: what the issuer agreed with the identity app, and the holder. */
export interface Session {
  readonly deviceId: string
  readonly uid: string
  readonly sessionToken: string
  readonly credentialIdentifier: string
  /** The credential configuration that the offer names; requested where the wallet knows no dataset. */
  readonly configurationId?: string
  /** The pre-authorised code; by default it is also the nonce in Issuer Config. */
  readonly code: string
  /** The nonce that the nonce endpoint returns. */
  readonly nonce: string
  /** What the wallet asks for in `credential_response_encryption`, where the issuer announced what it supports. */
  readonly responseEncryption?: JsonObject
  /** The claims of the holder, by name. */
  readonly holder: JsonObject
}

/** A JWS before it is signed. */
export interface JwsDraft {
  readonly header: Writable
  readonly payload: Writable
}

/** A credential before its claims become disclosures. */
export interface CredentialDraft {
  readonly header: JsonObject
  readonly payload: JsonObject
  readonly claims: readonly ClaimDraft[]
}

/** An HTTP request before its body is written. */
export interface CallDraft {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Writable
}

/** What the receiver of a message knows about it from its stored state. An absent member does not apply. */
export interface MessageState {
  /** No key of the receiver decrypts the request. */
  readonly request?: 'undecryptable'
  /** The request asks for no encryption of its response. */
  readonly encryption?: 'not-requested'
  /** The response is not encrypted. */
  readonly response?: 'unencrypted'
  readonly token?: 'known' | 'unknown' | 'absent'
  /** Whether the request is for the holder to whom the token belongs. */
  readonly holder?: 'own' | 'another'
  readonly nonce?: 'fresh' | 'spent' | 'stale' | 'unknown'
  readonly code?: 'open' | 'spent' | 'stale' | 'unknown'
  /** Whether this issuer named the requested dataset. */
  readonly dataset?: 'known' | 'unknown'
  /** Whether this issuer offers the requested template. */
  readonly template?: 'offered' | 'unknown'
  readonly status?: string
  /** Whether a status is asked for of a credential that was issued. */
  readonly credential?: 'issued' | 'unknown'
  /** Whether this issuer knows the session whose offer is fetched. */
  readonly offer?: 'known' | 'unknown'
  /** Whether a request would be encrypted to an RSA key that protects nothing. */
  readonly requestKey?: 'weak'
}

/** A message as its receiver validates it. */
export interface IncomingMessage {
  readonly request?: HttpRequest
  readonly artefacts: readonly Artefact[]
  readonly facts: KnownFacts
  readonly state: MessageState
}

/** Validates a message: returns the ids of the requirements for which the receiver rejects it. */
export type Refusals = (message: IncomingMessage) => readonly string[]

/** What every actor has: its validation, and the last step before its messages are sent. */
export interface Actor {
  /** The ids of the requirements for which it rejects a message; none if it accepts it. */
  readonly findRefusals: Refusals
  /** The last change to a request before it is sent. */
  readonly adjustRequest: (request: HttpRequest, endpoint: Endpoint) => HttpRequest
  /** Performs the next step of the flow. A mutation may skip it, repeat it or delay it. */
  readonly perform: (step: () => Promise<void>, endpoint: Endpoint) => Promise<void>
  /** The last change to a response before it is sent. */
  readonly adjustResponse: (response: HttpResponse, endpoint: Endpoint, request: HttpRequest) => HttpResponse
}

// What each actor does, step by step: records of functions, so that a mutation is a spread.

export interface Issuer extends Actor {
  readonly configure: (session: Session) => Writable
  readonly offer: (session: Session) => Writable
  readonly metadata: () => Writable
  readonly nonce: (session: Session) => Writable
  readonly keys: () => Writable
  /** The credential for a holder key, before its claims become disclosures. */
  readonly draft: (session: Session, holderKey: Jwk) => CredentialDraft
  /** Makes one disclosure for each claim. */
  readonly conceal: (claims: readonly ClaimDraft[]) => readonly Claim[]
  readonly digest: (claim: Claim) => string
  /** Puts the digests into the payload, in an order that is independent of the claims. */
  readonly embed: (payload: JsonObject, digests: readonly string[]) => Writable
  readonly signCredential: (draft: JwsDraft) => string
  readonly joinDisclosures: (jws: string, disclosures: readonly string[]) => string
  readonly respond: (session: Session, request: JsonObject, credentials: readonly string[]) => Writable
  /** The JOSE header of a signed response. */
  readonly responseHeader: () => Writable
  readonly sign: (response: Writable, header: Writable) => string
  readonly encrypt: (signed: string, responseEncryption: JsonObject) => string
  readonly wrapResponse: (sealed: string) => Writable
}

/** What a wallet needs before it can send a request. */
export interface WalletInputs {
  readonly offer: JsonObject
  readonly metadata: JsonObject
  readonly nonce: string
}

/** How a wallet gets each of its inputs. */
export interface WalletSources {
  readonly offer: () => Promise<JsonObject>
  readonly metadata: () => Promise<JsonObject>
  /** The metadata may name the nonce endpoint. */
  readonly nonce: (metadata: JsonObject) => Promise<string>
}

export interface Wallet extends Actor {
  /** Gets everything that it needs before it sends a request. */
  readonly gather: (sources: WalletSources) => Promise<WalletInputs>
  /** What the device says about its key. */
  readonly describe: (nonce: string) => KeyDescription
  /** The certificates of the device before they are signed, leaf first. */
  readonly certify: (description: KeyDescription) => readonly CertificateDraft[]
  readonly attest: (nonce: string, x5c: readonly string[]) => JwsDraft
  readonly signAttestation: (draft: JwsDraft) => string
  /** One certificate for each attested key, before it is signed. */
  readonly certifyKeys: () => readonly CertificateDraft[]
  /** Signs each of them and encrypts it. */
  readonly encryptCertificates: (
    drafts: readonly CertificateDraft[],
    responseEncryption?: JsonObject,
  ) => readonly string[]
  readonly request: (session: Session, attestation: string, certificates: readonly string[]) => Writable
  readonly encrypt: (request: Writable, metadata: JsonObject) => string
  readonly link: (sealed: string) => string
}

/** The steps that an identity app takes when a holder wants to share. */
export interface ShareSteps {
  readonly requested: Session
  /** Opens a session with the issuer; `undefined` if the issuer opens none. */
  readonly openSession: () => Promise<Session | undefined>
  readonly pushOffer: (session: Session) => Promise<void>
}

export interface IdentityApp extends Actor {
  /** Everything from the holder's decision to the pushed offer. */
  readonly share: (opening: ShareSteps) => Promise<void>
  readonly requestConfig: (session: Session) => Writable
  /** The offer that it pushes, where it pushes one by value. */
  readonly offer: (session: Session) => Writable
  readonly validate: (session: Session, sealed: string) => CallDraft
  readonly writeCallback: (response: JsonObject, certificates: readonly string[]) => Writable
}

export interface StatusService extends Actor {
  readonly draft: (credentialId: string, status: string) => JwsDraft
  readonly sign: (draft: JwsDraft) => string
}

export interface CredentialManager extends Actor {
  readonly handOver: (offer: string) => string
}

export interface WalletBackend extends Actor {
  readonly acknowledge: (credentials: number) => Writable
}

export interface Verifier extends Actor {
  /** What it answers to the sender of a presentation, after all its validations. */
  readonly decide: (claims: JsonObject, refused: readonly string[]) => Writable
}

export interface Actors {
  readonly issuer: Issuer
  readonly wallet: Wallet
  readonly identityApp: IdentityApp
  readonly statusService: StatusService
  readonly credentialManager: CredentialManager
  readonly walletBackend: WalletBackend
  readonly verifier: Verifier
}

/** How some of the actors are changed; all the others stay as they are. */
export type ActorMutation = { readonly [R in keyof Actors]?: (reference: Actors[R]) => Actors[R] }

/** The actors with one mutation. */
export const mutateActors = (actors: Actors, mutation: ActorMutation): Actors => ({
  issuer: mutation.issuer?.(actors.issuer) ?? actors.issuer,
  wallet: mutation.wallet?.(actors.wallet) ?? actors.wallet,
  identityApp: mutation.identityApp?.(actors.identityApp) ?? actors.identityApp,
  statusService: mutation.statusService?.(actors.statusService) ?? actors.statusService,
  credentialManager: mutation.credentialManager?.(actors.credentialManager) ?? actors.credentialManager,
  walletBackend: mutation.walletBackend?.(actors.walletBackend) ?? actors.walletBackend,
  verifier: mutation.verifier?.(actors.verifier) ?? actors.verifier,
})
