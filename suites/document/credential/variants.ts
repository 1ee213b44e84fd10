import { createHmac } from 'node:crypto'
import * as fc from 'fast-check'
import { isObject, type JsonObject, RawJson, writeJson } from '../../../protocol/encoding/json.ts'
import { change, put } from '../kit/edits.ts'
import { describedFamily, valueFamily } from '../kit/family.ts'
import { changeClaims, changeCredentialId } from '../kit/message-mutations.ts'
import { otherSpellings } from '../kit/url-spellings.ts'
import { markLive, type Variant, variant } from '../model/fault.ts'
import { editEmbedded, editHeader, editPayload, editSerialization } from './edits.ts'

/** A version 4 UUID whose bits are those of a keyed digest. */
function digestId(id: string): string {
  const digits = createHmac('sha256', 'a secret of the issuer').update(id).digest('hex')
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(12, 15)}`,
    `a${digits.slice(15, 18)}`,
    digits.slice(18, 30),
  ].join('-')
}

/** Moves `iat` back by some part of a day, another one for each credential. */
const blurTime = editPayload((payload) => {
  const { id, iat } = isObject(payload) ? payload : {}
  return put('/iat', Number(iat) - (Number.parseInt(digestId(String(id)).slice(0, 8), 16) % 80_000))(payload)
})

/** A digest that belongs to no disclosure: 43 characters, different for each number. */
const createDecoy = (i: number): string => `${i.toString().padStart(4, '0')}${'A'.repeat(39)}`

const decoys = Array.from({ length: 200 }, (_, i) => createDecoy(i))

const editDigests = (how: (digests: readonly string[]) => readonly string[]) =>
  editEmbedded(change('/_sd', (all) => (Array.isArray(all) ? [...how(all.map(String))] : all)))

/** Sorts digests by keys that are generated, one for each. */
const sortBy = (keys: readonly number[]) =>
  editDigests((all) => all.toSorted((a, b) => (keys[all.indexOf(a)] ?? 0) - (keys[all.indexOf(b)] ?? 0)))

/** Sets members of the holder key. */
const setInKey = (members: JsonObject) =>
  editPayload(change('/cnf/jwk', (jwk) => (isObject(jwk) ? { ...jwk, ...members } : jwk)))

const displayData = {
  claims: { Dob: { label: 'Date of birth' }, Gender: { label: 'Gender' } },
  labels: { ResidentName: 'Name', Dob: '' },
  mandatory: { IsNRI: true, AgeAbove18: true, Gender: false },
  order: { Gender: 1, Dob: 2 },
}

const subjectWithoutClaims = { id: 'urn:uuid:1', Gender: null, Address: { Gender: 'sd' } }

const anyOrder = fc.array(fc.nat(), { minLength: 44, maxLength: 44 })
const suffixedTypes = fc.constantFrom('example+sd-jwt', 'dc+sd-jwt', 'vc+sd-jwt')

// biome-ignore format: a table, one row a line.
export const variants: readonly Variant[] = [
  variant('CRED', 'has an unknown member in the payload', editPayload(put('/x-note', { deep: [1, { a: null }] }))),
  variant('CRED', 'has a header parameter of its own', editHeader(put('/issuer_policy', '2026'))),
  variant('CRED', 'has an unknown header parameter', editHeader(put('/x5t', 'abc'))),
  variant('CRED', 'has a `vct` that is not required', editPayload(put('/vct', 'https://issuer.example/identity'))),
  variant('CRED', 'spells the URL of the issuer in another way', describedFamily(fc.constantFrom(...Object.entries(otherSpellings)), ([what]) => what, ([, respell]) => editPayload(change('/iss', (iss) => respell(String(iss)))))),
  variant('CRED', 'rounds `iat` down to the hour', editPayload(change('/iat', (iat) => Number(iat) - (Number(iat) % 3600)))),
  variant('CRED', 'rounds `iat` down to the day', editPayload(change('/iat', (iat) => Number(iat) - (Number(iat) % 86_400)))),
  variant('CRED', 'moves `iat` back by a random part of a day', blurTime),
  variant('CRED', 'has an `nbf`', editPayload(put('/nbf', 1_790_000_000))),
  variant('CRED', 'has an `nbf` some seconds in the future', editPayload(put('/nbf', 1_795_000_030))),
  variant('CRED', 'is valid since 1970', editPayload(put('/nbf', 0))),
  variant('CRED', 'has `b64` = `true`', editHeader(put('/b64', true))),
  variant('CRED', 'has display data for its claims', editPayload(put('/display', displayData))),
  variant('CRED', 'has a `credentialSubject` without claims', editPayload(put('/credentialSubject', subjectWithoutClaims))),
  variant('CRED', 'writes the scheme of the status URL in capitals', editPayload(change('/status', (status) => String(status).replace('https', 'HTTPS')))),
  variant('CRED', 'has an `iat` with a fraction of a second', editPayload(change('/iat', (iat) => Number(iat) + 0.5))),
  variant('CRED', 'has an `iat` some seconds in the future', editPayload(change('/iat', (iat) => Number(iat) + 45))),
  variant('CRED', 'expires in twenty years', editPayload(change('/exp', (exp) => Number(exp) + 20 * 31_557_600))),
  variant('CRED', 'expires at the end of the year 9999', editPayload(put('/exp', 253_402_300_799))),
  variant('CRED', 'writes its `id` in capitals', changeCredentialId((id) => id.toUpperCase())),
  variant('CRED-ID-RANDOM', 'has the digest of a secret and a number as its `id`', changeCredentialId(digestId)),
  variant('CRED', 'has further members in the holder key', setInKey({ use: 'sig', key_ops: ['verify'] })),
  variant('CRED', 'has any key id for the holder key', valueFamily(fc.string({ minLength: 1, maxLength: 80 }), (kid) => setInKey({ kid }))),
  variant('CRED', 'has many digests that belong to no disclosure', editDigests((all) => [...all, ...decoys])),
  variant('CRED', 'has its digests in any order', describedFamily(anyOrder, (keys) => keys.slice(0, 4).join(), sortBy)),
  variant('CRED', 'indents its payload', editEmbedded((all) => new RawJson(JSON.stringify(JSON.parse(writeJson(all)), null, 2)))),
  variant('CRED', 'escapes letters in its payload', editEmbedded((all) => new RawJson(writeJson(all).replace('"iss":"h', '"iss":"\\u0068')))),
  variant('CRED', 'has no claims', changeClaims(() => [])),
  variant('CRED', 'leaves out the final `~`', editSerialization((all) => all.slice(0, -1))),
  variant('CRED', 'has any `typ` that ends with `+sd-jwt`', describedFamily(suffixedTypes, String, (typ) => editHeader(put('/typ', typ))), { profile: 'document-rfc9901' }),
  variant('CRED', 'spells the hash algorithm in either way', describedFamily(fc.constantFrom('SHA-256', 'sha-256'), String, (name) => editPayload(put('/_sd_alg', name))), { decisions: { 'sd.alg': 'either' } }),
  variant('CRED', 'joins its parts with spaces, as agreed', {}, { decisions: { 'sd.serialization': 'spaced' } }),

  ...markLive([
    variant('CRED', 'has a clock that is half a minute slow', editPayload(change('/iat', (iat) => Number(iat) - 30))),
    variant('CRED', 'has a clock that is half a minute fast', editPayload(change('/iat', (iat) => Number(iat) + 30))),
    variant('CRED', 'has a `use` in the holder key', setInKey({ use: 'sig' })),
  ]),
]
