import { encodeBase64url } from './base64url.ts'
import type { Claim } from './claim.ts'

/** A claim that somebody made out of another by moving the cuts between salt, name and value. */
export interface Recut {
  /** The name that the issuer wrote. */
  readonly from: string
  readonly to: string
  /** The length of the salt that the issuer made, in octets. */
  readonly saltLength: number
}

/** What a cut can be told by. */
export interface Circumstances {
  /** The claims of the same credential, this one among them. */
  readonly claims: readonly Claim[]
  /** Whether salts go into the digest as they stand; then what was moved into one is encoded. */
  readonly bareSalt: boolean
  /** The names that the issuer may have written. The same list each time: what is worked out for it is remembered. */
  readonly known: readonly string[]
}

/**
 * Joined parts have no marks between them, so that `b(salt) b("MaskedMobile") b(value)` is also
 * `b(salt + "Masked") b("Mobile") b(value)` wherever the salt's length is a multiple of three: the digest is the same,
 * the signature holds, and the claim has become another one. It shows in the salt, which goes on with a known name or
 * with the beginning of one. What the other salts look like proves nothing: a holder shows whichever he likes.
 */
export function findRecut(claim: Claim, { claims, bareSalt, known }: Circumstances): Recut | undefined {
  const salt = bareSalt ? claim.salt : letterPerOctet(claim.salt)
  for (const { mark, from, saltLength } of traces(salt, claim.name, bareSalt ? 1 : 3, signsOf(known, bareSalt))) {
    const enough =
      saltLength >= least || (saltLength >= fewest && claims.some((each) => each.salt.length === saltLength))
    if (!enough || (mark.length <= shortest && !standsOut(claim, claims, bareSalt))) continue
    return { from, to: claim.name, saltLength }
  }
  return undefined
}

/** Text with a character for each octet that the text has in UTF-8. */
const letterPerOctet = (text: string): string =>
  Buffer.byteLength(text) === text.length ? text : Buffer.from(text, 'utf8').toString('latin1')

/** A salt is this long at least; a shorter one is believed only where another claim has one of its length. */
const least = 16
const fewest = 12
/** A mark of no more letters than this stands in a salt by chance too often to say much by itself. */
const shortest = 3

interface Sign {
  readonly mark: string
  readonly from: string
}

interface Signs {
  /** By the name that is left: with what the salt then ends. */
  readonly endings: ReadonlyMap<string, readonly Sign[]>
  /** By their first letter: the names as they stand in a salt, with more behind them. */
  readonly whole: ReadonlyMap<number, readonly Sign[]>
}

function* traces(salt: string, name: string, step: number, { endings, whole }: Signs): Generator<Sign & Placed> {
  for (const sign of endings.get(name) ?? []) {
    const saltLength = salt.length - sign.mark.length
    if (saltLength % step === 0 && salt.endsWith(sign.mark)) yield { ...sign, saltLength }
  }
  for (let at = fewest; at < salt.length; at += step) {
    for (const sign of whole.get(salt.charCodeAt(at)) ?? []) {
      if (salt.startsWith(sign.mark, at)) yield { ...sign, saltLength: at }
    }
  }
}

interface Placed {
  readonly saltLength: number
}

/** Whether a salt is not as long as most of the others, and ends where a name of three letters would let it end. */
function standsOut({ salt }: Claim, claims: readonly Claim[], bareSalt: boolean): boolean {
  if (!bareSalt && Buffer.byteLength(salt) % 3 !== 0) return false
  const counts = new Map<number, number>()
  for (const each of claims) counts.set(each.salt.length, (counts.get(each.salt.length) ?? 0) + 1)
  const alike = (counts.get(salt.length) ?? 1) - 1
  counts.delete(salt.length)
  return alike === 0 || [...counts.values()].some((count) => count >= alike)
}

const remembered = { bare: new WeakMap<readonly string[], Signs>(), encoded: new WeakMap<readonly string[], Signs>() }

function signsOf(known: readonly string[], bareSalt: boolean): Signs {
  const memory = bareSalt ? remembered.bare : remembered.encoded
  const signs = memory.get(known) ?? workOut(known, bareSalt ? encodeBase64url : (text) => text)
  memory.set(known, signs)
  return signs
}

/** Only what is encoded in whole groups of three octets can be moved from a name into a salt. */
function workOut(known: readonly string[], written: (text: string) => string): Signs {
  const pairs = known.flatMap((from) =>
    known.flatMap((to) => {
      const moved = from.length - to.length
      if (moved < 3 || moved % 3 !== 0 || !from.endsWith(to)) return []
      return [{ to, from, mark: written(from.slice(0, moved)) }]
    }),
  )
  const whole = known.filter(({ length }) => length >= 3).map((from) => ({ from, mark: written(from) }))
  return {
    endings: Map.groupBy(pairs, ({ to }) => to),
    whole: Map.groupBy(whole, ({ mark }) => mark.charCodeAt(0)),
  }
}
