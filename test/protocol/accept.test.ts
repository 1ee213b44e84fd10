import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { createAcceptor } from '../../protocol/accept/accept.ts'
import { isBase64url } from '../../protocol/encoding/base64url.ts'
import type { JsonObject } from '../../protocol/encoding/json.ts'
import { writeSdJwt } from '../../protocol/sd-jwt/sd-jwt.ts'
import { toPublicKey } from '../../suites/document/actors/steps/environment.ts'
import { fixtureSession } from '../../suites/document/reference/offline-exchange.ts'
import { first, jwt, rows } from './accept-refusals.ts'
import {
  acceptorFor,
  issued,
  jwks,
  keys,
  type Manner,
  manners,
  parts,
  piecesOf,
  whole,
  withClaims,
} from './accept-stage.ts'

const salt = fc.stringMatching(/^[\w-]{22}$/)
const claimOf = fc.record({ name: fc.stringMatching(/^X[A-Za-z]{1,12}$/), value: fc.jsonValue({ maxDepth: 2 }), salt })
const claims = fc.uniqueArray(claimOf, { selector: ({ name }) => name, maxLength: 8 })
const manner = fc.constantFrom(...manners)

const claimsOf = (acceptance: ReturnType<ReturnType<typeof createAcceptor>>): unknown =>
  'claims' in acceptance ? Object.fromEntries(acceptance.claims) : acceptance

describe('an acceptor', () => {
  it.each(manners)('accepts the credential of the reference issuer: $construction, $order', (each) => {
    expect(claimsOf(acceptorFor(each)(issued(each)))).toEqual(fixtureSession.holder)
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
    const names = Object.keys(fixtureSession.holder)
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

  it('refuses whatever is not a credential at all', () => {
    const accept = acceptorFor(parts)
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(accept(text)).toHaveProperty('refused')
      }),
    )
  })
})

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

  it('a key that is not a key on P-256', () => {
    const broken = { keys: [{ ...toPublicKey(keys.issuer), y: keys.issuer.x }] }
    expect(acceptorFor(parts, { jwks: broken })(issued(parts))).toEqual({ refused: 'key' })
  })

  it('no key-binding JWT where it was told to leave it unread', () => {
    expect(acceptorFor(parts, { keyBinding: 'unread' })(`${jwt}~${first}~${jwt}`)).toHaveProperty('claims')
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
