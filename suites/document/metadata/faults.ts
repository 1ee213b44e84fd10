import * as fc from 'fast-check'
import keys from '../../../fixtures/keys.json' with { type: 'json' }
import type { JsonValue } from '../../../protocol/encoding/json.ts'
import { unrelatedEcKey, unrelatedRsaKey } from '../../kit/unrelated-keys.ts'
import { BODY } from '../bodies/requirements.ts'
import { ENC } from '../encryption/requirements.ts'
import { change, drop, put, rename } from '../kit/edits.ts'
import { notAnObject, valueFamily } from '../kit/family.ts'
import { mutate } from '../kit/message-mutations.ts'
import { changeHeaders, changeResponse, replaceStep } from '../kit/mutations.ts'
import { type Fault, fault } from '../model/fault.ts'
import { META } from './requirements.ts'

const { metadata } = mutate

const encryption = '/credential_request_encryption'
const key = `${encryption}/jwks/keys/0`
const standard = { profile: 'document-openid4vci', decisions: { 'metadata.profile': 'openid4vci-1.0' } } as const

const setContentType = (type: string | undefined) => changeHeaders('issuer', 'issuerMetadata', { 'content-type': type })

const respondWith = (status: number) =>
  changeResponse('issuer', 'issuerMetadata', () => ({ status, headers: {}, body: '' }))

const addKey = (more: JsonValue) =>
  metadata(change(`${encryption}/jwks/keys`, (keys) => (Array.isArray(keys) ? [...keys, more] : keys)))

const { kty, n = '' } = unrelatedRsaKey
const rsaKey = { kty: kty ?? 'RSA', n, e: 'AQAB', kid: 'weak', alg: 'RSA-OAEP-256', use: 'enc' }
const ecKey = {
  kty: 'EC',
  crv: 'P-256',
  x: unrelatedEcKey.x ?? '',
  y: unrelatedEcKey.y ?? '',
  kid: 'weak',
  alg: 'ECDH-ES',
}

/** Keys that anyone can decrypt for, and keys that are for something else. */
const weakKeys = fc.constantFrom<JsonValue>(
  { ...rsaKey, e: 'AA' },
  { ...rsaKey, e: 'AQ' },
  { ...rsaKey, e: 'AQAA' },
  { ...rsaKey, n: Buffer.concat([Buffer.alloc(255, 0xc5), Buffer.from([0xc4])]).toString('base64url') },
  { ...rsaKey, n: Buffer.alloc(128, 0xc5).toString('base64url'), alg: 'RSA1_5' },
  { ...rsaKey, alg: 'RSA1_5' },
  { ...ecKey, crv: 'secp256k1' },
  { ...ecKey, y: ecKey.x },
  { ...ecKey, crv: 'P-384' },
  { ...ecKey, key_ops: ['verify'] },
)

const literal = { 'metadata.path': 'literal' }

const inserted = { 'metadata.path': 'insertion' }

/** Changes `credential_issuer` at the same host. */
export const changeIdentifier = (how: (own: string) => string) =>
  mutate.metadata(change('/credential_issuer', (own) => how(String(own))))

/** Encrypts to an unrelated key instead of the one that the metadata publish. */
const encryptToUnrelatedKey = (kid = keys.issuerSeal.kid) =>
  replaceStep('wallet', 'encrypt', (original) => (request) => {
    const key = { ...unrelatedRsaKey, kid, alg: 'RSA-OAEP-256' }
    return original(request, { credential_request_encryption: { jwks: { keys: [key] } } })
  })

// biome-ignore format: a table, one row a line.
export const faults: readonly Fault[] = [
  fault(META.TEMPLATES, 'defines no credential configuration', metadata(put('/credential_configurations_supported', {})), { rejection: 'none' }),
  fault(META.TEMPLATES, 'leaves out `credential_configurations_supported`', metadata(drop('/credential_configurations_supported')), standard),
  fault(META.TEMPLATES, 'sends `credentials_supported` instead of `credential_configurations_supported`', metadata(rename('credential_configurations_supported', 'credentials_supported')), { ...standard, rejection: 'none' }),
  fault(META.TEMPLATES, 'sends `credential_configurations_supported` as anything but an object', valueFamily(notAnObject, (value) => metadata(put('/credential_configurations_supported', value))), { rejection: 'none' }),
  // A wallet may have the key from a key ceremony: then it need not look into the metadata for one.
  fault(META.ENCRYPTION, 'leaves out `credential_request_encryption`', metadata(drop(encryption)), { rejection: 'none' }),
  fault(META.ENCRYPTION, 'sends `credential_request_encryption` as anything but an object', valueFamily(notAnObject, (value) => metadata(put(encryption, value)))),
  fault(META.ENCRYPTION, 'sends an empty `credential_request_encryption`', metadata(put(encryption, {})), { rejection: 'none' }),
  fault(META.ENCRYPTION, 'publishes an empty key set for requests', metadata(put(`${encryption}/jwks/keys`, [])), { rejection: 'none' }),
  fault(META.ENCRYPTION, 'publishes no key where one is required in spite of a ceremony', metadata(drop(encryption)), { decisions: { 'encryption.requestKeySource': 'offline', 'encryption.ceremony': 'yes' } }),
  fault(META['RESPONSE-ENCRYPTION'], 'sends `credential_response_encryption` as anything but an object', valueFamily(notAnObject, (value) => metadata(put('/credential_response_encryption', value)))),

  fault(META.IDENTITY, 'sends another `credential_issuer`', metadata(put('/credential_issuer', 'https://elsewhere.example')), standard),
  fault(META.IDENTITY, 'sends `credential_issuer` with a trailing slash', metadata(change('/credential_issuer', (own) => `${own}/`)), standard),
  fault(META.IDENTITY, 'leaves out `credential_issuer`', metadata(drop('/credential_issuer')), standard),
  fault(META['KEY-SET'], 'publishes no key set', metadata(drop(`${encryption}/jwks`)), standard),
  fault(META['KEY-SET'], 'publishes an empty key set', metadata(put(`${encryption}/jwks/keys`, [])), { ...standard, alsoBreaks: [META.ENCRYPTION] }),
  fault(META['KEY-SET'], 'publishes two keys with one key ID', metadata(change(`${encryption}/jwks/keys`, (keys) => (Array.isArray(keys) ? [...keys, ...keys] : keys))), standard),
  fault(META['KEY-SET'], 'leaves out `enc_values_supported`', metadata(drop(`${encryption}/enc_values_supported`)), standard),
  fault(META['KEY-SET'], 'sends empty `enc_values_supported`', metadata(put(`${encryption}/enc_values_supported`, [])), standard),
  fault(META['KEY-SET'], 'leaves out `encryption_required`', metadata(drop(`${encryption}/encryption_required`)), standard),
  fault(META['KEY-SET'], 'sends `encryption_required` as a string', metadata(put(`${encryption}/encryption_required`, 'true')), standard),
  fault(META['KEY-ALG'], 'publishes a key without `alg`', metadata(drop(`${key}/alg`)), standard),
  fault(META['KEY-ALG'], 'publishes a key with a number as `alg`', metadata(put(`${key}/alg`, 256)), standard),
  fault(META.PUBLIC, 'publishes the private exponent of its key', metadata(put(`${key}/d`, 'AQAB'))),
  fault(META.PUBLIC, 'publishes the primes of its key', metadata(put(`${key}/p`, 'AQAB'))),
  fault(META.PUBLIC, 'publishes a symmetric key', metadata(change(`${encryption}/jwks/keys`, (keys) => (Array.isArray(keys) ? [...keys, { kty: 'oct', kid: 'shared', alg: 'dir', k: 'AAAA' }] : keys)))),

  fault(META.PUBLIC, 'publishes a private key in another key set', metadata(put('/jwks', { keys: [{ ...ecKey, d: 'AQAB' }] }))),
  fault(META.PUBLIC, 'publishes a private key in PEM', metadata(put('/signing_key', '-----BEGIN PRIVATE KEY-----\nMIG\n-----END PRIVATE KEY-----'))),
  fault(META.PUBLIC, 'sends a private key in Issuer Config', mutate.configResponse(put('/credential_request_encryption_key', { ...ecKey, d: 'AQAB' }))),
  fault(META.PUBLIC, 'sends a symmetric key in the offer', mutate.offer(put('/key', { kty: 'oct', k: 'AAAA' }))),
  fault(META.STRONG, 'publishes a key that protects nothing', valueFamily(weakKeys, (weak) => addKey(weak))),
  fault(META.STRONG, 'publishes something that is no key', valueFamily(fc.constantFrom<JsonValue>('key', null, {}, { kid: 'x' }, []), (value) => metadata(change('/credential_request_encryption/jwks/keys', (all) => [...(Array.isArray(all) ? all : []), value])))),
  fault(META.STRONG, 'publishes its key for an operation twice', metadata(put(`${key}/key_ops`, ['wrapKey', 'wrapKey']))),
  fault(META.STRONG, 'publishes its key for signatures', metadata(put(`${key}/use`, 'sig'))),

  fault(META.ADDRESS, 'has no metadata at the well-known path', respondWith(404), { profile: 'document-openid4vci', alsoBreaks: [META.INSERTED] }),
  fault(META.ADDRESS, 'has no metadata at the well-known path for the agreed method', respondWith(404), { decisions: { ...literal, 'endpoints.issuerMetadata.method': 'POST' } }),
  fault(META.ADDRESS, 'returns 410 Gone at the well-known path', respondWith(410), { decisions: literal }),
  fault(META.INSERTED, 'has no metadata at the inserted well-known path', respondWith(404), { decisions: inserted, alsoBreaks: [META.ADDRESS] }),
  fault(META.INSERTED, 'serves the metadata of an identifier with a path at the inserted well-known path', changeIdentifier((own) => `${own}/tenant`), { decisions: { ...inserted, 'metadata.profile': 'names' } }),
  fault(META.JSON, 'serves its metadata as `application/ld+json`', setContentType('application/ld+json')),
  fault(META.JSON, 'serves its metadata as `text/json`', setContentType('text/json'), { alsoBreaks: [BODY.MEDIA] }),
  fault(META['KEY-USED'], 'encrypts to a key that the metadata do not publish', encryptToUnrelatedKey('unrelated-1')),
  fault(META['KEY-USED'], 'encrypts to another key under the id of the published one', encryptToUnrelatedKey(), { alsoBreaks: [ENC.INTACT] }),
]
