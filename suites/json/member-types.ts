import { type ArtefactCheck, checkArtefact } from '../../model/check.ts'
import { type Finding, finding, showValue } from '../../model/finding.ts'
import type { LaidFacet } from '../../model/foundation/facet.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { ArtefactKind } from '../../protocol/artefacts/artefact-kinds.ts'
import { isObject, type JsonValue } from '../../protocol/encoding/json.ts'

export type MemberRule = 'JSON-TYPES'

/** What holds for members of every message that is a JSON text. Most have a row of their own; the others have one of their kind. */
export const memberFoundation = {
  title: 'Types of members',
  rules: { 'JSON-TYPES': { standard: 'RFC 8259, section 3; RFC 6749, section 5.1' } },
} as const

type Value = JsonValue | undefined

/** Seconds or milliseconds from 1970 to a year of ours: no lifetime, and no other number of seconds, is that long. */
const isMoment = (value: Value): value is number =>
  typeof value === 'number' && [value, value / 1000].some((seconds) => seconds > 1.5e9 && seconds < 2.1e9)

/** The types, by the words of findings. */
const isOfType = {
  'a string': (value: Value) => typeof value === 'string',
  'a boolean': (value: Value) => typeof value === 'boolean',
  'an integer': (value: Value) => Number.isInteger(value),
  'a whole number of seconds': (value: Value) => Number.isInteger(value) && Number(value) >= 0 && !isMoment(value),
  'an object': isObject,
  'an array': Array.isArray,
} as const

export type JsonType = keyof typeof isOfType

/** The types of members by their places, such as `display/#/name`: `#` is each element of an array, and `*` each member of an object. */
export type MemberTypes = Readonly<Record<string, JsonType>>

/** A kind with the types of its members that no other row looks at, or why there are none. */
export type TypedKind<K extends ArtefactKind = ArtefactKind> =
  | { readonly kind: K; readonly row: Requirement; readonly types: MemberTypes }
  | { readonly kind: K; readonly off: string }

/** The reason of a kind that needs no row. */
export const allHaveRows = 'Each of its members that has a type has a row that looks at it.'

export const makeTypesFacet = (typed: TypedKind): LaidFacet<MemberRule> =>
  'off' in typed
    ? { kind: typed.kind, instances: {}, off: { 'JSON-TYPES': typed.off } }
    : { kind: typed.kind, instances: { 'JSON-TYPES': typed.row }, off: {} }

/** The check of each kind with such a row. What is absent has no type. */
export const checkMemberTypes = (kinds: readonly TypedKind[]): readonly ArtefactCheck[] =>
  kinds.flatMap((typed) => {
    if ('off' in typed) return []
    const { row, kind, types } = typed
    return checkArtefact(row, kind, function* (content) {
      for (const [place, type] of Object.entries(types))
        yield* findOthers(content as JsonValue, place.split('/'), type, '') // contents of these kinds are made of JSON
      return undefined
    })
  })

function* findOthers(value: Value, [name, ...rest]: readonly string[], type: JsonType, at: string): Generator<Finding> {
  if (name === undefined) {
    if (isOfType[type](value)) return
    const place = at.replace(/^\/payload(?=\/)/, '')
    const isTime = type === 'a whole number of seconds' && isMoment(value)
    yield finding(place, type, isTime ? 'a time, as a number since 1970' : showType(value))
    return
  }
  for (const [key, member] of listMembers(value, name)) yield* findOthers(member, rest, type, `${at}/${key}`)
}

/** The members at one step of a place. */
export function listMembers(value: Value, name: string): readonly (readonly [key: string, member: JsonValue])[] {
  if (name === '#') return Array.isArray(value) ? value.map((each, i) => [`${i}`, each]) : []
  return isObject(value) ? Object.entries(value).filter(([key]) => name === '*' || key === name) : []
}

const showType = (value: Value): string =>
  Array.isArray(value) ? 'an array' : isObject(value) ? 'an object' : showValue(value ?? null)
