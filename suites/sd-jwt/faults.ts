import { createHash, createHmac } from 'node:crypto'
import { listInstances } from '../../model/foundation/facet.ts'
import { encodeBase64url } from '../../protocol/encoding/base64url.ts'
import { isObject, type JsonObject, RawJson, writeJson } from '../../protocol/encoding/json.ts'
import { toDer } from '../../protocol/jose/es256.ts'
import { hide } from '../../protocol/sd-jwt/hide-claims.ts'
import { certifyKey } from '../jose/sample-certificate.ts'
import { dropMembers as drop, markTolerated, type SampleFault, sampleFault, setMembers } from '../kit/samples.ts'
import { jwtFaults, keyFaults } from './foundation-faults.ts'
import { JWSJSON, jwtsOf, KBJWT, SDJWT } from './requirements.ts'
import { type SampleChange, sampleTime, toPublic } from './sample.ts'
import keys from './sample-keys.json' with { type: 'json' }

const fault = sampleFault<SampleChange>()

/** The usual disclosures by their place: the salt of the second is never used for the first. */
const place = { name: 0, age: 1, street: 2, city: 3, language: 4, year: 6, degree: 7, degrees: 8 } as const

/** Changes the text of one disclosure before its digest is computed. */
const rewrite = (at: number, how: (json: string) => string): SampleChange => ({
  content: (json, i) => (i === at ? how(json) : json),
})

const rewriteElements = (at: number, how: (elements: readonly unknown[]) => readonly unknown[]): SampleChange =>
  rewrite(at, (json) => JSON.stringify(how(JSON.parse(json))))

/** Makes the digest of every disclosure in another way. */
const hashOtherwise = (how: (text: string) => string): SampleChange => ({ digest: (_, text) => how(text) })

const sha256 = (text: string | Buffer) => createHash('sha256').update(text)

/** Changes the first disclosure after its digest was signed. */
const tamper = (how: (text: string) => string): SampleChange => ({
  present: (all) => all.map((text, i) => (i === 0 ? how(text) : text)),
})

const decode = (text: string): string => Buffer.from(text, 'base64url').toString()

const recode = (how: (json: string) => string) => tamper((text) => encodeBase64url(how(decode(text))))

const editDigests = (how: (digests: readonly string[]) => readonly string[]): SampleChange => ({
  payload: (payload) => ({ ...payload, _sd: how(Array.isArray(payload._sd) ? payload._sd.map(String) : []) }),
})

/** Signs with HMAC, by the public key of the issuer as the secret. */
const hmac = (_: Buffer, input: string): Buffer =>
  createHmac('sha256', JSON.stringify(toPublic(keys.issuer)))
    .update(input)
    .digest()

const binding = (change: NonNullable<SampleChange['binding']>): SampleChange => ({ binding: change })

const editFirst =
  (how: (header: JsonObject) => JsonObject) =>
  (message: JsonObject): JsonObject => ({
    ...message,
    ...(isObject(message.header) && { header: how(message.header) }),
  })

const general = (how: (signatures: readonly JsonObject[]) => readonly JsonObject[]): SampleChange => ({
  form: 'general',
  json: (message) => ({
    ...message,
    signatures: [...how(Array.isArray(message.signatures) ? message.signatures.filter(isObject) : [])],
  }),
})

const inSecond = (name: string) =>
  general(([first = {}, second = {}]) => {
    const value = isObject(first.header) ? (first.header[name] ?? []) : []
    return [first, { ...second, header: { [name]: value } }]
  })

/** Moves a member of the first header to the second. */
const moveToSecond = (name: string) =>
  general(([first = {}, second = {}]) => {
    const { [name]: value = '', ...rest } = isObject(first.header) ? first.header : {}
    return [
      { ...first, header: rest },
      { ...second, header: { [name]: value } },
    ]
  })

// biome-ignore format: a table, one row a line.
export const faults: readonly SampleFault<SampleChange>[] = [
  fault(SDJWT.FORM, 'leaves out the last `~`', { binding: null, text: (text) => text.slice(0, -1) }),
  fault(SDJWT.FORM, 'is a plain JWT', { binding: null, claims: ({ iss = '', exp = 0 }) => ({ iss, exp }), decoys: 0, text: (text) => text.slice(0, -1) }),
  fault(SDJWT.JWT, 'has four parts in the issuer-signed JWT', { binding: null, text: (text) => text.replace('~', '.AAAA~') }),
  fault(SDJWT.JWT, 'has a payload that is an array', { binding: null, payload: (payload) => [payload] }),
  markTolerated(fault(SDJWT.JWT, 'has a member twice in the payload', { binding: null, payload: (payload) => new RawJson(`{"iss":"https://other.example",${writeJson(payload).slice(1)}`) })),
  markTolerated(fault(SDJWT.JWT, 'has padding behind its signature', { binding: null, text: (text) => text.replace('~', '==~') })),
  fault(SDJWT.ALG, 'has the algorithm `none`', { header: setMembers({ alg: 'none' }), signature: () => Buffer.alloc(0) }, [SDJWT.SIGNED]),
  fault(SDJWT.ALG, 'is signed by HMAC with the public key as the secret', { header: setMembers({ alg: 'HS256' }), signature: hmac }, [SDJWT.SIGNED]),
  fault(SDJWT.ALG, 'has no algorithm', { header: drop('alg') }),
  fault(SDJWT.SIGNED, 'is signed by another key', { facts: { jwks: { keys: [{ ...toPublic(keys.other), kid: 'issuer-key' }] } } }),
  fault(SDJWT.SIGNED, 'has a payload that was changed after it was signed', { binding: null, text: (text) => text.replace(/^([^.]+)\.([^.]+)/, (_, head, body) => `${head}.${encodeBase64url(decode(body).replace('"hi"', '"mr"'))}`) }),
  ...listInstances(jwtsOf.issuer, 'JWS-KEYS').map((row) => markTolerated(fault(row, 'has the certificate of another key', { header: setMembers({ x5c: [certifyKey(toPublic(keys.other)).toString('base64')] }) }))),
  markTolerated(fault(SDJWT.SIGNED, 'names a key that the issuer does not have', { header: setMembers({ kid: 'another-key' }) })),
  fault(SDJWT.SIGNED, 'has a signature in DER', { signature: (signature) => toDer(signature) }),
  fault(SDJWT.SIGNED, 'brings its own key in the header', { header: setMembers({ jwk: toPublic(keys.issuer) }), facts: { jwks: { keys: [{ ...toPublic(keys.other), kid: 'issuer-key' }] } } }),
  fault(SDJWT.CRIT, 'lists an extension as critical', { header: setMembers({ crit: ['x-note'], 'x-note': 1 }) }),
  fault(SDJWT['SD-ALG'], 'writes `_sd_alg` in capitals', { payload: setMembers({ _sd_alg: 'SHA-256' }) }),
  fault(SDJWT['SD-ALG'], 'writes `_sd_alg` without a hyphen', { payload: setMembers({ _sd_alg: 'sha256' }) }),
  fault(SDJWT['SD-ALG'], 'has a number in `_sd_alg`', { payload: setMembers({ _sd_alg: 256 }) }),
  fault(SDJWT['SD-ALG-TOP'], 'has `_sd_alg` in an object inside', { payload: (payload) => ({ ...payload, address: { ...(isObject(payload.address) && payload.address), _sd_alg: 'sha-256' } }) }),
  fault(SDJWT['SD-ALG-TOP'], 'has `_sd_alg` in a disclosure', rewriteElements(place.degree, ([salt, value]) => [salt, { ...(value as object), _sd_alg: 'sha-256' }])),
  fault(SDJWT.HASH, 'uses a hash function of 64 bits', { hash: 'sha-256-64' }, [SDJWT['HASH-MATCHES']]),
  fault(SDJWT['HASH-MATCHES'], 'uses a hash function of 128 bits', { hash: 'sha-256-128' }),
  fault(SDJWT['HASH-MATCHES'], 'uses SHA-256 beside ES512', { alg: 'ES512' }),
  fault(SDJWT.SD, 'has an object in `_sd`', { present: () => [], binding: null, payload: setMembers({ _sd: { '0': 'digest' } }) }),
  fault(SDJWT.SD, 'has a number among the digests', { payload: (payload) => ({ ...payload, _sd: [...(Array.isArray(payload._sd) ? payload._sd : []), 1] }) }),
  fault(SDJWT.SD, 'has a string in the `_sd` of an object inside', { payload: setMembers({ work: { _sd: 'digest' } }) }),
  fault(SDJWT['SD-FILLED'], 'has an empty `_sd`', { claims: ({ iss = '', exp = 0, cnf = {} }) => ({ iss, exp, cnf }), decoys: 0, payload: setMembers({ _sd: [] }) }),
  fault(SDJWT.PLACEHOLDER, 'has `...` beside another member', { payload: setMembers({ tags: [{ '...': sha256('tag').digest('base64url'), name: 'x' }] }) }),
  fault(SDJWT.PLACEHOLDER, 'has a number in `...`', { payload: setMembers({ tags: [{ '...': 1 }] }) }),
  fault(SDJWT.PLACEHOLDER, 'has `...` in an object that is no array element', { payload: setMembers({ more: { '...': sha256('more').digest('base64url') } }) }),
  fault(SDJWT['DIGEST-FORM'], 'has a decoy in hexadecimal digits', editDigests((all) => [...all, sha256('decoy').digest('hex')])),
  fault(SDJWT['DIGEST-FORM'], 'has a decoy with padding', editDigests((all) => [...all, `${sha256('decoy').digest('base64url')}=`])),
  fault(SDJWT['DIGEST-FORM'], 'has a decoy that is too short', editDigests((all) => [...all, sha256('decoy').digest().subarray(0, 16).toString('base64url')])),
  fault(SDJWT['DIGEST-ONCE'], 'has one digest twice', editDigests((all) => [...all, ...all.slice(0, 1)])),
  fault(SDJWT['DIGEST-ONCE'], 'has one digest in two objects', { payload: (payload) => ({ ...payload, work: { _sd: [...(Array.isArray(payload._sd) ? payload._sd.slice(0, 1) : [])] } }) }),
  fault(SDJWT['DIGEST-ONCE'], 'has one digest twice in an array', { payload: setMembers({ tags: Array(2).fill({ '...': sha256('tag').digest('base64url') }) }) }),
  fault(SDJWT['DIGEST-ONCE'], 'has one digest in an object and in an array', { payload: setMembers({ work: { _sd: [sha256('tag').digest('base64url')] }, tags: [{ '...': sha256('tag').digest('base64url') }] }) }),
  fault(SDJWT.DISCLOSURE, 'has a disclosure that is no JSON', rewrite(place.age, () => '["salt", "age"')),
  markTolerated(fault(SDJWT.DISCLOSURE, 'has a disclosure that begins with a byte order mark', rewrite(place.age, (json) => `\uFEFF${json}`))),
  markTolerated(fault(SDJWT.DISCLOSURE, 'has a disclosure with padding', { disclosure: (text, i) => (i === place.city ? `${text.slice(0, text.length - (text.length % 4 === 1 ? 1 : 0))}=` : text) })),
  markTolerated(fault(SDJWT.DISCLOSURE, 'has a disclosure with a member twice', rewrite(place.age, (json) => json.replace('42', '{"a":1,"a":2}')))),
  fault(SDJWT.DISCLOSURE, 'has an object as a disclosure', rewrite(place.age, () => '{"salt":"0123456789abcdef012345","age":42}')),
  fault(SDJWT.DISCLOSURE, 'has nothing between two `~`', { present: (all) => [...all, ''] }),
  fault(SDJWT.PROPERTY, 'has two elements in the disclosure of a property', rewriteElements(place.age, ([salt, , value]) => [salt, value])),
  fault(SDJWT.PROPERTY, 'has four elements in the disclosure of a property', rewriteElements(place.age, (all) => [...all, 1])),
  markTolerated(fault(SDJWT.PROPERTY, 'has a number as a salt', rewriteElements(place.age, ([, name, value]) => [1, name, value]))),
  markTolerated(fault(SDJWT.PROPERTY, 'has a number as a name', rewriteElements(place.age, ([salt, , value]) => [salt, 1, value]))),
  fault(SDJWT.ELEMENT, 'has three elements in the disclosure of an array element', rewriteElements(place.language, ([salt, value]) => [salt, 'language', value])),
  markTolerated(fault(SDJWT.ELEMENT, 'has null as the salt of an array element', rewriteElements(place.language, ([, value]) => [null, value]))),
  fault(SDJWT.NAME, 'calls a claim `_sd`', rewriteElements(place.age, ([salt]) => [salt, '_sd', [sha256('x').digest('base64url')]])),
  fault(SDJWT.NAME, 'calls a claim `...`', rewriteElements(place.age, ([salt, , value]) => [salt, '...', value])),
  fault(SDJWT['NAME-FREE'], 'has a disclosed claim in the payload as well', { claims: (all) => ({ ...all, degree: 'BSc', address: { street: hide('2 Example Street'), country: 'XX' } }), payload: (payload) => ({ ...payload, age: 43 }) }),
  fault(SDJWT['NAME-FREE'], 'has two disclosed claims of one name', rewriteElements(place.age, ([salt]) => [salt, 'given_name', 'Another'])),
  fault(SDJWT['NAME-FREE'], 'lets a disclosure replace `iss`', rewriteElements(place.age, ([salt]) => [salt, 'iss', 'https://other.example'])),
  fault(SDJWT.REFERENCED, 'has a disclosure that was changed', recode((json) => json.replace('Asha', 'Ashok'))),
  fault(SDJWT.REFERENCED, 'has a disclosure whose name was changed', recode((json) => json.replace('given_name', 'family_name'))),
  fault(SDJWT.REFERENCED, 'has a disclosure that was written again with blanks', recode((json) => json.replaceAll(',', ', '))),
  fault(SDJWT.REFERENCED, 'has a disclosure that the issuer never made', { present: (all) => [...all, encodeBase64url('["a-salt-of-the-holder-01","admin",true]')] }),
  fault(SDJWT.REFERENCED, 'shows what is inside without what is around it', { present: (all) => all.filter((_, i) => i !== place.degrees) }),
  fault(SDJWT.REFERENCED, 'has digests in hexadecimal digits', { ...hashOtherwise((text) => sha256(text).digest('hex')), decoys: 0 }, [SDJWT['DIGEST-FORM']]),
  fault(SDJWT.REFERENCED, 'has digests over the JSON of the disclosures', hashOtherwise((text) => sha256(decode(text)).digest('base64url'))),
  fault(SDJWT.REFERENCED, 'has digests of another hash function than `_sd_alg` says', { payload: setMembers({ _sd_alg: 'sha-512' }) }, [SDJWT['DIGEST-FORM'], KBJWT.HASH]),
  fault(SDJWT['DISCLOSED-ONCE'], 'has one disclosure twice', { present: (all) => [...all, ...all.slice(0, 1)] }),
  fault(SDJWT['SALT-ONCE'], 'has one salt in all disclosures', { salt: (_, __) => 'one-salt-for-everything' }),
  fault(SDJWT['SALT-ONCE'], 'has one salt in two disclosures', { salt: (salt, i) => (i === place.city ? 'a-salt-of-two-disclosures' : i === place.street ? 'a-salt-of-two-disclosures' : salt) }),
  fault(SDJWT['SALT-RANDOM'], 'counts its salts', { salt: (_, i) => `${8_317_204 + i}`.padStart(32, '0') }),
  fault(SDJWT['SALT-RANDOM'], 'encodes a counter as a salt', { salt: (_, i) => Buffer.from(`${8_317_204 + i}`.padStart(16, '0'), 'latin1').toString('base64url') }),
  fault(SDJWT['SALT-LENGTH'], 'has salts of eight characters', { salt: (salt) => salt.slice(0, 8) }),
  fault(SDJWT['SALT-LENGTH'], 'has salts of 24 hexadecimal digits', { salt: (salt) => sha256(salt).digest('hex').slice(0, 24) }),
  fault(SDJWT.DEPTH, 'hides a claim inside of a claim too many times', { claims: (all) => ({ ...all, deep: Array.from({ length: 300 }).reduce<ReturnType<typeof hide>>((inside) => hide({ in: inside }), hide(1)) }) }, [SDJWT.REFERENCED]),
  markTolerated(fault(SDJWT.TIMES, 'has `exp` in milliseconds', { payload: setMembers({ exp: (sampleTime + 86_400) * 1000 }) })),
  markTolerated(fault(SDJWT.TIMES, 'has `iat` as text', { payload: setMembers({ iat: `${sampleTime}` }) })),
  markTolerated(fault(SDJWT.TIMES, 'has `nbf` as text in a disclosure', { claims: (all) => ({ ...all, nbf: hide('2026-01-01') }) }, [SDJWT.PERMANENT])),
  fault(SDJWT.CURRENT, 'has expired', { payload: setMembers({ exp: sampleTime - 3600 }) }),
  fault(SDJWT.CURRENT, 'has expired, at the time 0', { payload: setMembers({ exp: 0 }) }),
  fault(SDJWT.CURRENT, 'is not yet valid', { payload: setMembers({ nbf: sampleTime + 3600 }) }),
  fault(SDJWT.CURRENT, 'has expired, as a disclosure says', { claims: ({ exp: _, ...all }) => ({ ...all, exp: hide(sampleTime - 3600) }) }, [SDJWT.PERMANENT]),
  fault(SDJWT.AUDIENCE, 'is meant for another party', { payload: setMembers({ aud: 'https://another.example' }) }),
  fault(SDJWT.AUDIENCE, 'is meant for other parties', { payload: setMembers({ aud: ['https://another.example', 'https://third.example'] }) }),
  fault(SDJWT.AUDIENCE, 'is meant for a party whose name begins like that of the verifier', { payload: setMembers({ aud: 'https://verifier.example.other.example' }) }),
  fault(SDJWT.PERMANENT, 'hides `exp`', { claims: ({ exp = 0, ...all }) => ({ ...all, exp: hide(exp) }) }),
  fault(SDJWT.PERMANENT, 'hides `cnf`', { claims: ({ cnf = {}, ...all }) => ({ ...all, cnf: hide(cnf) }) }),
  fault(SDJWT.CNF, 'has a private key in `cnf`', { payload: setMembers({ cnf: { jwk: keys.holder } }) }),
  fault(SDJWT.CNF, 'has an empty `cnf`', { payload: setMembers({ cnf: {} }), binding: null }),
  fault(SDJWT.CNF, 'has two keys in `cnf`', { payload: setMembers({ cnf: { jwk: toPublic(keys.holder), jwe: 'a.b.c.d.e' } }), binding: null }),
  fault(SDJWT.CNF, 'has the private key of its issuer in its header', { header: setMembers({ jwk: keys.issuer }) }),
  fault(SDJWT.CNF, 'has text in `cnf`', { payload: setMembers({ cnf: 'holder' }), binding: null }),

  fault(KBJWT.NEEDED, 'comes without a Key Binding JWT where one is required', { binding: null, facts: { keyBinding: 'required' } }),
  fault(KBJWT['NOT-ISSUED'], 'is issued with a Key Binding JWT', { facts: { keyBinding: 'refused' } }),
  fault(KBJWT.FORM, 'has a Key Binding JWT of four parts', binding({ text: (text) => `${text}.AAAA` })),
  fault(KBJWT.FORM, 'has a Key Binding JWT whose payload is an array', binding({ payload: (payload) => [payload] })),
  fault(KBJWT.TYP, 'has a Key Binding JWT without `typ`', binding({ header: drop('typ') })),
  fault(KBJWT.TYP, 'has a Key Binding JWT with another `typ`', binding({ header: setMembers({ typ: 'JWT' }) })),
  fault(KBJWT.ALG, 'has a Key Binding JWT with the algorithm `none`', binding({ header: setMembers({ alg: 'none' }), signature: () => Buffer.alloc(0) }), [KBJWT.SIGNED]),
  fault(KBJWT.ALG, 'has a Key Binding JWT without an algorithm', binding({ header: drop('alg') })),
  fault(KBJWT.CRIT, 'has a Key Binding JWT with a critical extension', binding({ header: setMembers({ crit: ['x-note'], 'x-note': 1 }) })),
  fault(KBJWT.IAT, 'has a Key Binding JWT without `iat`', binding({ payload: drop('iat') })),
  markTolerated(fault(KBJWT.IAT, 'has a Key Binding JWT with `iat` as text', binding({ payload: setMembers({ iat: `${sampleTime}` }) }))),
  fault(KBJWT.AUD, 'has a Key Binding JWT without `aud`', binding({ payload: drop('aud') })),
  markTolerated(fault(KBJWT.AUD, 'has a Key Binding JWT with several audiences', binding({ payload: setMembers({ aud: ['https://verifier.example'] }) }))),
  fault(KBJWT.NONCE, 'has a Key Binding JWT without `nonce`', binding({ payload: drop('nonce') })),
  fault(KBJWT.NONCE, 'has a Key Binding JWT with a number as `nonce`', binding({ payload: setMembers({ nonce: 1 }) })),
  fault(KBJWT.HASH, 'has no `sd_hash`', binding({ payload: drop('sd_hash') })),
  fault(KBJWT.HASH, 'has an `sd_hash` without the last `~`', binding({ over: (text) => text.slice(0, -1) })),
  fault(KBJWT.HASH, 'has an `sd_hash` over the issuer-signed JWT alone', binding({ over: (text) => text.slice(0, text.indexOf('~')) })),
  fault(KBJWT.HASH, 'has a disclosure that was removed after it was bound', { text: (text) => text.replace(/~[^~]+~/, '~') }),
  fault(KBJWT.HASH, 'has an `sd_hash` in hexadecimal digits', binding({ payload: (payload) => ({ ...payload, sd_hash: Buffer.from(String(payload.sd_hash), 'base64url').toString('hex') }) })),
  fault(KBJWT.SIGNED, 'has a Key Binding JWT that is signed by another key', binding({ key: keys.other })),
  fault(KBJWT.SIGNED, 'has a Key Binding JWT that brings its own key in the header', binding({ key: keys.other, header: setMembers({ jwk: toPublic(keys.other) }) })),
  fault(KBJWT.SIGNED, 'has a Key Binding JWT that is signed by the issuer', binding({ key: keys.issuer })),
  fault(KBJWT.SIGNED, 'has a Key Binding JWT with a signature in DER', binding({ signature: (signature) => toDer(signature) })),
  fault(KBJWT.FRESH, 'has a Key Binding JWT of yesterday', binding({ payload: setMembers({ iat: sampleTime - 86_400 }) })),
  fault(KBJWT.FRESH, 'has a Key Binding JWT of tomorrow', binding({ payload: setMembers({ iat: sampleTime + 86_400 }) })),
  fault(KBJWT.AUDIENCE, 'has a Key Binding JWT for another verifier', binding({ payload: setMembers({ aud: 'https://another.example' }) })),
  fault(KBJWT.AUDIENCE, 'has a Key Binding JWT for a verifier whose name begins like that of this one', binding({ payload: setMembers({ aud: 'https://verifier.example.other.example' }) })),
  fault(KBJWT.AUDIENCE, 'has a Key Binding JWT for another verifier of the same host', binding({ payload: setMembers({ aud: 'https://verifier.example/other' }) })),
  fault(KBJWT.TRANSACTION, 'has a Key Binding JWT for another transaction', binding({ payload: setMembers({ nonce: 'another-nonce' }) })),
  fault(KBJWT.TRANSACTION, 'has a Key Binding JWT whose nonce begins like that of this transaction', binding({ payload: ({ nonce, ...claims }) => ({ ...claims, nonce: `${nonce}-2` }) })),
  fault(KBJWT.TRANSACTION, 'has a Key Binding JWT whose nonce is that of this transaction in capitals', binding({ payload: ({ nonce, ...claims }) => ({ ...claims, nonce: `${nonce}`.toUpperCase() }) })),

  markTolerated(fault(JWSJSON.HEADER, 'has text in `disclosures`', { form: 'flattened', binding: null, present: () => [], json: editFirst(setMembers({ disclosures: 'none' })) })),
  markTolerated(fault(JWSJSON.HEADER, 'has a number among the disclosures', { form: 'flattened', binding: null, json: editFirst((header) => ({ ...header, disclosures: [...(Array.isArray(header.disclosures) ? header.disclosures : []), 1] })) })),
  fault(JWSJSON.FIRST, 'has disclosures in its second header', inSecond('disclosures')),
  fault(JWSJSON.FIRST, 'has a Key Binding JWT in its second header', inSecond('kb_jwt')),
  fault(JWSJSON.FIRST, 'has a Key Binding JWT in its second header alone', moveToSecond('kb_jwt')),
  fault(JWSJSON.DISJOINT, 'has `alg` in both headers', { form: 'flattened', json: editFirst(setMembers({ alg: 'ES256' })) }),
  fault(JWSJSON.DISJOINT, 'has `signature` beside `signatures`', { form: 'general', json: setMembers({ signature: 'AAAA' }) }),
  ...keyFaults,
  ...jwtFaults,
]
