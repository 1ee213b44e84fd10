import { HarnessError } from '../../model/errors.ts'
import { suggestWord } from '../../model/suggest-word.ts'
import { describeKind, isObject } from '../../protocol/encoding/json.ts'
import schema from '../../schemas/config.schema.json' with { type: 'json' }
import { type ConfigPath, formatPath } from './choices.ts'

/** A value that its schema does not allow. The value itself is not in it: it may be a secret. */
export interface ConfigMistake {
  readonly path: ConfigPath
  readonly what: string
}

type SchemaPart = Readonly<Record<string, unknown>>

/**
 * Checks a value against its schema. It implements the few keywords that the schemas use: the messages are better than
 * those of a library, and generated code would be twenty times as long as a schema.
 */
export const findMistakes = (config: unknown, whole: SchemaPart = schema): readonly ConfigMistake[] => [
  ...listMistakes(config, whole, { path: [], defs: Object(whole.$defs) }),
]

/** Refuses a configuration that its schema does not allow: the first mistake, and how many there are. */
export function refuseMistakes(config: unknown, by: string, whole: SchemaPart = schema): void {
  const [first, ...more] = findMistakes(config, whole)
  if (!first) return
  const where = more.length === 0 ? `in ${by}` : `${more.length + 1} mistakes in ${by}; the first`
  const key = formatPath(first.path)
  throw new HarnessError('ERR_CONFIG', key === '' ? `${where}: ${first.what}` : `${where}, ${key}: ${first.what}`)
}

/** The place of a value, and the definitions that its schema may refer to. */
interface SchemaPlace {
  readonly path: ConfigPath
  readonly defs: Readonly<Record<string, SchemaPart>>
}

function* listMistakes(value: unknown, part: SchemaPart, place: SchemaPlace): Generator<ConfigMistake> {
  const { path } = place
  const here = resolveReference(part, place)
  const types = here.type === undefined ? [] : [here.type].flat().map(String)
  if (types.length > 0 && !types.some((type) => kinds[type]?.is(value))) {
    const wanted = types.map((type) => kinds[type]?.name).join(' or ')
    return yield { path, what: `it must be ${wanted}, and is ${describeKind(value)}` }
  }
  for (const [keyword, limit] of Object.entries(here)) {
    for (const what of keywords[keyword]?.(value, limit, here) ?? []) yield { path, what }
  }
  yield* checkMembers(value, here, place)
}

const resolveReference = ({ $ref, ...part }: SchemaPart, { defs }: SchemaPlace): SchemaPart => {
  const name = typeof $ref === 'string' ? $ref.slice('#/$defs/'.length) : ''
  return name === '' ? part : { ...defs[name], ...part }
}

function* checkMembers(
  value: unknown,
  { properties, additionalProperties, items }: SchemaPart,
  place: SchemaPlace,
): Generator<ConfigMistake> {
  const below = (step: string | number): SchemaPlace => ({ ...place, path: [...place.path, step] })
  const elements = Array.isArray(value) && isSchemaPart(items) ? value : []
  for (const [i, element] of elements.entries()) yield* listMistakes(element, Object(items), below(i))
  if (!isObject(value)) return
  const names = Object.keys(Object(properties))
  for (const [name, member] of Object.entries(value)) {
    const at = below(name)
    const part = names.includes(name) ? Object(properties)[name] : additionalProperties
    if (isSchemaPart(part)) yield* listMistakes(member, part, at)
    else if (part === false) yield { path: at.path, what: `there is no such key${suggestWord(name, names)}` }
  }
}

const isSchemaPart = (part: unknown): part is SchemaPart => isObject(part)

interface Kind {
  readonly name: string
  readonly is: (value: unknown) => boolean
}

const kinds: Readonly<Record<string, Kind>> = {
  string: { name: 'a string', is: (value) => typeof value === 'string' },
  integer: { name: 'a whole number', is: Number.isInteger },
  number: { name: 'a number', is: Number.isFinite },
  boolean: { name: 'true or false', is: (value) => typeof value === 'boolean' },
  array: { name: 'an array', is: Array.isArray },
  object: { name: 'an object', is: isObject },
}

/** The objections of a keyword to a value. */
type Keyword = (value: unknown, limit: unknown, part: SchemaPart) => readonly string[]

const unless = (isGood: boolean, what: string): readonly string[] => (isGood ? [] : [what])

const isNot =
  (type: 'string' | 'number') =>
  (value: unknown): boolean =>
    typeof value !== type
const isNoText = isNot('string')
const isNoNumber = isNot('number')

const keywords: Readonly<Record<string, Keyword>> = {
  const: (value, only) => unless(value === only, `it must be ${JSON.stringify(only)}`),
  enum: (value, words) => {
    const known = [words].flat().map(String)
    return unless(
      known.includes(String(value)),
      `it must be one of ${known.join(', ')}${suggestWord(String(value), known)}`,
    )
  },
  required: (value, names) => (isObject(value) ? describeMissing(value, [names].flat().map(String)) : []),
  dependentRequired: (value, pairs) =>
    Object.entries(Object(pairs)).flatMap(([name, names]) =>
      isObject(value) && Object.hasOwn(value, name) ? describeMissing(value, [names].flat().map(String)) : [],
    ),
  pattern: (value, pattern, { description }) =>
    unless(
      isNoText(value) || new RegExp(String(pattern), 'u').test(String(value)),
      `it must be ${formatPhrase(description)}`,
    ),
  minLength: (value) => unless(value !== '', 'it is empty'),
  minItems: (value) => unless(!Array.isArray(value) || value.length > 0, 'it is empty'),
  minimum: (value, limit) => unless(isNoNumber(value) || Number(value) >= Number(limit), `it is less than ${limit}`),
  maximum: (value, limit) => unless(isNoNumber(value) || Number(value) <= Number(limit), `it is more than ${limit}`),
  exclusiveMinimum: (value, limit) =>
    unless(isNoNumber(value) || Number(value) > Number(limit), `it must be more than ${limit}`),
}

/** Formats a description as the end of a sentence. */
const formatPhrase = (description: unknown): string =>
  String(description)
    .replace(/^./, (letter) => letter.toLowerCase())
    .replace(/\.$/, '')

const describeMissing = (value: object, names: readonly string[]): readonly string[] =>
  names.filter((name) => !Object.hasOwn(value, name)).map((name) => `\`${name}\` is missing`)
