import { UnknownPlaceholderError } from '../../../model/errors.ts'
import { isObject, type JsonValue } from '../../../protocol/encoding/json.ts'

/** What is known when a call is shaped, by the names of its placeholders: `code`, `nonce`, `accessToken`, `uid` … */
export type PlaceholderValues = Readonly<Record<string, string>>

const placeholder = /\{([A-Za-z]\w*)\}/g

/** A text with its placeholders filled in, once: what a fact itself holds is not looked at again. */
export const fillPlaceholders = (text: string, facts: PlaceholderValues): string =>
  text.replace(placeholder, (_, name: string) => findValue(name, facts))

/** The names of all placeholders in the texts of a value. */
export const listPlaceholders = (value: unknown): readonly string[] =>
  [...JSON.stringify(value).matchAll(placeholder)].map(([, name = '']) => name)

/** A JSON value with the placeholders of all its texts filled in. */
export function fillPlaceholdersInValue(value: JsonValue, facts: PlaceholderValues): JsonValue {
  if (typeof value === 'string') return fillPlaceholders(value, facts)
  if (Array.isArray(value)) return value.map((element: JsonValue) => fillPlaceholdersInValue(element, facts))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, fillPlaceholdersInValue(member, facts)]),
  )
}

function findValue(name: string, facts: PlaceholderValues): string {
  const fact = Object.hasOwn(facts, name) ? facts[name] : undefined
  if (fact !== undefined) return fact
  const known = Object.keys(facts).map((each) => `{${each}}`)
  const rest = known.length === 0 ? 'none is known here' : `known here are ${known.join(', ')}`
  throw new UnknownPlaceholderError(`the placeholder {${name}} is not known: ${rest}`)
}
