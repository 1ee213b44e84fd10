import type { Claim } from './claim.ts'

/** A claim that somebody made out of another by moving the cuts between salt, name and value. */
export interface Recut {
  /** The name that the issuer wrote. */
  readonly from: string
  readonly to: string
  /** The length of the salt that the issuer made, in characters. */
  readonly saltLength: number
}

/** What a cut can be told by. */
export interface Circumstances {
  /** The lengths that the salts of the credential are likely to have. */
  readonly saltLengths: readonly number[]
  /** Whether salts go into the digest as they stand; then what was moved into one is encoded. */
  readonly bareSalt: boolean
  readonly known: (name: string) => boolean
}

/**
 * Joined parts have no marks between them, so that `b(salt) b("MaskedMobile") b(value)` is also
 * `b(salt + "Masked") b("Mobile") b(value)` wherever the salt's length is a multiple of three: the digest is the same,
 * the signature holds, and the claim has become another one. It shows in the salt, which is longer than its siblings
 * and goes on with the beginning of a known name.
 */
export function findRecut(claim: Claim, { saltLengths, bareSalt, known }: Circumstances): Recut | undefined {
  const { salt, name } = claim
  for (const saltLength of saltLengths) {
    if (saltLength >= salt.length) continue
    const cut = salt.slice(saltLength)
    const rest = bareSalt ? Buffer.from(cut, 'base64url').toString('utf8') : cut
    const from = namesIn(rest, name).find(known)
    if (from !== undefined) return { from, to: name, saltLength }
  }
  return undefined
}

/** The length that most salts have; of one salt alone nothing can be said but how long salts usually are. */
export const likelyLengths = (claims: readonly Claim[]): readonly number[] =>
  claims.length > 1 ? [modeOf(claims.map(({ salt }) => salt.length))] : usualLengths

/** Base64url, hex and UUID forms of 12 to 32 octets. */
const usualLengths = [16, 20, 22, 24, 27, 30, 32, 36, 40, 43, 44, 48, 64] as const

function modeOf(lengths: readonly number[]): number {
  const counts = Map.groupBy(lengths, (length) => length)
  const [[mode = 0] = []] = [...counts].sort(([, a], [, b]) => b.length - a.length)
  return mode
}

/** The names that may have stood where the salt now goes on: its rest with the name behind it, or the beginning of its rest. */
function namesIn(rest: string, name: string): readonly string[] {
  const beginnings = Array.from({ length: rest.length }, (_, i) => rest.slice(0, rest.length - i))
  return [rest + name, ...beginnings]
}
