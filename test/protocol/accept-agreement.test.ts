import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeBase64url } from '../../protocol/encoding/base64url.ts'
import { writeSdJwt } from '../../protocol/sd-jwt/sd-jwt.ts'
import { rows } from './accept-refusals.ts'
import { acceptorFor, brokenIn, issued, manners, parts, piecesOf, withPayload, worldOf } from './accept-stage.ts'

const { now } = worldOf(parts)

describe('agrees with the suites', () => {
  it.each(rows)('on $what', ({ what, bad, good }) => {
    // Only a wallet and its backend have to turn away a key-binding JWT. A verifier may ask for one, and ignore a repeated disclosure.
    const isStricter = what === 'a key-binding JWT' || what === 'the same disclosure twice'
    const isFailed = brokenIn(parts, bad()).length > 0 || isStricter

    expect(isFailed).toBe(true)
    expect(brokenIn(parts, good())).toEqual([])
  })

  it('on members that are missing, changed or added, signed by the issuer', () => {
    const accept = acceptorFor(parts)
    const members = ['iss', 'id', 'iat', 'exp', 'status', '_sd', '_sd_alg', 'cnf', 'Dob', 'extra', '...', 'vct']
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }),
      fc.constantFrom(now, now + 1e3, now * 1e3, 'https://issuer.example', [], {}, { jwk: {} }, { a: { _sd: 1 } }),
      fc.constant(undefined),
    )
    fc.assert(
      fc.property(fc.constantFrom(...members), value, (member, bent) => {
        // What the suites leave open, the acceptor does not: a status address has to end with the `id`.
        fc.pre(member !== 'status' || typeof bent !== 'string' || !URL.canParse(bent))
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
    const edits = fc.constantFrom('repeat', 'drop', 'swap', 'cut', 'lengthen', 'change', 'turn', 'none')
    fc.assert(
      fc.property(fc.constantFrom(...all), edits, fc.nat(7), fc.nat(), ({ each, accept, pieces }, edit, at, chance) => {
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
        const credential = writeSdJwt(pieces[0], done[edit] ?? [])
        expect('refused' in accept(credential)).toBe(edit === 'repeat' || brokenIn(each, credential).length > 0)
      }),
      { numRuns: 300 },
    )
  })
})
