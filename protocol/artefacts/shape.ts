import { isObject } from '../encoding/json.ts'
import { type SchemaName, type Shape, type ShapeError, shapes } from './validators.generated.ts'

export type { SchemaName } from './validators.generated.ts'

/** One way in which a message is not what its schema says. */
export interface Violation {
  /** The id of the requirement that the violated part of the schema stands for, if it stands for one. */
  readonly requirement: string | undefined
  /** JSON pointer into the message. */
  readonly at: string
  readonly expected: string
  readonly actual: string
  /** The member that is missing, if one is. */
  readonly missing?: string
}

/** The names of all schemas. */
export const schemaNames = Object.keys(shapes) as readonly SchemaName[] // the table has these keys and no others

/** The most violations that are reported of one message: a hostile message has 100 000. */
const most = 100

const none: readonly Violation[] = []

/** Holds a message against its schema. */
export function findShapeViolations(schema: SchemaName, value: unknown): readonly Violation[] {
  const shape = shapes[schema]
  if (shape.validate(value)) return none
  const errors = (shape.validate.errors ?? []).filter(({ keyword }) => keyword !== 'if') // says only that `then` said it
  return errors.slice(0, most).map((error) => describeViolation(shape, error, value))
}

/** The ids of all requirements that some part of a schema stands for. */
export const collectRequirementIds = (schema: SchemaName): ReadonlySet<string> =>
  new Set(Object.values(shapes[schema].places))

const describeViolation = ({ places, words }: Shape, error: ShapeError, message: unknown): Violation => ({
  requirement: findRequirement(places, locateKeyword(error)),
  at: error.instancePath,
  expected: describeExpected[error.keyword]?.(error.params, words[error.schemaPath]) ?? error.keyword,
  actual: describeActual[error.keyword]?.(error.params) ?? showValue(readPointer(message, error.instancePath)),
  ...(error.keyword === 'required' && { missing: String(error.params.missingProperty) }),
})

/** The place in the schema that an error is about: of a member that is missing, the place of that member. */
const locateKeyword = ({ keyword, schemaPath, params }: ShapeError): string =>
  keyword === 'required'
    ? `${schemaPath.slice(0, -'required'.length)}properties/${encodeURIComponent(String(params.missingProperty))}`
    : schemaPath

function findRequirement(places: Shape['places'], path: string): string | undefined {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    const id = places[path.slice(0, end)]
    if (id !== undefined) return id
  }
  return undefined
}

type Params = ShapeError['params']

const describeExpected: Readonly<Record<string, (params: Params, word: string | undefined) => string | undefined>> = {
  type: ({ type }) => (/^[aeio]/.test(String(type)) ? `an ${type}` : `a ${type}`),
  required: ({ missingProperty }) => `a member \`${missingProperty}\``,
  const: ({ allowedValue }) => showValue(allowedValue),
  enum: ({ allowedValues }) => (allowedValues as readonly unknown[]).map(showValue).join(' or '), // a list, says the keyword
  pattern: (_, word) => word,
  not: (_, word) => word,
  minLength: () => 'a string that is not empty',
  minItems: ({ limit }) => (limit === 1 ? 'one element at least' : `${limit} elements at least`),
  items: ({ limit }) => `${limit} elements at most`,
  uniqueItems: () => 'no element twice',
}

const describeActual: Readonly<Record<string, (params: Params) => string>> = {
  required: () => 'nothing',
  uniqueItems: ({ i, j }) => `elements ${i} and ${j} are equal`,
}

const readPointer = (message: unknown, pointer: string): unknown =>
  pointer.split('/').slice(1).map(unescapeStep).reduce(member, message)

const unescapeStep = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~')

const member = (value: unknown, step: string): unknown =>
  Array.isArray(value) ? value[Number(step)] : isObject(value) ? value[step] : undefined

/** Characters of a value that are shown. */
const longest = 100

/** A value in a few words: a string or number itself, of a list or an object no more than what is needed to find it. */
function showValue(value: unknown): string {
  if (Array.isArray(value)) return value.length === 1 ? 'an array of one' : `an array of ${value.length}`
  if (isObject(value)) return shorten(`an object with ${listNames(Object.keys(value))}`)
  return typeof value === 'string' ? shorten(JSON.stringify(value.slice(0, longest))) : String(value)
}

const listNames = (names: readonly string[]): string =>
  names.length === 0
    ? 'no members'
    : names
        .slice(0, 10)
        .map((name) => `\`${name.slice(0, longest)}\``)
        .join(', ')

const shorten = (text: string): string =>
  text.length > longest ? `${text.slice(0, longest - 1).toWellFormed()}…` : text
