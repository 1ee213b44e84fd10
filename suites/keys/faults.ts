import * as fc from 'fast-check'
import { type Fault, fault } from '../../src/model/fault.ts'
import { isObject, type JsonObject, type JsonValue } from '../../src/protocol/json.ts'
import { change, drop, message, put, rename } from '../deviations.ts'
import { each, notAnArray, notAnObject, notAString } from '../family.ts'
import { stranger, strangerSeal } from '../stranger.ts'
import { JWKS } from './requirements.ts'

const { jwks } = message

/** Says something else of the key that signs; nobody has to mind what is said of the one that will sign next. */
const key = (member: string, value: JsonValue | undefined) => jwks(put(`/keys/0/${member}`, value))
const nextKey = (member: string, value: JsonValue | undefined) => jwks(put(`/keys/1/${member}`, value))
const adding = (more: JsonValue) => jwks(change('/keys', (all) => (Array.isArray(all) ? [...all, more] : all)))
const first = (how: (key: JsonObject) => JsonObject) =>
  jwks(change('/keys/0', (all) => (isObject(all) ? how(all) : all)))

/** Says the same of every key; what is undefined is left out. */
const all = (members: Readonly<Record<string, JsonValue | undefined>>) =>
  jwks(change('/keys', (keys) => (Array.isArray(keys) ? keys.map((each) => saying(each, members)) : keys)))

const saying = (key: JsonValue, members: Readonly<Record<string, JsonValue | undefined>>): JsonValue =>
  Object.fromEntries(
    Object.entries({ ...(isObject(key) ? key : {}), ...members }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  )

const secrets = fc.constantFrom('d', 'p', 'q', 'dp', 'dq', 'qi', 'k')

// biome-ignore format: a table, one row a line.
export const faults: readonly Fault[] = [
  fault(JWKS.SET, 'publishes an empty object', jwks(drop('/keys'))),
  fault(JWKS.SET, 'publishes no key', jwks(put('/keys', []))),
  fault(JWKS.SET, 'calls the keys `jwks`', jwks(rename('keys', 'jwks'))),
  fault(JWKS.SET, 'publishes one key in place of a set', jwks(() => ({ kty: 'EC', crv: 'P-256', x: stranger.x ?? '', y: stranger.y ?? '', kid: 'one' }))),
  fault(JWKS.SET, 'publishes anything but a list of keys', each(notAnArray, (value) => jwks(put('/keys', value)))),
  fault(JWKS.SET, 'puts anything but an object among the keys', each(notAnObject, adding)),
  fault(JWKS.SET, 'does not say the type of a key', adding({ kid: 'typeless' })),
  fault(JWKS.SET, 'says the type of a key with anything but a string', each(notAString, (kty) => adding({ kid: 'typeless', kty }))),

  fault(JWKS.ES256, 'publishes an RSA key for ES256', first((all) => ({ ...strangerSeal, kid: all.kid ?? '', alg: 'ES256' }))),
  fault(JWKS.ES256, 'publishes a key on another curve for ES256', each(fc.constantFrom('P-384', 'P-521', 'secp256k1', 'p-256', 'Ed25519'), (crv) => key('crv', crv))),
  fault(JWKS.ES256, 'publishes a point that is not on the curve', key('y', stranger.y)),
  fault(JWKS.ES256, 'leaves out a coordinate', key('x', undefined)),
  fault(JWKS.ES256, 'pads a coordinate', jwks(change('/keys/0/x', (x) => `${x}=`))),
  fault(JWKS.ES256, 'publishes no key that can verify ES256', jwks(put('/keys', [{ ...strangerSeal, kid: 'rsa' }]))),
  fault(JWKS.ES256, 'publishes one key, for RS256', jwks(put('/keys', [{ ...strangerSeal, kid: 'rsa', alg: 'RS256', use: 'sig' }]))),
  fault(JWKS.ES256, 'publishes keys for encryption and none for signatures', all({ use: 'enc', alg: undefined })),
  fault(JWKS.ES256, 'publishes keys that may do anything but verify', each(fc.constantFrom<JsonValue>(['sign'], ['deriveKey', 'deriveBits'], [], 'verify', null), (key_ops) => all({ key_ops }))),
  fault(JWKS.ES256, 'publishes keys for another algorithm only', each(fc.constantFrom<JsonValue>('ES384', 'ECDH-ES', 'es256', null), (alg) => all({ alg }))),
  fault(JWKS.ES256, 'gives none of its keys an id', all({ kid: undefined })),
  fault(JWKS.ES256, 'gives its keys ids that are no texts', each(notAString, (kid) => all({ kid }))),

  fault(JWKS.PUBLIC, 'publishes private keys', each(secrets, (member) => key(member, 'AQAB'))),
  fault(JWKS.PUBLIC, 'publishes a shared key', adding({ kty: 'oct', kid: 'shared', alg: 'HS256', k: 'AAAA' })),
  fault(JWKS['ONE-KID'], 'gives two keys one id', adding({ kty: 'EC', crv: 'P-256', x: stranger.x ?? '', y: stranger.y ?? '', kid: 'issuer-2027' })),
  fault(JWKS['ONE-KID'], 'publishes a key twice', jwks(change('/keys', (all) => (Array.isArray(all) ? [...all, ...all.slice(1)] : all)))),
  fault(JWKS.USE, 'publishes a key for encryption as one for ES256', nextKey('use', 'enc')),
  fault(JWKS.USE, 'says `signature`', nextKey('use', 'signature')),
]
