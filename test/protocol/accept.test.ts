import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { publicOf } from '../../src/actors/world.ts'
import { session } from '../../src/cli/stage.ts'
import type { acceptor } from '../../src/protocol/accept.ts'
import { decodeBase64url, encodeBase64url, isBase64url } from '../../src/protocol/base64url.ts'
import { writeDisclosure } from '../../src/protocol/disclosure.ts'
import { toDer } from '../../src/protocol/es256.ts'
import { type JsonObject, RawJson } from '../../src/protocol/json.ts'
import { writeJws } from '../../src/protocol/jws.ts'
import { writeSdJwt } from '../../src/protocol/sd-jwt.ts'
import {
  acceptorFor,
  brokenIn,
  issued,
  jwks,
  keys,
  type Manner,
  manners,
  parts,
  whole,
  withClaims,
  withHeader,
  withPayload,
  worldOf,
} from './accept-stage.ts'

const piecesOf = (credential: string): [jwt: string, disclosures: string[]] => {
  const [jwt = '', ...disclosures] = credential.split('~').slice(0, -1)
  return [jwt, disclosures]
}

const salt = fc.stringMatching(/^[\w-]{22}$/)
const claimOf = fc.record({ name: fc.stringMatching(/^X[A-Za-z]{1,12}$/), value: fc.jsonValue({ maxDepth: 2 }), salt })
const claims = fc.uniqueArray(claimOf, { selector: ({ name }) => name, maxLength: 8 })
const manner = fc.constantFrom(...manners)

const claimsOf = (acceptance: ReturnType<ReturnType<typeof acceptor>>): unknown =>
  'claims' in acceptance ? Object.fromEntries(acceptance.claims) : acceptance

describe('an acceptor', () => {
  it.each(manners)('accepts the credential of the honest issuer: $construction, $order', (each) => {
    expect(claimsOf(acceptorFor(each)(issued(each)))).toEqual(session.holder)
  })

  it('accepts any claims under any construction, and says exactly what was issued', () => {
    fc.assert(
      fc.property(manner, claims, (each, drafts) => {
        const expected = Object.fromEntries(drafts.map(({ name, value }) => [name, JSON.parse(JSON.stringify(value))]))
        expect(claimsOf(acceptorFor(each)(withClaims(each, drafts as never)))).toEqual(expected)
      }),
      { numRuns: 60 },
    )
  })

  it('accepts any selection of disclosures in any order, and nothing that was left out', () => {
    const credentials = new Map(manners.map((each) => [each, piecesOf(issued(each))]))
    const names = Object.keys(session.holder)
    fc.assert(
      fc.property(manner, fc.shuffledSubarray(names.map((_, i) => i)), (each, chosen) => {
        const [jwt, disclosures] = credentials.get(each) ?? ['', []]
        const expected = chosen.map((i) => names[i] ?? '')
        const answer = acceptorFor(each)(
          writeSdJwt(
            jwt,
            chosen.map((i) => disclosures[i] ?? ''),
          ),
        )
        expect('claims' in answer && [...answer.claims.keys()]).toEqual(expected)
      }),
      { numRuns: 60 },
    )
  })

  it('refuses every credential in which one character is another', () => {
    const credentials = new Map(manners.map((each) => [each, { text: issued(each), accept: acceptorFor(each) }]))
    fc.assert(
      fc.property(manner, fc.nat(), fc.integer({ min: 0x20, max: 0x17f }), (each, place, code) => {
        const { text, accept } = credentials.get(each) ?? { text: '', accept: acceptorFor(each) }
        const at = place % text.length
        const changed = text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1)
        fc.pre(changed !== text)
        expect(accept(changed)).toHaveProperty('refused')
      }),
      { numRuns: 2_000 },
    )
  })

  it('refuses whatever is no credential at all', () => {
    const accept = acceptorFor(parts)
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => expect(accept(text)).toHaveProperty('refused')))
  })
})

const [jwt, disclosures] = piecesOf(issued(parts))
const [first = '', second = ''] = disclosures
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
    withPayload(parts, (payload) => ({ ...payload, cnf: { jwk: { ...publicOf(keys.holder), ...bend } } }))
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
  ['the key of a stranger', 'signature', () => issued(parts, { mint: ({ header, payload }) => writeJws(header, payload, keys.stranger) }), () => issued(parts)],
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
  ['a disclosure that is no JSON', 'json', () => writeSdJwt(jwt, [encodeBase64url('["a","b","c"')])],
  ['a disclosure that is no UTF-8', 'utf8', () => writeSdJwt(jwt, [Buffer.from('["a","b\xff","c"]', 'latin1').toString('base64url')])],
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

const rows = refusals.map(([what, refused, bad, good = () => issued(parts)]) => ({ what, refused, bad, good }))

describe('refuses', () => {
  it.each(rows)('$what as `$refused`', ({ refused, bad, good }) => {
    const accept = acceptorFor(parts)

    expect(accept(bad())).toEqual({ refused })
    expect(accept(good())).toHaveProperty('claims')
  })

  it('elements in the other order, where the digest does not tell', () => {
    const turned: Manner = { construction: 'disclosure', order: 'name-value-salt' }
    expect(acceptorFor(turned)(issued(whole))).toEqual({ refused: 'order' })
    expect(acceptorFor(whole)(issued(whole))).toHaveProperty('claims')
  })

  it('a key set in which two keys have one `kid`', () => {
    const [key = {}] = jwks.keys as JsonObject[]
    expect(acceptorFor(parts, { jwks: { keys: [key, key] } })(issued(parts))).toEqual({ refused: 'kid' })
    expect(acceptorFor(parts, { jwks: { keys: [key] } })(issued(parts))).toHaveProperty('claims')
  })

  it('a key that is no key on P-256', () => {
    const broken = { keys: [{ ...publicOf(keys.issuer), y: keys.issuer.x }] }
    expect(acceptorFor(parts, { jwks: broken })(issued(parts))).toEqual({ refused: 'key' })
  })

  it('no key-binding JWT where it was told to leave it unread', () => {
    expect(acceptorFor(parts, { keyBinding: 'unread' })(`${jwt}~${first}~${jwt}`)).toHaveProperty('claims')
  })
})

describe('agrees with the suites', () => {
  it.each(rows)('on $what', ({ what, bad, good }) => {
    // Only a wallet and its backend have to turn away a key-binding JWT; a verifier may ask for one.
    const isFailed = brokenIn(parts, bad()).length > 0 || what === 'a key-binding JWT'

    expect(isFailed).toBe(true)
    expect(brokenIn(parts, good())).toEqual([])
  })

  it('on members that are missing, bent or added, signed by the issuer', () => {
    const accept = acceptorFor(parts)
    const members = ['iss', 'id', 'iat', 'exp', 'status', '_sd', '_sd_alg', 'cnf', 'Dob', 'extra', '...', 'vct']
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom(now, now + 1e3, now * 1e3, 'https://issuer.example', [], {}, { jwk: {} }, { a: { _sd: 1 } }),
      fc.constant(undefined),
    )
    fc.assert(
      fc.property(fc.constantFrom(...members), value, (member, bent) => {
        const { [member]: _, ...rest } = { [member]: 0 }
        const text = withPayload(parts, ({ [member]: was, ...payload }) =>
          bent === undefined ? payload : { ...payload, ...rest, [member]: bent as never },
        )
        expect('refused' in accept(text)).toBe(brokenIn(parts, text).length > 0)
      }),
      { numRuns: 300 },
    )
  })

  it('on disclosures that are changed, moved, repeated or left out', () => {
    const all = manners.map((each) => ({ each, accept: acceptorFor(each), pieces: piecesOf(issued(each)) }))
    const deeds = fc.constantFrom('repeat', 'drop', 'swap', 'cut', 'lengthen', 'change', 'turn', 'none')
    fc.assert(
      fc.property(fc.constantFrom(...all), deeds, fc.nat(7), fc.nat(), ({ each, accept, pieces }, deed, at, chance) => {
        const some = pieces[1].slice(0, 8)
        const text = some[at] ?? ''
        const i = chance % text.length
        const done: Record<string, string[]> = {
          repeat: [...some, text],
          drop: some.toSpliced(at, 1),
          swap: some.toReversed(),
          cut: some.with(at, text.slice(0, i)),
          lengthen: some.with(at, `${text}A`),
          change: some.with(at, `${text.slice(0, i)}${text[i] === 'A' ? 'B' : 'A'}${text.slice(i + 1)}`),
          turn: some.with(
            at,
            encodeBase64url(JSON.stringify(JSON.parse(Buffer.from(text, 'base64url').toString()).reverse())),
          ),
          none: some,
        }
        const credential = writeSdJwt(pieces[0], done[deed] ?? [])
        expect('refused' in accept(credential)).toBe(brokenIn(each, credential).length > 0)
      }),
      { numRuns: 300 },
    )
  })
})

describe('the quick way to read base64url', () => {
  it('takes exactly what encoding again takes, for every character in every place', () => {
    const accept = acceptorFor(parts)
    for (const text of [first, `${first}A`, `${first}AA`, `${first}AAA`]) {
      for (const at of [0, 1, text.length - 2, text.length - 1]) {
        for (let code = 0; code < 0x300; code++) {
          const bent = text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1)
          const answer = accept(`${jwt}~${bent}~`)
          const isMalformed = 'refused' in answer && answer.refused === 'base64url'
          if (!bent.includes('~') && isMalformed === isBase64url(bent)) expect.fail(JSON.stringify(bent))
        }
      }
    }
    expect(accept(`${jwt}~${first}~`)).toHaveProperty('claims')
  })
})
