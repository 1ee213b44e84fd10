import { type Fault, fault } from '../../model/fault.ts'
import { BODY } from '../bodies/requirements.ts'
import { change, drop, put, rename } from '../kit/edits.ts'
import { notAnObject, valueFamily } from '../kit/family.ts'
import { mutate } from '../kit/message-mutations.ts'
import { changeHeaders, changeResponse, replaceStep } from '../kit/mutations.ts'
import { unrelatedRsaKey } from '../kit/unrelated-keys.ts'
import { META } from './requirements.ts'

const { metadata } = mutate

const encryption = '/credential_request_encryption'
const key = `${encryption}/jwks/keys/0`
const standard = { profile: 'openid4vci-1.0' } as const

const served = (type: string | undefined) => changeHeaders('issuer', 'issuerMetadata', { 'content-type': type })

const elsewhere = (status: number) =>
  changeResponse('issuer', 'issuerMetadata', () => ({ status, headers: {}, body: '' }))

const literal = { 'metadata.path': 'literal' }

const inserted = { 'metadata.path': 'insertion' }

/** Names itself otherwise, at the same host. */
const named = (how: (own: string) => string) => mutate.metadata(change('/credential_issuer', (own) => how(String(own))))

/** Takes a key of somebody else for the one that the metadata publish. */
const forStranger = replaceStep('wallet', 'encrypt', (honest) => (request) => {
  const key = { ...unrelatedRsaKey, kid: 'stranger-1', alg: 'RSA-OAEP-256' }
  return honest(request, { credential_request_encryption: { jwks: { keys: [key] } } })
})

// biome-ignore format: a table, one row a line.
export const faults: readonly Fault[] = [
  fault(META.TEMPLATES, 'describes no credential', metadata(put('/credential_configurations_supported', {}))),
  fault(META.TEMPLATES, 'leaves out the templates', metadata(drop('/credential_configurations_supported')), { profile: 'openid4vci-1.0' }),
  fault(META.TEMPLATES, 'calls them `credentials_supported`', metadata(rename('credential_configurations_supported', 'credentials_supported')), { profile: 'openid4vci-1.0' }),
  fault(META.TEMPLATES, 'describes credentials with anything but an object', valueFamily(notAnObject, (value) => metadata(put('/credential_configurations_supported', value)))),
  fault(META.ENCRYPTION, 'leaves out `credential_request_encryption`', metadata(drop(encryption))),
  fault(META.ENCRYPTION, 'gives anything but an object for it', valueFamily(notAnObject, (value) => metadata(put(encryption, value)))),
  fault(META.ENCRYPTION, 'publishes no key although keys from a ceremony are no excuse', metadata(drop(encryption)), { decisions: { 'encryption.requestKeySource': 'offline', 'encryption.ceremony': 'yes' } }),
  fault(META['RESPONSE-ENCRYPTION'], 'gives anything but an object for `credential_response_encryption`', valueFamily(notAnObject, (value) => metadata(put('/credential_response_encryption', value)))),

  fault(META.IDENTITY, 'names another issuer', metadata(put('/credential_issuer', 'https://elsewhere.example')), standard),
  fault(META.IDENTITY, 'names itself with a slash at the end', metadata(put('/credential_issuer', 'https://issuer.example/')), standard),
  fault(META.IDENTITY, 'does not name itself', metadata(drop('/credential_issuer')), standard),
  fault(META['KEY-SET'], 'publishes no key set', metadata(drop(`${encryption}/jwks`)), standard),
  fault(META['KEY-SET'], 'publishes an empty key set', metadata(put(`${encryption}/jwks/keys`, [])), standard),
  fault(META['KEY-SET'], 'publishes two keys with one id', metadata(change(`${encryption}/jwks/keys`, (keys) => (Array.isArray(keys) ? [...keys, ...keys] : keys))), standard),
  fault(META['KEY-SET'], 'does not say which content encryptions it takes', metadata(drop(`${encryption}/enc_values_supported`)), standard),
  fault(META['KEY-SET'], 'takes no content encryption', metadata(put(`${encryption}/enc_values_supported`, [])), standard),
  fault(META['KEY-SET'], 'does not say whether encryption is required', metadata(drop(`${encryption}/encryption_required`)), standard),
  fault(META['KEY-SET'], 'says in a string that encryption is required', metadata(put(`${encryption}/encryption_required`, 'true')), standard),
  fault(META['KEY-ALG'], 'does not say what its key is used with', metadata(drop(`${key}/alg`)), standard),
  fault(META['KEY-ALG'], 'says with a number what its key is used with', metadata(put(`${key}/alg`, 256)), standard),
  fault(META.PUBLIC, 'publishes the private exponent of its key', metadata(put(`${key}/d`, 'AQAB'))),
  fault(META.PUBLIC, 'publishes the primes of its key', metadata(put(`${key}/p`, 'AQAB'))),
  fault(META.PUBLIC, 'publishes a shared key', metadata(change(`${encryption}/jwks/keys`, (keys) => (Array.isArray(keys) ? [...keys, { kty: 'oct', kid: 'shared', alg: 'dir', k: 'AAAA' }] : keys)))),


  fault(META.ADDRESS, 'has nothing at the well-known path', elsewhere(404), { profile: 'openid4vci-1.0', alsoBreaks: [META.INSERTED] }),
  fault(META.ADDRESS, 'has nothing at the well-known path for the method that was agreed', elsewhere(404), { decisions: { ...literal, 'endpoints.issuerMetadata.method': 'POST' } }),
  fault(META.ADDRESS, 'had something at the well-known path once', elsewhere(410), { decisions: literal }),
  fault(META.INSERTED, 'has nothing where the well-known path stands behind its host', elsewhere(404), { decisions: inserted, alsoBreaks: [META.ADDRESS] }),
  fault(META.INSERTED, 'serves there what belongs to an identifier with a path', named((own) => `${own}/tenant`), { decisions: { ...inserted, 'metadata.profile': 'names' } }),
  fault(META.JSON, 'serves its metadata as another kind of JSON', served('application/ld+json')),
  fault(META.JSON, 'serves its metadata as `text/json`', served('text/json'), { alsoBreaks: [BODY.MEDIA] }),
  fault(META['KEY-USED'], 'encrypts with a key that the metadata do not publish', forStranger),
]
