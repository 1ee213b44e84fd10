import type { HttpRequest, HttpResponse } from '../../../model/wire.ts'
import type { JsonObject } from '../../../protocol/encoding/json.ts'
import type { Random } from '../../../protocol/encoding/random.ts'
import type { Jwk } from '../../../protocol/jose/jwk.ts'
import type { Jws } from '../../../protocol/jose/jws.ts'
import type { MdocElement } from '../../../protocol/mdoc/issuer-signed.ts'
import type { HiddenClaims, IssuanceDraft } from './credential.ts'

/** Where an issuer of OpenID4VCI answers. */
export type VciEndpoint =
  | 'offer'
  | 'issuerMetadata'
  | 'serverMetadata'
  | 'keys'
  | 'types'
  | 'challenge'
  | 'push'
  | 'authorization'
  | 'token'
  | 'nonce'
  | 'credential'
  | 'deferred'
  | 'notification'

/** What an issuer knows when it looks at a request. */
export interface VciRequestFacts {
  readonly base: string
  readonly metadata: JsonObject
  /** The metadata of the authorization server. */
  readonly server: JsonObject
  /** The method, and the URL without its query. */
  readonly method: string
  readonly url: string
  /** The parameters of the request. */
  readonly request: JsonObject
  readonly isEncrypted: boolean
  /** The access token that was sent. */
  readonly token: string
  /** How it was sent, in small letters. */
  readonly scheme: string
  /** The proof of a key (RFC 9449), the nonce that it has to have, and the thumbprint of the key to which the token is bound. */
  readonly dpop?: VciDpopProof
  readonly dpopNonce?: string
  readonly boundTo?: string
  /** How the wallet authenticates itself, and the challenges of which it has to use one. */
  readonly client?: VciClientProof
  readonly challenges?: ReadonlySet<string>
  /** What was sent as access token is one that was issued, and may be used for this. */
  readonly isAuthorized: boolean
  /** The code, the pushed request or the transaction is one that was issued. */
  readonly isKnown: boolean
  /** The client of a refresh token, its key, and the key of its wallet attestation. */
  readonly refreshOf?: { readonly client: string; readonly boundTo?: string; readonly instance?: string }
  /** The same was used before. */
  readonly isUsed: boolean
  /** Seconds since the code or the pushed request was given. */
  readonly age?: number
  /** The authorization request from which a code comes, or which was pushed. */
  readonly authorization?: JsonObject
  /** The transaction code that is expected. */
  readonly txCode?: string
  /** Credential identifiers of the access token. */
  readonly identifiers: readonly string[]
  readonly configuration?: JsonObject
  /** The configurations that the access token is for; any, where it does not say. */
  readonly granted?: readonly string[]
  /** The proofs of the type `jwt`; nothing for one that cannot be read. */
  readonly proofs: readonly (VciProof | undefined)[]
  /** The key attestation that came as a proof. */
  readonly attestation?: Jws
  readonly provider: Jwk
  readonly nonces: ReadonlySet<string>
  readonly now: number
}

/** A proof of a key as RFC 9449 has it, as far as it can be read. */
export interface VciDpopProof {
  readonly jws?: Jws
  readonly key?: Jwk
}

/** A wallet attestation and the proof of its key, as far as they can be read. */
export interface VciClientProof {
  readonly attestation?: Jws
  readonly pop?: Jws
  readonly key?: Jwk
}

/** A proof, and the key that it names. */
export interface VciProof {
  readonly jws: Jws
  readonly key?: Jwk
  /** The key attestation in its header. */
  readonly attestation?: Jws
}

/** One thing that an issuer looks at before it goes on. */
export type VciValidation = (facts: VciRequestFacts) => boolean

/** What is looked at where a proof of a key may come (RFC 9449). */
export const dpopValidations = [
  'dpop-scheme',
  'dpop-present',
  'dpop-readable',
  'dpop-typ',
  'dpop-understood',
  'dpop-alg',
  'dpop-public',
  'dpop-signed',
  'dpop-jti',
  'dpop-htm',
  'dpop-htu',
  'dpop-nonce',
  'dpop-fresh',
  'dpop-ath',
  'dpop-key',
] as const

/** What is looked at where a wallet authenticates itself. */
export const clientValidations = [
  'wallet-present',
  'wallet-readable',
  'wallet-typ',
  'wallet-understood',
  'wallet-alg',
  'wallet-signed',
  'wallet-current',
  'wallet-public',
  'wallet-client',
  'pop-typ',
  'pop-understood',
  'pop-alg',
  'pop-signed',
  'pop-aud',
  'pop-jti',
  'pop-challenge',
  'pop-fresh',
] as const

/** What is looked at in the proofs of a credential request. */
export const proofValidations = [
  'proofs-present',
  'proofs-one-type',
  'proofs-few',
  'proof-readable',
  'proof-typ',
  'proof-understood',
  'proof-alg',
  'proof-one-key',
  'proof-public',
  'proof-signed',
  'proof-aud',
  'proof-iat',
  'proof-nonce-present',
  'proof-nonce-known',
  'proof-fresh',
  'attestation-present',
  'attestation-good',
  'attestation-holds',
] as const

/** What an issuer looks at, by the name of what it demands. */
export const vciValidations = [
  'client-known',
  'redirect-registered',
  'pushed-known',
  'pushed-client',
  'pushed-unused',
  'pushed-fresh',
  'pushed-where-required',
  'pushed-plain',
  'pushed-key',
  'response-type',
  'challenge-method',
  'scope-known',
  ...dpopValidations,
  ...clientValidations,
  'code-client',
  'code-redirect',
  'code-key',
  'verifier-right',
  'refresh-known',
  'refresh-unused',
  'refresh-client',
  'refresh-key',
  'refresh-instance',
  'code-known',
  'code-unused',
  'code-fresh',
  'tx-code-present',
  'tx-code-right',
  'tx-code-expected',
  'authorized',
  'request-encrypted',
  'identified',
  'identifier-known',
  'configuration-known',
  'configuration-granted',
  'response-encrypted',
  ...proofValidations,
  'transaction-known',
  'transaction-unused',
  'notification-known',
] as const
export type VciValidationName = (typeof vciValidations)[number]

/** What is issued, before it is sent. */
export interface VciIssued {
  readonly credentials: readonly string[]
  readonly request: JsonObject
}

/** What an issuer gives a name that cannot be guessed, and finds by it. */
export type VciNamed = 'code' | 'token' | 'refresh token' | 'transaction' | 'notification'

/** The steps of an issuer of OpenID4VCI 1.0. Each can be changed by itself. */
export interface VciIssuerSteps {
  readonly issuerMetadata: (base: string) => JsonObject
  readonly serverMetadata: (server: string) => JsonObject
  /** The header of signed metadata, for wallets that ask for it; without it, metadata is plain. */
  readonly metadataHeader?: JsonObject
  /** Whether it signs its metadata for a wallet that accepts these media types. */
  readonly signsFor: (accept: string) => boolean
  /** The claims of signed metadata. */
  readonly signedMetadata: (claims: JsonObject) => JsonObject
  /** The path of the metadata of an identifier. */
  readonly wellKnown: (identifier: string, name: string) => string
  readonly offer: (offer: JsonObject) => JsonObject
  readonly isOfferReferred: boolean
  /** The transaction code of an offer, by a name that cannot be guessed; absent where none is needed. */
  readonly nameTxCode?: (drawn: string) => string
  /** A challenge for wallets that authenticate themselves, with one that cannot be guessed; absent where none is wanted. */
  readonly nameChallenge?: (drawn: string) => string
  /** The nonce that proofs of keys have to have. */
  readonly dpopNonce?: string
  /** How often a wallet is asked to come again. */
  readonly deferrals: number
  readonly makeNonce: (count: number, random: (octets: number) => Buffer) => string
  readonly validations: Readonly<Record<VciValidationName, VciValidation>>
  /** What is pushed, and what the user is redirected with. */
  readonly push: (response: JsonObject) => JsonObject
  /** What is remembered of a request that was pushed: with the key to which its code is bound, and as it was sent. */
  readonly makeSalt: (name: string, random: (octets: number) => Buffer) => string
  /** The methods by which requests are pushed. */
  readonly pushMethods: readonly string[]
  /** Whether it reads parameters beside `request_uri`. */
  readonly readsBeside: boolean
  readonly pushed: (bound: JsonObject, sent: JsonObject) => JsonObject
  readonly authorization: (parameters: JsonObject) => JsonObject
  /** Whether the token of a code that is used twice is revoked. */
  readonly isRevoking: boolean
  /** Notes that a code is used. */
  readonly takeNote: (note: () => void) => void
  readonly token: (response: JsonObject) => JsonObject
  /** Whether it gives refresh tokens, and a new one each time. */
  readonly refreshes: 'never' | 'same' | 'rotated'
  /** A refresh token, of which so many were given before. */
  readonly refreshToken: (token: string, count: number) => string
  /** Finds what it gave a name. */
  readonly find: <T>(kind: VciNamed, all: ReadonlyMap<string, T>, name: string) => T | undefined
  /** The access token of a request. */
  readonly readToken: (call: HttpRequest) => string
  /** The proofs of keys of a request. */
  readonly readDpop: (call: HttpRequest) => string | undefined
  /** The configurations that a token is for. */
  readonly grant: (configurations: readonly string[]) => readonly string[]
  /** The configuration that a credential request is about. */
  readonly chooseConfiguration: (request: JsonObject) => string
  /** The keys in the key attestation of a proof for which credentials are issued, beside that of the proof. */
  readonly chooseAttested: (keys: readonly Jwk[]) => readonly Jwk[]
  /** The keys to which credentials are bound. */
  readonly bind: (keys: readonly Jwk[]) => readonly Jwk[]
  /** Writes a credential in the format of its configuration. */
  readonly writeCredential: (draft: IssuanceDraft) => string
  /** How a credential names the key of its holder. */
  readonly confirm: (cnf: JsonObject) => JsonObject | undefined
  /** The header of what it signs as a credential. */
  readonly credentialHeader: (header: JsonObject) => JsonObject
  /** The claims of it. */
  readonly credentialClaims: (claims: JsonObject) => JsonObject
  readonly credential: (response: JsonObject) => JsonObject
  /** The transaction of a wallet that comes too early. */
  readonly transaction: (id: string) => string
  /** Decrypts a request. */
  readonly open: (jwe: string, key: Jwk) => string
  /** Whether a response is encrypted, and how. */
  readonly encryption: (wanted: JsonObject | undefined) => JsonObject | undefined
  readonly encryptionHeader: (header: JsonObject) => JsonObject
  /** Where the octets for an encryption come from. */
  readonly encryptionRandom: (random: Random) => Random
  /** The claims that a holder may hide. */
  readonly hiddenClaims: HiddenClaims
  /** The elements of an mdoc. */
  readonly elements: (elements: readonly MdocElement[]) => readonly MdocElement[]
  /** The order of the digests in a credential. */
  readonly orderDigests: (digests: readonly string[]) => readonly string[]
  /** The name of an offer in its address. */
  readonly nameOffer: (id: string) => string
  /** What the pre-authorized code of an offer is, with one that cannot be guessed. */
  readonly nameCode: (code: string) => string
  /** What else is at an address, such as type metadata. */
  readonly document: (url: string, accepted: string) => HttpResponse | undefined
  readonly send: (endpoint: VciEndpoint, response: HttpResponse) => HttpResponse
}
