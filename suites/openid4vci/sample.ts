import type { KnownFacts } from '../../model/finding.ts'
import type { ArtefactKind } from '../../protocol/artefacts/artefact-kinds.ts'
import { type JsonObject, type Writable, writeJson } from '../../protocol/encoding/json.ts'
import type { Jwk } from '../../protocol/jose/jwk.ts'
import { writeJws } from '../../protocol/jose/jws.ts'
import { type ResponseHead, writeResponseText } from '../kit/http-text.ts'
import { sampleTime, toPublic } from '../sd-jwt/sample.ts'
import keys from '../sd-jwt/sample-keys.json' with { type: 'json' }
import type { Sample } from '../suite.ts'
import { preAuthorizedGrant } from './actors/names.ts'

/** What a sample does otherwise than the usual message of its kind. */
export interface VciChange {
  /** The message; an offer, if it is left out. */
  readonly about?: VciKind
  /** The JSON of a message, or the claims of a signed one. */
  readonly content?: (content: JsonObject) => Writable
  readonly header?: (header: JsonObject) => JsonObject
  readonly key?: Jwk
  readonly write?: (text: string) => string
  /** The response of HTTP around the message. */
  readonly http?: ResponseHead
  readonly facts?: Partial<KnownFacts>
}

export const issuer = 'https://issuer.example'
export const nonce = 'wKI4LT17ac15ES9bw8ac4'

const usualConfiguration: JsonObject = {
  format: 'dc+sd-jwt',
  scope: 'member',
  vct: 'https://types.example/member',
  cryptographic_binding_methods_supported: ['jwk'],
  credential_signing_alg_values_supported: ['ES256'],
  proof_types_supported: { jwt: { proof_signing_alg_values_supported: ['ES256'] } },
  credential_metadata: { display: [{ name: 'Membership', locale: 'en' }] },
}

/** The metadata of the usual issuer. */
export const usualMetadata: JsonObject = {
  credential_issuer: issuer,
  authorization_servers: ['https://login.example', 'https://other.example'],
  credential_endpoint: `${issuer}/credential`,
  nonce_endpoint: `${issuer}/nonce`,
  notification_endpoint: `${issuer}/notification`,
  batch_credential_issuance: { batch_size: 2 },
  credential_request_encryption: {
    jwks: { keys: [{ ...toPublic(keys.issuer), kid: 'e1', alg: 'ECDH-ES' }] },
    enc_values_supported: ['A256GCM'],
    encryption_required: false,
  },
  credential_response_encryption: {
    alg_values_supported: ['ECDH-ES'],
    enc_values_supported: ['A256GCM'],
    encryption_required: false,
  },
  display: [{ name: 'Association', locale: 'en' }],
  credential_configurations_supported: { member: usualConfiguration },
}

/** The metadata with another credential configuration. */
export const setConfiguration =
  (change: JsonObject) =>
  (content: JsonObject): JsonObject => ({
    ...content,
    credential_configurations_supported: { member: { ...usualConfiguration, ...change } },
  })

/** The metadata with one more credential configuration. */
export const addConfiguration =
  (change: JsonObject, id = 'guest') =>
  (content: JsonObject): JsonObject => ({
    ...content,
    credential_configurations_supported: {
      ...Object(content.credential_configurations_supported),
      [id]: { ...usualConfiguration, ...change },
    },
  })

const proofHeader: JsonObject = { typ: 'openid4vci-proof+jwt', alg: 'ES256', jwk: toPublic(keys.holder) }
const proofClaims: JsonObject = { aud: issuer, iat: sampleTime, nonce }

const attestationHeader: JsonObject = { typ: 'key-attestation+jwt', alg: 'ES256', kid: 'wallet-provider' }
const attestationClaims: JsonObject = {
  iat: sampleTime,
  exp: sampleTime + 86_400,
  nonce,
  key_storage: ['iso_18045_moderate'],
  attested_keys: [toPublic(keys.holder)],
}

/** A key attestation by the provider of the wallet. */
export const writeAttestation = (change: JsonObject = {}): string =>
  writeJws(attestationHeader, { ...attestationClaims, ...change }, keys.other)

export const writeProof = (key: typeof keys.other | typeof keys.holder = keys.holder): string =>
  writeJws({ ...proofHeader, jwk: toPublic(key) }, proofClaims, key)

const usual = {
  'vci-offer': {
    credential_issuer: issuer,
    credential_configuration_ids: ['member'],
    grants: {
      authorization_code: { issuer_state: 'a state', authorization_server: 'https://login.example' },
      [preAuthorizedGrant]: { 'pre-authorized_code': 'a code', tx_code: { length: 4, input_mode: 'numeric' } },
    },
  },
  'vci-issuer-metadata': usualMetadata,
  'vci-token-response': {
    access_token: 'a token',
    token_type: 'Bearer',
    expires_in: 600,
    authorization_details: [
      { type: 'openid_credential', credential_configuration_id: 'member', credential_identifiers: ['member-1'] },
    ],
  },
  'vci-nonce-response': { c_nonce: nonce },
  'vci-credential-request': { credential_configuration_id: 'member', proofs: { jwt: [writeProof()] } },
  'vci-credential-response': { credentials: [{ credential: 'eyJ.eyJ.c2ln~' }], notification_id: 'n1' },
  'vci-error-response': { error: 'invalid_proof', error_description: 'The signature is wrong.' },
  'vci-notification': { notification_id: 'n1', event: 'credential_accepted' },
  'oauth-server-metadata': {
    issuer: 'https://login.example',
    authorization_endpoint: 'https://login.example/authorize',
    token_endpoint: 'https://login.example/token',
    pushed_authorization_request_endpoint: 'https://login.example/push',
    require_pushed_authorization_requests: true,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', preAuthorizedGrant],
    code_challenge_methods_supported: ['S256'],
    scopes_supported: ['member'],
  },
  'oauth-pushed-response': { request_uri: 'urn:ietf:params:oauth:request_uri:1', expires_in: 60 },
} as const satisfies { readonly [K in ArtefactKind]?: JsonObject }

const signed = {
  'vci-signed-metadata': {
    header: { typ: 'openidvci-issuer-metadata+jwt', alg: 'ES256', kid: 'issuer-key' },
    claims: { ...usualMetadata, sub: issuer, iat: sampleTime },
    key: keys.issuer,
  },
  'vci-proof': { header: proofHeader, claims: proofClaims, key: keys.holder },
  'vci-key-attestation': { header: attestationHeader, claims: attestationClaims, key: keys.other },
  'oauth-dpop-proof': {
    header: { typ: 'dpop+jwt', alg: 'ES256', jwk: toPublic(keys.holder) },
    claims: { jti: 'p1', htm: 'POST', htu: `${issuer}/credential`, iat: sampleTime },
    key: keys.holder,
  },
  'oauth-client-attestation': {
    header: { typ: 'oauth-client-attestation+jwt', alg: 'ES256', kid: 'wallet-provider' },
    claims: { sub: 'wallet', iat: sampleTime, exp: sampleTime + 86_400, cnf: { jwk: toPublic(keys.holder) } },
    key: keys.other,
  },
  'oauth-client-attestation-pop': {
    header: { typ: 'oauth-client-attestation-pop+jwt', alg: 'ES256', kid: 'wallet' },
    claims: { iss: 'wallet', aud: 'https://login.example', jti: 'p1', iat: sampleTime },
    key: keys.holder,
  },
} as const satisfies { readonly [K in ArtefactKind]?: object }

type VciKind = keyof typeof usual | keyof typeof signed | 'vci-offer-link'

const keep = <T>(value: T): T => value

function writeMessage({ about = 'vci-offer', content = keep, header = keep, key }: VciChange): string {
  if (about === 'vci-offer-link')
    return `openid-credential-offer://?credential_offer=${encodeURIComponent(writeJson(content(usual['vci-offer'])))}`
  if (about in usual) return writeJson(content(usual[about as keyof typeof usual]))
  const { header: first, claims, key: own } = signed[about as keyof typeof signed] // it is one of both
  return writeJws(header(first), content(claims), key ?? own)
}

/** The keys of the issuer, of the provider of the wallet, and of the wallet. */
const usualKeys: JsonObject = {
  keys: [
    { ...toPublic(keys.issuer), kid: 'issuer-key' },
    { ...toPublic(keys.other), kid: 'wallet-provider' },
    { ...toPublic(keys.holder), kid: 'wallet' },
  ],
}

/** Makes a message between a wallet and an issuer. */
export function makeSample(change: VciChange = {}): Sample {
  const { about = 'vci-offer', write = keep, http, facts } = change
  const text = write(writeMessage(change))
  const known = { issuer, issuerMetadata: usualMetadata, nonce, now: sampleTime, jwks: usualKeys, ...facts }
  if (!http) return { kind: about, text, facts: known }
  return { kind: 'vci-http-response', text: writeResponseText(http, text), facts: known }
}
