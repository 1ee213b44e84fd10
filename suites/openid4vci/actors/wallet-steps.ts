import type { CertificateFault } from '../../../model/probe.ts'
import type { HttpRequest } from '../../../model/wire.ts'
import type { JsonObject, JsonValue } from '../../../protocol/encoding/json.ts'
import type { Random } from '../../../protocol/encoding/random.ts'
import type { Jwk } from '../../../protocol/jose/jwk.ts'
import type { Jws } from '../../../protocol/jose/jws.ts'
import type { TypeSteps } from '../../sd-jwt-vc/actors/read-types.ts'
import type { VciEndpoint } from './issuer-steps.ts'

/** What a wallet was given until now. */
export interface VciWalletFacts {
  readonly offer: JsonObject
  /** The identifier of the issuer in the offer. */
  readonly issuer: string
  readonly metadata: JsonObject
  /** The JWT, where metadata are signed. */
  readonly signedMetadata?: Jws
  /** The roots of those whom it trusts, as PEM. */
  readonly anchors: readonly string[]
  /** The identifier of the authorization server, and its metadata. */
  readonly serverId: string
  readonly server: JsonObject
  /** With what the user came back from the authorization server. */
  readonly returned: JsonObject
  /** The token response. */
  readonly token: JsonObject
  readonly nonce?: string
  /** The credential response, or the deferred one. */
  readonly response: JsonObject
  /** The format of the credential that is asked for. */
  readonly format: string
  /** The credentials in it, as text. */
  readonly credentials: readonly string[]
  /** The public keys of the credential's issuer. */
  readonly issuerKeys: readonly Jwk[]
  /** Whether the type metadata of the credentials allow them; absent where they are not read. */
  readonly isTypeAllowed?: boolean
  readonly isEncryptionWanted: boolean
  readonly isEncrypted: boolean
  readonly now: number
}

/** One thing that a wallet looks at before it goes on. */
export type VciWalletValidation = (facts: VciWalletFacts) => boolean

/** What a wallet looks at, by the name of what it demands. */
export const vciWalletValidations = [
  'offer-members',
  'grants-known',
  'issuer-same',
  'metadata-signed',
  'metadata-current',
  'metadata-named',
  'metadata-members',
  'server-listed',
  'server-same',
  'server-members',
  'return-issuer',
  'return-code',
  'type-known',
  'token-members',
  'response-encrypted',
  'response-members',
  'credential-alone',
  'credential-signed',
  'credential-processed',
  'credential-current',
  'type-allows',
] as const
export type VciWalletValidationName = (typeof vciWalletValidations)[number]

/** A wallet that its provider attested, with the key of the attestation. */
export interface VciWalletInstance {
  readonly key: Jwk
  readonly attestation: string
}

/** The steps of a wallet of OpenID4VCI 1.0. Each can be changed by itself. */
export interface VciWalletSteps {
  /** The URL of the metadata of an identifier. */
  readonly wellKnown: (identifier: string, name: string) => string
  readonly validations: Readonly<Record<VciWalletValidationName, VciWalletValidation>>
  /** The authorization server that it asks. */
  readonly chooseServer: (metadata: JsonObject, issuer: string, named?: string) => string
  /** The credential that it wants of those that are offered. */
  readonly chooseOffered: (ids: readonly string[]) => string | undefined
  /** The detail of a token response that has its identifiers. */
  readonly chooseDetail: (details: readonly JsonObject[], id: string) => JsonObject | undefined
  /** The scope of an authorization request, by those of all that is offered. */
  readonly writeScope: (own: string, all: readonly string[]) => string
  /** The parameters of an authorization request, and the verifier that it hides. */
  readonly authorization: (form: Readonly<Record<string, string>>) => Readonly<Record<string, string>>
  /** Whether a redirection is that of the request, by their `state`. */
  readonly isStateSame: (sent: string | undefined, returned: JsonValue | undefined) => boolean
  readonly makeVerifier: (random: (octets: number) => Buffer) => string
  /** Whether it pushes authorization requests where it can. */
  readonly pushes: boolean
  /** How it authenticates itself, where the authorization server has that. */
  readonly attestsClient: boolean
  readonly chooseInstance: (make: () => VciWalletInstance) => VciWalletInstance
  readonly clientHeader: (header: JsonObject) => JsonObject
  readonly clientClaims: (claims: JsonObject) => JsonObject
  /** The proof of the key in its attestation. */
  readonly clientProofHeader: (header: JsonObject) => JsonObject
  readonly clientProofClaims: (claims: JsonObject) => JsonObject
  /** Whether it asks for a challenge where there is an endpoint for that, and which of those that were given it uses. */
  readonly asksChallenge: boolean
  readonly chooseChallenge: (given: readonly string[]) => string | undefined
  readonly chooseClientKey: (key: Jwk, make: () => Jwk) => Jwk
  readonly form: (form: Readonly<Record<string, string>>, facts: VciWalletFacts) => Readonly<Record<string, string>>
  /** How many keys it wants credentials for. */
  readonly countKeys: (metadata: JsonObject) => number
  readonly proofHeader: (header: JsonObject, facts: VciWalletFacts, privateKey: Jwk) => JsonObject
  readonly proofClaims: (claims: JsonObject, facts: VciWalletFacts) => JsonObject
  readonly attestation: (claims: JsonObject, facts: VciWalletFacts) => JsonObject
  readonly attestationHeader: (header: JsonObject) => JsonObject
  /** The parameters of a request with an access token, before it is encrypted. */
  readonly content: (content: JsonObject, endpoint: VciEndpoint, facts: VciWalletFacts) => JsonObject
  readonly asksEncryption: (metadata: JsonObject) => boolean
  readonly encrypts: (content: JsonObject, metadata: JsonObject) => boolean
  /** What the metadata say of encrypted requests. */
  readonly readEncryption: (announced: JsonValue | undefined) => JsonValue | undefined
  readonly encryptionHeader: (header: JsonObject) => JsonObject
  /** Where the octets for an encryption come from. */
  readonly encryptionRandom: (random: Random) => Random
  /** The proof type that it uses; nothing, if it has none of these. */
  readonly chooseProofType: (types: JsonObject) => 'jwt' | 'attestation' | undefined
  readonly open: (jwe: string, key: Jwk) => string
  readonly takesDeferred: boolean
  /** How long it waits for a deferred credential, in seconds. */
  readonly chooseWait: (interval: number) => number
  readonly usesDpop: boolean
  /** The key by which a request is proven; there is one for the access token. */
  readonly chooseDpopKey: (key: Jwk, endpoint: VciEndpoint, make: () => Jwk) => Jwk
  readonly dpopHeader: (header: JsonObject, privateKey: Jwk) => JsonObject
  readonly dpopClaims: (claims: JsonObject, request: HttpRequest) => JsonObject
  /** Where the metadata of the issuer of a credential are. */
  readonly placeKeys: (issuer: string) => string
  /** Redirections of them that are followed. */
  readonly keysRedirections: number
  /** Whether they may lead to an address without HTTPS. */
  readonly takesPlainKeys: boolean
  readonly takesKeysStatus: (status: number) => boolean
  readonly isKeysIssuer: (metadata: JsonObject, issuer: string) => boolean
  /** How it reads type metadata. */
  readonly types: TypeSteps
  /** Any request, as it is sent. */
  /** Whether it calls a server whose certificate is wrong. */
  readonly trusts: (certificate: CertificateFault) => boolean
  readonly send: (request: HttpRequest, endpoint: VciEndpoint, facts: VciWalletFacts) => HttpRequest
  /** Requests that it sends before another one, and of which the answers do not matter to it. */
  readonly sendBefore: (request: HttpRequest, endpoint: VciEndpoint) => readonly HttpRequest[]
  /** Whether it tells the issuer what became of a credential. */
  readonly notifies: boolean
  /** How often a credential request is sent again with another nonce. */
  readonly retries: number
  /** Whether an error of the issuer is the end. */
  readonly isFinal: (error: string) => boolean
  /** What it says at the end. */
  readonly end: (end: VciWalletEnd) => VciWalletEnd
}

/** How an offer ended for a wallet. */
export interface VciWalletEnd {
  readonly accepted: boolean
  readonly refused?: string
}
