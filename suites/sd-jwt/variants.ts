import type { JsonObject, JsonValue } from '../../protocol/encoding/json.ts'
import { hide } from '../../protocol/sd-jwt/hide-claims.ts'
import { markPart, type SampleVariant, sampleVariant, setMembers } from '../kit/samples.ts'
import { jwtVariants, keyVariants } from './foundation-faults.ts'
import { type SampleChange, sampleTime, toPublic } from './sample.ts'
import keys from './sample-keys.json' with { type: 'json' }

const variant = sampleVariant<SampleChange>('SDJWT')

const section = (number: string): string => `RFC 9901, section ${number}`

const rewrite = (how: (json: string) => string): SampleChange => ({ content: how })

/** The usual sample with some of its claims. */
const keepClaims = (...names: readonly string[]): SampleChange => ({
  claims: (all) => Object.fromEntries(['iss', 'iat', 'exp', 'cnf', ...names].map((name) => [name, all[name] ?? null])),
})

// biome-ignore format: a table, one row a line.
export const variants: readonly SampleVariant<SampleChange>[] = [
  variant('is the usual one', {}, section('7.1')),
  markPart(variant('hides properties of its payload', keepClaims('given_name', 'age'), section('7.1'))),
  markPart(variant('hides properties of an object', keepClaims('address'), section('7.1'))),
  markPart(variant('hides elements of an array', keepClaims('languages'), section('7.1'))),
  markPart(variant('hides a claim inside of what is hidden', keepClaims('degrees'), section('4.2.6'))),
  variant('has no Key Binding JWT', { binding: null }),
  variant('has no disclosures and no digests', { claims: ({ iss = '', cnf = {} }) => ({ iss, cnf }), decoys: 0 }),
  variant('shows none of its disclosures', { present: () => [] }, section('4')),
  variant('shows its first disclosure only', { present: (all) => all.slice(0, 1) }, section('4')),
  variant('shows its disclosures in the reverse order', { present: (all) => all.toReversed() }, section('7.1')),
  variant('shows what is around without what is inside', { present: (all) => all.slice(-1) }, section('4.2.6')),
  variant('has no `_sd_alg`', { hash: null }, section('4.1.1')),
  ...['sha-384', 'sha-512', 'sha3-256', 'sha3-384', 'sha3-512'].map((hash) => variant(`uses ${hash}`, { hash })),
  ...(['ES384', 'EdDSA', 'PS256', 'RS256'] as const).map((alg) => variant(`is signed by ${alg}`, { alg, ...(alg === 'ES384' && { hash: 'sha-384' }) })),
  variant('is signed by ES512', { alg: 'ES512', hash: 'sha-512' }),
  variant('has fifty decoys', { decoys: 50 }, section('7.1')),
  variant('has no decoys', { decoys: 0 }, section('7.1')),
  variant('has decoys in an array', { payload: (payload) => ({ ...payload, tags: ['a', { '...': 'mWNGwp4Tnzk8D9Jf7ZTyhs4nqwjHiiFHVRrXRUpMSI4' }] }) }, section('4.2.5')),
  variant('has blanks and line breaks in its disclosures', rewrite((json) => `${json.replaceAll(',', ' ,\n')} `), section('4.2.1')),
  variant('has escaped characters in its disclosures', rewrite((json) => json.replaceAll('A', '\\u0041')), section('4.2.1')),
  variant('has values of every type', { claims: (all) => ({ ...all, a: hide(null), b: hide(false), c: hide(1.5), d: hide([]), e: hide({}), f: hide('') }) }, section('4.2.1')),
  variant('has names in other scripts', { claims: (all) => ({ ...all, 'பெயர்': hide('ஆஷா') }) }, section('4.2.1')),
  variant('has a claim whose name is empty', { claims: (all) => ({ ...all, '': hide(1) }) }, section('4.2.1')),
  variant('has a claim called `__proto__`', { claims: (all) => Object.fromEntries([...Object.entries(all), ['__proto__', hide('x')]]) }),
  variant('has objects in arrays in objects', { claims: (all) => ({ ...all, work: { places: [{ name: hide('A'), rooms: [hide(1), hide(2)] }, hide({ name: 'B' })] } }) }, section('6')),
  variant('has one name at two levels', { claims: (all) => ({ ...all, name: hide('x'), work: { name: hide('y') } }) }, section('7.1')),
  variant('has salts in hexadecimal digits', { salt: (salt) => Buffer.from(salt, 'base64url').toString('hex').padEnd(32, '0') }, section('4.2.1')),
  variant('has long salts', { salt: (salt) => salt.repeat(4) }, section('4.2.1')),
  variant('has no `kid`', { header: ({ kid: _, ...header }) => header }),
  variant('has no `typ`', { header: ({ typ: _, ...header }) => header }),
  variant('has unknown header parameters', { header: setMembers({ 'x-note': [1, null] }) }, section('7.1')),
  variant('has a `b64` that changes nothing', { header: setMembers({ b64: true }) }),
  variant('has unknown claims', { payload: setMembers({ 'x-note': { deep: [] } }) }, section('4.1')),
  variant('has neither times nor an issuer', { claims: ({ iss: _, iat: __, exp: ___, ...all }) => all }),
  variant('has a claim of a hundred levels', { payload: (all) => ({ ...all, deep: Array.from({ length: 100 }).reduce<JsonValue>((inside) => [inside], 1) }) }),
  variant('has a time with a fraction', { payload: setMembers({ iat: sampleTime - 1_000_000.5 }) }),
  variant('expires in the year 9999', { payload: setMembers({ exp: 253_402_300_799 }) }),
  variant('is meant for the verifier', { payload: setMembers({ aud: 'https://verifier.example' }) }),
  variant('is meant for several verifiers', { payload: setMembers({ aud: ['https://another.example', 'https://verifier.example'] }) }),
  variant('has an empty `_sd` in an object inside', { payload: setMembers({ work: { _sd: [] } }) }, section('4.2.4.1')),
  variant('has a number of days in an object called `exp`', { payload: setMembers({ plan: { exp: '30 days', iss: 1 } }) }),
  variant('has the keys of several issuers beside its own', { facts: { jwks: { keys: [{ ...toPublic(keys.p384), kid: 'other' }, { ...toPublic(keys.other), kid: 'x' }, { ...toPublic(keys.issuer), kid: 'issuer-key' }] } } }),
  variant('has a Key Binding JWT where one is required', { facts: { keyBinding: 'required' } }, section('7.3')),
  variant('has no Key Binding JWT as it is issued', { binding: null, facts: { keyBinding: 'refused' } }),
  variant('has unknown members in its Key Binding JWT', { binding: { header: setMembers({ 'x-note': 1 }), payload: setMembers({ 'x-note': {}, exp: sampleTime + 3600 }) } }, section('4.3')),
  variant('has a Key Binding JWT with the whole name of its media type', { binding: { header: setMembers({ typ: 'application/kb+jwt' }) } }),
  variant('has a Key Binding JWT of two minutes ago', { binding: { payload: setMembers({ iat: sampleTime - 120 }) } }),
  variant('is in flattened JSON', { form: 'flattened' }),
  variant('is in general JSON', { form: 'general' }),
  variant('is in flattened JSON without a Key Binding JWT', { form: 'flattened', binding: null }),
  variant('is in flattened JSON without disclosures', { form: 'flattened', binding: null, present: () => [], json: ({ header: _, ...message }) => message }),
  variant('has unknown unprotected header parameters', { form: 'flattened', json: (message) => ({ ...message, header: { ...(message.header as object), 'x-note': 1 } as JsonObject }) }),
  ...keyVariants,
  ...jwtVariants,
]
