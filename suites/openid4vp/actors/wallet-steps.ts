import type { CertificateFault } from '../../../model/probe.ts'
import type { HttpRequest } from '../../../model/wire.ts'
import type { JsonObject, JsonValue } from '../../../protocol/encoding/json.ts'
import type { Random } from '../../../protocol/encoding/random.ts'
import type { Jwk } from '../../../protocol/jose/jwk.ts'
import type { VpTrust } from './verifier-steps.ts'

/** What a wallet knows of a request when it looks at it. */
export interface VpWalletFacts {
  /** The parameters of the link. */
  readonly link: JsonObject
  /** The parameters that count. */
  readonly request: JsonObject
  /** The request object, where there is one. */
  readonly object?: VpSignedRequest
  /** All signatures of a request object, each by another client. */
  readonly signatures?: readonly VpSignedRequest[]
  /** The origin that the platform states, where the request came by the Digital Credentials API. */
  readonly origin?: string
  /** The status code with which a request object came. */
  readonly status: number
  readonly walletNonce?: string
  /** The document of the DID that names the verifier, where it has to be fetched. */
  readonly didDocument?: JsonObject
  /** PEM certificates of the authorities that certify verifiers. */
  readonly anchors: VpTrust['anchors']
  readonly now: number
}

/** A request object in compact form. */
export interface VpSignedRequest {
  readonly header: JsonObject
  readonly signingInput: string
  readonly signature: Buffer
}

/** One thing that a wallet looks at before it presents. */
export type VpWalletValidation = (facts: VpWalletFacts) => boolean

/** What a wallet looks at, by the name of what it demands. */
export const vpWalletValidations = [
  'object-given',
  'object-typed',
  'object-current',
  'object-understood',
  'origin-expected',
  'client-same',
  'client-known',
  'client-certified',
  'chain-trusted',
  'object-signed',
  'did-signed',
  'attestation-given',
  'attestation-trusted',
  'attestation-current',
  'attestation-own',
  'attestation-proved',
  'audience-own',
  'wallet-nonce-same',
  'address-own',
  'place-own',
  'host-own',
  'redirect-absent',
  'nonce-present',
  'response-type-known',
  'transaction-known',
  'parameters-known',
  'metadata-known',
  'query-known',
] as const
export type VpWalletValidationName = (typeof vpWalletValidations)[number]

/** A query for a credential, and the claims of it that are shown. */
export interface VpChoice {
  readonly query: JsonObject
  readonly claims: readonly JsonObject[]
}

/** The steps of a wallet of OpenID4VP 1.0. Each can be changed by itself. */
export interface VpWalletSteps {
  /** The header of the credential that it holds, as its issuer made it. */
  readonly credentialHeader: (header: JsonObject) => JsonObject
  /** The claims of that credential that are not hidden. */
  readonly credentialClaims: (claims: JsonObject) => JsonObject
  readonly validations: Readonly<Record<VpWalletValidationName, VpWalletValidation>>
  /** The method by which a request object is fetched. */
  readonly chooseMethod: (link: JsonObject) => string
  /** The parameters with which a request object is asked for by POST. */
  readonly fetchForm: (form: Readonly<Record<string, string>>) => Readonly<Record<string, string>>
  /** The parameters that count, of an unsigned request to the Digital Credentials API. */
  readonly dcParameters: (data: JsonObject) => JsonObject
  /** The parameters that count, of those of a request object and of the link around it. */
  readonly parameters: (object: JsonObject, link: JsonObject) => JsonObject
  readonly followsRedirects: boolean
  /** Whether the credential that it has answers a query. */
  readonly matches: (query: JsonObject, isMatch: boolean) => boolean
  /** What it presents, of what was asked for. Nothing, if it cannot present what is required. */
  readonly choose: (choices: readonly VpChoice[] | undefined, request: JsonObject) => readonly VpChoice[] | undefined
  /** The disclosures that are shown, of all that the credential has. */
  readonly show: (disclosures: readonly string[], all: readonly string[]) => readonly string[]
  /** Whether it adds a Key Binding JWT to what it presents for a query. */
  readonly binds: (query: JsonObject) => boolean
  readonly bindingHeader: (header: JsonObject) => JsonObject
  readonly bindingClaims: (claims: JsonObject, facts: VpWalletFacts) => JsonObject
  readonly bindingKey: (key: Jwk) => Jwk
  /** The hash of transaction data. */
  readonly hashTransaction: (text: string) => string
  readonly presentation: (text: string, query: JsonObject) => JsonValue
  readonly token: (token: JsonObject, facts: VpWalletFacts) => JsonValue
  /** The parameters of a response, or of an error. */
  readonly response: (content: JsonObject, facts: VpWalletFacts) => JsonObject
  readonly encrypts: (request: JsonObject) => boolean
  /** The keys of the request that it may encrypt to. */
  readonly encryptionKeys: (keys: readonly JsonObject[]) => readonly JsonObject[]
  /** The key to which it encrypts, of those; nothing, if it can encrypt to none. */
  readonly chooseKey: (keys: readonly JsonObject[]) => JsonObject | undefined
  /** The content encryption, of those that the verifier names. */
  readonly chooseEncryption: (names: readonly JsonValue[]) => JsonValue | undefined
  readonly encryptionHeader: (header: JsonObject) => JsonObject
  /** Where the octets for an encryption come from. */
  readonly encryptionRandom: (random: Random) => Random
  readonly address: (request: JsonObject) => string
  /** Whether it answers a request that it refuses with an error. */
  readonly sendsErrors: boolean
  /** Whether it opens the address to which a verifier sends its user. */
  readonly opensReturn: boolean
  /** Whether it calls a server whose certificate is wrong. */
  readonly trusts: (certificate: CertificateFault) => boolean
  readonly send: (request: HttpRequest, facts: VpWalletFacts) => HttpRequest
  /** What it says at the end. */
  readonly end: (end: VpWalletEnd) => VpWalletEnd
}

/** A request that the platform hands over, with the origin of the page that made it. */
export interface DcHandover {
  readonly request: JsonObject
  readonly origin: string
}

/** How a request ended for a wallet. */
export interface VpWalletEnd {
  readonly accepted: boolean
  /** What the Digital Credentials API returns, where it brought the request. */
  readonly response?: JsonObject
  readonly refused?: string
}
