import { readDer, tags } from './der.ts'

const constructed = 0x20
const context = 0x80

/** One DER value under any identifier: `first` holds the class and the form. Writes any content, valid or not. */
export function write(first: number, tag: number, content: Uint8Array): Buffer {
  const identifier = tag < 0x1f ? [first | tag] : [first | 0x1f, ...encodeBase128(BigInt(tag))]
  return Buffer.concat([Buffer.from([...identifier, ...encodeLength(content.length)]), content])
}

function encodeLength(length: number): readonly number[] {
  if (length < 0x80) return [length]
  const octets: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) octets.unshift(rest % 256)
  return [0x80 | octets.length, ...octets]
}

function encodeBase128(value: bigint): readonly number[] {
  const octets = [Number(value % 128n)]
  for (let rest = value / 128n; rest > 0n; rest /= 128n) octets.unshift(Number(rest % 128n) | 0x80)
  return octets
}

export const sequence = (...values: readonly Buffer[]): Buffer =>
  write(constructed, tags.sequence, Buffer.concat(values))

/** A set in the order that DER asks for. */
export const set = (...values: readonly Buffer[]): Buffer =>
  write(constructed, tags.set, Buffer.concat(values.toSorted(Buffer.compare)))

export const integer = (value: bigint | number): Buffer => write(0, tags.integer, encodeInteger(BigInt(value)))

export const enumerated = (value: number): Buffer => write(0, tags.enumerated, encodeInteger(BigInt(value)))

function encodeInteger(value: bigint): Buffer {
  let length = 1
  while (BigInt.asIntN(length * 8, value) !== value) length++
  return Buffer.from(
    BigInt.asUintN(length * 8, value)
      .toString(16)
      .padStart(length * 2, '0'),
    'hex',
  )
}

export const boolean = (value: boolean): Buffer => write(0, tags.boolean, Buffer.from([value ? 0xff : 0]))

export const octetString = (octets: Uint8Array): Buffer => write(0, tags.octetString, octets)

/** A bit string; `unused` bits at its end do not count. */
export const bitString = (octets: Uint8Array, unused = 0): Buffer =>
  write(0, tags.bitString, Buffer.concat([Buffer.from([unused]), octets]))

/** An object identifier from its dotted text. */
export function oid(text: string): Buffer {
  const [root = 0n, second = 0n, ...rest] = text.split('.').map(BigInt)
  return write(0, tags.oid, Buffer.from([root * 40n + second, ...rest].flatMap(encodeBase128)))
}

export const utf8String = (text: string): Buffer => write(0, tags.utf8String, Buffer.from(text, 'utf8'))

export const printableString = (text: string): Buffer => write(0, tags.printableString, Buffer.from(text, 'latin1'))

/** A moment as RFC 5280 section 4.1.2.5 has it: two digits for the year from 1950 to 2049, four otherwise. */
export function time(moment: Date): Buffer {
  const year = moment.getUTCFullYear()
  const digits = `${moment.toISOString().slice(0, 19).replace(/\D/g, '')}Z`
  const short = year >= 1950 && year < 2050
  return short
    ? write(0, tags.utcTime, Buffer.from(digits.slice(2)))
    : write(0, tags.generalizedTime, Buffer.from(digits))
}

/** A value inside a context tag. */
export const explicit = (tag: number, value: Buffer): Buffer => write(context | constructed, tag, value)

/** A value whose own tag gives way to a context tag. */
export function implicit(tag: number, value: Buffer): Buffer {
  const { parts, content } = readDer(value)
  return write(parts ? context | constructed : context, tag, content)
}
