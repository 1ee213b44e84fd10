import schema from '../../../schemas/config.schema.json' with { type: 'json' }
import { didYouMean } from '../../harness/nearest.ts'
import { isObject, kindOf } from '../../protocol/json.ts'
import type { Path } from './choices.ts'

/** Something in a configuration that is not what its schema says. The value is not in it: it may be a secret. */
export interface Mistake {
  readonly path: Path
  readonly what: string
}

type Part = Readonly<Record<string, unknown>>

/**
 * Holds a configuration against its schema. The schema itself is read, with the few keywords that it has: a library
 * would tell less, and generated code would be twenty times as long as the schema.
 */
export const mistakesIn = (config: unknown, whole: Part = schema): readonly Mistake[] => [
  ...mistakes(config, whole, { path: [], defs: Object(whole.$defs) }),
]

/** Where a value stands, and what its schema may refer to. */
interface Place {
  readonly path: Path
  readonly defs: Readonly<Record<string, Part>>
}

function* mistakes(value: unknown, part: Part, place: Place): Generator<Mistake> {
  const { path } = place
  const here = resolved(part, place)
  const types = here.type === undefined ? [] : [here.type].flat().map(String)
  if (types.length > 0 && !types.some((type) => kinds[type]?.is(value))) {
    const wanted = types.map((type) => kinds[type]?.name).join(' or ')
    return yield { path, what: `it has to be ${wanted}, and is ${kindOf(value)}` }
  }
  for (const [keyword, limit] of Object.entries(here)) {
    for (const what of keywords[keyword]?.(value, limit, here) ?? []) yield { path, what }
  }
  yield* inside(value, here, place)
}

const resolved = ({ $ref, ...part }: Part, { defs }: Place): Part => {
  const name = typeof $ref === 'string' ? $ref.slice('#/$defs/'.length) : ''
  return name === '' ? part : { ...defs[name], ...part }
}

function* inside(value: unknown, { properties, additionalProperties, items }: Part, place: Place): Generator<Mistake> {
  const below = (step: string | number): Place => ({ ...place, path: [...place.path, step] })
  const elements = Array.isArray(value) && isPart(items) ? value : []
  for (const [i, element] of elements.entries()) yield* mistakes(element, Object(items), below(i))
  if (!isObject(value)) return
  const names = Object.keys(Object(properties))
  for (const [name, member] of Object.entries(value)) {
    const at = below(name)
    const part = names.includes(name) ? Object(properties)[name] : additionalProperties
    if (isPart(part)) yield* mistakes(member, part, at)
    else if (part === false) yield { path: at.path, what: `there is no such key${didYouMean(name, names)}` }
  }
}

const isPart = (part: unknown): part is Part => isObject(part)

interface Kind {
  readonly name: string
  readonly is: (value: unknown) => boolean
}

const kinds: Readonly<Record<string, Kind>> = {
  string: { name: 'a text', is: (value) => typeof value === 'string' },
  integer: { name: 'a whole number', is: Number.isInteger },
  number: { name: 'a number', is: Number.isFinite },
  boolean: { name: 'true or false', is: (value) => typeof value === 'boolean' },
  array: { name: 'a list', is: Array.isArray },
  object: { name: 'an object', is: isObject },
}

/** What a keyword has against a value. */
type Keyword = (value: unknown, limit: unknown, part: Part) => readonly string[]

const unless = (isGood: boolean, what: string): readonly string[] => (isGood ? [] : [what])

const isNot =
  (type: 'string' | 'number') =>
  (value: unknown): boolean =>
    typeof value !== type
const isNoText = isNot('string')
const isNoNumber = isNot('number')

const keywords: Readonly<Record<string, Keyword>> = {
  const: (value, only) => unless(value === only, `it has to be ${JSON.stringify(only)}`),
  enum: (value, words) => {
    const known = [words].flat().map(String)
    return unless(known.includes(String(value)), `it is one of ${known.join(', ')}${didYouMean(String(value), known)}`)
  },
  required: (value, names) => (isObject(value) ? missing(value, [names].flat().map(String)) : []),
  dependentRequired: (value, pairs) =>
    Object.entries(Object(pairs)).flatMap(([name, names]) =>
      isObject(value) && Object.hasOwn(value, name) ? missing(value, [names].flat().map(String)) : [],
    ),
  pattern: (value, pattern, { description }) =>
    unless(
      isNoText(value) || new RegExp(String(pattern), 'u').test(String(value)),
      `it has to be ${phrase(description)}`,
    ),
  minLength: (value) => unless(value !== '', 'it is empty'),
  minItems: (value) => unless(!Array.isArray(value) || value.length > 0, 'it is empty'),
  minimum: (value, limit) => unless(isNoNumber(value) || Number(value) >= Number(limit), `it is less than ${limit}`),
  maximum: (value, limit) => unless(isNoNumber(value) || Number(value) <= Number(limit), `it is more than ${limit}`),
  exclusiveMinimum: (value, limit) =>
    unless(isNoNumber(value) || Number(value) > Number(limit), `it has to be more than ${limit}`),
}

/** A description as the end of a sentence. */
const phrase = (description: unknown): string =>
  String(description)
    .replace(/^./, (letter) => letter.toLowerCase())
    .replace(/\.$/, '')

const missing = (value: object, names: readonly string[]): readonly string[] =>
  names.filter((name) => !Object.hasOwn(value, name)).map((name) => `\`${name}\` is missing`)
