import type { JsonObject, JsonValue } from '../../../protocol/encoding/json.ts'
import { placeMember } from '../../../protocol/encoding/pointer.ts'

/** New values by JSON pointer; `undefined` removes a value. `0` is the first element of an array. */
export type Edits = Readonly<Record<string, JsonValue | undefined>>

export const describeEdits = (edits: Edits): string =>
  Object.entries(edits)
    .map(([pointer, value]) => `${value === undefined ? 'without' : 'another value for'} ${pointer.slice(1)}`)
    .join(', ')

/** Applies edits to an object. Missing parents are created. */
export const applyEdits = (original: JsonObject, edits: Edits): JsonObject =>
  Object.entries(edits).reduce((all, [pointer, value]) => placeMember(all, pointer, value), original)
