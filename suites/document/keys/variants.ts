import * as fc from 'fast-check'
import keys from '../../../fixtures/keys.json' with { type: 'json' }
import { isObject } from '../../../protocol/encoding/json.ts'
import { writeJws } from '../../../protocol/jose/jws.ts'
import { certifyKey } from '../../jose/sample-certificate.ts'
import { unrelatedEcKey, unrelatedKey, unrelatedRsaKey } from '../../kit/unrelated-keys.ts'
import { change, drop, put } from '../kit/edits.ts'
import { valueFamily } from '../kit/family.ts'
import { mutate } from '../kit/message-mutations.ts'
import { replaceStep } from '../kit/mutations.ts'
import { type Variant, variant } from '../model/fault.ts'
import { addKey } from './faults.ts'

const { jwks: editKeySet } = mutate

const reversed = editKeySet(change('/keys', (all) => (Array.isArray(all) ? all.toReversed() : all)))

/** A rotation that was announced: the next key is in the set already. */
const signWithNextKey = replaceStep(
  'issuer',
  'signCredential',
  () =>
    ({ header, payload }) =>
      writeJws(put('/kid', keys.issuerNext.kid)(header), payload, keys.issuerNext),
)

// biome-ignore format: a table, one row a line.
export const variants: readonly Variant[] = [
  variant('JWKS', 'publishes its keys in reverse', reversed),
  variant('JWKS', 'signs with its next key', signWithNextKey),
  variant('JWKS', 'publishes one key', editKeySet(change('/keys', (all) => (Array.isArray(all) ? all.slice(0, 1) : all)))),
  variant('JWKS', 'publishes an RSA key as well', addKey({ ...unrelatedRsaKey, kid: 'rsa', use: 'sig', alg: 'RS256' })),
  variant('JWKS', 'publishes an RSA key without `use`', addKey({ ...unrelatedRsaKey, kid: 'rsa' })),
  variant('JWKS', 'publishes keys on other curves as well', valueFamily(fc.constantFrom('P-384', 'P-521', 'secp256k1'), (crv) => addKey({ kty: 'EC', crv, x: 'AAAA', y: 'AAAA', kid: crv, alg: 'ES384' }))),
  variant('JWKS', 'publishes an OKP key', addKey({ kty: 'OKP', crv: 'Ed25519', x: unrelatedKey.x ?? '', kid: 'ed', alg: 'EdDSA', use: 'sig' })),
  variant('JWKS', 'publishes a key for encryption', addKey({ ...unrelatedEcKey, kid: 'enc' })),
  variant('JWKS', 'publishes a key without an id', addKey({ kty: 'EC', crv: 'P-256', x: unrelatedKey.x ?? '', y: unrelatedKey.y ?? '' })),
  variant('JWKS', 'publishes keys without `use`', editKeySet(change('/keys', (all) => JSON.parse(JSON.stringify(all).replaceAll(',"use":"sig"', ''))))),
  variant('JWKS', 'gives a key of another type the same id', addKey({ ...unrelatedRsaKey, kid: 'issuer-2026', use: 'sig', alg: 'RS256' })),
  variant('JWKS', 'gives a key for encryption the same id', addKey({ ...unrelatedEcKey, kid: 'issuer-2026' })),
  variant('JWKS', 'publishes a second key without an id', editKeySet(drop('/keys/1/kid'))),
  variant('JWKS', 'publishes a second key that may only be used to encrypt', editKeySet((set) => put('/keys/1/key_ops', ['deriveKey'])(drop('/keys/1/alg')(set)))),
  variant('JWKS', 'names no algorithm for its keys', editKeySet((set) => drop('/keys/0/alg')(drop('/keys/1/alg')(set)))),
  variant('JWKS', 'publishes a key with `key_ops`', editKeySet(put('/keys/0/key_ops', ['verify']))),
  variant('JWKS', 'publishes a key with its certificate', editKeySet(change('/keys/0', (key) => (isObject(key) ? { ...key, x5c: [certifyKey(key).toString('base64')] } : key)))),
  variant('JWKS', 'publishes a key with any `kid`', valueFamily(fc.string({ maxLength: 60 }), (kid) => editKeySet(put('/keys/1/kid', `next-${kid}`)))),
]
