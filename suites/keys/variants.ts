import * as fc from 'fast-check'
import { type Variant, variant } from '../../src/model/fault.ts'
import type { JsonValue } from '../../src/protocol/json.ts'
import { change, drop, message, put } from '../deviations.ts'
import { each } from '../family.ts'
import { sealOnCurve, stranger, strangerSeal } from '../stranger.ts'

const { jwks } = message

const adding = (more: JsonValue) => jwks(change('/keys', (all) => (Array.isArray(all) ? [...all, more] : all)))
const reversed = jwks(change('/keys', (all) => (Array.isArray(all) ? all.toReversed() : all)))

// biome-ignore format: a table, one row a line.
export const variants: readonly Variant[] = [
  variant('JWKS', 'publishes its keys in reverse', reversed),
  variant('JWKS', 'publishes one key', jwks(change('/keys', (all) => (Array.isArray(all) ? all.slice(0, 1) : all)))),
  variant('JWKS', 'publishes an RSA key as well', adding({ ...strangerSeal, kid: 'rsa', use: 'sig', alg: 'RS256' })),
  variant('JWKS', 'publishes an RSA key that says nothing of its use', adding({ ...strangerSeal, kid: 'rsa' })),
  variant('JWKS', 'publishes keys on other curves as well', each(fc.constantFrom('P-384', 'P-521', 'secp256k1'), (crv) => adding({ kty: 'EC', crv, x: 'AAAA', y: 'AAAA', kid: crv, alg: 'ES384' }))),
  variant('JWKS', 'publishes a key of an octet pair', adding({ kty: 'OKP', crv: 'Ed25519', x: stranger.x ?? '', kid: 'ed', alg: 'EdDSA', use: 'sig' })),
  variant('JWKS', 'publishes a key for encryption', adding({ ...sealOnCurve, kid: 'enc' })),
  variant('JWKS', 'publishes a key without an id', adding({ kty: 'EC', crv: 'P-256', x: stranger.x ?? '', y: stranger.y ?? '' })),
  variant('JWKS', 'says nothing of the use of its keys', jwks(change('/keys', (all) => JSON.parse(JSON.stringify(all).replaceAll(',"use":"sig"', ''))))),
  variant('JWKS', 'gives a key of another type the same id', adding({ ...strangerSeal, kid: 'issuer-2026', use: 'sig', alg: 'RS256' })),
  variant('JWKS', 'gives a key for encryption the same id', adding({ ...sealOnCurve, kid: 'issuer-2026' })),
  variant('JWKS', 'publishes a second key without an id', jwks(drop('/keys/1/kid'))),
  variant('JWKS', 'publishes a second key that may only be used to encrypt', jwks((set) => put('/keys/1/key_ops', ['deriveKey'])(drop('/keys/1/alg')(set)))),
  variant('JWKS', 'names no algorithm for its keys', jwks((set) => drop('/keys/0/alg')(drop('/keys/1/alg')(set)))),
  variant('JWKS', 'says more of its keys', jwks(put('/keys/0/key_ops', ['verify']))),
  variant('JWKS', 'names a key with any text', each(fc.string({ maxLength: 60 }), (kid) => jwks(put('/keys/1/kid', `next-${kid}`)))),
]
