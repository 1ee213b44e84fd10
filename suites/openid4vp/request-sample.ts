import { createHash } from 'node:crypto'
import { encodeBase64url } from '../../protocol/encoding/base64url.ts'
import { type JsonObject, type Writable, writeJson } from '../../protocol/encoding/json.ts'
import { signCompact, writeJws } from '../../protocol/jose/jws.ts'
import { type CertificateDraft, writeCertificate } from '../../protocol/x509/certificate-write.ts'
import { implicit, sequence, utf8String } from '../../protocol/x509/der-write.ts'
import { sampleTime, toPublic } from '../sd-jwt/sample.ts'
import keys from '../sd-jwt/sample-keys.json' with { type: 'json' }

export const host = 'verifier.example'
export const origin = `https://${host}`
export const responseUri = `${origin}/response`
export const nonce = 'n-0S6_WzA2Mjq7Xb4Tc91L'
export const state = 'af0ifjsldkj_3.8~Qq1xZ0v'
export const walletNonce = 'w-83b1c6f0e2d94a7'

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

export const signedRequest: JsonObject = {
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

export const attestationHeader: JsonObject = { typ: 'verifier-attestation+jwt', alg: 'ES256', kid: 'attester' }

export const attestationClaims: JsonObject = {
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
