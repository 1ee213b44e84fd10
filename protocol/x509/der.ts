import { limits } from '../encoding/limits.ts'
import { refuse } from '../encoding/problem.ts'

const classes = ['universal', 'application', 'context', 'private'] as const

/** One value of DER (X.690), with everything inside it already read. */
export interface Der {
  readonly class: (typeof classes)[number]
  readonly tag: number
  /** The whole encoding, as received. */
  readonly octets: Buffer
  readonly content: Buffer
  /** What a constructed value consists of; a primitive one has none. */
  readonly parts?: readonly Der[]
}

/** Numbers of the universal tags that certificates are made of. */
export const tags = {
  boolean: 1,
  integer: 2,
  bitString: 3,
  octetString: 4,
  oid: 6,
  enumerated: 10,
  utf8String: 12,
  sequence: 16,
  set: 17,
  printableString: 19,
  utcTime: 23,
  generalizedTime: 24,
} as const

/** The one value that the octets are. Lengths are definite and minimal, so one value has one encoding. */
export function readDer(octets: Buffer): Der {
  const { value, rest } = splitDer(octets)
  return rest.length === 0 ? value : refuse('der', `${rest.length} octets follow the value`)
}

/** The value that the octets start with, and what follows it. */
export function splitDer(octets: Buffer): { readonly value: Der; readonly rest: Buffer } {
  const value = readValue(octets, { depth: 0, budget: { values: limits.values } })
  return { value, rest: octets.subarray(value.octets.length) }
}

interface Place {
  readonly depth: number
  /** How many values may still be read, shared by all places of one reading. */
  readonly budget: { values: number }
}

function readValue(octets: Buffer, { depth, budget }: Place): Der {
  if (depth > limits.binaryDepth) refuse('too-deep', `nested deeper than ${limits.binaryDepth} levels`)
  if (--budget.values < 0) refuse('too-many', `more than ${limits.values} values`)
  const first = requireOctet(octets, 0)
  const { tag, size } = readTag(octets)
  const { length, start } = readLength(octets, size)
  if (start + length > octets.length) refuse('der', 'a value is cut short')
  const content = octets.subarray(start, start + length)
  const value = { class: classes[first >> 6] ?? 'private', tag, octets: octets.subarray(0, start + length), content }
  const constructed = (first & 0x20) !== 0
  if (value.class === 'universal') checkForm(tag, constructed)
  return constructed ? { ...value, parts: readValues(content, { depth: depth + 1, budget }) } : value
}

function readValues(octets: Buffer, place: Place): readonly Der[] {
  const values: Der[] = []
  for (let at = 0; at < octets.length; ) {
    const value = readValue(octets.subarray(at), place)
    values.push(value)
    at += value.octets.length
  }
  return values
}

const requireOctet = (octets: Buffer, at: number): number => octets[at] ?? refuse('der', 'a value is cut short')

/** Tag numbers have at most four octets: the largest that Android uses has two. */
function readTag(octets: Buffer): { tag: number; size: number } {
  const low = requireOctet(octets, 0) & 0x1f
  if (low < 0x1f) return { tag: low, size: 1 }
  let tag = 0
  for (let at = 1; at <= 4; at++) {
    const octet = requireOctet(octets, at)
    tag = tag * 128 + (octet & 0x7f)
    if (tag === 0) refuse('der', 'a tag number starts with a zero')
    if (octet < 0x80) return tag < 0x1f ? refuse('der', 'a tag number is not minimal') : { tag, size: at + 1 }
  }
  return refuse('der', 'a tag number is too large')
}

function readLength(octets: Buffer, at: number): { length: number; start: number } {
  const first = requireOctet(octets, at)
  if (first < 0x80) return { length: first, start: at + 1 }
  const size = first & 0x7f
  if (size === 0 || size > 4) refuse('der', 'a length is indefinite or too large')
  requireOctet(octets, at + size)
  const length = octets.readUIntBE(at + 1, size)
  if (length < 0x80 || length < 256 ** (size - 1)) refuse('der', 'a length is not minimal')
  return { length, start: at + 1 + size }
}

/** Sequences and sets are constructed and nothing else is: DER has no strings in pieces. */
function checkForm(tag: number, constructed: boolean): void {
  if (tag === 0) refuse('der', 'an end of contents is where a value is expected')
  if (constructed !== (tag === tags.sequence || tag === tags.set)) refuse('der', `tag ${tag} has the wrong form`)
}
