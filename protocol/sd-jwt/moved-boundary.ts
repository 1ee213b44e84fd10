import { encodeBase64url } from '../encoding/base64url.ts'
import { once } from '../encoding/once.ts'
import type { Claim } from './claim.ts'

/** A claim that was made out of another by moving the boundaries between salt, name and value. */
export interface MovedBoundary {
  /** The name that the issuer wrote. */
  readonly from: string
  readonly to: string
  /** The length of the salt that the issuer made, in octets. */
  readonly saltLength: number
}

/** What reveals a moved boundary. */
export interface BoundaryContext {
  /** The claims of the same credential, this one among them. */
  readonly claims: readonly Claim[]
  /** Whether salts go into the digest as they are; then what was moved into one is encoded. */
  readonly bareSalt: boolean
  /** What names that the issuer may have written leave behind, where cuts are moved. */
  readonly traces: BoundaryTraces
}

/**
 * Joined parts have no marks between them, so that `b(salt) b("MaskedMobile") b(value)` is also
 * `b(salt + "Masked") b("Mobile") b(value)` wherever the salt's length is a multiple of three: the digest is the same,
 * the signature holds, and the claim has become another one. It shows in the salt, which goes on with a known name or
 * with the beginning of one. What the other salts look like proves nothing: a holder shows whichever he likes.
 */
export function findMovedBoundary(
  claim: Claim,
  { claims, bareSalt, traces: signs }: BoundaryContext,
): MovedBoundary | undefined {
  const salt = bareSalt ? claim.salt : toLatin1(claim.salt)
  const isUnusual = once(() => hasUnusualLength(claim, claims, bareSalt))
  for (const { mark, from, saltLength } of findTraces(salt, claim.name, bareSalt ? 1 : 3, signs)) {
    const enough =
      saltLength >= least || (saltLength >= fewest && claims.some((each) => each.salt.length === saltLength))
    if (!enough || (mark.length <= shortest && !isUnusual())) continue
    return { from, to: claim.name, saltLength }
  }
  return findUnknownName(claim, salt, { claims, bareSalt, traces: signs })
}

/** The name of no known claim, of which the rest is in the salt or in the value, or which goes on with the end of the salt. */
function findUnknownName(
  claim: Claim,
  salt: string,
  { claims, bareSalt, traces: { known } }: BoundaryContext,
): MovedBoundary | undefined {
  const { name, value } = claim
  if (known.has(name)) return undefined
  const encode = bareSalt ? encodeBase64url : (text: string): string => text
  for (const from of known) {
    const isFound = isBegunInSalt(name, from, salt, encode) || isEndedInValue(name, from, value)
    if (isFound) return { from, to: name, saltLength: claim.salt.length }
    if (isBegunByEndOfSalt(claim, from, claims)) return { from, to: name, saltLength: claim.salt.length }
  }
  return undefined
}

/** The salt ends with the beginning of the name. */
function isBegunInSalt(name: string, from: string, salt: string, encode: (text: string) => string): boolean {
  const moved = from.length - name.length
  return moved >= 3 && moved % 3 === 0 && from.endsWith(name) && salt.endsWith(encode(from.slice(0, moved)))
}

/** The value begins with the end of the name. A shorter end is too often the beginning of a value. */
function isEndedInValue(name: string, from: string, value: unknown): boolean {
  const rest = from.slice(name.length)
  const isCut = name.length > 0 && name.length % 3 === 0 && from.startsWith(name) && rest.length >= 3
  return isCut && typeof value === 'string' && value.startsWith(rest)
}

/** The name begins with the end of a salt: the salt is shorter by just that much than all others, which are of one length. */
function isBegunByEndOfSalt({ name, salt }: Claim, from: string, claims: readonly Claim[]): boolean {
  const moved = name.length - from.length
  if (moved < 3 || moved % 3 !== 0 || !name.endsWith(from)) return false
  let others = 0
  for (const each of claims) {
    if (each.name === name) continue
    if (each.salt.length !== salt.length + moved) return false
    others++
  }
  return others >= 3
}

/** Text with a character for each octet that the text has in UTF-8. */
const toLatin1 = (text: string): string =>
  Buffer.byteLength(text) === text.length ? text : Buffer.from(text, 'utf8').toString('latin1')

/** A salt is this long at least; a shorter one is believed only where another claim has one of its length. */
const least = 16
const fewest = 12
/** A shorter mark is too often in a random salt to mean much by itself. */
const shortest = 3

interface Trace {
  readonly mark: string
  readonly from: string
}

export interface BoundaryTraces {
  /** The names of all known claims. */
  readonly known: ReadonlySet<string>
  /** By the name that is left: with what the salt then ends. */
  readonly endings: ReadonlyMap<string, readonly Trace[]>
  /** By their first two letters: the names as they are in a salt, with more behind them. */
  readonly whole: ReadonlyMap<number, readonly Trace[]>
  /** Which pairs of letters any of them begins with: nearly none of those in a salt. */
  readonly beginnings: Uint8Array
}

/** One trace after the other: a long salt may have millions. */
function* findTraces(
  salt: string,
  name: string,
  step: number,
  { endings, whole, beginnings }: BoundaryTraces,
): Generator<Trace & FoundAt> {
  for (const sign of endings.get(name) ?? []) {
    const saltLength = salt.length - sign.mark.length
    if (saltLength % step === 0 && salt.endsWith(sign.mark)) yield { ...sign, saltLength }
  }
  for (let at = fewest; at < salt.length - 1; at += step) {
    if (beginnings[pairAt(salt, at) & pairs] !== 1) continue
    for (const sign of whole.get(pairAt(salt, at)) ?? []) {
      if (salt.startsWith(sign.mark, at)) yield { ...sign, saltLength: at }
    }
  }
}

/** Two letters as a number. */
const pairAt = (text: string, at: number): number => (text.charCodeAt(at) << 7) ^ text.charCodeAt(at + 1)
const pairs = 0x3fff

interface FoundAt {
  readonly saltLength: number
}

/** Whether a salt is not as long as most of the others, and ends where a name of three letters would let it end. */
function hasUnusualLength({ salt }: Claim, claims: readonly Claim[], bareSalt: boolean): boolean {
  if (!bareSalt && Buffer.byteLength(salt) % 3 !== 0) return false
  const counts = new Map<number, number>()
  for (const each of claims) counts.set(each.salt.length, (counts.get(each.salt.length) ?? 0) + 1)
  const alike = (counts.get(salt.length) ?? 1) - 1
  counts.delete(salt.length)
  return alike === 0 || [...counts.values()].some((count) => count >= alike)
}

/**
 * What each known name leaves behind in a salt. Only what is encoded in whole groups of three octets can be moved from a
 * name into a salt.
 */
export function collectBoundaryTraces(known: readonly string[], bareSalt: boolean): BoundaryTraces {
  const written = bareSalt ? encodeBase64url : (text: string): string => text
  const pairsOfNames = known.flatMap((from) =>
    known.flatMap((to) => {
      const moved = from.length - to.length
      if (moved < 3 || moved % 3 !== 0 || !from.endsWith(to)) return []
      return [{ to, from, mark: written(from.slice(0, moved)) }]
    }),
  )
  const whole = known.filter(({ length }) => length >= 3).map((from) => ({ from, mark: written(from) }))
  return {
    known: new Set(known),
    endings: Map.groupBy(pairsOfNames, ({ to }) => to),
    whole: Map.groupBy(whole, ({ mark }) => pairAt(mark, 0)),
    beginnings: markBeginnings(whole),
  }
}

function markBeginnings(traces: readonly Trace[]): Uint8Array {
  const beginnings = new Uint8Array(pairs + 1)
  for (const { mark } of traces) beginnings[pairAt(mark, 0) & pairs] = 1
  return beginnings
}
