import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { limits } from '../../protocol/encoding/limits.ts'
import { writeJwe } from '../../protocol/jose/jwe.ts'
import { ecKey } from '../keys.ts'
import { type Choice, draftOf, honest, open, problemOf } from './jwe-drafts.ts'

describe('compression', () => {
  const compressed: Choice = { ...honest, zip: 'DEF' }

  it('is refused in the wrapper of zlib', () => {
    expect(problemOf(() => open(writeJwe(draftOf(compressed, { overrides: { zip: 'zlib' } })), ecKey))).toBe(
      'jwe-inflate',
    )
  })

  it('is refused when the header promises it and nothing was compressed', () => {
    const draft = draftOf(compressed, { plaintext: '{"a":1}', overrides: { zip: 'none' } })

    expect(problemOf(() => open(writeJwe(draft), ecKey))).toBe('jwe-inflate')
  })

  it('is left alone when the header does not speak of it', () => {
    const text = writeJwe(draftOf(honest, { overrides: { zip: 'DEF' } }))

    expect(open(text, ecKey)).toEqual(deflateRawSync('content'))
  })

  it.each([
    ['octets behind its end', Buffer.concat([deflateRawSync('content'), Buffer.from('x')])],
    ['a second stream behind its end', Buffer.concat([deflateRawSync('content'), deflateRawSync('content')])],
    ['no end', deflateRawSync('content').subarray(0, -1)],
    ['no beginning', Buffer.alloc(0)],
  ])('is refused with %s', (_, plaintext) => {
    const text = writeJwe(draftOf(compressed, { plaintext, overrides: { zip: 'none' } }))

    expect(problemOf(() => open(text, ecKey))).toBe('jwe-inflate')
  })

  it('may grow to the limit and not one octet beyond', () => {
    const write = (octets: number): string => writeJwe(draftOf(compressed, { plaintext: Buffer.alloc(octets) }))

    expect(open(write(limits.inflated), ecKey)).toHaveLength(limits.inflated)
    expect(problemOf(() => open(write(limits.inflated + 1), ecKey))).toBe('jwe-inflate')
  })

  it('takes little memory to refuse a bomb of 200 MB', () => {
    const bomb = deflateRawSync(Buffer.alloc(200_000_000), { level: 9 })
    const text = writeJwe(draftOf(compressed, { plaintext: bomb, overrides: { zip: 'none' } }))
    const before = process.memoryUsage().arrayBuffers

    expect(problemOf(() => open(text, ecKey))).toBe('jwe-inflate')
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4 * limits.inflated)
  })
})
