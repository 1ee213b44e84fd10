import { decodeBase64url, encodeBase64url } from '../../protocol/encoding/base64url.ts'
import { type JsonObject, RawJson } from '../../protocol/encoding/json.ts'
import { toDer } from '../../protocol/jose/es256.ts'
import { writeJws } from '../../protocol/jose/jws.ts'
import { writeDisclosure } from '../../protocol/sd-jwt/disclosure.ts'
import { writeSdJwt } from '../../protocol/sd-jwt/sd-jwt.ts'
import { toPublicKey } from '../../suites/document/actors/steps/environment.ts'
import { issued, keys, parts, piecesOf, withClaims, withHeader, withPayload, worldOf } from './accept-stage.ts'

export const [jwt, disclosures] = piecesOf(issued(parts))
export const [first = '', second = ''] = disclosures
const { dialect, now } = worldOf(parts)
const draft = { name: 'Dob', value: '1990', salt: 'a'.repeat(22) }
const cut = { name: 'MaskedMobile', value: '0123', salt: 'abcdefghijklmnopqrstuvwx' }
const others = ['Gender', 'State'].map((name, i) => ({ name, value: 'x', salt: `${i}`.repeat(24) }))
const recut = (): string => {
  const text = withClaims(parts, [cut, ...others])
  const [signed, [, ...rest]] = piecesOf(text)
  const moved = writeDisclosure({ name: 'Mobile', value: cut.value, salt: `${cut.salt}Masked` }, parts.order).text
  return writeSdJwt(signed, [moved, ...rest])
}
const derSigned = (): string => {
  const dot = jwt.lastIndexOf('.')
  return `${jwt.slice(0, dot)}.${toDer(decodeBase64url(jwt.slice(dot + 1))).toString('base64url')}~`
}
const twiceNamed = (payload: JsonObject): string =>
  `${JSON.stringify(payload).slice(0, -1)},"iss":"https://issuer.example"}`
const payloadIs =
  (bend: JsonObject): (() => string) =>
  () =>
    withPayload(parts, (payload) => ({ ...payload, ...bend }))
const headerIs = (bend: JsonObject) => () => withHeader(parts, bend)
const without =
  (member: string): (() => string) =>
  () =>
    withPayload(parts, ({ [member]: _, ...payload }) => payload)
const holderKeyIs =
  (bend: JsonObject): (() => string) =>
  () =>
    withPayload(parts, (payload) => ({ ...payload, cnf: { jwk: { ...toPublicKey(keys.holder), ...bend } } }))
const oneClaim = (value: RawJson | string, name = 'Dob') => withClaims(parts, [{ ...draft, name, value }])

// biome-ignore format: a table, one row a line.
const refusals: readonly (readonly [what: string, refused: string, bad: () => string, good?: () => string])[] = [
  ['no `~` at all', 'sd-jwt-parts', () => jwt, () => `${jwt}~`],
  ['no `~` at the end', 'unterminated', () => `${jwt}~${first}`, () => `${jwt}~${first}~`],
  ['an empty disclosure', 'json', () => `${jwt}~~`, () => `${jwt}~`],
  ['two parts', 'jws-parts', () => `${jwt.slice(0, jwt.lastIndexOf('.'))}~`, () => `${jwt}~`],
  ['four parts', 'base64url', () => `${jwt}.AA~`, () => `${jwt}~`],
  ['a key-binding JWT', 'key-binding', () => `${jwt}~${first}~${jwt}`, () => `${jwt}~${first}~`],
  ['blanks', 'base64url', () => `${jwt} ~ ${first} ~`, () => `${jwt}~${first}~`],
  ['padding in the signature', 'base64url', () => `${jwt}==~`, () => `${jwt}~`],
  ['padding in a disclosure', 'base64url', () => `${jwt}~${first}=~`, () => `${jwt}~${first}~`],
  ['another algorithm', 'alg', headerIs({ alg: 'HS256' }), headerIs({ alg: 'ES256' })],
  ['no algorithm', 'alg', headerIs({ alg: 'none' })],
  ['another type', 'typ', headerIs({ typ: 'JWT' }), headerIs({ typ: 'vc+sd-jwt' })],
  ['an unknown key', 'kid', headerIs({ kid: 'nobody' }), headerIs({ kid: 'issuer-2026' })],
  ['no `kid`', 'kid', headerIs({ kid: '' })],
  ['a critical extension', 'crit', headerIs({ crit: ['exp'] })],
  ['the key of another `kid`', 'signature', headerIs({ kid: 'issuer-2027' })],
  ['the key of a stranger', 'signature', () => issued(parts, { signCredential: ({ header, payload }) => writeJws(header, payload, keys.stranger) }), () => issued(parts)],
  ['a DER signature', 'signature-form', derSigned, () => `${jwt}~`],
  ['a member twice', 'json-duplicate', () => issued(parts, (issuer) => ({ embed: (payload, digests) => new RawJson(twiceNamed(issuer.embed(payload, digests) as JsonObject)) }))],
  ['no `iss`', 'payload', without('iss')],
  ['another `iss`', 'issuer', payloadIs({ iss: 'https://else.example' }), payloadIs({ iss: 'https://issuer.example' })],
  ['an `id` that is no UUID', 'payload', payloadIs({ id: 'one' })],
  ['no `_sd`', 'payload', without('_sd')],
  ['a digest that is none', 'payload', payloadIs({ _sd: [`${'A'.repeat(42)}B`] })],
  ['a digest of 44 characters', 'payload', payloadIs({ _sd: ['A'.repeat(44)] })],
  ['a digest twice', 'repeated-digest', () => withPayload(parts, (payload) => ({ ...payload, _sd: [...(payload._sd as string[]), (payload._sd as string[])[0] ?? ''] })), () => issued(parts)],
  ['no status', 'status', without('status')],
  ['the status of another', 'status', payloadIs({ status: 'https://status.example/credentials/status/other' })],
  ['an `exp` in text', 'time', payloadIs({ exp: `${now + 60}` }), payloadIs({ exp: now + 60 })],
  ['an `exp` in milliseconds', 'time', payloadIs({ exp: (now + 60) * 1000 })],
  ['no `iat`', 'time', without('iat')],
  ['an `exp` before `iat`', 'time', payloadIs({ exp: now - 1 })],
  ['an end in the past', 'expired', payloadIs({ iat: now - 200, exp: now - 61 }), payloadIs({ iat: now - 200, exp: now - 60 })],
  ['a beginning to come', 'not-yet-valid', payloadIs({ iat: now + 61 }), payloadIs({ iat: now + 60 })],
  ['another hash', 'hash-name', payloadIs({ _sd_alg: 'sha-512' }), payloadIs({ _sd_alg: dialect.hashName })],
  ['no holder key', 'holder-key', without('cnf')],
  ['a private holder key', 'holder-key', holderKeyIs({ d: keys.holder.d }), holderKeyIs({})],
  ['a holder key off the curve', 'holder-key', holderKeyIs({ y: keys.holder.x })],
  ['a holder key on another curve', 'holder-key', holderKeyIs({ crv: 'P-384' })],
  ['a claim in clear', 'in-clear', payloadIs({ Dob: '1990' })],
  ['a nested `_sd`', 'nested', payloadIs({ extra: { _sd: [] } }), payloadIs({ extra: { sd: [] } })],
  ['an array placeholder', 'nested', payloadIs({ extra: [{ '...': 'x' }] })],
  ['the same disclosure twice', 'digest', () => writeSdJwt(jwt, [first, first]), () => writeSdJwt(jwt, [first, second])],
  ['a disclosure that nobody signed', 'digest', () => writeSdJwt(jwt, [writeDisclosure(draft, parts.order).text])],
  ['a disclosure of two elements', 'disclosure-form', () => writeSdJwt(jwt, [encodeBase64url('["a","b"]')])],
  ['a disclosure of four elements', 'disclosure-form', () => writeSdJwt(jwt, [encodeBase64url('["a","b","c","d"]')])],
  ['a disclosure that is an object', 'disclosure-form', () => writeSdJwt(jwt, [encodeBase64url('{"a":1}')])],
  ['a salt that is a number', 'disclosure-form', () => writeSdJwt(jwt, [encodeBase64url('["a","b",1]')])],
  ['a disclosure that is not JSON', 'json', () => writeSdJwt(jwt, [encodeBase64url('["a","b","c"')])],
  ['a disclosure that is not UTF-8', 'utf8', () => writeSdJwt(jwt, [Buffer.from('["a","b\xff","c"]', 'latin1').toString('base64url')])],
  ['a value with a member twice', 'json-duplicate', () => oneClaim(new RawJson('{"a":1,"a":2}')), () => oneClaim(new RawJson('{"a":1,"b":2}'))],
  ['half a character', 'json-surrogate', () => oneClaim(new RawJson('"\\ud800"')), () => oneClaim(new RawJson('"\\ud83d\\ude42"'))],
  ['a number beyond all', 'json-number', () => oneClaim(new RawJson('1e999')), () => oneClaim(new RawJson('1e99'))],
  ['a claim named `_sd`', 'name', () => oneClaim('x', '_sd')],
  ['a claim named `...`', 'name', () => oneClaim('x', '...')],
  ['a claim named `exp`', 'permanent', () => oneClaim('x', 'exp')],
  ['two claims of one name', 'repeated-name', () => withClaims(parts, [draft, { ...draft, salt: 'b'.repeat(22) }]), () => withClaims(parts, [draft, { ...draft, name: 'Gender', salt: 'b'.repeat(22) }])],
  ['marks in a value', 'nested', () => oneClaim(new RawJson('{"_sd":[]}')), () => oneClaim(new RawJson('{"sd":[]}'))],
  ['a claim cut anew', 'recut', recut, () => withClaims(parts, [cut, ...others])],
]

/** What has to be refused, the word for it, and a twin in which that one thing is in order. */
export const rows = refusals.map(([what, refused, bad, good = () => issued(parts)]) => ({ what, refused, bad, good }))
