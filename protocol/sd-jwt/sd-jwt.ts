import { limits } from '../encoding/limits.ts'
import { refuse } from '../encoding/problem.ts'
import { type Jws, readJws } from '../jose/jws.ts'
import { type Disclosure, readDisclosure, readDisclosures } from './disclosure.ts'

/** An SD-JWT taken apart. Nothing has been verified. */
export interface SdJwt {
  readonly text: string
  readonly jws: Jws
  readonly disclosures: readonly Disclosure[]
  /** What follows the last `~`: nothing, or a key-binding JWT, or the end of a credential that lacks its last `~`. */
  readonly tail: string
  /** Whether there is a `~` at all. */
  readonly hasSeparator: boolean
  /** Whether blanks are around the separators, as section 2.9 prints them. */
  readonly hasBlanks: boolean
}

/**
 * Takes an SD-JWT apart. Section 2.9 prints `<jwt> ~ <disclosures...>`; RFC 9901 section 4 has no blanks and ends with
 * `~`. What is read here is either; which of them is right is for a suite to say. A last part without a `~` behind it
 * is a disclosure if it has no dot, and a key-binding JWT if it has two: it is never dropped.
 */
export function readSdJwt(text: string): SdJwt {
  if (text.length > limits.text) refuse('too-large', `longer than ${limits.text} characters`)
  if (isSeparatedByCommas(text)) refuse('sd-jwt-parts', 'the disclosures are separated by commas, and not by `~`')
  const pieces = text.split('~', limits.disclosures + 2)
  if (pieces.length > limits.disclosures + 1) refuse('too-many', `more than ${limits.disclosures} disclosures`)
  const spaced = pieces.some((piece) => piece !== piece.trim())
  const [jwt = '', ...rest] = spaced ? pieces.map((piece) => piece.trim()) : pieces
  const tail = rest.pop() ?? ''
  const unterminated = tail !== '' && !tail.includes('.')
  const texts = unterminated ? [...rest, tail] : rest
  const disclosures = spaced ? texts.map(readDisclosure) : readDisclosures(text, jwt.length + 1, texts)
  return { text, jws: readJws(jwt), disclosures, tail, hasSeparator: pieces.length > 1, hasBlanks: spaced }
}

/** Whether there are commas instead of `~`, after a compact JWS. */
export const isSeparatedByCommas = (text: string): boolean =>
  !text.includes('~') && /^[\w-]+\.[\w-]+\.[\w-]+\s*,/.test(text.slice(0, text.indexOf(',') + 1))

/** Puts an SD-JWT together: every part ends with `~`. */
export const writeSdJwt = (jws: string, disclosures: readonly string[]): string => [jws, ...disclosures, ''].join('~')
