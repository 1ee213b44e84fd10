import { type Finding, finding, showValue } from '../../model/finding.ts'
import { isObject, type JsonObject, type JsonValue } from '../../protocol/encoding/json.ts'

type Value = JsonValue | undefined

export const isText = (value: Value): value is string => typeof value === 'string'

/** Whether a text is a URI (RFC 3986): it has a scheme, and no character that a URI cannot have. */
export const isUri = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z][a-z0-9+.-]*:(?:[\w.~:/?#[\]@!$&'()*+,;=-]|%[0-9a-f]{2})+$/i.test(value)

/** Whether a value is an array of such elements that is not empty. */
export const isFilled = (value: Value, isGood: (each: JsonValue) => boolean = () => true): boolean =>
  Array.isArray(value) && value.length > 0 && value.every(isGood)

/** A finding, unless a value is good. */
export function* findUnless(isGood: boolean, at: string, expected: string, value: Value): Generator<Finding> {
  if (!isGood) yield finding(at, expected, value === undefined ? 'nothing' : showShort(value))
}

const showShort = (value: JsonValue): string =>
  isObject(value) ? 'an object' : Array.isArray(value) ? `an array of ${value.length}` : showValue(value)

/** The members of an object that are objects, with their places. */
export const listMembers = (object: Value, at: string): readonly (readonly [at: string, member: JsonObject])[] =>
  Object.entries(isObject(object) ? object : {}).flatMap(([name, member]) =>
    isObject(member) ? [[`${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, member] as const] : [],
  )

/** The elements of an array that are objects, with their places. */
export const listElements = (array: Value, at: string): readonly (readonly [at: string, element: JsonObject])[] =>
  (Array.isArray(array) ? array : []).flatMap((each, i) => (isObject(each) ? [[`${at}/${i}`, each] as const] : []))

/** A text of the characters that OAuth allows in a description. */
export const isPlain = (value: Value): boolean => isText(value) && /^[\x20-\x21\x23-\x5b\x5d-\x7e]*$/.test(value)

/** What is in a text that is no printable ASCII, or forbidden beside it. */
const unwanted: readonly (readonly [RegExp, string])[] = [
  [/"/, 'a quotation mark'],
  [/\\/, 'a backslash'],
  [/[\r\n]/, 'a line break'],
  [/[^\x20-\x7e\r\n]/, 'a character that is not printable ASCII'],
]

/** Finds what is no text of printable ASCII, or has a quotation mark or a backslash. */
export function* findUnlessPlain(at: string, value: Value): Generator<Finding> {
  if (value === undefined || isPlain(value)) return
  const found = unwanted.flatMap(([pattern, name]) => (isText(value) && pattern.test(value) ? [name] : []))
  const actual = found.length === 0 ? showShort(value) : `a text with ${found.join(', and ')}`
  yield finding(at, 'printable ASCII', actual)
}

/** Whether a value is a claims path pointer: strings, nulls and integers that are not negative. */
export const isClaimsPath = (value: Value): boolean =>
  isFilled(value, (part) => part === null || isText(part) || (Number.isInteger(part) && Number(part) >= 0))

/** Writes capital letters in place of small ones, and the other way around. */
export const swapCase = (text: string): string =>
  text.replace(/[a-z]/gi, (each) => (each === each.toUpperCase() ? each.toLowerCase() : each.toUpperCase()))
