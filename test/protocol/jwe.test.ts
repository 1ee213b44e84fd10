import fc from 'fast-check'
import { CompactEncrypt, compactDecrypt, importJWK } from 'jose'
import { describe, expect, it } from 'vitest'
import { encodeBase64url } from '../../protocol/encoding/base64url.ts'
import { limits } from '../../protocol/encoding/limits.ts'
import { attempt, type ProblemCode } from '../../protocol/encoding/problem.ts'
import { type JweDraft, openJweWithAny, readJwe, writeJwe } from '../../protocol/jose/jwe.ts'
import { ecKey, rsaKey } from '../keys.ts'
import { choices, draftOf, honest, keyFor, open, otherKeyFor, problemOf, publicOf, randomOf } from './jwe-drafts.ts'

const choice = fc.constantFrom(...choices)
const plaintexts = fc.uint8Array({ maxLength: 500 })

/** An honest message with its header exchanged; nothing in it decrypts any more. */
function withHeader(header: object): string {
  const [, ...rest] = writeJwe(draftOf(honest)).split('.')
  return [encodeBase64url(JSON.stringify(header)), ...rest].join('.')
}

describe('laws', () => {
  it('opens to what was written, whatever the algorithms', () => {
    const roundTrip = fc.property(choice, plaintexts, fc.string(), (header, plaintext, seed) => {
      const text = writeJwe(draftOf(header, { plaintext, random: randomOf(seed) }))

      expect(open(text, keyFor(header.alg))).toEqual(Buffer.from(plaintext))
    })

    fc.assert(roundTrip, { numRuns: 300, examples: choices.map((header) => [header, new Uint8Array(3), '']) })
  })

  it('refuses after any change of one character', () => {
    const alphabet = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+ {é')
    const corruption = fc.property(choice, fc.nat(), alphabet, fc.nat(4), (header, place, character, part) => {
      const parts = writeJwe(draftOf(header)).split('.')
      const chosen = parts[part] ?? ''
      const at = place % (chosen.length || 1)
      parts[part] = chosen.slice(0, at) + character + chosen.slice(at + 1)
      fc.pre(parts[part] !== chosen)

      expect(problemOf(() => open(parts.join('.'), keyFor(header.alg)))).toBeDefined()
    })

    fc.assert(corruption, { numRuns: 500 })
  })

  it('refuses text that was cut anywhere', () => {
    const text = writeJwe(draftOf({ alg: 'ECDH-ES', enc: 'A128CBC-HS256', zip: 'DEF' }))
    const codes = Array.from(text, (_, end) => problemOf(() => open(text.slice(0, end), ecKey)))

    expect(codes).not.toContain(undefined)
  })

  it('writes the same text from the same random octets, and another from others', () => {
    const determinism = fc.property(choice, fc.string(), fc.string(), (header, seed, other) => {
      const write = (random: string): string => writeJwe(draftOf(header, { random: randomOf(random) }))

      expect(write(seed)).toBe(write(seed))
      expect(write(seed) === write(other)).toBe(seed === other)
    })

    fc.assert(determinism)
  })
})

describe('beside jose', () => {
  it.each(choices)('is opened by jose: $alg $enc $zip', async (header) => {
    const text = writeJwe(
      draftOf(header, { plaintext: '{"a":"ä"}', header: { ...header, apu: 'QWxpY2U', apv: 'Qm9i' } }),
    )
    const { plaintext } = await compactDecrypt(text, await importJWK({ ...keyFor(header.alg) }, header.alg))

    expect(Buffer.from(plaintext).toString()).toBe('{"a":"ä"}')
  })

  it.each(choices)('opens what jose wrote: $alg $enc $zip', async (header) => {
    const key = await importJWK(publicOf(keyFor(header.alg)), header.alg)
    const jwe = new CompactEncrypt(Buffer.from('{"a":"ä"}')).setProtectedHeader({ ...header })
    if (header.alg.startsWith('ECDH')) jwe.setKeyManagementParameters({ apu: Buffer.from('A'), apv: Buffer.from('B') })

    expect(open(await jwe.encrypt(key), keyFor(header.alg)).toString()).toBe('{"a":"ä"}')
  })
})

describe('the header', () => {
  it.each(['RSA1_5', 'dir', 'PBES2-HS256+A128KW', 'A256KW', 'ECDH-1PU', 'none', 'rsa-oaep-256', '__proto__', 7])(
    'cannot ask for the key management %s',
    (alg) => {
      expect(problemOf(() => open(withHeader({ ...honest, alg }), ecKey))).toBe('jwe-algorithm')
      expect(problemOf(() => openJweWithAny(readJwe(withHeader({ ...honest, alg })), [ecKey]))).toBe('jwe-algorithm')
    },
  )

  it.each(['A192CBC', 'A256KW', 'a256gcm', 'constructor', null])('cannot ask for the content encryption %s', (enc) => {
    expect(problemOf(() => open(withHeader({ ...honest, enc }), ecKey))).toBe('jwe-algorithm')
  })

  it.each(['def', 'GZIP', '', true, null])('cannot ask for the compression %s', (zip) => {
    expect(problemOf(() => open(withHeader({ ...honest, zip }), ecKey))).toBe('jwe-algorithm')
  })

  it('may spell out that nothing is compressed', () => {
    const text = writeJwe(draftOf({ ...honest, zip: 'none' }))

    expect(readJwe(text).header.zip).toBe('none')
    expect(open(text, ecKey).toString()).toBe('content')
  })

  it('cannot ask for an extension', () => {
    const text = writeJwe(draftOf(honest, { header: { ...honest, crit: ['exp'], exp: 1 } }))

    expect(problemOf(() => open(text, ecKey))).toBe('jwe-header')
  })

  it.each([
    ['is missing', undefined],
    ['is text', 'epk'],
    ['is a key on another curve', { ...ecKey, crv: 'P-384' }],
    ['is a point beside the curve', { ...ecKey, y: encodeBase64url(Buffer.alloc(32, 1)) }],
    [
      'is the point of order one',
      { ...ecKey, x: encodeBase64url(Buffer.alloc(32)), y: encodeBase64url(Buffer.alloc(32)) },
    ],
  ])('is refused when `epk` %s', (_, epk) => {
    expect(problemOf(() => open(withHeader({ ...honest, epk }), ecKey))).toBe('jwe-header')
  })

  it('is written as it was given, an `epk` included', () => {
    const header = { kid: 'ключ', enc: 'A256GCM', alg: 'ECDH-ES', zip: 'GZIP', epk: { kty: 'EC' } }

    expect(readJwe(writeJwe({ ...draftOf(honest), header })).header).toEqual(header)
  })

  it('is written without RSA-OAEP unless that is the step asked for', () => {
    const { overrides: steps, ...draft } = draftOf({ alg: 'RSA-OAEP', enc: 'A256GCM' })

    expect(problemOf(() => writeJwe(draft))).toBe('jwe-algorithm')
    expect(problemOf(() => writeJwe({ ...draft, overrides: { ...steps } }))).toBeUndefined()
  })
})

describe('the form', () => {
  it.each<[ProblemCode, string]>([
    ['jwe-parts', ''],
    ['jwe-parts', 'e30.e30.e30.e30'],
    ['jwe-parts', 'e30.....'],
    ['base64url', 'e30.AB..e30.e30'],
    ['base64url', 'e30.e30=...'],
    ['not-an-object', 'W10....'],
    ['json', 'eHg....'],
    ['json-duplicate', `${encodeBase64url('{"alg":"dir","alg":"ECDH-ES"}')}....`],
    ['too-large', 'e'.repeat(limits.text + 1)],
  ])('is refused as %s', (code, text) => {
    expect(problemOf(() => readJwe(text))).toBe(code)
  })
})

describe('decryption', () => {
  it('fails in the same words wherever it fails', () => {
    const failures = choices.flatMap((header) => {
      const [head = '', key = '', iv = '', content = '', tag = ''] = writeJwe(draftOf(header)).split('.')
      return [
        [head, 'AAAA', iv, content, tag],
        [head, key, 'AAAA', content, tag],
        [head, key, '', content, tag],
        [head, key, iv, 'AAAA', tag],
        [head, key, iv, content, tag.slice(0, 16)],
        [head, key, iv, content, ''],
      ].map((parts) => attempt(() => open(parts.join('.'), keyFor(header.alg))))
    })
    const reasons = failures.map((failure) => ('problem' in failure ? String(failure.problem) : 'opened'))

    expect(new Set(reasons)).toEqual(new Set(['ProtocolError: the JWE cannot be decrypted']))
  })

  it('fails when the initialization vector of GCM has another length, though it is the right one', () => {
    const random: JweDraft['random'] = (octets) => randomOf('jwe')(octets === 12 ? 16 : octets)

    expect(problemOf(() => open(writeJwe(draftOf(honest, { random })), ecKey))).toBe('jwe-decrypt')
  })

  it('needs the private key, and only that one', () => {
    for (const header of choices) {
      const text = writeJwe(draftOf(header))

      expect(problemOf(() => open(text, otherKeyFor(header.alg)))).toBe('jwe-decrypt')
    }
  })

  it('fails when something else was done than the header says', () => {
    const text = writeJwe(draftOf({ alg: 'RSA-OAEP-256', enc: 'A256GCM' }, { overrides: { alg: 'RSA-OAEP' } }))
    const weaker = writeJwe(draftOf(honest, { overrides: { enc: 'A128GCM' } }))

    expect(problemOf(() => open(text, rsaKey))).toBe('jwe-decrypt')
    expect(problemOf(() => open(weaker, ecKey))).toBe('jwe-decrypt')
  })
})
