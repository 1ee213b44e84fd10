import { limits } from './limits.ts'
import { refuse } from './problem.ts'
import { findRepeatedMember } from './repeated-member.ts'

export type JsonValue = string | number | boolean | null | readonly JsonValue[] | JsonObject
export interface JsonObject {
  readonly [member: string]: JsonValue
}

/** JSON text that is written as it is, for what no value can express, such as a repeated member. */
export class RawJson {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** A message before it is written. */
export type Writable = JsonValue | RawJson

/** The text of a message. */
export const writeJson = (value: Writable): string => (value instanceof RawJson ? value.text : JSON.stringify(value))

/** Whether a value holds others. */
export const isNested = (value: JsonValue): value is readonly JsonValue[] | JsonObject =>
  typeof value === 'object' && value !== null

/**
 * The text of a value that should be one. A number is written as JSON writes it; anything else is not a text, and is read as
 * an empty one: an object may have members named `toString` or `valueOf`, so that it has no text at all.
 */
export const readText = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? `${value}` : ''

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Value of strict JSON text (RFC 8259): no byte order mark, no repeated member, no lone surrogate, no number
 * out of range, bounded in depth and in number of values. What `JSON.parse` would quietly repair is refused here, because two
 * parties that repair differently read two different messages.
 */
export const parseJson = (text: string): JsonValue => parseScanned(text, isFlat(text) ? 0 : scan(text).members)

/** A JSON value, and the texts of its elements if it is an array. */
export interface Elements {
  readonly content: JsonValue
  readonly slices: readonly string[]
}

/** The same, with the texts of the elements if it is an array, cut out of it as they were received. */
export function parseElements(text: string): Elements {
  const { members, commas } = scan(text)
  const content = parseScanned(text, members)
  return { content, slices: Array.isArray(content) ? sliceBetween(text, commas) : [] }
}

function parseScanned(text: string, members: number): JsonValue {
  const value = parse(text)
  if (countMembers(value) !== members) refuse('json-duplicate', `a member is repeated${describeRepeated(text)}`)
  if (text.includes('\\') && !isWellFormed(value)) refuse('json-surrogate', 'a lone surrogate is escaped')
  if (!text.isWellFormed()) refuse('utf8', 'not well-formed UTF-8')
  return value
}

/** Names of members that are shown: those of tables and standards, and nothing that could be a value. */
const shownName = /^[A-Za-z_][\w:.-]{0,60}$/

function describeRepeated(text: string): string {
  const path = findRepeatedMember(text) ?? []
  const name = path.at(-1)
  if (name === undefined || !path.every((step) => shownName.test(step) || /^\d+$/.test(step))) return ''
  const place = path.slice(0, -1).map((step) => `\`${step}\``)
  return `: \`${name}\`${place.length > 0 ? ` in ${place.join(', ')}` : ''}`
}

/** The same, for a text that must be an object. */
export function parseJsonObject(text: string): JsonObject {
  const value = parseJson(text)
  return isObject(value) ? value : refuse('not-an-object', `expected a JSON object, got ${describeKind(value)}`)
}

/** The members of an object in text within the limits. Repeated members and lone surrogates are not looked for. */
export function parseTolerantly(text: string): JsonObject {
  scan(text)
  const value = parse(text)
  return isObject(value) ? value : refuse('not-an-object', `expected a JSON object, got ${describeKind(value)}`)
}

/**
 * What is in any JSON text: a file, a log, an archive of a browser. It may have more values than an artefact, and is bounded in
 * them and in depth before it is parsed. Returns nothing if it is not JSON, or too much of it.
 */
export function parseAnyJson(text: string, most: ScanLimits = limits.wrapped): JsonValue | undefined {
  try {
    scan(text, most)
    return JSON.parse(text)
  } catch {
    return undefined // the caller looks for something else in the text
  }
}

/** What a JSON value is, in a word that suits a sentence. */
export const describeKind = (value: unknown): string => {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

function parse(text: string): JsonValue {
  try {
    return JSON.parse(text)
  } catch {
    return refuse('json', 'not JSON')
  }
}

/** Whether a text is too short and too shallow for anything that walking it could find: most disclosures are. */
const isFlat = (text: string): boolean =>
  text.length < limits.values && text.charCodeAt(0) === 0x5b && text.indexOf('[', 1) < 0 && !text.includes('{')

/** What a JSON text may have. */
type ScanLimits = { readonly text: number; readonly values: number }

interface Layout {
  readonly members: number
  /** Where the commas of the outermost array or object are. */
  readonly commas: readonly number[]
}

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const colon = 0x3a

/**
 * Walks the text once, before it is parsed, and counts what parsing forgets: how many members were written, how deep
 * it goes, where the outermost commas are. Strings are jumped over, so that a photo costs next to nothing.
 */
function scan(text: string, most: ScanLimits = limits): Layout {
  if (text.charCodeAt(0) === 0xfeff) refuse('json-bom', 'starts with a byte order mark')
  if (text.length > most.text) refuse('too-large', `longer than ${most.text} characters`)
  let depth = 0
  let members = 0
  let values = 1
  const commas: number[] = []

  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === quote) i = endOfString(text, i)
    else if (code === colon) members++
    else if (code === comma) {
      if (++values > most.values) refuseValues(most)
      if (depth === 1) commas.push(i)
    } else if (code === 0x7b || code === 0x5b) {
      if (++depth > limits.depth) refuse('too-deep', `nested deeper than ${limits.depth} levels`)
      values++
    } else if (code === 0x7d || code === 0x5d) depth--
  }
  if (values > most.values) refuseValues(most)
  return { members, commas }
}

const refuseValues = ({ values }: ScanLimits): never => refuse('too-many', `more than ${values} values`)

function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    if (text.charCodeAt(at - 1) !== backslash || backslashesBefore(text, at) % 2 === 0) return at
  }
  return refuse('json', 'a string does not end')
}

function backslashesBefore(text: string, at: number): number {
  let count = 0
  while (text.charCodeAt(at - 1 - count) === backslash) count++
  return count
}

function sliceBetween(text: string, commas: readonly number[]): readonly string[] {
  const start = text.indexOf('[')
  const end = text.lastIndexOf(']')
  if (start < 0 || end < 0) refuse('json', 'not an array')
  const pieces: string[] = []
  let from = start + 1
  for (const comma of commas) {
    pieces.push(text.slice(from, comma).trim())
    from = comma + 1
  }
  pieces.push(text.slice(from, end).trim())
  return pieces.length === 1 && pieces[0] === '' ? [] : pieces
}

function countMembers(value: JsonValue): number {
  if (typeof value === 'string') return 0
  if (value === Infinity || value === -Infinity) refuse('json-number', 'a number is larger than any that can be held')
  if (typeof value !== 'object' || value === null) return 0
  let count = 0
  if (Array.isArray(value)) {
    for (const element of value) count += countMembers(element)
    return count
  }
  const object = value as JsonObject // the only thing left
  for (const name in object) count += 1 + countMembers(object[name] ?? null)
  return count
}

function isWellFormed(value: JsonValue): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(isWellFormed)
  return Object.entries(value).every(([name, member]) => name.isWellFormed() && isWellFormed(member))
}
