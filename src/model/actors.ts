import type { KeyDescription } from '../protocol/android.ts'
import type { Claim } from '../protocol/claim.ts'
import type { ClaimDraft } from '../protocol/disclosure.ts'
import type { Exhibit } from '../protocol/evidence.ts'
import type { JsonObject, Writable } from '../protocol/json.ts'
import type { Jwk } from '../protocol/jwk.ts'
import type { CertificateDraft } from '../protocol/x509-write.ts'
import type { Known } from './check.ts'
import type { Asked, Endpoint, Replied } from './wire.ts'

/** What one exchange is about: what the issuer agreed with the identity app, and who the holder is. */
export interface Session {
  readonly deviceId: string
  readonly uid: string
  readonly sessionToken: string
  readonly credentialIdentifier: string
  /** The template that the offer names; it is asked for where the wallet knows of no dataset. */
  readonly configurationId?: string
  /** The pre-authorised code; by default it is also the nonce of Issuer Config. */
  readonly code: string
  /** What the nonce endpoint gives out. */
  readonly nonce: string
  /** The claims of the holder, by name. */
  readonly holder: JsonObject
}

/** A JWS before it is signed. */
export interface JwsDraft {
  readonly header: Writable
  readonly payload: Writable
}

/** A credential before its claims are concealed. */
export interface CredentialDraft {
  readonly header: JsonObject
  readonly payload: JsonObject
  readonly claims: readonly ClaimDraft[]
}

/** A call over HTTP before it is sent. */
export interface Call {
  readonly headers: Readonly<Record<string, string>>
  readonly body: Writable
}

/** What an actor finds in its books about the message in front of it. What is absent does not apply. */
export interface Standing {
  /** That none of the keys of whoever judges opens the request. */
  readonly request?: 'shut'
  /** That the request asks for no encryption of its response. */
  readonly encryption?: 'unasked'
  /** That everybody can read the response. */
  readonly response?: 'clear'
  readonly token?: 'known' | 'unknown' | 'absent'
  /** Whether the caller asks for the holder that the token stands for. */
  readonly holder?: 'own' | 'another'
  readonly nonce?: 'fresh' | 'spent' | 'stale' | 'unknown'
  readonly code?: 'open' | 'spent' | 'stale' | 'unknown'
  /** Whether the dataset that is asked for is one that this issuer named. */
  readonly dataset?: 'known' | 'unknown'
  readonly status?: string
  /** Where something was fetched from, and the media type of what came. */
  readonly endpoint?: Endpoint
  readonly mediaType?: string
}

/** A message in front of the actor that has to judge it. */
export interface Scene {
  readonly asked?: Asked
  readonly exhibits: readonly Exhibit[]
  readonly known: Known
  readonly standing: Standing
}

/** One thing that an actor looks at before it goes on, for the sake of one requirement. */
export interface Validation {
  readonly requirement: string
  readonly refuses: (scene: Scene) => boolean
}

/** What every actor has: what it validates, and how its messages leave it. */
export interface Actor {
  readonly validations: readonly Validation[]
  /** The last look at a call before it leaves. */
  readonly post: (asked: Asked, endpoint: Endpoint) => Asked
  /** Does what is to be done next in the flow: once, and now. */
  readonly act: (deed: () => Promise<void>, endpoint: Endpoint) => Promise<void>
  /** The last look at an answer before it leaves. */
  readonly reply: (replied: Replied, endpoint: Endpoint) => Replied
}

/** What each actor does, step by step. Records of functions, so that a fault is a spread. */
export interface Issuer extends Actor {
  readonly configure: (session: Session) => Writable
  readonly offer: (session: Session) => Writable
  readonly metadata: () => Writable
  readonly nonce: (session: Session) => Writable
  readonly keys: () => Writable
  /** The credential for a holder key, in clear. */
  readonly draft: (session: Session, holderKey: Jwk) => CredentialDraft
  /** One disclosure for each claim. */
  readonly conceal: (claims: readonly ClaimDraft[]) => readonly Claim[]
  readonly digest: (claim: Claim) => string
  /** Puts the digests into the payload, in an order that says nothing about the claims. */
  readonly embed: (payload: JsonObject, digests: readonly string[]) => Writable
  readonly mint: (draft: JwsDraft) => string
  readonly bundle: (jws: string, disclosures: readonly string[]) => string
  readonly respond: (session: Session, request: JsonObject, credentials: readonly string[]) => Writable
  /** The header of a signed response. */
  readonly head: () => Writable
  readonly sign: (response: Writable, header: Writable) => string
  readonly encrypt: (signed: string, responseEncryption: JsonObject) => string
  readonly answer: (sealed: string) => Writable
}

/** What a wallet needs before it can ask for anything. */
export interface Gathered {
  readonly offer: JsonObject
  readonly metadata: JsonObject
  readonly nonce: string
}

/** How a wallet comes by it, one thing at a time. */
export interface Sources {
  readonly offer: () => Promise<JsonObject>
  readonly metadata: () => Promise<JsonObject>
  /** The metadata may say where nonces are given. */
  readonly nonce: (metadata: JsonObject) => Promise<string>
}

export interface Wallet extends Actor {
  /** Everything that it has to have before it asks. */
  readonly gather: (sources: Sources) => Promise<Gathered>
  /** What the device says of its key. */
  readonly describe: (nonce: string) => KeyDescription
  /** The certificates of the device before they are signed, leaf first. */
  readonly certify: (description: KeyDescription) => readonly CertificateDraft[]
  readonly attest: (nonce: string, x5c: readonly string[]) => JwsDraft
  readonly signAttestation: (draft: JwsDraft) => string
  /** One certificate for each attested key, before it is signed. */
  readonly vouch: () => readonly CertificateDraft[]
  /** The same, each signed and encrypted. */
  readonly enclose: (drafts: readonly CertificateDraft[]) => readonly string[]
  readonly request: (session: Session, attestation: string, certificates: readonly string[]) => Writable
  readonly encrypt: (request: Writable, metadata: JsonObject) => string
  readonly link: (sealed: string) => string
}

/** What an identity app does when a holder wants to share. */
export interface Opening {
  readonly wanted: Session
  /** Opens a session with the issuer; nothing, if none comes of it. */
  readonly ask: () => Promise<Session | undefined>
  readonly push: (session: Session) => Promise<void>
}

export interface IdentityApp extends Actor {
  /** From the wish to the pushed offer. */
  readonly begin: (opening: Opening) => Promise<void>
  readonly ask: (session: Session) => Writable
  /** The offer that it pushes, where it pushes one by value. */
  readonly offer: (session: Session) => Writable
  readonly validate: (session: Session, sealed: string) => Call
  readonly callBack: (response: JsonObject, certificates: readonly string[]) => Writable
}

export interface StatusService extends Actor {
  readonly draft: (credentialId: string, status: string) => JwsDraft
  readonly seal: (draft: JwsDraft) => string
}

export interface CredentialManager extends Actor {
  readonly handOver: (offer: string) => string
}

export interface WalletBackend extends Actor {
  readonly acknowledge: (credentials: number) => Writable
}

export interface Verifier extends Actor {
  /** What it tells whoever presented, after all its validations. */
  readonly decide: (claims: JsonObject, refused: readonly string[]) => Writable
}

export interface Cast {
  readonly issuer: Issuer
  readonly wallet: Wallet
  readonly identityApp: IdentityApp
  readonly statusService: StatusService
  readonly credentialManager: CredentialManager
  readonly walletBackend: WalletBackend
  readonly verifier: Verifier
}

/** How one actor of a cast is bent; all the others stay as they are. */
export type Deviation = { readonly [R in keyof Cast]?: (honest: Cast[R]) => Cast[R] }

/** The cast with one deviation in it. */
export const bend = (cast: Cast, deviation: Deviation): Cast => ({
  issuer: deviation.issuer?.(cast.issuer) ?? cast.issuer,
  wallet: deviation.wallet?.(cast.wallet) ?? cast.wallet,
  identityApp: deviation.identityApp?.(cast.identityApp) ?? cast.identityApp,
  statusService: deviation.statusService?.(cast.statusService) ?? cast.statusService,
  credentialManager: deviation.credentialManager?.(cast.credentialManager) ?? cast.credentialManager,
  walletBackend: deviation.walletBackend?.(cast.walletBackend) ?? cast.walletBackend,
  verifier: deviation.verifier?.(cast.verifier) ?? cast.verifier,
})
