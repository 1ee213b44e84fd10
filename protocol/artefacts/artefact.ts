import type { CborMap } from '../cbor/decode.ts'
import type { JsonObject } from '../encoding/json.ts'
import type { ProtocolError } from '../encoding/problem.ts'
import type { Jwe } from '../jose/jwe.ts'
import type { Jwk } from '../jose/jwk.ts'
import type { Jws, Signed } from '../jose/jws.ts'
import type { HttpForm } from '../openid4vp/http-request.ts'
import type { RequestObject } from '../openid4vp/request-object.ts'
import type { AnySdJwt } from '../sd-jwt/presentation.ts'
import type { SdJwt } from '../sd-jwt/sd-jwt.ts'
import type { ListResponse } from '../status-list/http-response.ts'
import type { SecuredToken } from '../status-list/secured-token.ts'
import type { ArtefactKind } from './artefact-kinds.ts'
import type { Attestation } from './attestation.ts'
import type { Deeplink } from './deeplink.ts'

/** An encrypted message, and what a key that was given made of it. */
export interface EncryptedContent {
  readonly jwe: Jwe
  /** Absent if no key opened it. */
  readonly plaintext?: string
  /** The key that opened it. */
  readonly key?: Jwk
  /** Why no key opened it. */
  readonly problem?: ProtocolError
}

/** What each kind of artefact is once it has been taken apart. */
export interface ArtefactContents extends Record<ArtefactKind, unknown> {
  'issuer-config-request': JsonObject
  'issuer-config-response': JsonObject
  offer: JsonObject
  metadata: JsonObject
  'nonce-response': JsonObject
  deeplink: Deeplink
  'encrypted-request': EncryptedContent
  request: JsonObject
  attestation: Attestation
  'validation-request': JsonObject
  'validation-response': JsonObject
  'encrypted-response': EncryptedContent
  'signed-response': Signed
  response: JsonObject
  callback: JsonObject
  credential: SdJwt
  jwks: JsonObject
  'status-token': Jws
  'sd-jwt': AnySdJwt
  'type-metadata': JsonObject
  'vc-issuer-metadata': JsonObject
  'vc-http-response': ListResponse
  'status-list-token': SecuredToken
  'status-list-response': ListResponse
  'status-list-aggregation': JsonObject
  'referenced-token': SecuredToken
  'vci-offer-link': Deeplink
  'vci-offer': JsonObject
  'vci-issuer-metadata': JsonObject
  'vci-signed-metadata': Jws
  'vci-token-response': JsonObject
  'vci-nonce-response': JsonObject
  'vci-credential-request': JsonObject
  'vci-proof': Jws
  'vci-key-attestation': Jws
  'vci-credential-response': JsonObject
  'vci-error-response': JsonObject
  'vci-notification': JsonObject
  'vci-http-response': ListResponse
  'oauth-server-metadata': JsonObject
  'oauth-pushed-response': JsonObject
  'oauth-dpop-proof': Jws
  'oauth-client-attestation': Jws
  'oauth-client-attestation-pop': Jws
  'vp-request-link': Deeplink
  'vp-request': JsonObject
  'vp-request-object': RequestObject
  'vp-dcql-query': JsonObject
  'vp-client-metadata': JsonObject
  'vp-transaction-data': JsonObject
  'vp-verifier-attestation': Jws
  'vp-dc-request': JsonObject
  'vp-http-request': HttpForm
  'vp-wallet-metadata': JsonObject
  'vp-http-response': ListResponse
  'vp-response': JsonObject
  'vp-response-link': Deeplink
  'vp-encrypted-response': EncryptedContent
  'vp-endpoint-response': JsonObject
  'mdoc-issuer-signed': CborMap
  'mdoc-document': CborMap
  'mdoc-response': CborMap
}

/** One artefact, or one layer inside another, as it was received. */
export interface Artefact<K extends ArtefactKind = ArtefactKind> {
  readonly kind: K
  /** Where it was found: the layers that were opened to reach it. Empty for what was given. */
  readonly at: string
  readonly text: string
  /** What it says, if it could be read. */
  readonly content?: ArtefactContents[K]
  /** Why it could not be read. */
  readonly problem?: ProtocolError
  /** Why it was not opened, though nothing is wrong with it: no key was given, for one. */
  readonly withheld?: string
}
