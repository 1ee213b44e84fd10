import * as fc from 'fast-check'
import { type Variant, variant } from '../../src/model/fault.ts'
import { isObject, type JsonObject, type JsonValue, RawJson, writeJson } from '../../src/protocol/json.ts'
import { type Edit, message } from '../deviations.ts'
import { family } from '../family.ts'

const names = Object.keys(message) as readonly (keyof typeof message)[] // the keys of a closed table

/** A credential is drafted as an object and written later: only its content can be changed, not how it is written. */
const anywhere = fc.constantFrom(...names)
const written = fc.constantFrom(...names.filter((name) => !name.startsWith('credential')))

const told =
  (how: (value: JsonValue) => JsonValue): Edit =>
  (content) =>
    how(content as JsonValue) // no honest message is raw text

const inText =
  (how: (text: string) => string): Edit =>
  (content) =>
    new RawJson(how(writeJson(content)))

const turned = (value: JsonValue): JsonValue =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, member]) => [name, turned(member)] as const).reverse())
    : value

const escaped = (text: string): string =>
  text.replaceAll(/[^\\"](?=[^"]*"\s*:)/g, (sign) => sign)

const unicode = (text: string): string =>
  text.replaceAll(/[^ -~]/g, (sign) => [...Array(sign.length).keys()].map((i) => `\\u${sign.charCodeAt(i).toString(16).padStart(4, '0')}`).join(''))

const blanks = fc.constantFrom<number | string>(1, 2, 4, '\t', '    ')

const more = fc.record({
  name: fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme' }).map((name) => `x-${name}`),
  value: fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<JsonValue>, // what JSON.parse gives
})

const adding = (name: string, value: JsonValue): Edit => told((all) => ({ ...(all as JsonObject), [name]: value }))

export const variants: readonly Variant[] = []
