import { refuse } from '../encoding/problem.ts'
import { type Der, tags } from './der.ts'

type Tag = keyof typeof tags

const hasType = (value: Der, tag: Tag): boolean => value.class === 'universal' && value.tag === tags[tag]

const requireContent = (value: Der, tag: Tag): Buffer =>
  hasType(value, tag) ? value.content : refuse('der', `expected ${tag}`)

/** What a sequence or set consists of. */
export const readParts = (value: Der, tag: 'sequence' | 'set' = 'sequence'): readonly Der[] =>
  hasType(value, tag) && value.parts ? value.parts : refuse('der', `expected a ${tag}`)

/** One of the parts, which must be there. */
export const requirePart = (parts: readonly Der[], index: number): Der =>
  parts[index] ?? refuse('der', 'a part is missing')

/** Whether there is a value under this context tag. */
export const hasTag = (value: Der | undefined, tag: number): boolean => value?.class === 'context' && value.tag === tag

/** The value inside an explicit tag. */
export const readExplicit = ({ parts = [] }: Der): Der =>
  parts.length === 1 ? requirePart(parts, 0) : refuse('der', 'an explicit tag holds exactly one value')

/** Value of an integer of any size. */
export const readInteger = (value: Der): bigint => parseInteger(requireContent(value, 'integer'))

/** Value of an integer or an enumerated that fits a number. */
export function readNumber(value: Der): number {
  const number = Number(parseInteger(requireContent(value, hasType(value, 'enumerated') ? 'enumerated' : 'integer')))
  return Number.isSafeInteger(number) ? number : refuse('der', 'a number is too large')
}

function parseInteger(content: Buffer): bigint {
  const [first, second = 0] = content
  if (first === undefined) return refuse('der', 'an integer is empty')
  const padded = (first === 0 && second < 0x80) || (first === 0xff && second >= 0x80)
  if (padded && content.length > 1) refuse('der', 'an integer is not minimal')
  return BigInt.asIntN(content.length * 8, BigInt(`0x${content.toString('hex')}`))
}

/** Value of a boolean: all bits or none. */
export function readBoolean(value: Der): boolean {
  const content = requireContent(value, 'boolean')
  return isBoolean(content) ? content[0] === 0xff : refuse('der', 'a boolean is neither 00 nor ff')
}

const isBoolean = ({ length, 0: first }: Buffer): boolean => length === 1 && (first === 0 || first === 0xff)

/** Octets of an octet string. */
export const readOctetString = (value: Der): Buffer => requireContent(value, 'octetString')

/** Octets of a bit string; the bits that are not used are zero. */
export function readBitString(value: Der): Buffer {
  const content = requireContent(value, 'bitString')
  const [unused, octets] = [content[0], content.subarray(1)]
  const last = octets.at(-1) ?? 0
  if (unused === undefined || unused > 7 || (octets.length === 0 && unused > 0)) {
    return refuse('der', 'a bit string has a wrong number of unused bits')
  }
  return last % 2 ** unused === 0 ? octets : refuse('der', 'unused bits are set')
}

/** Longest object identifier that is read: two arcs as large as a UUID and some to spare. */
const longestOid = 64

/** Dotted text of an object identifier. */
export function readOid(value: Der): string {
  const content = requireContent(value, 'oid')
  if (content.length === 0 || content.length > longestOid) refuse('der', 'an object identifier has a wrong length')
  const [first = 0n, ...rest] = readArcs(content)
  const root = first < 80n ? first / 40n : 2n
  return [root, first - root * 40n, ...rest].join('.')
}

function readArcs(content: Buffer): readonly bigint[] {
  const arcs: bigint[] = []
  let arc: bigint | undefined
  for (const octet of content) {
    if (arc === undefined && octet === 0x80) refuse('der', 'an arc is not minimal')
    arc = (arc ?? 0n) * 128n + BigInt(octet & 0x7f)
    if (octet >= 0x80) continue
    arcs.push(arc)
    arc = undefined
  }
  return arc === undefined ? arcs : refuse('der', 'an object identifier is cut short')
}

/** Moment of a UTCTime or GeneralizedTime in the only form RFC 5280 section 4.1.2.5 knows: to the second, in UTC. */
export function readTime(value: Der): Date {
  const short = hasType(value, 'utcTime')
  const digits = requireContent(value, short ? 'utcTime' : 'generalizedTime').toString('latin1')
  const century = Number(digits.slice(0, 2)) < 50 ? '20' : '19'
  const text = short ? century + digits : digits
  const [year, ...fields] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(text)?.slice(1) ?? []
  const [month, day, hour, minute, second] = fields
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`
  const time = new Date(iso)
  // Node turns 30 February into 1 March; writing it again is what tells.
  return !Number.isNaN(time.getTime()) && time.toISOString() === iso ? time : refuse('der', 'not a time')
}
