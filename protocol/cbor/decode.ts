import { limits } from '../encoding/limits.ts'
import { attempt, refuse } from '../encoding/problem.ts'
import { decodeUtf8 } from '../encoding/utf8.ts'

/** A floating-point number: CBOR distinguishes it from an integer of the same value. */
export class CborFloat {
  readonly value: number

  constructor(value: number) {
    this.value = value
  }
}

/** A value with a tag. */
export class CborTag {
  readonly tag: number | bigint
  readonly value: CborValue
  /** The whole item as it was received. */
  readonly octets: Buffer

  constructor(tag: number | bigint, value: CborValue, octets: Buffer) {
    this.tag = tag
    this.value = value
    this.octets = octets
  }
}

/** A simple value without a meaning of its own. */
export class CborSimple {
  readonly code: number

  constructor(code: number) {
    this.code = code
  }
}

/** Integers and texts are keys as they are; a key of another type is named by its octets. */
export type CborMap = ReadonlyMap<string | number | bigint, CborValue>

/** A data item of CBOR (RFC 8949). Integers are numbers where these are exact. */
export type CborValue =
  | number
  | bigint
  | string
  | boolean
  | null
  | undefined
  | Buffer
  | CborFloat
  | CborTag
  | CborSimple
  | readonly CborValue[]
  | CborMap

export const isCborMap = (value: unknown): value is CborMap => value instanceof Map

interface Reader {
  readonly octets: Buffer
  at: number
  values: number
}

/**
 * Decodes one data item that ends where the octets end. Any well-formed item is read, of definite or indefinite length,
 * in the shortest form or not. Refused are repeated keys, texts that are no UTF-8, and what exceeds the limits.
 */
export function decodeCbor(octets: Buffer): CborValue {
  const reader: Reader = { octets, at: 0, values: 0 }
  const value = readItem(reader, 0)
  if (reader.at !== octets.length) refuse('cbor', `${octets.length - reader.at} octets follow the data item`)
  return value
}

const malformed = (what: string): never => refuse('cbor', `not well-formed CBOR: ${what}`)

function take(reader: Reader, count: number): Buffer {
  if (count > reader.octets.length - reader.at) malformed('it ends too early')
  reader.at += count
  return reader.octets.subarray(reader.at - count, reader.at)
}

/** The `break` of an item of indefinite length. */
const end = Symbol('break')

function readItem(reader: Reader, depth: number): CborValue {
  const value = readItemOrBreak(reader, depth)
  return value === end ? malformed('a break instead of a data item') : value
}

function readItemOrBreak(reader: Reader, depth: number): CborValue | typeof end {
  if (depth > limits.binaryDepth) refuse('too-deep', `nested more than ${limits.binaryDepth} levels`)
  if (++reader.values > limits.values) refuse('too-many', `more than ${limits.values} values`)
  const start = reader.at
  const [initial = 0] = take(reader, 1)
  const [major, info] = [initial >> 5, initial & 31]
  if (major === 7) return readSimple(reader, info)
  const argument = readArgument(reader, major, info)
  if (major === 6 && argument !== undefined) {
    const value = readItem(reader, depth + 1)
    return new CborTag(argument, value, reader.octets.subarray(start, reader.at))
  }
  return argument === undefined ? readIndefinite(reader, major, depth) : readDefinite(reader, major, argument, depth)
}

/** The argument of an item; nothing, for one of indefinite length. */
function readArgument(reader: Reader, major: number, info: number): number | bigint | undefined {
  if (info < 24) return info
  if (info === 31 && major >= 2 && major <= 5) return undefined
  if (info > 27) return malformed('a reserved length')
  const octets = take(reader, 1 << (info - 24))
  if (octets.length < 8) return octets.readUIntBE(0, octets.length)
  const large = octets.readBigUInt64BE()
  return large <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(large) : large
}

function readDefinite(reader: Reader, major: number, argument: number | bigint, depth: number): CborValue {
  switch (major) {
    case 0:
      return argument
    case 1:
      return toNegative(argument)
    case 2:
      return take(reader, toLength(argument))
    case 3:
      return readText(take(reader, toLength(argument)))
    case 4:
      return readMany(toLength(argument), () => readItem(reader, depth + 1))
    default:
      return readEntries(readMany(toLength(argument), () => readEntry(reader, depth)))
  }
}

const toNegative = (argument: number | bigint): number | bigint => {
  const value = -1n - BigInt(argument)
  return value >= BigInt(Number.MIN_SAFE_INTEGER) ? Number(value) : value
}

/** A length that no input has is refused where the input ends, before any memory is asked for. */
const toLength = (argument: number | bigint): number => Number(argument)

function readMany<T>(count: number, read: () => T): readonly T[] {
  const all: T[] = []
  while (all.length < count) all.push(read())
  return all
}

function readText(octets: Buffer): string {
  const read = attempt(() => decodeUtf8(octets))
  return 'value' in read ? read.value : refuse('cbor', 'a text that is not UTF-8')
}

type Entry = readonly [key: string | number | bigint, value: CborValue]

function readEntry(reader: Reader, depth: number): Entry {
  const start = reader.at
  return [toKey(readItem(reader, depth + 1), reader.octets.subarray(start, reader.at)), readItem(reader, depth + 1)]
}

const toKey = (key: CborValue, octets: Buffer): string | number | bigint =>
  typeof key === 'string' || typeof key === 'number' || typeof key === 'bigint' ? key : `\0${octets.toString('hex')}`

function readEntries(entries: readonly Entry[]): CborMap {
  const map = new Map(entries)
  if (map.size !== entries.length) refuse('cbor-duplicate', 'a map with one key twice')
  return map
}

function readIndefinite(reader: Reader, major: number, depth: number): CborValue {
  if (major === 2 || major === 3) return readChunks(reader, major, depth)
  const items: CborValue[] = []
  const entries: Entry[] = []
  while (reader.octets[reader.at] !== 0xff) {
    if (major === 4) items.push(readItem(reader, depth + 1))
    else entries.push(readEntry(reader, depth))
  }
  reader.at++
  return major === 4 ? items : readEntries(entries)
}

/** A string in chunks, each of which is a string of the same type and of definite length. */
function readChunks(reader: Reader, major: 2 | 3, depth: number): CborValue {
  const chunks: CborValue[] = []
  while (reader.octets[reader.at] !== 0xff) {
    const initial = reader.octets[reader.at] ?? malformed('it ends too early')
    if (initial >> 5 !== major || (initial & 31) === 31) malformed('a chunk of another type than its string')
    chunks.push(readItem(reader, depth + 1))
  }
  reader.at++
  return major === 3 ? chunks.join('') : Buffer.concat(chunks.filter((each) => Buffer.isBuffer(each)))
}

const simpleValues: ReadonlyMap<number, boolean | null | undefined> = new Map([
  [20, false],
  [21, true],
  [22, null],
  [23, undefined],
])

function readSimple(reader: Reader, info: number): CborValue | typeof end {
  if (info === 31) return end
  if (info < 24) return simpleValues.has(info) ? simpleValues.get(info) : new CborSimple(info)
  if (info === 24) {
    const [code = 0] = take(reader, 1)
    return code < 32 ? malformed('a simple value in too many octets') : new CborSimple(code)
  }
  if (info === 25) return new CborFloat(toHalf(take(reader, 2).readUInt16BE()))
  if (info === 26) return new CborFloat(take(reader, 4).readFloatBE())
  return info === 27 ? new CborFloat(take(reader, 8).readDoubleBE()) : malformed('a reserved simple value')
}

/** A number of half precision (IEEE 754). */
function toHalf(bits: number): number {
  const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023]
  const size = exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15)
  const value = exponent < 31 ? size : fraction === 0 ? Number.POSITIVE_INFINITY : Number.NaN
  return bits >> 15 === 1 ? -value : value
}
