import { refuse } from './problem.ts'
import { decodeUtf8 } from './utf8.ts'

const canonical = { base64url: 'unpadded base64url', base64: 'padded base64' } as const

/** Octets of canonical text. Node skips what it does not know; encoding again is what tells, and it is the fastest way. */
function decodeStrictly(text: string, encoding: keyof typeof canonical): Buffer {
  const octets = Buffer.from(text, encoding)
  if (octets.toString(encoding) !== text) refuse(encoding, `not canonical ${canonical[encoding]}`)
  return octets
}

/** RFC 4648 section 5 without padding, the only form that JOSE knows: one text for one octet string. */
export const decodeBase64url = (text: string): Buffer => decodeStrictly(text, 'base64url')

/** Unpadded base64url of octets, or of the UTF-8 octets of text. */
export const encodeBase64url = (content: string | Uint8Array): string =>
  (typeof content === 'string' ? Buffer.from(content, 'utf8') : asBuffer(content)).toString('base64url')

/** The text whose UTF-8 octets stand in unpadded base64url. A replacement character is the only sign of octets that are none. */
export function decodeText(encoded: string): string {
  const octets = decodeBase64url(encoded)
  const text = octets.toString('utf8')
  return text.includes('\ufffd') ? decodeUtf8(octets) : text
}

/** RFC 4648 section 4 with padding, the form of certificates in `x5c`. Neither form may stand in for the other. */
export const decodeBase64 = (text: string): Buffer => decodeStrictly(text, 'base64')

/** Whether text is canonical unpadded base64url. */
export const isBase64url = (text: string): boolean => Buffer.from(text, 'base64url').toString('base64url') === text

const asBuffer = (octets: Uint8Array): Buffer => Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength)
