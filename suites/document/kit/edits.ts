import {
  isObject,
  type JsonObject,
  type JsonValue,
  RawJson,
  type Writable,
  writeJson,
} from '../../../protocol/encoding/json.ts'

export type Edit = (content: Writable) => Writable

export const requireObject = (content: Writable): JsonObject => {
  if (!isObject(content) || content instanceof RawJson) throw new TypeError('only an object can be edited')
  return content as JsonObject // checked above
}

/** Sets the value at a pointer, or removes it if the value is `undefined`. */
export const put =
  (pointer: string, value: JsonValue | undefined): Edit =>
  (content) =>
    replaceAt(requireObject(content), pointer.split('/').slice(1), () => value)

/** Changes the value at a pointer. */
export const change =
  (pointer: string, how: (value: JsonValue) => JsonValue | undefined): Edit =>
  (content) =>
    replaceAt(requireObject(content), pointer.split('/').slice(1), (value) => how(value ?? null))

function replaceAt(
  holder: JsonValue | undefined,
  [first, ...rest]: readonly string[],
  how: (value: JsonValue | undefined) => JsonValue | undefined,
): JsonValue {
  if (first === undefined) return how(holder) ?? null
  if (Array.isArray(holder)) {
    return holder.map((element, i) => (String(i) === first ? replaceAt(element, rest, how) : element))
  }
  const entries = isObject(holder) ? holder : {}
  const value = rest.length > 0 ? replaceAt(entries[first], rest, how) : how(entries[first])
  const others = Object.entries(entries).filter(([name]) => name !== first)
  return Object.fromEntries(value === undefined ? others : [...others, [first, value]])
}

export const drop = (pointer: string): Edit => put(pointer, undefined)

/** Sets a time to so many seconds after that of another member. */
export const setTime =
  (name: string, after: string, seconds: number): Edit =>
  (content) =>
    put(`/${name}`, Number(requireObject(content)[after]) + seconds)(content)

/** Renames a member. */
export const rename =
  (from: string, to: string): Edit =>
  (content) =>
    Object.fromEntries(
      Object.entries(requireObject(content)).map(([name, value]) => [name === from ? to : name, value]),
    )

/** Writes a member a second time, with another value. */
export const repeat =
  (name: string, value: JsonValue): Edit =>
  (content) => {
    const text = writeJson(content)
    return new RawJson(`${text.slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(value)}}`)
  }
