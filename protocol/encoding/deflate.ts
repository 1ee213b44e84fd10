import { isUtf8 } from 'node:buffer'
import { deflateRawSync, deflateSync, inflateRawSync, inflateSync } from 'node:zlib'
import { limits } from './limits.ts'
import { refuse } from './problem.ts'

/** What can be done to a plaintext before it is encrypted: `DEF` is RFC 1951 as JWE wants it, `zlib` the wrapper of RFC 1950. */
export const compressions = {
  none: (octets: Uint8Array): Uint8Array => octets,
  DEF: (octets: Uint8Array): Uint8Array => deflateRawSync(octets),
  zlib: (octets: Uint8Array): Uint8Array => deflateSync(octets),
} as const
export type Compression = keyof typeof compressions

/** The octets in a raw DEFLATE stream (RFC 1951), which must end where the input ends and stay within bounds. */
export function inflate(octets: Uint8Array): Buffer {
  const { buffer, engine } = inflateWithin(octets, limits.inflated)
  if (engine.bytesWritten !== octets.length) refuse('jwe-inflate', 'octets follow the end of the DEFLATE stream')
  return buffer
}

/** What `info` makes Node return: the engine knows how much of the input it took, and Node says nothing of a rest. */
export interface Inflated {
  readonly buffer: Buffer
  readonly engine: { readonly bytesWritten: number }
}

function inflateWithin(octets: Uint8Array, maxOutputLength: number): Inflated {
  try {
    // The declared type knows nothing of `info`; Node documents it and what it returns.
    return inflateRawSync(octets, { maxOutputLength, info: true }) as unknown as Inflated
  } catch (error) {
    return refuse(
      'jwe-inflate',
      `not a raw DEFLATE stream: ${explainFailure(octets, readCode(error), maxOutputLength)}`,
    )
  }
}

const readCode = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined)

/** Why octets are no raw DEFLATE stream within bounds. */
function explainFailure(octets: Uint8Array, code: unknown, maxOutputLength: number): string {
  if (code === 'ERR_BUFFER_TOO_LARGE') return 'it inflates to more than any message has'
  if (octets[0] === 0x1f && octets[1] === 0x8b) return 'it is gzip (RFC 1952)'
  if (canInflate(() => inflateSync(octets, { maxOutputLength }))) return 'it has the wrapper of zlib (RFC 1950)'
  const text = Buffer.from(octets).toString()
  if (!printable.test(text) || !isUtf8(octets))
    return code === 'Z_BUF_ERROR' ? 'it is cut short' : 'no known compression'
  const isEncoded = canInflate(() => inflateRawSync(Buffer.from(text, 'base64'), { maxOutputLength }))
  return isEncoded ? 'it is the base64 of one' : 'it is not compressed, although `zip` says so'
}

/** How octets that are no text are compressed; `undefined` for no known compression. */
export function describeCompression(octets: Uint8Array): string | undefined {
  const maxOutputLength = limits.inflated
  if (octets[0] === 0x1f && octets[1] === 0x8b) return 'gzip (RFC 1952)'
  if (canInflate(() => inflateSync(octets, { maxOutputLength }))) return 'zlib (RFC 1950)'
  return canInflate(() => inflateRawSync(octets, { maxOutputLength })) ? 'DEFLATE (RFC 1951)' : undefined
}

const printable = /^[\t\n\r\x20-\x7e\u{80}-\u{10ffff}]+$/u

function canInflate(open: () => Buffer): boolean {
  try {
    return open().length > 0
  } catch {
    return false
  }
}
