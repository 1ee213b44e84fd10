import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDeeplink, readFormLink, writeDeeplink } from '../../protocol/artefacts/deeplink.ts'
import { attempt, type ProblemCode } from '../../protocol/encoding/problem.ts'

const codeOf = (text: string): ProblemCode | undefined => {
  const result = attempt(() => readDeeplink(text))
  return 'problem' in result ? result.problem.code : undefined
}

const part = fc.uint8Array().map((octets) => Buffer.from(octets).toString('base64url'))
const jwe = fc.tuple(part, part, part, part, part).map((parts) => parts.join('.'))
const text = fc.string({ unit: 'grapheme' })
const uri = fc.constantFrom(
  'identityapp://credential-request',
  'https://app.example/request?from=wallet',
  'a+b-c.d:opaque',
  'app:///a/../b?x#fragment',
)

describe('A deeplink', () => {
  it('gives back the JWE that was put into it', () => {
    fc.assert(
      fc.property(uri, jwe, (target, value) => {
        expect(readDeeplink(writeDeeplink(target, 'request', value)).parameters.at(-1)).toEqual(['request', value])
      }),
    )
  })

  it('gives back any name and value that were put into it', () => {
    fc.assert(
      fc.property(uri, text, text, (target, name, value) => {
        expect(readDeeplink(writeDeeplink(target, name, value)).parameters.at(-1)).toEqual([name, value])
      }),
    )
  })

  it.each([
    [
      'the blanks of JSON that was written as a form',
      '{"protected":+"e30",+"ciphertext":"AA"}',
      '{"protected": "e30", "ciphertext":"AA"}',
    ],
    ['a plus inside of JSON', '{"note":"a+b"}', '{"note":"a+b"}'],
    ['a plus outside of JSON', 'a+b', 'a+b'],
    ['a plus in JSON that is broken either way', '{"a":+', '{"a":+'],
  ])('reads %s', (_, written, read) => {
    const value = encodeURIComponent(written).replaceAll('%2B', '+')

    expect(readDeeplink(`app:?request=${value}`).parameters).toEqual([['request', read]])
  })

  it('keeps its target, its other parameters and its fragment', () => {
    fc.assert(
      fc.property(uri, jwe, (target, value) => {
        const [before, after] = [readDeeplink(target), readDeeplink(writeDeeplink(target, 'request', value))]

        expect(after).toMatchObject({ target: before.target, parameters: [...before.parameters, ['request', value]] })
        expect(after.fragment).toBe(before.fragment)
      }),
    )
  })

  it('is read or refused, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (tail) => {
        expect([undefined, 'url']).toContain(codeOf(`app:?${tail}`))
      }),
    )
  })

  it.each<[string, string, [string, string][]]>([
    ['without a query', 'app://host/path', []],
    ['with an empty query', 'app:?', []],
    ['with a name alone', 'app:?a', [['a', '']]],
    [
      'with a name twice',
      'app:?a=1&a=2',
      [
        ['a', '1'],
        ['a', '2'],
      ],
    ],
    ['with an equals sign in the value', 'app:?a=b=c', [['a', 'b=c']]],
    ['with a plus', 'app:?a=b+c', [['a', 'b+c']]],
    ['with a question mark in the value', 'app:?a=?', [['a', '?']]],
    ['with what was encoded twice', 'app:?a=%2525', [['a', '%25']]],
    ['with an encoded name', 'app:?%61%26=1', [['a&', '1']]],
    ['with nothing between ampersands', 'app:?&a=1&&', [['a', '1']]],
    ['with its parameter in the fragment', 'app:#?a=1', []],
  ])('is read %s', (_, link, parameters) => {
    expect(readDeeplink(link).parameters).toEqual(parameters)
  })

  it('has blanks for pluses in its query, and nowhere else, if it is written like a form', () => {
    const { target, parameters } = readFormLink('app://c+d?e+f=%2B+1')

    expect({ target, parameters }).toEqual({ target: 'app://c+d', parameters: [['e f', '+ 1']] })
  })

  it.each([
    ['a percent sign that encodes nothing', 'app:?a=%zz', 'app:?a=%7a'],
    ['a percent sign at the end', 'app:?a=%4', 'app:?a=%41'],
    ['a percent sign in a name', 'app:?%zz=a', 'app:?%7a=a'],
    ['a blank', 'app:?a=b c', 'app:?a=b%20c'],
    ['a line end', 'app:?a=b\n', 'app:?a=b%0a'],
    ['a letter beyond ASCII', 'app:?a=ä', 'app:?a=%c3%a4'],
    ['no scheme', '//host?a=b', 'app://host?a=b'],
    ['a scheme that starts with a digit', '1app:?a=b', 'app1:?a=b'],
  ])('is refused with %s', (_, bad, good) => {
    expect(codeOf(bad)).toBe('url')
    expect(codeOf(good)).toBeUndefined()
  })

  it.each([
    ['half a character', 'app:?a=%c3', 'app:?a=%c3%a4'],
    ['a character in a longer form', 'app:?a=%c0%af', 'app:?a=%2f'],
    ['a surrogate', 'app:?a=%ed%a0%80', 'app:?a=%f0%90%80%80'],
  ])('is refused as no UTF-8 with %s', (_, bad, good) => {
    expect(codeOf(bad)).toBe('utf8')
    expect(codeOf(good)).toBeUndefined()
  })

  it('is refused beyond its bounds', () => {
    expect(codeOf(`app:?a=${'a'.repeat(1_000_000)}`)).toBeUndefined()
    expect(codeOf(`app:?a=${'a'.repeat(8_000_000)}`)).toBe('too-large')
    expect(codeOf(`app:?${'a&'.repeat(100_001)}`)).toBe('too-many')
  })
})
