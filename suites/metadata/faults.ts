import type { Fault } from '../../src/model/fault.ts'
import { fault } from '../../src/model/fault.ts'
import { change, drop, message, put, rename } from '../deviations.ts'
import { each, notAnObject } from '../family.ts'
import { META } from './requirements.ts'

const { metadata } = message

const encryption = '/credential_request_encryption'
const key = `${encryption}/jwks/keys/0`
const standard = { under: 'openid4vci-1.0' } as const

// biome-ignore format: a table, one row a line.
export const faults: readonly Fault[] = [
  fault(META.TEMPLATES, 'describes no credential', metadata(put('/credential_configurations_supported', {}))),
  fault(META.TEMPLATES, 'leaves out the templates', metadata(drop('/credential_configurations_supported')), { under: 'openid4vci-1.0' }),
  fault(META.TEMPLATES, 'calls them `credentials_supported`', metadata(rename('credential_configurations_supported', 'credentials_supported')), { under: 'openid4vci-1.0' }),
  fault(META.TEMPLATES, 'describes credentials with anything but an object', each(notAnObject, (value) => metadata(put('/credential_configurations_supported', value)))),
  fault(META.ENCRYPTION, 'leaves out `credential_request_encryption`', metadata(drop(encryption))),
  fault(META.ENCRYPTION, 'gives anything but an object for it', each(notAnObject, (value) => metadata(put(encryption, value)))),
  fault(META.ENCRYPTION, 'publishes no key although keys from a ceremony are no excuse', metadata(drop(encryption)), { given: { 'encryption.requestKeySource': 'offline', 'encryption.ceremony': 'yes' } }),
  fault(META['RESPONSE-ENCRYPTION'], 'gives anything but an object for `credential_response_encryption`', each(notAnObject, (value) => metadata(put('/credential_response_encryption', value)))),

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
]
