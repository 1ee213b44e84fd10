import * as fc from 'fast-check'
import { isObject, type JsonObject, type JsonValue, type Writable } from '../../../protocol/encoding/json.ts'
import { certifyKey } from '../../jose/sample-certificate.ts'
import { unrelatedKey, unrelatedRsaKey } from '../../kit/unrelated-keys.ts'
import { change, drop, type Edit, put, rename, requireObject } from '../kit/edits.ts'
import { notAnArray, notAnObject, notAString, valueFamily } from '../kit/family.ts'
import { mutate } from '../kit/message-mutations.ts'
import type { ActorMutation } from '../model/actors.ts'
import { type Fault, fault } from '../model/fault.ts'
import { JWKS } from './requirements.ts'

const { jwks: editKeySet } = mutate

/** Sets a member of the key that signs. Most requirements do not apply to the next key. */
const setInFirst = (member: string, value: JsonValue | undefined) => editKeySet(put(`/keys/0/${member}`, value))
const setInNext = (member: string, value: JsonValue | undefined) => editKeySet(put(`/keys/1/${member}`, value))
export const addKey = (more: JsonValue) =>
  editKeySet(change('/keys', (all) => (Array.isArray(all) ? [...all, more] : all)))
const editFirst = (how: (key: JsonObject) => JsonObject) =>
  editKeySet(change('/keys/0', (all) => (isObject(all) ? how(all) : all)))

/** Sets the same members in every key; undefined removes a member. */
const setInAll = (members: Readonly<Record<string, JsonValue | undefined>>) =>
  editKeySet(change('/keys', (keys) => (Array.isArray(keys) ? keys.map((each) => setMembers(each, members)) : keys)))

const setMembers = (key: JsonValue, members: Readonly<Record<string, JsonValue | undefined>>): JsonValue =>
  Object.fromEntries(
    Object.entries({ ...(isObject(key) ? key : {}), ...members }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  )

/** Renames its key after every look at the key set, and forgets the earlier names. */
function renameKey(): ActorMutation {
  let [names, isPublished] = [1, false]
  const edit: Edit = (content) => put('/kid', `issuer-key-${names}`)(content)
  return {
    issuer: (original) => ({
      ...original,
      keys: () => {
        isPublished = true
        return change('/keys/0', (key) => edit(key as Writable) as JsonValue)(original.keys())
      },
      responseHeader: () => edit(original.responseHeader()),
      draft: (session, key) => {
        names += isPublished ? 1 : 0
        isPublished = false
        const draft = original.draft(session, key)
        return { ...draft, header: requireObject(edit(draft.header)) }
      },
    }),
  }
}

const privateMembers = fc.constantFrom('d', 'p', 'q', 'dp', 'dq', 'qi', 'k')

// biome-ignore format: a table, one row a line.
export const faults: readonly Fault[] = [
  fault(JWKS.SET, 'publishes an empty object', editKeySet(drop('/keys'))),
  fault(JWKS.SET, 'publishes no key', editKeySet(put('/keys', []))),
  fault(JWKS.SET, 'calls the keys `jwks`', editKeySet(rename('keys', 'jwks'))),
  fault(JWKS.SET, 'publishes one key in place of a set', editKeySet(() => ({ kty: 'EC', crv: 'P-256', x: unrelatedKey.x ?? '', y: unrelatedKey.y ?? '', kid: 'one' }))),
  fault(JWKS.SET, 'publishes anything but a list of keys', valueFamily(notAnArray, (value) => editKeySet(put('/keys', value)))),
  fault(JWKS.SET, 'puts anything but an object among the keys', valueFamily(notAnObject, addKey)),
  fault(JWKS.SET, 'leaves out the type of a key', addKey({ kid: 'typeless' })),
  fault(JWKS.SET, 'sends anything but a string as the type of a key', valueFamily(notAString, (kty) => addKey({ kid: 'typeless', kty }))),

  fault(JWKS.ES256, 'publishes an RSA key for ES256', editFirst((all) => ({ ...unrelatedRsaKey, kid: all.kid ?? '', alg: 'ES256' }))),
  fault(JWKS.ES256, 'publishes a key on another curve for ES256', valueFamily(fc.constantFrom('P-384', 'P-521', 'secp256k1', 'p-256', 'Ed25519'), (crv) => setInFirst('crv', crv))),
  fault(JWKS.ES256, 'publishes a point that is not on the curve', setInFirst('y', unrelatedKey.y)),
  fault(JWKS.ES256, 'leaves out a coordinate', setInFirst('x', undefined)),
  fault(JWKS.ES256, 'pads a coordinate', editKeySet(change('/keys/0/x', (x) => `${x}=`)), { rejection: 'none' }),
  fault(JWKS.ES256, 'publishes no key that can verify ES256', editKeySet(put('/keys', [{ ...unrelatedRsaKey, kid: 'rsa' }]))),
  fault(JWKS.ES256, 'publishes one key, for RS256', editKeySet(put('/keys', [{ ...unrelatedRsaKey, kid: 'rsa', alg: 'RS256', use: 'sig' }]))),
  fault(JWKS.ES256, 'publishes keys for encryption and none for signatures', setInAll({ use: 'enc', alg: undefined }), { rejection: 'none' }),
  fault(JWKS.ES256, 'publishes keys that may do anything but verify', valueFamily(fc.constantFrom<JsonValue>(['sign'], ['deriveKey', 'deriveBits'], [], 'verify', null), (key_ops) => setInAll({ key_ops })), { rejection: 'none' }),
  fault(JWKS.ES256, 'publishes keys for another algorithm only', valueFamily(fc.constantFrom<JsonValue>('ES384', 'ECDH-ES', 'es256', null), (alg) => setInAll({ alg })), { rejection: 'none' }),
  fault(JWKS.ES256, 'gives none of its keys an id', setInAll({ kid: undefined }), { rejection: 'none' }),
  fault(JWKS.ES256, 'gives its keys ids that are not strings', valueFamily(notAString, (kid) => setInAll({ kid })), { rejection: 'none' }),

  fault(JWKS.PUBLIC, 'publishes private keys', valueFamily(privateMembers, (member) => setInFirst(member, 'AQAB'))),
  fault(JWKS.PUBLIC, 'publishes a shared key', addKey({ kty: 'oct', kid: 'shared', alg: 'HS256', k: 'AAAA' })),
  fault(JWKS.CERT, 'publishes a key with the certificate of another', editFirst((key) => ({ ...key, x5c: [certifyKey(unrelatedKey).toString('base64')] }))),
  fault(JWKS['ONE-KID'], 'gives two keys one id', addKey({ kty: 'EC', crv: 'P-256', x: unrelatedKey.x ?? '', y: unrelatedKey.y ?? '', kid: 'issuer-2027' })),
  fault(JWKS['ONE-KID'], 'publishes a key twice', editKeySet(change('/keys', (all) => (Array.isArray(all) ? [...all, ...all.slice(1)] : all)))),
  fault(JWKS.KEPT, 'publishes another key in every session', renameKey()),
  fault(JWKS.USE, 'publishes a key for encryption as one for ES256', setInNext('use', 'enc')),
  fault(JWKS.USE, 'publishes a key with `use` = `signature`', setInNext('use', 'signature')),
]
