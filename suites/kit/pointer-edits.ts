import { isObject, type JsonObject, type JsonValue } from '../../protocol/encoding/json.ts'
import { splitPointer } from '../../protocol/encoding/pointer.ts'

/** New values by JSON pointer; `undefined` removes a value. `0` is the first element of an array. */
export type Edits = Readonly<Record<string, JsonValue | undefined>>

export const describeEdits = (edits: Edits): string =>
  Object.entries(edits)
    .map(([pointer, value]) => `${value === undefined ? 'without' : 'another value for'} ${pointer.slice(1)}`)
    .join(', ')

/** Applies edits to an object. Missing parents are created. */
export const applyEdits = (original: JsonObject, edits: Edits): JsonObject =>
  Object.entries(edits).reduce((all, [pointer, value]) => putValue(all, splitPointer(pointer), value), original)

function putValue(
  holder: JsonObject,
  [step = '', ...rest]: readonly string[],
  value: JsonValue | undefined,
): JsonObject {
  const { [step]: old, ...others } = holder
  const made = rest.length > 0 ? putInside(old, rest, value) : value
  return made === undefined ? others : { ...others, [step]: made }
}

function putInside(old: JsonValue | undefined, rest: readonly string[], value: JsonValue | undefined): JsonValue {
  const [step, ...deeper] = rest
  if (step !== '0') return putValue(isObject(old) ? old : {}, rest, value)
  const [first, ...others] = Array.isArray(old) ? (old as readonly JsonValue[]) : []
  const made = deeper.length > 0 ? putInside(first, deeper, value) : value
  return made === undefined ? others : [made, ...others]
}
