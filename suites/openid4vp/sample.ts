import { createHash, X509Certificate } from 'node:crypto'
import type { KnownFacts } from '../../model/finding.ts'
import type { ArtefactKind } from '../../protocol/artefacts/artefact-kinds.ts'
import { encodeBase64url } from '../../protocol/encoding/base64url.ts'
import { type JsonObject, type JsonValue, type Writable, writeJson } from '../../protocol/encoding/json.ts'
import type { Jwk } from '../../protocol/jose/jwk.ts'
import { signCompact, writeJws } from '../../protocol/jose/jws.ts'
import { type CertificateDraft, writeCertificate } from '../../protocol/x509/certificate-write.ts'
import { implicit, sequence, utf8String } from '../../protocol/x509/der-write.ts'
import { sampleTime, toPublic } from '../sd-jwt/sample.ts'
import keys from '../sd-jwt/sample-keys.json' with { type: 'json' }

/** What a sample does otherwise than the usual message of its kind. */
export interface VpChange {
  /** The message; a request, if it is left out. */
  readonly about?: VpKind
  /** The JSON of a message, the claims of a signed one, or the parameters of a URL or a form. */
  readonly content?: (content: JsonObject) => Writable
  readonly header?: (header: JsonObject) => JsonObject
  readonly key?: Jwk
  readonly write?: (text: string) => string
  /** The header fields of a request, or the response of HTTP around the message. */
  readonly http?: { readonly status?: number; readonly headers: JsonObject }
  readonly facts?: Partial<KnownFacts>
}

export interface VpSample {
  readonly kind: ArtefactKind
  readonly text: string
  readonly facts: KnownFacts
}

export const host = 'verifier.example'
export const origin = `https://${host}`
export const responseUri = `${origin}/response`
export const nonce = 'n-0S6_WzA2Mjq7Xb4Tc91L'
export const state = 'af0ifjsldkj_3.8~Qq1xZ0v'
const walletNonce = 'w-83b1c6f0e2d94a7'

const day = 86_400

const root: CertificateDraft = {
  subject: 'Example authority',
  issuer: 'Example authority',
  publicKey: toPublic(keys.other),
  issuerKey: keys.other,
  serial: 1,
  notBefore: new Date((sampleTime - 300 * day) * 1000),
  notAfter: new Date((sampleTime + 300 * day) * 1000),
  ca: true,
  keyUsage: ['keyCertSign'],
}

/** Writes the DNS names of a certificate. */
export const nameHosts = (...names: readonly string[]): Pick<CertificateDraft, 'extensions'> => ({
  extensions: [
    { id: '2.5.29.17', critical: false, value: sequence(...names.map((name) => implicit(2, utf8String(name)))) },
  ],
})

const leaf: CertificateDraft = {
  ...root,
  subject: host,
  publicKey: toPublic(keys.issuer),
  serial: 2,
  ca: false,
  keyUsage: ['digitalSignature'],
  ...nameHosts(host, `www.${host}`),
}

/** A certificate of the verifier. */
export const certify = (change: Partial<CertificateDraft> = {}): Buffer => writeCertificate({ ...leaf, ...change })

export const encodeCertificates = (...list: readonly Buffer[]): JsonObject => ({
  x5c: list.map((each) => each.toString('base64')),
})

export const hashId = (certificate: Buffer): string =>
  `x509_hash:${createHash('sha256').update(certificate).digest('base64url')}`

export const rootCertificate = writeCertificate(root)

/** The query of the usual request. */
export const usualQuery: JsonObject = {
  credentials: [
    {
      id: 'member',
      format: 'dc+sd-jwt',
      meta: { vct_values: ['https://types.example/member'] },
      claims: [
        { id: 'a', path: ['given_name'] },
        { id: 'b', path: ['address', 'city'] },
        { id: 'c', path: ['degrees', null, 'name'] },
      ],
      claim_sets: [['a', 'b'], ['a']],
      trusted_authorities: [{ type: 'aki', values: ['s9tIpPmhxdiuNkHMEWNpYim8S8Y'] }],
    },
    {
      id: 'mdl',
      format: 'mso_mdoc',
      meta: { doctype_value: 'org.iso.18013.5.1.mDL' },
      claims: [{ path: ['org.iso.18013.5.1', 'family_name'], intent_to_retain: false, values: ['Asha'] }],
    },
  ],
  credential_sets: [{ options: [['member'], ['mdl']] }, { options: [['mdl']], required: false }],
}

/** A public key of the verifier for the encryption of responses. */
export const encryptionKey: JsonObject = { ...toPublic(keys.other), kid: 'e1', use: 'enc', alg: 'ECDH-ES' }

export const usualMetadata: JsonObject = {
  jwks: { keys: [encryptionKey] },
  encrypted_response_enc_values_supported: ['A128GCM', 'A256GCM'],
  vp_formats_supported: {
    'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'], 'kb-jwt_alg_values': ['ES256'] },
    mso_mdoc: { issuerauth_alg_values: [-9], deviceauth_alg_values: [-9] },
    ldp_vc: { proof_type_values: ['DataIntegrityProof'], cryptosuite_values: ['ecdsa-rdfc-2019'] },
  },
}

export const usualTransaction: JsonObject = {
  type: 'https://types.example/payment',
  credential_ids: ['member'],
  transaction_data_hashes_alg: ['sha-256'],
  amount: '12.00',
}

export const writeTransaction = (content: Writable): string => encodeBase64url(writeJson(content))

/** What requests of every form have. */
const shared: JsonObject = {
  response_type: 'vp_token',
  nonce,
  dcql_query: usualQuery,
  client_metadata: usualMetadata,
  transaction_data: [writeTransaction(usualTransaction)],
  verifier_info: [{ format: 'jwt', data: 'eyJ.eyJ.c2ln', credential_ids: ['member'] }],
}

const byPost: JsonObject = { ...shared, response_mode: 'direct_post.jwt', response_uri: responseUri, state }

/** The usual request, by a client that is known by the address of its response. */
export const usualRequest: JsonObject = { ...byPost, client_id: `redirect_uri:${responseUri}` }

const signedRequest: JsonObject = {
  ...byPost,
  client_id: `x509_san_dns:${host}`,
  aud: 'https://self-issued.me/v2',
  iat: sampleTime,
  wallet_nonce: walletNonce,
}

export const requestHeader: JsonObject = {
  typ: 'oauth-authz-req+jwt',
  alg: 'ES256',
  ...encodeCertificates(certify()),
}

const attestationHeader: JsonObject = { typ: 'verifier-attestation+jwt', alg: 'ES256', kid: 'attester' }

const attestationClaims: JsonObject = {
  iss: 'https://attester.example',
  sub: host,
  iat: sampleTime - day,
  exp: sampleTime + day,
  cnf: { jwk: toPublic(keys.issuer) },
  redirect_uris: [responseUri],
}

/** An attestation of the verifier. */
export const attest = (change: JsonObject = {}): string =>
  writeJws(attestationHeader, { ...attestationClaims, ...change }, keys.other)

export const writeRequestObject = (change: JsonObject = {}, header: JsonObject = {}): string =>
  writeJws({ ...requestHeader, ...header }, { ...signedRequest, ...change }, keys.issuer)

/** The usual request over the Digital Credentials API. */
export const dcRequest: JsonObject = { ...shared, response_mode: 'dc_api.jwt' }

export const signedDcRequest: JsonObject = {
  ...dcRequest,
  client_id: `x509_san_dns:${host}`,
  expected_origins: [origin, 'https://www.verifier.example'],
}

/** A request with several signatures, of which every one has its own client. */
export function writeMultisigned(payload: JsonObject, ...headers: readonly JsonObject[]): JsonObject {
  const signatures = headers.map((header) => {
    const [head = '', , signature = ''] = signCompact(header, writeJson(payload), keys.issuer).split('.')
    return { protected: head, signature }
  })
  return { payload: encodeBase64url(writeJson(payload)), signatures }
}

const usual = {
  'vp-request': usualRequest,
  'vp-dcql-query': usualQuery,
  'vp-client-metadata': usualMetadata,
  'vp-dc-request': { protocol: 'openid4vp-v1-unsigned', data: dcRequest },
  'vp-wallet-metadata': {
    vp_formats_supported: { 'dc+sd-jwt': {} },
    client_id_prefixes_supported: ['x509_san_dns', 'pre-registered'],
    authorization_endpoint: 'openid4vp:',
  },
} as const satisfies { readonly [K in ArtefactKind]?: JsonObject }

const signed = {
  'vp-request-object': { header: requestHeader, claims: signedRequest, key: keys.issuer },
  'vp-verifier-attestation': { header: attestationHeader, claims: attestationClaims, key: keys.other },
} as const satisfies { readonly [K in ArtefactKind]?: object }

const forms = {
  'vp-request-link': {
    client_id: `x509_san_dns:${host}`,
    request_uri: `${origin}/request/1`,
    request_uri_method: 'post',
  },
  'vp-http-request': { wallet_nonce: walletNonce, wallet_metadata: usual['vp-wallet-metadata'] },
} as const satisfies { readonly [K in ArtefactKind]?: JsonObject }

type VpKind = keyof typeof usual | keyof typeof signed | keyof typeof forms | 'vp-transaction-data'

const keep = <T>(value: T): T => value

const writeForm = (content: JsonObject): string =>
  Object.entries(content)
    .map(([name, value]) => `${name}=${encodeURIComponent(writeValue(value))}`)
    .join('&')

const writeValue = (value: JsonValue): string => (typeof value === 'string' ? value : writeJson(value))

const fields = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/oauth-authz-req+jwt' }

const writeHead = (first: string, headers: JsonObject, body: string): string =>
  [first, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`), '', body].join('\r\n')

function writeMessage({ about = 'vp-request', content = keep, header = keep, key, http }: VpChange): string {
  if (about === 'vp-transaction-data') return writeTransaction(content(usualTransaction))
  if (about === 'vp-request-link') return `openid4vp://?${writeForm(content(forms[about]) as JsonObject)}`
  if (about === 'vp-http-request') {
    const form = writeForm(content(forms[about]) as JsonObject) // a form is no raw text
    return writeHead('POST /request/1 HTTP/1.1', { Host: host, ...(http?.headers ?? fields) }, form)
  }
  if (about in usual) return writeJson(content(usual[about as keyof typeof usual]))
  const { header: first, claims, key: own } = signed[about as keyof typeof signed] // it is one of both
  return writeJws(header(first), content(claims), key ?? own)
}

/** Makes a message between a verifier and a wallet. */
export function makeSample(change: VpChange = {}): VpSample {
  const { about = 'vp-request', write = keep, http, facts } = change
  const text = write(writeMessage(change))
  const known = {
    now: sampleTime,
    anchors: [new X509Certificate(rootCertificate).toString()],
    origin,
    walletNonce,
    ...facts,
  }
  if (http?.status === undefined) return { kind: about, text, facts: known }
  return { kind: 'vp-http-response', text: writeHead(`HTTP/1.1 ${http.status}`, http.headers, text), facts: known }
}
