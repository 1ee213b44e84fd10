import { CborFloat, CborSimple, CborTag, type CborValue } from './decode.ts'

/** Octets that are CBOR already, and go into the encoding as they are. */
export class RawCbor {
  readonly octets: Buffer

  constructor(octets: Buffer) {
    this.octets = octets
  }
}

/** What can be written. */
export type WritableCbor =
  | number
  | bigint
  | string
  | boolean
  | null
  | undefined
  | CborSimple
  | Uint8Array
  | RawCbor
  | CborFloat
  | readonly WritableCbor[]
  | ReadonlyMap<string | number | bigint, WritableCbor>
  | { readonly tag: number; readonly value: WritableCbor }

/** Encodes a value in the shortest form; members keep their order. */
export function encodeCbor(value: WritableCbor): Buffer {
  if (value === null) return Buffer.of(0xf6)
  if (value === undefined) return Buffer.of(0xf7)
  if (typeof value === 'boolean') return Buffer.of(value ? 0xf5 : 0xf4)
  if (typeof value === 'number' && !Number.isInteger(value)) return encodeFloat(value)
  if (typeof value === 'number') return value < 0 ? encodeHead(1, -1 - value) : encodeHead(0, value)
  if (typeof value === 'bigint') return value < 0n ? encodeHead(1, -1n - value) : encodeHead(0, value)
  if (typeof value === 'string') return encodeString(3, Buffer.from(value))
  if (value instanceof Uint8Array) return encodeString(2, Buffer.from(value))
  if (value instanceof RawCbor) return value.octets
  if (value instanceof CborSimple) return encodeHead(7, value.code)
  if (value instanceof CborFloat) return encodeFloat(value.value)
  if (value instanceof Map) return encodeMap(value)
  return isList(value) ? encodeList(value) : encodeTag(value as { tag: number; value: WritableCbor }) // nothing else is left
}

const isList = (value: unknown): value is readonly WritableCbor[] => Array.isArray(value)

const encodeString = (major: number, octets: Buffer): Buffer =>
  Buffer.concat([encodeHead(major, octets.length), octets])

const encodeList = (items: readonly WritableCbor[]): Buffer =>
  Buffer.concat([encodeHead(4, items.length), ...items.map(encodeCbor)])

const encodeTag = ({ tag, value }: { readonly tag: number; readonly value: WritableCbor }): Buffer =>
  Buffer.concat([encodeHead(6, tag), encodeCbor(value)])

function encodeMap(map: ReadonlyMap<string | number | bigint, WritableCbor>): Buffer {
  const entries = [...map].flatMap(([key, value]) => [encodeCbor(key), encodeCbor(value)])
  return Buffer.concat([encodeHead(5, map.size), ...entries])
}

function encodeFloat(value: number): Buffer {
  const octets = Buffer.alloc(9, 0xfb)
  octets.writeDoubleBE(value, 1)
  return octets
}

function encodeHead(major: number, argument: number | bigint): Buffer {
  const first = major << 5
  if (argument < 24) return Buffer.of(first | Number(argument))
  if (argument < 0x100) return Buffer.of(first | 24, Number(argument))
  const [info, length] = argument < 0x10000 ? [25, 2] : argument < 0x100000000 ? [26, 4] : [27, 8]
  const octets = Buffer.alloc(1 + length, first | info)
  if (length === 8) octets.writeBigUInt64BE(BigInt(argument), 1)
  else octets.writeUIntBE(Number(argument), 1, length)
  return octets
}

/** A value that was decoded, so that it can be written again. */
export const toWritable = (value: CborValue): WritableCbor => {
  if (value instanceof Map) return new Map([...value].map(([key, each]) => [key, toWritable(each)]))
  if (value instanceof CborTag) return new RawCbor(value.octets)
  return Array.isArray(value) ? value.map(toWritable) : (value as WritableCbor) // a part of a sample
}
