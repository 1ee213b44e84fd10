import type { CertificateFault } from '../../../model/probe.ts'
import type { HttpRequest, HttpResponse } from '../../../model/wire.ts'
import type { JsonObject, JsonValue } from '../../../protocol/encoding/json.ts'
import type { Jwk } from '../../../protocol/jose/jwk.ts'
import { type DcRequestType, dcRequestTypes } from '../../../protocol/openid4vp/dc-request.ts'
import type { TypeSteps } from '../../sd-jwt-vc/actors/read-types.ts'

/** Where a verifier answers. */
export type VpEndpoint = 'request' | 'response'

/** How a request comes to a wallet: in a link, by an address that is fetched, or by the platform as one of these types. */
export type VpDelivery = VpLinkDelivery | DcRequestType
export type VpLinkDelivery = 'value' | 'object' | 'get' | 'post'

const dcTypes: readonly string[] = dcRequestTypes

/** Whether a request is made to the Digital Credentials API. */
export const isDcDelivery = (delivery: VpDelivery): delivery is DcRequestType => dcTypes.includes(delivery)

/** What a verifier knows of one presentation. */
export interface VpPresentation {
  readonly query: JsonObject
  readonly value: JsonValue
  /** The request that it answers. */
  readonly request: JsonObject
  /** The origin of the verifier, where the request was made to the Digital Credentials API. */
  readonly origin?: string
  readonly trusted: VpTrust
  readonly now: number
  /** Whether the type metadata of the credential allow it; absent where they are not read. */
  readonly isTypeAllowed?: boolean
  /** The status list of the credential, empty where it could not be had; absent where the status is not looked at. */
  readonly statusList?: string
  /** The time for which the list was asked. */
  readonly listTime?: number
}

/** Whom a verifier trusts. */
export interface VpTrust {
  /** Keys of issuers of SD-JWT VCs. */
  readonly keys: readonly Jwk[]
  /** PEM certificates of authorities. */
  readonly anchors: readonly string[]
}

/** What a verifier knows when it looks at a response. */
export interface VpResponseFacts {
  readonly request: JsonObject
  /** The parameters of the response, decrypted. */
  readonly response: JsonObject
  readonly isEncrypted: boolean
  /** The presentations whose query is known. */
  readonly presentations: readonly VpPresentation[]
  /** Whether this session takes no further response. */
  readonly isUsed: boolean
  /** Whether a response was refused in this session before. */
  readonly isRetried: boolean
}

/** One thing that a verifier looks at before it accepts. */
export type VpValidation = (facts: VpResponseFacts) => boolean

/** What a verifier looks at in every presentation by itself. */
export const presentationValidations = [
  'format-right',
  'type-right',
  'claims-complete',
  'values-right',
  'issuer-signed',
  'header-understood',
  'disclosures-known',
  'valid-now',
  'binding-present',
  'binding-typ',
  'binding-time',
  'binding-signed',
  'binding-nonce',
  'binding-audience',
  'binding-hash',
] as const

/** What a verifier looks at in the status list of a credential. */
export const statusValidations = [
  'list-typ',
  'list-signed',
  'list-subject',
  'list-current',
  'list-of-time',
  'list-complete',
  'list-long-enough',
  'status-valid',
] as const

/** What a verifier looks at in what it fetches for a credential. */
export const fetchedValidations = ['type-allows', ...statusValidations] as const

/** What a verifier looks at, by the name of what it demands. */
export const vpValidations = [
  'session-unused',
  'state-right',
  'encrypted',
  'token-formed',
  'token-known',
  'token-single',
  'token-complete',
  ...presentationValidations,
  'transaction-signed',
  ...fetchedValidations,
] as const
export type VpValidationName = (typeof vpValidations)[number]

/** Sends one request for a status list; redirections are not followed. */
export type FetchList = (request: HttpRequest) => Promise<HttpResponse>

/** The steps of a verifier of OpenID4VP 1.0. Each can be changed by itself. */
export interface VpVerifierSteps {
  readonly delivery: VpDelivery
  /** Who it is: a prefix of client identifiers. */
  readonly prefix: 'x509_san_dns' | 'x509_hash' | 'redirect_uri' | 'decentralized_identifier' | 'verifier_attestation'
  /** The method of its DID, where it is named by one, and the document of the method `web`. */
  readonly didMethod: 'jwk' | 'web'
  readonly didDocument: (document: JsonObject) => JsonObject
  /** The scheme of the link by which a wallet is invoked. */
  readonly scheme: string
  /** The parameters of a request. */
  readonly request: (parameters: JsonObject, key: Jwk) => JsonObject
  /** The private key for the response to one request: that of the verifier, or a new one. */
  readonly chooseKey: (own: Jwk, makeKey: () => Jwk) => Jwk
  /** Whether it reads a response that is encrypted in this way. */
  readonly reads: (header: JsonObject) => boolean
  /** Decrypts a response. */
  readonly open: (jwe: string, key: Jwk) => string
  readonly header: (header: JsonObject) => JsonObject
  /** The claims of the attestation of a verifier that is named by one. */
  readonly attestation: (claims: JsonObject) => JsonObject
  /** A signed attestation, as it is given. */
  readonly finishAttestation: (attestation: string) => string
  /** The claims of a request object, with what it has beside the parameters. */
  readonly object: (claims: JsonObject) => JsonObject
  /** A signed request object, as it is given. */
  readonly finish: (object: string) => string
  readonly link: (parameters: JsonObject) => JsonObject
  /** What it puts to the Digital Credentials API: `protocol` and `data`. */
  readonly dcRequest: (request: JsonObject) => JsonObject
  readonly makeNonce: (count: number, random: (octets: number) => Buffer) => string
  /** The secret in the address to which a wallet sends its user, by the `state` of the request. */
  readonly makeCode: (count: number, random: (octets: number) => Buffer, state: string) => string
  /** Parameters of the request for a request object; a verifier may refuse it. */
  readonly takesFetch: (parameters: JsonObject) => boolean
  /** What it answers to a response that it takes. */
  readonly answer: (content: JsonObject) => JsonObject
  /** The time for which lists are asked; nothing, for the present. */
  readonly listTime: (now: number) => string | undefined
  /** Gets the list at an address: an empty text, where it cannot be had; nothing, where the status is not looked at. */
  readonly getList: (uri: string, fetch: FetchList, time?: string) => Promise<string | undefined>
  /** Whether it takes the keys of issuers from the metadata that they publish. */
  readonly readsIssuers: boolean
  /** Where the metadata of an issuer are. */
  readonly placeIssuer: (issuer: string) => string
  readonly issuerMethod: string
  /** Redirections of the metadata of an issuer that are followed. */
  readonly issuerRedirections: number
  /** Whether they may lead to an address without HTTPS. */
  readonly takesPlainIssuers: boolean
  readonly takesIssuerStatus: (status: number) => boolean
  readonly isIssuerSame: (metadata: JsonObject, issuer: string) => boolean
  /** How it reads type metadata. */
  readonly types: TypeSteps
  /** Whether it calls a server whose certificate is wrong. */
  readonly trusts: (certificate: CertificateFault) => boolean
  /** Whether it fetches lists before it looks at anything else. */
  readonly fetchesFirst: boolean
  readonly takesResponse: (parameters: JsonObject) => boolean
  /** Whether a session takes another response after one that was refused. */
  readonly reopens: boolean
  readonly validations: Readonly<Record<VpValidationName, VpValidation>>
  readonly send: (endpoint: VpEndpoint, response: HttpResponse) => HttpResponse
}
