import { isObject, type JsonObject, type JsonValue } from './json.ts'

/** Follows names and indices into a document. */
export function readPath(document: JsonValue, names: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = document
  for (const name of names) value = readMember(value, name)
  return value
}

/** The names in a JSON pointer (RFC 6901) that begins with a slash. */
export const splitPointer = (pointer: string): readonly string[] =>
  pointer
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))

/** A name as a step of a JSON pointer. */
export const escapePointer = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** The JSON pointer to a member that is given by its name, or by a JSON pointer. */
export const toPointer = (place: string): string => (place.startsWith('/') ? place : `/${escapePointer(place)}`)

/** Finds a member by its name, or by a JSON pointer to it. */
export const findMember = (object: JsonObject, place: string): JsonValue | undefined =>
  readPath(object, splitPointer(toPointer(place)))

/**
 * Puts a value under a name or at a JSON pointer; `undefined` removes what is there. Missing parents are created. `0` is
 * the first element of an array.
 */
export const placeMember = (object: JsonObject, place: string, value: JsonValue | undefined): JsonObject =>
  putValue(object, splitPointer(toPointer(place)), value)

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

function readMember(value: JsonValue | undefined, name: string): JsonValue | undefined {
  if (Array.isArray(value)) return /^(?:0|[1-9]\d*)$/.test(name) ? value[Number(name)] : undefined
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}
