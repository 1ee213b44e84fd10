import { isObject, type JsonObject, type JsonValue } from '../protocol/encoding/json.ts'
import { mutateText } from './mutate-text.ts'
import type { Draw } from './random.ts'

/** Values that no reader expects. JSON text keeps members such as `__proto__`, which an object literal would not. */
const oddValues: readonly [JsonValue, ...JsonValue[]] = [
  null,
  ...['{"toString":1,"valueOf":1}', '{"then":1,"toJSON":1}', '{"__proto__":{"x":1}}', '{"length":-1}', '{}', '[]'].map(
    (text): JsonValue => JSON.parse(text),
  ),
  ...[[[[[[]]]]], true, false, 0, -1, 1.5, 1e300, 2 ** 53, '', '0', 'false', 'none', '__proto__', '\u0000', '\ud800'],
  'x'.repeat(5_000),
]

/** Changes one place in a value: a member or an element goes, comes, moves, or has another value. */
export function mutateJson(value: JsonValue, draw: Draw, mutateString: (text: string) => string): JsonValue {
  if (Array.isArray(value)) return mutateArray([...value], draw, mutateString)
  if (isObject(value)) return mutateObject(value, draw, mutateString)
  if (draw.below(4) === 0) return draw.pick(oddValues)
  if (typeof value === 'string') return mutateString(value)
  if (typeof value === 'number') return value + draw.pick([1, -1, 0.5, 1e9, -1e9])
  return draw.pick(oddValues)
}

function mutateArray(array: JsonValue[], draw: Draw, mutateString: (text: string) => string): JsonValue {
  const at = draw.below(array.length)
  const element = array[at] ?? null
  switch (draw.below(8)) {
    case 0:
      return array.toSpliced(at, 1)
    case 1:
      return array.toSpliced(at, 0, draw.any(array) ?? null)
    case 2:
      return array.toReversed()
    case 3:
      return element
    default:
      return array.length === 0 ? [draw.pick(oddValues)] : array.with(at, mutateJson(element, draw, mutateString))
  }
}

function mutateObject(object: JsonObject, draw: Draw, mutateString: (text: string) => string): JsonValue {
  const entries: (readonly [string, JsonValue])[] = Object.entries(object)
  if (entries.length === 0) return { [draw.any(names) ?? '']: draw.pick(oddValues) }
  const at = draw.below(entries.length)
  const [name, value] = entries[at] ?? ['x', null]
  switch (draw.below(8)) {
    case 0:
      return Object.fromEntries(entries.toSpliced(at, 1))
    case 1:
      return Object.fromEntries([...entries, [draw.any(names) ?? name, draw.pick(oddValues)]])
    case 2:
      return Object.fromEntries(entries.with(at, [mutateText(name, draw), value]))
    case 3:
      return Object.fromEntries(entries.toReversed())
    default:
      return Object.fromEntries(entries.with(at, [name, mutateJson(value, draw, mutateString)]))
  }
}

/** Names that mean something somewhere. */
const names = [
  ...[
    '_sd',
    '_sd_alg',
    '...',
    'cnf',
    'status',
    'iss',
    'exp',
    'nbf',
    'iat',
    'aud',
    'vct',
    'sd_hash',
    'nonce',
    'crit',
    'b64',
  ],
  ...[
    'alg',
    'enc',
    'zip',
    'kid',
    'jwk',
    'jku',
    'x5c',
    'x5u',
    'typ',
    'cty',
    'epk',
    'd',
    'k',
    'toString',
    'then',
    'toJSON',
  ],
]

/** Writes JSON as other writers do: with escapes, blanks, or a member twice. */
export function writeOddly(value: JsonValue, draw: Draw): string {
  const text = JSON.stringify(value)
  switch (draw.below(12)) {
    case 0:
      return JSON.stringify(value, undefined, 1)
    case 1:
      return text.replace(/[a-z]/, (each) => `\\u00${each.charCodeAt(0).toString(16)}`)
    case 2:
      return text.replace(/^\{("[^"]*"):/, '{$1:0,$1:')
    case 3:
      return text.replaceAll('/', '\\/')
    default:
      return text
  }
}
