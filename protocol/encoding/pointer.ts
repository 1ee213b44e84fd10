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

/** An object with one member, under a name or at a JSON pointer. */
export function placeMember(place: string, value: JsonValue): JsonObject {
  const [first = '', ...rest] = splitPointer(toPointer(place))
  const nest = (inner: JsonValue, name: string): JsonValue => (name === '0' ? [inner] : { [name]: inner })
  return { [first]: rest.reduceRight(nest, value) }
}

function readMember(value: JsonValue | undefined, name: string): JsonValue | undefined {
  if (Array.isArray(value)) return /^(?:0|[1-9]\d*)$/.test(name) ? value[Number(name)] : undefined
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}
