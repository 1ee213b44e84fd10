import { describe, expect, it } from 'vitest'
import { encodeBase64url } from '../../protocol/encoding/base64url.ts'
import { openJweWithAny, readJwe, writeJwe } from '../../protocol/jose/jwe.ts'
import type { Jwk } from '../../protocol/jose/jwk.ts'
import { ecKey, otherRsaKey, rsaKey } from '../keys.ts'
import { draftOf, honest, open, problemOf, publicOf } from './jwe-drafts.ts'

describe('keys', () => {
  const text = writeJwe(
    draftOf({ alg: 'RSA-OAEP-256', enc: 'A256GCM' }, { header: { alg: 'RSA-OAEP-256', enc: 'A256GCM', kid: 'b' } }),
  )
  const a: Jwk = { ...otherRsaKey, kid: 'a' }
  const b: Jwk = { ...rsaKey, kid: 'b' }
  const publicOnly = publicOf(b)

  it.each<[string, Jwk]>([
    ['of another type', ecKey],
    ['that are public', publicOnly],
    ['that are broken', { ...rsaKey, n: 'AQAB', p: '!' }],
  ])('%s are refused', (_, key) => {
    expect(problemOf(() => open(text, key))).toBe('jwe-key')
  })

  it.each<[string, Jwk]>([
    ['of another curve', { ...ecKey, crv: 'P-384' }],
    ['beside the curve', { ...ecKey, y: encodeBase64url(Buffer.alloc(32, 1)) }],
    ['of another type', rsaKey],
  ])('%s cannot be agreed with', (_, key) => {
    expect(problemOf(() => writeJwe(draftOf(honest, { key })))).toBe('jwe-key')
  })

  it.each(['AQAB', '', 'AA', encodeBase64url(Buffer.alloc(97, 255)), encodeBase64url(Buffer.alloc(9000, 255))])(
    'with the modulus %# cannot be encrypted to',
    (n) => {
      const header = { alg: 'RSA-OAEP-256', enc: 'A256GCM' } as const

      expect(problemOf(() => writeJwe(draftOf(header, { key: { kty: 'RSA', n, e: 'AQAB' } })))).toBe('jwe-key')
    },
  )

  it.each(['', '!', encodeBase64url(Buffer.alloc(32)), encodeBase64url(Buffer.alloc(32, 255)), null])(
    'with the secret %j cannot open',
    (d) => {
      expect(problemOf(() => open(writeJwe(draftOf(honest)), { ...ecKey, d }))).toBe('jwe-key')
    },
  )

  it('are chosen by their id', () => {
    const named: Jwk = { ...rsaKey, kid: 'b', use: 'named' }

    expect(openJweWithAny(readJwe(text), [ecKey, a, rsaKey, named]).key).toBe(named)
  })

  it('are tried one after the other when none has the id or the one that has it does not open', () => {
    expect(openJweWithAny(readJwe(text), [ecKey, a, rsaKey]).key).toBe(rsaKey)
    expect(openJweWithAny(readJwe(text), [{ ...a, kid: 'b' }, rsaKey]).key).toBe(rsaKey)
    expect(openJweWithAny(readJwe(text), [rsaKey]).plaintext.toString()).toBe('content')
  })

  it('are refused when none fits or none opens', () => {
    expect(problemOf(() => openJweWithAny(readJwe(text), []))).toBe('jwe-key')
    expect(problemOf(() => openJweWithAny(readJwe(text), [ecKey, publicOnly]))).toBe('jwe-key')
    expect(problemOf(() => openJweWithAny(readJwe(text), [a]))).toBe('jwe-decrypt')
  })
})
