import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attempt, type ProblemCode } from '../../protocol/encoding/problem.ts'
import { type Der, readDer, splitDer } from '../../protocol/x509/der.ts'
import {
  readBitString,
  readBoolean,
  readExplicit,
  readInteger,
  readNumber,
  readOctetString,
  readOid,
  readParts,
  readTime,
} from '../../protocol/x509/der-value.ts'
import * as der from '../../protocol/x509/der-write.ts'

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex')

const codeOf = (read: () => unknown): ProblemCode | undefined => {
  const result = attempt(read)
  return 'problem' in result ? result.problem.code : undefined
}

const octets = fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array))

const arc = fc.bigInt({ min: 0n, max: 2n ** 128n - 1n })
const oid = fc
  .tuple(
    fc.oneof(fc.tuple(fc.constantFrom(0n, 1n), fc.bigInt({ min: 0n, max: 39n })), fc.tuple(fc.constant(2n), arc)),
    fc.array(arc, { maxLength: 1 }),
  )
  .map(([[root, second], rest]) => [root, second, ...rest].join('.'))

const { tree } = fc.letrec<{ tree: Buffer }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    octets.map(der.octetString),
    fc.bigInt().map(der.integer),
    fc.boolean().map(der.boolean),
    oid.map(der.oid),
    fc.string().map(der.utf8String),
    fc.array(tie('tree'), { maxLength: 4 }).map((values) => der.sequence(...values)),
    fc.array(tie('tree'), { maxLength: 4 }).map((values) => der.set(...values)),
    fc.tuple(fc.nat(2 ** 28 - 1), tie('tree')).map(([tag, value]) => der.explicit(tag, value)),
    fc.tuple(fc.nat(2 ** 28 - 1), tie('tree')).map(([tag, value]) => der.implicit(tag, value)),
  ),
}))

/** Writes again what was read, from nothing but what the reader says about it. */
function rewrite({ class: family, tag, content, parts }: Der): Buffer {
  const first = (['universal', 'application', 'context', 'private'].indexOf(family) << 6) | (parts ? 0x20 : 0)
  return der.write(first, tag, parts ? Buffer.concat(parts.map(rewrite)) : content)
}

describe('What is written in DER', () => {
  it('is read and written again as it was', () => {
    fc.assert(
      fc.property(tree, (value) => {
        expect(rewrite(readDer(value))).toEqual(value)
      }),
    )
  })

  it('keeps what each value says', () => {
    fc.assert(
      fc.property(fc.bigInt(), octets, fc.boolean(), oid, (number, text, flag, id) => {
        expect(readInteger(readDer(der.integer(number)))).toBe(number)
        expect(readOctetString(readDer(der.octetString(text)))).toEqual(text)
        expect(readBitString(readDer(der.bitString(text)))).toEqual(text)
        expect(readBoolean(readDer(der.boolean(flag)))).toBe(flag)
        expect(readOid(readDer(der.oid(id)))).toBe(id)
      }),
    )
  })

  it('keeps a moment to the second, whatever its century', () => {
    const moment = fc.date({ min: new Date('1950-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })

    fc.assert(
      fc.property(moment, (date) => {
        const whole = new Date(Math.floor(date.getTime() / 1000) * 1000)
        expect(readTime(readDer(der.time(whole)))).toEqual(whole)
      }),
    )
  })

  it('is never read when its end is cut off, nor when something follows', () => {
    fc.assert(
      fc.property(tree, fc.nat(), (value, n) => {
        expect(codeOf(() => readDer(value.subarray(0, n % value.length)))).toBe('der')
        expect(codeOf(() => readDer(Buffer.concat([value, hex('00')])))).toBe('der')
      }),
    )
  })

  it('is split from what follows', () => {
    fc.assert(
      fc.property(tree, octets, (value, after) => {
        const { value: read, rest } = splitDer(Buffer.concat([value, after]))
        expect([read.octets, rest]).toEqual([value, after])
      }),
    )
  })
})

describe('Octets at random', () => {
  it('are one value in its only form, or are refused', () => {
    fc.assert(
      fc.property(octets, (input) => {
        const result = attempt(() => readDer(input))
        expect('value' in result ? rewrite(result.value) : input).toEqual(input)
      }),
    )
  })
})

describe('A second form of a value is refused', () => {
  it.each([
    ['an indefinite length', '30 80 00 00', '30 00'],
    ['a long form for a short length', '04 81 01 61', '04 01 61'],
    ['a length with a leading zero', `04 82 0080 ${'61'.repeat(128)}`, `04 81 80 ${'61'.repeat(128)}`],
    ['a high form for a low tag', 'bf 1e 02 05 00', 'be 02 05 00'],
    ['a tag that starts with a zero', 'bf 80 1f 02 05 00', 'bf 1f 02 05 00'],
    ['a string in pieces', '24 03 04 01 61', '04 01 61'],
    ['a sequence that is not constructed', '10 00', '30 00'],
    ['an end of contents', '30 02 00 00', '30 02 05 00'],
  ])('%s', (_, bad, good) => {
    expect(codeOf(() => readDer(hex(bad)))).toBe('der')
    expect(codeOf(() => readDer(hex(good)))).toBeUndefined()
  })

  it.each([
    ['an integer with a needless zero', readInteger, '02 02 00 7f', '02 02 00 80'],
    ['an integer with needless ones', readInteger, '02 02 ff 80', '02 02 ff 7f'],
    ['an integer without content', readInteger, '02 00', '02 01 00'],
    ['a number that is too large', readNumber, '02 07 20 00 00 00 00 00 00', '02 07 1f ff ff ff ff ff ff'],
    ['a boolean that is 01', readBoolean, '01 01 01', '01 01 ff'],
    ['a bit string with unused bits set', readBitString, '03 02 01 ff', '03 02 01 fe'],
    ['a bit string without bits that leaves some unused', readBitString, '03 01 01', '03 01 00'],
    ['an arc with a leading zero', readOid, '06 03 2a 80 01', '06 02 2a 01'],
    ['an arc that does not end', readOid, '06 02 2a 81', '06 03 2a 81 00'],
    ['a time that is not', readTime, '17 0d 323530323330303030303030 5a', '17 0d 323530323238303030303030 5a'],
    ['a time without seconds', readTime, '17 0b 32353032323830303030 5a', '17 0d 323530323238303030303030 5a'],
    ['two values in an explicit tag', readExplicit, 'a0 04 05 00 05 00', 'a0 02 05 00'],
    ['another type', readOctetString, '0c 01 61', '04 01 61'],
    ['a set for a sequence', (value: Der) => readParts(value), '31 00', '30 00'],
  ])('%s', (_, read, bad, good) => {
    expect(codeOf(() => read(readDer(hex(bad))))).toBe('der')
    expect(codeOf(() => read(readDer(hex(good))))).toBeUndefined()
  })
})

describe('Hostile octets', () => {
  it('are not followed into the depth', () => {
    const nested = (levels: number): Buffer =>
      Array.from({ length: levels }).reduce<Buffer>((value) => der.sequence(value), der.sequence())

    expect(codeOf(() => readDer(nested(64)))).toBeUndefined()
    expect(codeOf(() => readDer(nested(65)))).toBe('too-deep')
  })

  it('are not counted without end', () => {
    const many = (count: number): Buffer => der.sequence(Buffer.from('0500'.repeat(count), 'hex'))

    expect(codeOf(() => readDer(many(99_999)))).toBeUndefined()
    expect(codeOf(() => readDer(many(100_000)))).toBe('too-many')
  })
})
