import { swapCase } from './values.ts'

/** How a value differs from one that was given, and is none that was. */
export interface NearValue {
  /** As in `a request whose code ${what}`. */
  readonly what: string
  readonly write: (value: string) => string
}

/** Changes the last character but one: in the last, bits may count for nothing. */
export const changeCharacter = (value: string): string =>
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

/**
 * How a value differs from the one with which it is compared: what a receiver takes that compares a part of it, without regard to
 * capital letters, or after it has trimmed or decoded it.
 */
export const nearForms = {
  changed: { what: 'has one character changed', write: changeCharacter },
  shorter: { what: 'lacks its last character', write: (value) => value.slice(0, -1) },
  longer: { what: 'has one character more', write: (value) => `${value}A` },
  prefixed: { what: 'has one character more at its beginning', write: (value) => `A${value}` },
  recased: {
    what: 'has capital letters in place of small ones',
    write: either(swapCase, (value) => /[a-z]/i.test(value)),
  },
  spaced: { what: 'has a space at its end', write: (value) => `${value} ` },
  slashed: { what: 'has a slash at its end', write: (value) => `${value}/` },
  escaped: {
    what: 'has a character percent-encoded',
    write: (value) => `${value.slice(0, -2)}%${value.charCodeAt(value.length - 2).toString(16)}${value.slice(-1)}`,
  },
} as const satisfies Readonly<Record<string, NearValue>>

export type NearForm = keyof typeof nearForms

/** Forms of values that are no addresses: none is read as one. */
export const textForms = ['changed', 'shorter', 'longer', 'prefixed', 'recased', 'spaced'] as const

export const allForms = Object.keys(nearForms) as readonly NearForm[] // its own keys

/** Writes a value in the form that the name of a change has, such as `shorter-nonce`: the same value, if it is about another. */
export function writeNear(value: string, name: string, change: string | undefined): string {
  const form = change?.endsWith(`-${name}`) ? change.slice(0, -name.length - 1) : ''
  return allForms.some((each) => each === form) ? nearForms[form as NearForm].write(value) : value
}
