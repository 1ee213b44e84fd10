import type { JsonObject } from '../protocol/encoding/json.ts'
import { sampleTime, signers, toPublic } from '../suites/sd-jwt/sample.ts'
import keys from '../suites/sd-jwt/sample-keys.json' with { type: 'json' }

/** What an issuer is asked to issue. */
export interface Order {
  readonly description: string
  readonly claims: JsonObject
  /** Which claims to hide, as most libraries have it: `_sd` names members or places, at every depth. */
  readonly frame: JsonObject
}

const key = signers.ES256.key

/** What every order has: the key of the issuer, and the claims that a credential begins with. */
export const everyOrder = {
  key: { ...key, kid: 'issuer-key' },
  jwks: { keys: [{ ...toPublic(key), kid: 'issuer-key' }] },
  holder: toPublic(keys.holder),
  now: sampleTime,
}

const usual: JsonObject = {
  iss: 'https://issuer.example',
  iat: sampleTime,
  exp: sampleTime + 86_400,
  vct: 'https://types.example/member',
}

const order = (description: string, claims: JsonObject, frame: JsonObject): Order => ({
  description,
  claims: { ...usual, ...claims },
  frame,
})

const address = { street: '1 Example Street', city: 'Sample Town', country: 'XX' }

export const orders: readonly Order[] = [
  order('claims of the payload', { given_name: 'Asha', age: 42, member: true }, { _sd: ['given_name', 'age'] }),
  order('nothing that is hidden', { given_name: 'Asha' }, {}),
  order('claims inside of an object', { address }, { address: { _sd: ['street', 'city'] } }),
  order('an object, and claims inside of it', { address }, { _sd: ['address'], address: { _sd: ['street'] } }),
  order('elements of an array', { languages: ['en', 'hi', 'ta'] }, { languages: { _sd: [0, 2] } }),
  order('an array, and its elements', { languages: ['en', 'hi'] }, { _sd: ['languages'], languages: { _sd: [0] } }),
  order(
    'claims of an object in an array',
    { degrees: [{ name: 'BSc', year: 2004 }, 'BA'] },
    { degrees: { 0: { _sd: ['year'] } } },
  ),
  order('equal elements of an array', { codes: ['a', 'a', 'a'] }, { codes: { _sd: [0, 1, 2] } }),
  order(
    'values of every kind',
    { none: null, no: false, zero: 0, empty: '', list: [], object: {}, name: 'ஆஷா 👩‍🎓' },
    { _sd: ['none', 'no', 'zero', 'empty', 'list', 'object', 'name'] },
  ),
  order('forty claims', Object.fromEntries(Array.from({ length: 40 }, (_, place) => [`claim_${place}`, place])), {
    _sd: Array.from({ length: 40 }, (_, place) => `claim_${place}`),
  }),
]
