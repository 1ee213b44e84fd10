import { deflateRawSync, deflateSync, inflateRawSync } from 'node:zlib'
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
interface Inflated {
  readonly buffer: Buffer
  readonly engine: { readonly bytesWritten: number }
}

function inflateWithin(octets: Uint8Array, maxOutputLength: number): Inflated {
  try {
    // The declared type knows nothing of `info`; Node documents it and what it returns.
    return inflateRawSync(octets, { maxOutputLength, info: true }) as unknown as Inflated
  } catch {
    return refuse('jwe-inflate', `not a raw DEFLATE stream of at most ${maxOutputLength} octets`)
  }
}
