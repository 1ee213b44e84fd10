import { type KeyObject, verify } from 'node:crypto'
import { parseAnyJson, parseTolerantly } from '../../protocol/encoding/json.ts'
import { limits } from '../../protocol/encoding/limits.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { findKeysById, importP256, isP256Key } from '../../protocol/jose/jwk.ts'
import { computeTextDigest } from '../../protocol/sd-jwt/claim.ts'
import { readDigests } from '../../protocol/sd-jwt/disclosure.ts'
import { readSdJwt } from '../../protocol/sd-jwt/sd-jwt.ts'

/** One character of a text that was changed, and what was there before, if that can be shown. */
export interface ChangedCharacter {
  /** What it is in, such as `disclosure 5`, counted from 0 as in findings. */
  readonly part: string
  /** Counted from 1, in the whole text. */
  readonly position: number
  readonly actual: string
  /** Absent if nothing shows it: then the position is the one at which reading ends. */
  readonly original?: string
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Characters that are tried on both sides of the place at which a text cannot be read. */
const around = 12

/** What a search came to: `unfinished` where it would have taken more than it may. */
export type ChangeSearch = ChangedCharacter | 'unfinished' | undefined

/** What is said of a search that was not finished. */
export const unfinishedSearch =
  'whether one changed character explains this was not tried everywhere: there is too much to try'

/** What searches may still read, in octets that are hashed. It is shared by all of them. */
export interface SearchBudget {
  /** Takes octets. Returns false, and takes nothing, where fewer are left. */
  readonly take: (octets: number) => boolean
}

/** Octets that one try costs beside its text: for a digest, and for a signature. */
const overhead = { digest: 500, signature: 10_000 }

export function createSearchBudget(octets: number = limits.search): SearchBudget {
  let left = octets
  return {
    take: (wanted) => {
      if (wanted > left) return false
      left -= wanted
      return true
    },
  }
}

/** Finds the one character of a credential whose change explains that it cannot be verified. */
export function findChangedCharacter(text: string, jwks: unknown, budget = createSearchBudget()): ChangeSearch {
  return findInJws(text, jwks, budget) ?? findInDisclosures(text, budget)
}

/** A disclosure that has no digest, and would have one if one character were another. */
function findInDisclosures(text: string, { take }: SearchBudget): ChangeSearch {
  const read = attempt(() => readSdJwt(text))
  if (!('value' in read)) return undefined
  const digests = new Set(readDigests(read.value.jws.payload).map(String))
  const isRight = (other: string): boolean => computeDigests(other).some((digest) => digests.has(digest))
  let isUnfinished = false
  for (const { piece, start, number } of listForeign(text, isRight)) {
    if (!take(piece.length * alphabet.length * 2 * (piece.length + overhead.digest))) isUnfinished = true
    else {
      const found = trySubstitutes(piece, 0, piece.length, isRight)
      if (found) return { part: `disclosure ${number}`, position: start + found.index + 1, ...found.change }
    }
  }
  return isUnfinished ? 'unfinished' : undefined
}

/** The disclosures without a digest, and where they begin. */
function* listForeign(text: string, isRight: (piece: string) => boolean) {
  const [jws = '', ...pieces] = text.split('~')
  let start = jws.length + 1
  for (const [number, piece] of pieces.entries()) {
    if (piece !== '' && !isRight(piece)) yield { piece, start, number }
    start += piece.length + 1
  }
}

/** The digest of RFC 9901, and that of section 2.9. */
function computeDigests(disclosure: string): readonly string[] {
  const parts: unknown = decode(disclosure)
  if (!Array.isArray(parts) || parts.length !== 3) return [computeTextDigest(disclosure)]
  const [name, value, salt] = parts
  const encode = (part: unknown): string =>
    Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url')
  return [computeTextDigest(disclosure), computeTextDigest([salt, name, value].map(encode).join(''))]
}

const decode = (text: string): unknown => parseAnyJson(Buffer.from(text, 'base64url').toString())

/** A payload that cannot be read: near that place, one character makes the signature match. */
function findInJws(text: string, jwks: unknown, budget: SearchBudget): ChangedCharacter | undefined {
  const end = text.indexOf('~') >>> 0
  const [header = '', payload = '', signature = ''] = text.slice(0, end).split('.')
  const bad = findUnreadable(payload)
  if (bad === undefined) return undefined
  const start = header.length + 1
  const key = signature.length === signatureLength ? findKey(header, jwks) : undefined
  const signed = header.length + payload.length + overhead.signature
  const found =
    key && budget.take(2 * around * alphabet.length * signed)
      ? repairPayload(key, { header, payload, signature }, bad)
      : undefined
  return found
    ? { part: 'the payload', position: start + found.index + 1, ...found.change }
    : { part: 'the payload', position: start + bad + 1, actual: payload[bad] ?? '' }
}

/** Characters of a signature with a key on P-256. */
const signatureLength = 86

function repairPayload(key: KeyObject, { header, payload, signature }: Readonly<Record<string, string>>, bad: number) {
  const octets = Buffer.from(signature ?? '', 'base64url')
  return trySubstitutes(payload ?? '', bad - around, bad + around, (other) =>
    verify('sha256', Buffer.from(`${header}.${other}`), { key, dsaEncoding: 'ieee-p1363' }, octets),
  )
}

function findKey(header: string, jwks: unknown): KeyObject | undefined {
  const [jwk] = findKeysById(jwks, Object(decode(header)).kid).filter(isP256Key)
  const read = jwk && attempt(() => importP256(jwk))
  return read && 'value' in read ? read.value : undefined
}

/** The place in a base64url text at which its JSON cannot be read, or is not a text. */
function findUnreadable(text: string): number | undefined {
  const octets = Buffer.from(text, 'base64url')
  const decoded = octets.toString()
  const broken = decoded.search(/\uFFFD|(?![\n\r\t])\p{Cc}/u)
  if (broken >= 0) return toCharacter(Buffer.byteLength(decoded.slice(0, broken)))
  if (isTooLarge(decoded)) return undefined
  try {
    JSON.parse(decoded)
    return undefined
  } catch (error) {
    const [, position] = /position (\d+)/.exec(String(error)) ?? []
    return position === undefined ? undefined : toCharacter(Buffer.byteLength(decoded.slice(0, Number(position))))
  }
}

/** Whether a text has more in it than is parsed. */
function isTooLarge(text: string): boolean {
  const read = attempt(() => parseTolerantly(text))
  return 'problem' in read && read.problem.code.startsWith('too-')
}

const toCharacter = (octet: number): number => Math.floor((octet * 4) / 3)

function trySubstitutes(text: string, from: number, to: number, isRight: (text: string) => boolean) {
  for (let index = Math.max(0, from); index < Math.min(text.length, to); index++) {
    const actual = text[index] ?? ''
    for (const original of alphabet) {
      if (original !== actual && isRight(text.slice(0, index) + original + text.slice(index + 1)))
        return { index, change: { actual, original } }
    }
  }
  return undefined
}
