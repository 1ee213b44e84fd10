import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CborFloat, CborSimple, CborTag, decodeCbor } from '../../protocol/cbor/decode.ts'
import { encodeCbor, type WritableCbor } from '../../protocol/cbor/encode.ts'
import { ProtocolError } from '../../protocol/encoding/problem.ts'

const decode = (hex: string) => decodeCbor(Buffer.from(hex, 'hex'))

describe('a data item', () => {
  it.each([
    ['00', 0],
    ['17', 23],
    ['1818', 24],
    ['1903e8', 1000],
    ['1b000000e8d4a51000', 1_000_000_000_000],
    ['1bffffffffffffffff', 18_446_744_073_709_551_615n],
    ['20', -1],
    ['3903e7', -1000],
    ['3bffffffffffffffff', -18_446_744_073_709_551_616n],
    ['f4', false],
    ['f5', true],
    ['f6', null],
    ['f7', undefined],
    ['f8ff', new CborSimple(255)],
    ['f93c00', new CborFloat(1)],
    ['f97bff', new CborFloat(65_504)],
    ['f90001', new CborFloat(2 ** -24)],
    ['f9fc00', new CborFloat(Number.NEGATIVE_INFINITY)],
    ['fa47c35000', new CborFloat(100_000)],
    ['fb3ff199999999999a', new CborFloat(1.1)],
    ['4401020304', Buffer.of(1, 2, 3, 4)],
    ['62c3bc', 'ü'],
    ['83010203', [1, 2, 3]],
    ['a26161016162820203', new Map<string, unknown>([['a', 1], ['b', [2, 3]]])], // biome-ignore format: a map in one line
    ['a1f401', new Map([['\0f4', 1]])],
    ['d2820102', new CborTag(18, [1, 2], Buffer.from('d2820102', 'hex'))],
    ['5f42010243030405ff', Buffer.of(1, 2, 3, 4, 5)],
    ['7f657374726561646d696e67ff', 'streaming'],
    ['9f018202039f0405ffff', [1, [2, 3], [4, 5]]],
    ['bf61610161629f0203ffff', new Map<string, unknown>([['a', 1], ['b', [2, 3]]])], // biome-ignore format: a map in one line
    ['1800', 0],
  ])('is decoded: %s', (hex, value) => {
    expect(decode(hex)).toEqual(value)
  })

  it.each([
    ['', 'cbor'],
    ['18', 'cbor'],
    ['1c', 'cbor'],
    ['ff', 'cbor'],
    ['81ff', 'cbor'],
    ['f800', 'cbor'],
    ['5f4101', 'cbor'],
    ['5f6161ff', 'cbor'],
    ['5f5f4101ffff', 'cbor'],
    ['61ff', 'cbor'],
    ['0000', 'cbor'],
    ['1f', 'cbor'],
    ['9bffffffffffffffff', 'cbor'],
    ['5bffffffffffffffff00', 'cbor'],
    ['a201010102', 'cbor-duplicate'],
    ['a20101180102', 'cbor-duplicate'],
    ['bf61610161610200ff', 'cbor'],
    ['81'.repeat(100), 'too-deep'],
    ['9f'.repeat(100), 'too-deep'],
    ['c1'.repeat(100_000), 'too-deep'],
    [`9a00030d40${'00'.repeat(200_000)}`, 'too-many'],
  ])('is refused: %s', (hex, code) => {
    expect(() => decode(hex)).toThrow(expect.objectContaining({ code }))
  })

  it('is what was written', () => {
    const { value } = fc.letrec<{ value: WritableCbor }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.maxSafeInteger(),
        fc.string(),
        fc.boolean(),
        fc.constant(null),
        fc.uint8Array().map((octets) => Buffer.from(octets)),
        fc.array(tie('value') as fc.Arbitrary<WritableCbor>, { maxLength: 4 }),
        fc
          .array(fc.tuple(fc.string(), tie('value') as fc.Arbitrary<WritableCbor>), { maxLength: 4 })
          .map((entries) => new Map(entries)),
      ),
    }))

    fc.assert(
      fc.property(value, (written) => {
        expect(decodeCbor(encodeCbor(written))).toEqual(written)
      }),
      { seed: 1, numRuns: 300 },
    )
  })

  it('is never read from anything else with another error', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (octets) => {
        try {
          decodeCbor(Buffer.from(octets))
        } catch (error) {
          expect(error).toBeInstanceOf(ProtocolError)
        }
      }),
      { seed: 1, numRuns: 2000 },
    )
  })
})
