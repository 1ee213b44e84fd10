import { isObject, type JsonObject, type JsonValue, readText } from '../../../protocol/encoding/json.ts'
import { openJwe, readJwe } from '../../../protocol/jose/jwe.ts'
import { computeThumbprint, type Jwk, listPrivateMembers } from '../../../protocol/jose/jwk.ts'
import type { Jws } from '../../../protocol/jose/jws.ts'
import { isSignatureAlgorithm, verifySignature } from '../../../protocol/jose/signature-algorithms.ts'
import { authorizationValidations } from './authorization-validations.ts'
import { clientValidations } from './client-validations.ts'
import { writeCredential } from './credential.ts'
import { dpopValidations } from './dpop-validations.ts'
import { isRequired } from './is-required.ts'
import type { VciIssuerSteps, VciProof, VciRequestFacts, VciValidation, VciValidationName } from './issuer-steps.ts'
import { configurationId, membershipType, preAuthorizedGrant } from './names.ts'

const describeIssuer =
  (encryptionKey: Jwk) =>
  (base: string): JsonObject => ({
    credential_issuer: base,
    credential_endpoint: `${base}/credential`,
    nonce_endpoint: `${base}/nonce`,
    deferred_credential_endpoint: `${base}/deferred`,
    notification_endpoint: `${base}/notification`,
    batch_credential_issuance: { batch_size: 3 },
    credential_request_encryption: {
      jwks: { keys: [encryptionKey] },
      enc_values_supported: ['A256GCM'],
      encryption_required: false,
    },
    credential_response_encryption: {
      alg_values_supported: ['ECDH-ES'],
      enc_values_supported: ['A128GCM', 'A256GCM'],
      encryption_required: false,
    },
    display: [{ name: 'Association', locale: 'en' }],
    credential_configurations_supported: {
      [configurationId]: {
        format: 'dc+sd-jwt',
        scope: configurationId,
        vct: membershipType,
        cryptographic_binding_methods_supported: ['jwk'],
        credential_signing_alg_values_supported: ['ES256'],
        proof_types_supported: {
          jwt: { proof_signing_alg_values_supported: ['ES256'] },
          attestation: { proof_signing_alg_values_supported: ['ES256'] },
        },
        credential_metadata: { display: [{ name: 'Membership', locale: 'en' }] },
      },
    },
  })

const describeServer = (server: string): JsonObject => ({
  issuer: server,
  authorization_endpoint: `${server}/authorize`,
  pushed_authorization_request_endpoint: `${server}/push`,
  token_endpoint: `${server}/token`,
  response_types_supported: ['code'],
  grant_types_supported: ['authorization_code', preAuthorizedGrant],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  authorization_details_types_supported: ['openid_credential'],
  'pre-authorized_grant_anonymous_access_supported': true,
})

/** Inserts a well-known path between the host and the path of an identifier. */
export function insertWellKnown(identifier: string, name: string): string {
  const { pathname } = new URL(identifier)
  return `/.well-known/${name}${pathname === '/' ? '' : pathname}`
}

function isEncryptionSupported(wanted: JsonValue, { credential_response_encryption: announced }: JsonObject): boolean {
  if (!isObject(wanted) || !isObject(wanted.jwk) || !isObject(announced)) return false
  const { alg_values_supported: algs, enc_values_supported: encs } = announced
  const isOneOf = (value: JsonValue | undefined, list: JsonValue | undefined): boolean =>
    value !== undefined && Array.isArray(list) && list.includes(value)
  return isOneOf(wanted.jwk.alg, algs) && isOneOf(wanted.enc, encs)
}

/** The proof types of the configuration that is requested; nothing, if it needs no proof. */
const readProofTypes = ({ configuration }: VciRequestFacts): JsonObject | undefined => {
  const types = configuration?.proof_types_supported
  return isObject(types) ? types : undefined
}

const everyProof =
  (isGood: (proof: VciProof, facts: VciRequestFacts) => boolean): VciValidation =>
  (facts) =>
    facts.proofs.every((proof) => proof !== undefined && isGood(proof, facts))

const listAlgorithms = (facts: VciRequestFacts, type: string): readonly JsonValue[] => {
  const described = readProofTypes(facts)?.[type]
  const algs = isObject(described) ? described.proof_signing_alg_values_supported : undefined
  return Array.isArray(algs) ? algs : []
}

/** Seconds by which the clock of a wallet may be wrong. */
const skew = 300

const listAttestations = ({ attestation, proofs }: VciRequestFacts): readonly Jws[] =>
  [attestation, ...proofs.map((proof) => proof?.attestation)].filter((each) => each !== undefined)

function isAttestationGood({ header, payload, signingInput, signature }: Jws, facts: VciRequestFacts): boolean {
  const { provider, now, nonces, metadata, proofs } = facts
  const { alg, typ } = header
  const keys = Array.isArray(payload.attested_keys) ? payload.attested_keys : []
  const isTyped = typeof alg === 'string' && isSignatureAlgorithm(alg) && typ === 'key-attestation+jwt'
  if (!isTyped || !verifySignature(alg, provider, signingInput, signature).isValid || keys.length === 0) return false
  if (typeof payload.exp === 'number' ? payload.exp < now : proofs.length > 0) return false
  return metadata.nonce_endpoint === undefined || nonces.has(readText(payload.nonce))
}

const isAttested = (key: Jwk, { payload: { attested_keys: keys } }: Jws): boolean =>
  (Array.isArray(keys) ? keys.filter(isObject) : []).some((each) => computeThumbprint(each) === computeThumbprint(key))

const needsAttestation = (facts: VciRequestFacts): boolean =>
  Object.values(readProofTypes(facts) ?? {}).some(
    (type) => isObject(type) && type.key_attestations_required !== undefined,
  )

/** What the reference issuer demands. */
const validations: Readonly<Record<VciValidationName, VciValidation>> = {
  ...authorizationValidations,
  ...dpopValidations,
  ...clientValidations,
  'refresh-known': ({ isKnown }) => isKnown,
  'refresh-unused': ({ isUsed }) => !isUsed,
  'refresh-client': ({ request, refreshOf }) =>
    refreshOf === undefined || readText(request.client_id) === refreshOf.client,
  'refresh-key': ({ dpop, refreshOf }) =>
    refreshOf?.boundTo === undefined || (dpop?.key !== undefined && computeThumbprint(dpop.key) === refreshOf.boundTo),
  'refresh-instance': ({ client, refreshOf }) =>
    refreshOf?.instance === undefined ||
    (client?.key !== undefined && computeThumbprint(client.key) === refreshOf.instance),
  'code-known': ({ isKnown }) => isKnown,
  'code-unused': ({ isUsed }) => !isUsed,
  'tx-code-present': ({ txCode, request }) => txCode === undefined || request.tx_code !== undefined,
  'tx-code-right': ({ txCode, request }) => txCode === undefined || request.tx_code === txCode,
  'tx-code-expected': ({ txCode, request }) => txCode !== undefined || request.tx_code === undefined,
  authorized: ({ isAuthorized }) => isAuthorized,
  'request-encrypted': ({ metadata, isEncrypted }) =>
    isEncrypted || !isRequired(metadata, 'credential_request_encryption'),
  identified: ({ request: { credential_identifier: one, credential_configuration_id: other } }) =>
    (one === undefined) !== (other === undefined),
  'identifier-known': ({ request: { credential_identifier: id }, identifiers }) =>
    id === undefined || identifiers.includes(readText(id)),
  'configuration-known': ({ configuration }) => configuration !== undefined,
  'configuration-granted': ({ request: { credential_configuration_id: id }, granted }) =>
    id === undefined || granted === undefined || granted.includes(readText(id)),
  'response-encrypted': ({ metadata, request: { credential_response_encryption: wanted } }) =>
    wanted === undefined
      ? !isRequired(metadata, 'credential_response_encryption')
      : isEncryptionSupported(wanted, metadata),
  'proofs-present': (facts) => readProofTypes(facts) === undefined || facts.request.proofs !== undefined,
  'proofs-one-type': ({ request: { proofs } }) =>
    proofs === undefined ||
    (isObject(proofs) &&
      Object.keys(proofs).length === 1 &&
      Object.values(proofs).every((list) => Array.isArray(list) && list.length > 0)),
  'proofs-few': ({ proofs, metadata: { batch_credential_issuance: batch } }) =>
    proofs.length <= (isObject(batch) ? Number(batch.batch_size) : 1),
  'proof-readable': ({ proofs }) => proofs.every((proof) => proof !== undefined),
  'proof-typ': everyProof(({ jws }) => jws.header.typ === 'openid4vci-proof+jwt'),
  'proof-understood': everyProof(({ jws }) => jws.header.crit === undefined),
  'proof-alg': everyProof(({ jws }, facts) => listAlgorithms(facts, 'jwt').includes(readText(jws.header.alg))),
  'proof-one-key': everyProof(
    ({ jws: { header } }) => ['jwk', 'kid', 'x5c'].filter((name) => header[name] !== undefined).length === 1,
  ),
  'proof-public': everyProof(({ key }) => key !== undefined && listPrivateMembers(key).length === 0),
  'proof-signed': everyProof(
    ({ jws: { header, signingInput, signature }, key }) =>
      key !== undefined && verifySignature(readText(header.alg), key, signingInput, signature).isValid,
  ),
  'proof-aud': everyProof(({ jws }, { base }) => jws.payload.aud === base),
  'proof-iat': everyProof(({ jws }) => typeof jws.payload.iat === 'number'),
  'proof-nonce-present': everyProof(
    ({ jws }, { metadata }) => metadata.nonce_endpoint === undefined || typeof jws.payload.nonce === 'string',
  ),
  'proof-nonce-known': everyProof(
    ({ jws }, { metadata, nonces }) => metadata.nonce_endpoint === undefined || nonces.has(readText(jws.payload.nonce)),
  ),
  'proof-fresh': everyProof(
    ({ jws: { payload } }, { now }) =>
      Math.abs(Number(payload.iat) - now) <= skew &&
      (typeof payload.nbf !== 'number' || payload.nbf <= now + skew) &&
      (typeof payload.exp !== 'number' || payload.exp >= now - skew),
  ),
  'attestation-present': (facts) =>
    !needsAttestation(facts) ||
    facts.attestation !== undefined ||
    facts.proofs.every((proof) => proof?.attestation !== undefined),
  'attestation-good': (facts) => listAttestations(facts).every((each) => isAttestationGood(each, facts)),
  'attestation-holds': everyProof(
    ({ key, attestation }) => !attestation || (key !== undefined && isAttested(key, attestation)),
  ),
  'transaction-known': ({ isKnown }) => isKnown,
  'transaction-unused': ({ isUsed }) => !isUsed,
  'notification-known': ({ isKnown }) => isKnown,
}

const keep = <T>(value: T): T => value

/** The steps of the reference issuer: everything is right. */
export const makeUsualSteps = (encryptionKey: Jwk): VciIssuerSteps => ({
  issuerMetadata: describeIssuer(encryptionKey),
  serverMetadata: describeServer,
  signsFor: (accept) => accept.includes('application/jwt'),
  signedMetadata: keep,
  wellKnown: insertWellKnown,
  offer: keep,
  isOfferReferred: false,
  deferrals: 0,
  makeNonce: (_, random) => random(16).toString('base64url'),
  validations,
  push: keep,
  makeSalt: (_, random) => random(16).toString('base64url'),
  pushMethods: ['POST'],
  readsBeside: false,
  pushed: keep,
  authorization: keep,
  isRevoking: true,
  takeNote: (note) => note(),
  token: keep,
  find: (_, all, name) => all.get(name),
  readToken: ({ headers }) => headers.authorization?.replace(/^(?:Bearer|DPoP) +/i, '') ?? '',
  readDpop: ({ headers }) => headers.dpop,
  chooseConfiguration: ({ credential_configuration_id: id, credential_identifier: one }) =>
    readText(id ?? (one === undefined ? '' : (readText(one).match(/^([a-z]+)-1$/)?.[1] ?? configurationId))),
  grant: keep,
  bind: keep,
  writeCredential,
  confirm: keep,
  credentialHeader: keep,
  credentialClaims: keep,
  credential: keep,
  transaction: keep,
  encryption: keep,
  open: (jwe, key) => openJwe(readJwe(jwe), key).toString('utf8'),
  encryptionHeader: keep,
  encryptionRandom: keep,
  chooseAttested: (attested) => attested,
  hiddenClaims: [
    ['given_name', 'Asha'],
    ['member_since', '2019'],
  ],
  elements: keep,
  orderDigests: (digests) => digests.toSorted(),
  nameOffer: (id) => id,
  nameCode: (code) => code,
  refreshes: 'never',
  refreshToken: (token) => token,
  document: () => undefined,
  send: (_, response) => response,
})
