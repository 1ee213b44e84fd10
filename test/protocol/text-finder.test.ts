import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { keepText } from '../../protocol/encoding/keep-text.ts'
import { createTextFinder, isVisiblyDistinct } from '../../protocol/encoding/text-finder.ts'

const digests = Array.from({ length: 44 }, (_, i) => createHash('sha256').update(`${i}`).digest('base64url'))

/** Short texts, so that some are the same, and texts that differ only where nobody looks. */
const text = fc.oneof(
  fc.string({ maxLength: 3 }),
  fc.constantFrom(...digests),
  fc.nat(300).map((i) => `${'a'.repeat(20)}${i}${'b'.repeat(20)}`),
)

describe('a finder of texts', () => {
  it('finds what a list finds', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 200 }), fc.array(text, { maxLength: 20 }), (texts, others) => {
        const finder = createTextFinder(texts)

        for (const each of [...texts, ...others]) expect(finder.find(each)).toBe(texts.indexOf(each))
        expect(finder.hasRepeated).toBe(new Set(texts).size < texts.length)
      }),
      { numRuns: 300 },
    )
  })

  it('finds texts of one length that look alike where it looks first', () => {
    const alike = Array.from({ length: 5_000 }, (_, i) => `${'a'.repeat(20)}${i + 1e6}${'b'.repeat(20)}`)
    const finder = createTextFinder(alike)

    expect(alike.every((each, i) => finder.find(each) === i)).toBe(true)
    expect([finder.find('a'), finder.hasRepeated]).toEqual([-1, false])
    expect(isVisiblyDistinct(alike)).toBe(false)
  })
})

describe('texts that are visibly distinct', () => {
  it('are distinct', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 20 }), (texts) => {
        if (isVisiblyDistinct(texts)) expect(new Set(texts).size).toBe(texts.length)
      }),
    )
  })

  it('are digests, salts and disclosures', () => {
    expect(isVisiblyDistinct(digests)).toBe(true)
    expect(isVisiblyDistinct(digests.map((each) => each.slice(0, 22)))).toBe(true)
    expect(isVisiblyDistinct([...digests, ...digests.slice(0, 1)])).toBe(false)
  })
})

describe('a text that is kept', () => {
  it('is the same text', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 80 }), { maxLength: 30 }), (texts) => {
        expect(texts.map(keepText)).toEqual(texts)
      }),
    )
  })
})
