import { refuse } from './problem.ts'
import { decodeUtf8 } from './utf8.ts'

const canonical = { base64url: 'unpadded base64url', base64: 'padded base64' } as const

const describeNotCanonical = (encoding: keyof typeof canonical): string => `not canonical ${canonical[encoding]}`

/** Octets of canonical text. Node skips what it does not know; encoding again is what tells, and it is the fastest way. */
function decodeStrictly(text: string, encoding: keyof typeof canonical): Buffer {
  const octets = Buffer.from(text, encoding)
  if (octets.toString(encoding) !== text) refuse(encoding, describeNotCanonical(encoding))
  return octets
}

/** RFC 4648 section 5 without padding, the only form that JOSE knows: one text for one octet string. */
export const decodeBase64url = (text: string): Buffer => decodeStrictly(text, 'base64url')

/** Unpadded base64url of octets, or of the UTF-8 octets of text. */
export const encodeBase64url = (content: string | Uint8Array): string =>
  typeof content === 'string' ? encodeText(content) : asBuffer(content).toString('base64url')

/** Octets for which there is always room. A longer text gets memory of its own. */
const roomy = 65_536
const room = Buffer.allocUnsafeSlow(roomy)

/** A character has three octets at most, and one that is made of two code units has four. */
const encodeText = (text: string): string =>
  text.length * 3 > roomy
    ? Buffer.from(text, 'utf8').toString('base64url')
    : room.toString('base64url', 0, room.write(text))

/** Longer texts are encoded faster by Node itself. */
const short = 512
const written = Buffer.allocUnsafeSlow(3 * 3 * short)
const joined = Buffer.allocUnsafeSlow(3 * 4 * short)
const alphabet = Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_')

/** Three texts, each encoded by itself, one after the other: without six calls into Node and a text to be put together. */
export function encodeThree(first: string, second: string, third: string): string {
  if (Math.max(first.length, second.length, third.length) > short)
    return encodeText(first) + encodeText(second) + encodeText(third)
  const one = written.write(first)
  const two = one + written.write(second, one)
  const three = two + written.write(third, two)
  const start = encodeOctets(written, 0, one, joined, 0)
  const middle = encodeOctets(written, one, two, joined, start)
  return joined.toString('latin1', 0, encodeOctets(written, two, three, joined, middle))
}

/** Encodes octets into others, and returns the end of what is encoded. */
export function encodeOctets(source: Uint8Array, from: number, to: number, target: Uint8Array, start: number): number {
  const rest = (to - from) % 3
  const last = to - rest
  let at = start
  for (let i = from; i < last; i += 3) {
    const octets = ((source[i] ?? 0) << 16) | ((source[i + 1] ?? 0) << 8) | (source[i + 2] ?? 0)
    target[at++] = alphabet[octets >> 18] ?? 0
    target[at++] = alphabet[(octets >> 12) & 63] ?? 0
    target[at++] = alphabet[(octets >> 6) & 63] ?? 0
    target[at++] = alphabet[octets & 63] ?? 0
  }
  if (rest === 0) return at
  const octets = ((source[last] ?? 0) << 16) | (rest === 2 ? (source[last + 1] ?? 0) << 8 : 0)
  target[at++] = alphabet[octets >> 18] ?? 0
  target[at++] = alphabet[(octets >> 12) & 63] ?? 0
  if (rest === 2) target[at++] = alphabet[(octets >> 6) & 63] ?? 0
  return at
}

/**
 * Whether Node can take no character of a text for another: it reads `+` and `/` like `-` and `_`, and of a character
 * above 255 it reads the lower half. Asked once of a whole credential, it spares encoding each of its parts again.
 */
export const isUnambiguous = (text: string): boolean =>
  Buffer.byteLength(text) === text.length && !text.includes('+') && !text.includes('/')

/** Reads many small texts without asking for memory each time. Every text has to be unmistakable. */
export interface Decoder {
  /** As `decodeBase64url`. The octets hold until the next call. */
  readonly octets: (encoded: string) => Buffer
  /** As `decodeText`. */
  readonly text: (encoded: string) => string
  /** The octets of the characters themselves. They hold until the next call. */
  readonly raw: (text: string) => Buffer
}

export function createDecoder(): Decoder {
  const room = Buffer.allocUnsafeSlow(roomy)
  const roomFor = (text: string): Buffer => (text.length <= roomy ? room : Buffer.allocUnsafeSlow(text.length))
  return {
    octets: (encoded) => {
      const buffer = roomFor(encoded)
      return buffer.subarray(0, writeStrictly(encoded, buffer))
    },
    text: (encoded) => {
      const buffer = roomFor(encoded)
      const length = writeStrictly(encoded, buffer)
      const text = buffer.toString('utf8', 0, length)
      return text.includes(replacement) ? decodeUtf8(buffer.subarray(0, length)) : text
    },
    raw: (text) => {
      const buffer = roomFor(text)
      return buffer.subarray(0, buffer.write(text, 'latin1'))
    },
  }
}

/** Where no character can be mistaken, whatever Node skips shows in the number of octets. */
function writeStrictly(encoded: string, buffer: Buffer): number {
  const length = buffer.write(encoded, 'base64url')
  if (length !== (encoded.length * 3) >> 2 || !hasCleanEnd(encoded))
    refuse('base64url', describeNotCanonical('base64url'))
  return length
}

/** Whether the last character says nothing beyond the last octet. */
function hasCleanEnd(text: string): boolean {
  const last = text.charAt(text.length - 1)
  switch (text.length % 4) {
    case 2:
      return 'AQgw'.includes(last)
    case 3:
      return 'AEIMQUYcgkosw048'.includes(last)
    default:
      return text.length % 4 === 0
  }
}

/** Decodes unpadded base64url to UTF-8 text. */
export const decodeText = (encoded: string): string =>
  isUnambiguous(encoded) ? sharedDecoder.text(encoded) : refuse('base64url', describeNotCanonical('base64url'))

const sharedDecoder = createDecoder()

/** Only where this is read can there have been octets that are no UTF-8. */
const replacement = '\ufffd'

/** RFC 4648 section 4 with padding, the form of certificates in `x5c`. Neither form may stand in for the other. */
export const decodeBase64 = (text: string): Buffer => decodeStrictly(text, 'base64')

/** Whether text is canonical unpadded base64url. */
export const isBase64url = (text: string): boolean => Buffer.from(text, 'base64url').toString('base64url') === text

const asBuffer = (octets: Uint8Array): Buffer => Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength)
