import type { SchemaName } from '../../protocol/artefacts/shape.ts'
import { claimSet } from '../../suites/document/claims/claim-set.ts'
import { ecKey, otherEcKey, rsaKey } from '../keys.ts'

const { d: _, kid: __, ...attestedKey } = ecKey
const { d: ___, kid: ____, ...otherAttestedKey } = otherEcKey
const digest = attestedKey.x

/** The grant of the exchange, as a step of a JSON pointer. */
export const grant = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'

/** One message for each schema, with which nothing is wrong. */
export const honest: Readonly<Record<SchemaName, unknown>> = {
  'issuer-config-request': { device_id: 'device-1' },
  'issuer-config-response': { credential_identifier: 'dataset-1', nonce: 'n-1' },
  offer: {
    credential_issuer: 'https://issuer.example/base',
    credential_configuration_ids: ['identity', 'age'],
    grants: { [grant]: { 'pre-authorized_code': 'code-1' } },
  },
  metadata: { credential_request_encryption: { jwks: {} }, credential_response_encryption: {} },
  'nonce-response': { c_nonce: 'n-2' },
  request: { credential_identifier: 'dataset-1', proof: [], credential_response_encryption: {} },
  'credential-response-encryption': {
    jwk: { kty: 'RSA', kid: 'wallet-1', use: 'enc', alg: 'RSA-OAEP-256', n: rsaKey.n, e: rsaKey.e },
    enc: 'A256GCM',
    zip: 'DEF',
  },
  'attestation-header': { typ: 'keyattestation+jwt', alg: 'ES256', x5c: ['MIIB', 'MIIC'] },
  'attestation-payload': { nonce: 'n-2', iat: 1_700_000_000, attested_keys: [attestedKey, otherAttestedKey] },
  'validation-request': { uid: '123412341234', encryted_credential_request: 'a.b.c.d.e' },
  'validation-response': { credential_response: 'a.b.c.d.e' },
  response: { credential_identifier: 'dataset-1', credentials: [{ Credential: 'a.b.c~' }] },
  callback: { credential_identifier: 'dataset-1', credentials: [{ Credential: 'a.b.c~' }] },
  'credential-header': { typ: 'vc+sd-jwt', alg: 'ES256', kid: 'issuer-1' },
  'credential-payload': {
    iss: 'https://issuer.example',
    id: '4f1c6b6e-9f0a-4c55-8b52-0d6c5a9a7e10',
    iat: 1_700_000_000,
    exp: 1_800_000_000,
    status: 'https://status.example/credentials/status/1',
    _sd_alg: 'SHA-256',
    _sd: [digest, digest],
    cnf: { jwk: { ...attestedKey, kid: 'holder-1', alg: 'ES256' } },
  },
  'disclosure-name-value-salt': ['Dob', { year: 1990 }, 'c2FsdA'],
  'disclosure-salt-name-value': ['c2FsdA', 'Dob', null],
  claims: Object.fromEntries(Object.keys(claimSet).map((name) => [name, 'x'])),
  jwks: { keys: [{ ...attestedKey, kid: 'issuer-1' }] },
  'jwk-p256': attestedKey,
  'status-header': { alg: 'ES256' },
  'status-payload': { status: 'active' },
}

/** A change to a message: what to put at a place. Nothing, to take away what is there. */
export type Change = readonly [pointer: string, value: unknown]

/** A message with some changes, made in turn. */
export const changed = (message: unknown, changes: readonly Change[]): unknown => {
  const text = JSON.stringify(
    changes.reduce((whole, [at, value]) => put(whole, at.split('/').slice(1), value), message),
  )
  return text === undefined ? undefined : JSON.parse(text)
}

function put(whole: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value
  if (typeof whole !== 'object' || whole === null) return whole
  const inner = put((whole as Readonly<Record<string, unknown>>)[step], rest, value) // an array has members, too
  return Array.isArray(whole) ? Object.assign([...whole], { [step]: inner }) : { ...whole, [step]: inner }
}

/** Every place in a message. */
export const pointersIn = (message: unknown, at = ''): readonly string[] =>
  typeof message === 'object' && message !== null
    ? [at, ...Object.entries(message).flatMap(([step, inner]) => pointersIn(inner, `${at}/${step}`))]
    : [at]
