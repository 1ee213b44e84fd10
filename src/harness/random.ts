import { createCipheriv, createHash, randomBytes, randomInt } from 'node:crypto'

/** A source of octets. The same seed gives the same octets, in the same order. */
export type Random = (octets: number) => Buffer

/** The one place where randomness comes from. */
export function seeded(seed: string): Random {
  const key = createHash('sha256').update(seed).digest()
  const stream = createCipheriv('aes-256-ctr', key, Buffer.alloc(16))
  return (octets) => stream.update(Buffer.alloc(octets))
}

/** A seed for a run that was given none: short, so that it can be typed again. */
export const freshSeed = (): string => String(randomInt(1_000_000_000))

/** What nobody can guess, for addresses that are nobody else's business. */
export const unguessable = (): string => randomBytes(24).toString('base64url')
