import { swapCase } from './values.ts'

/** How a value differs from one that was given, and is none that was. */
export interface NearValue {
  /** As in `a request whose code ${what}`. */
  readonly what: string
  readonly write: (value: string) => string
}

/** Changes the last character but one: in the last, bits may count for nothing. */
const changeCharacter = (value: string): string =>
  `${value.slice(0, -2)}${value.at(-2) === 'A' ? 'B' : 'A'}${value.slice(-1)}`

/** What has parts, such as a JWT, is read and not looked up; a few characters may be another value. */
const isLookedUp = (value: string): boolean => value.length >= 12 && !value.includes('.')

/** Where all letters are small, or all are capital, they may be digits that mean the same in either case: of base 16, 32 or 36. */
const isCased = (value: string): boolean => isLookedUp(value) && /[a-z]/.test(value) && /[A-Z]/.test(value)

const either =
  (write: (value: string) => string, isMeant: (value: string) => boolean) =>
  (value: string): string =>
    isMeant(value) ? write(value) : changeCharacter(value)

/**
 * What a receiver takes that looks values up carelessly: by as much of them as fits in a column of its database, or without regard
 * to capital letters. The values of OAuth are case-sensitive (RFC 6749, section 1.6).
 */
export const nearValues: readonly NearValue[] = [
  { what: 'has one character changed', write: changeCharacter },
  { what: 'has capital letters in place of small ones', write: either(swapCase, isCased) },
  { what: 'lacks its second half', write: either((value) => value.slice(0, Math.ceil(value.length / 2)), isLookedUp) },
  // Four more, because a decoder of base64 may ignore one.
  { what: 'has four characters more', write: either((value) => `${value}AAAA`, isLookedUp) },
]
