import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeBase64url, encodeThree } from '../../protocol/encoding/base64url.ts'
import { limits } from '../../protocol/encoding/limits.ts'
import { buildDigestInput, disclosureOrders } from '../../protocol/sd-jwt/claim.ts'
import { readClaim, readDisclosure, readDisclosures, writeDigestInputs } from '../../protocol/sd-jwt/disclosure.ts'
import { createTripleReader, writePlain } from '../../protocol/sd-jwt/plain-triple.ts'

const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.base64String())
const value = fc.oneof(text, fc.boolean(), fc.integer(), fc.constant(null), fc.array(text, { maxLength: 2 }))
const written = fc.array(value, { maxLength: 4 }).map((elements) => encodeBase64url(JSON.stringify(elements)))
/** A disclosure of which one character was put in the place of another. */
const changed = fc
  .tuple(written, fc.nat(), fc.constantFrom(...'AQgw-_+/=. \u{e9}\u{141}'))
  .map(([whole, at, other]) => whole.slice(0, at % whole.length) + other + whole.slice((at % whole.length) + 1))
/** Any JSON text or none, with octets that are no UTF-8 among them. */
const octets = fc.uint8Array({ maxLength: 40 }).map((each) => encodeBase64url(each))
const anyText = fc.string({ maxLength: 30 }).map((each) => encodeBase64url(`["${each}","b",true]`))
const disclosure = fc.oneof(written, changed, octets, anyText)

const readAlone = (each: string) => {
  const reader = createTripleReader()
  reader.load(`${each}~`, 0)
  return reader.read(0)
}

const describeRead = ({ content, slices, problem }: ReturnType<typeof readDisclosure>) => ({
  content,
  slices: slices ?? (Array.isArray(content) ? content.map(writePlain) : undefined),
  problem: problem?.message,
})

describe('disclosures of three plain elements', () => {
  it('are read as the strict reader reads them, and nothing else is read', () => {
    fc.assert(
      fc.property(disclosure, (each) => {
        const read = readAlone(each)
        const { content, slices, problem } = readDisclosure(each)

        if (read) expect([read, read.map(writePlain), undefined]).toEqual([content, slices, problem])
      }),
      { numRuns: 2_000 },
    )
  })

  it('are read together as each by itself', () => {
    fc.assert(
      fc.property(fc.array(disclosure, { maxLength: 5 }), (texts) => {
        const whole = ['jwt', ...texts, ''].join('~')

        expect(readDisclosures(whole, 4, texts).map(describeRead)).toEqual(texts.map(readDisclosure).map(describeRead))
      }),
      { numRuns: 300 },
    )
  })

  it.each(['["a","b","c"]', '["a",true,"c"]', '["\u{b05}",false,"c"]'])('are quickly read: %s', (json) => {
    expect(readAlone(encodeBase64url(json))).toEqual(JSON.parse(json))
  })

  it.each(['["a", "b","c"]', '["a","b"]', '["a","b","c","d"]', '["a","\\u0062","c"]', '["a",1,"c"]', '["a","b","c"],'])(
    'are left to the strict reader: %s',
    (json) => {
      expect(readAlone(encodeBase64url(json))).toBeUndefined()
    },
  )

  it('are not read out of a longer text than there is room for', () => {
    const reader = createTripleReader()
    const plain = encodeBase64url('["a","b","c"]')
    reader.load(`${plain}~${'A'.repeat(65_536)}`, 0)

    expect(reader.read(0)).toBeUndefined()
  })

  it.each(['a\u{1}b', 'a\nb', 'a\\b', 'a"b', '"'])(
    'are left to the strict reader with an octet that JSON escapes: %j',
    (odd) => {
      const written = [`["${odd}","b","c"]`, `["a","${odd}","c"]`, `["a","b","xx${odd}"]`].map((json) =>
        encodeBase64url(json),
      )

      expect(written.map(readAlone)).toEqual([undefined, undefined, undefined])
    },
  )

  it('are as many as a credential may have', () => {
    const reader = createTripleReader()
    reader.load(`${encodeBase64url('["","",""]')}~`.repeat(limits.disclosures), 0)

    expect(reader.read(limits.disclosures - 1)).toEqual(['', '', ''])
    expect(reader.read(limits.disclosures)).toBeUndefined()
  })
})

describe('what digests are over', () => {
  it('is written at once as one by one', () => {
    const anyOrder = fc.constantFrom(...disclosureOrders)
    fc.assert(
      fc.property(fc.array(disclosure, { maxLength: 5 }), anyOrder, (texts, order) => {
        const reader = createTripleReader()
        reader.load(texts.map((each) => `${each}~`).join(''), 0)
        for (const [i, input] of reader.writeInputs(order).entries()) {
          const claim = readClaim(readDisclosure(texts[i] ?? ''), order)
          if (reader.read(i) && claim) expect(input).toBe(buildDigestInput(claim, 'parts'))
        }
      }),
      { numRuns: 1_000 },
    )
  })

  it('is written for the disclosures that were read last, and for no others', () => {
    const [one, other] = ['a', 'b'].map((name) => {
      const text = encodeBase64url(`["${name}","value","salt"]`)
      return readDisclosures(`jwt~${text}~`, 4, [text])
    })

    expect(writeDigestInputs(one ?? [], 'name-value-salt')).toEqual([])
    expect(writeDigestInputs(other ?? [], 'name-value-salt')).toEqual([encodeThree('salt', 'b', 'value')])
    expect(writeDigestInputs([...(other ?? [])], 'name-value-salt')).toEqual([])
  })
})

describe('three texts encoded at once', () => {
  it('are each encoded by itself', () => {
    const some = fc.oneof(
      text,
      fc.nat(600).map((length) => '\u{20ac}'.repeat(length)),
    )
    fc.assert(
      fc.property(some, some, some, (a, b, c) => {
        expect(encodeThree(a, b, c)).toBe(encodeBase64url(a) + encodeBase64url(b) + encodeBase64url(c))
      }),
    )
  })
})
