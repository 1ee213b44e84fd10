import * as fc from 'fast-check'
import { type Variant, variant } from '../../src/model/fault.ts'
import { isObject, type JsonValue, RawJson, writeJson } from '../../src/protocol/json.ts'
import { type Edit, message } from '../deviations.ts'
import { family } from '../family.ts'

const names = Object.keys(message) as readonly (keyof typeof message)[] // the keys of a closed table
const anywhere = fc.constantFrom(...names)
/** A credential is drafted as an object and written later: how it is written shows in `embedded`. */
const written = fc.constantFrom(...names.filter((name) => !name.startsWith('credential')))

const told =
  (how: (value: JsonValue) => JsonValue): Edit =>
  (content) =>
    content instanceof RawJson ? content : how(content)

const inText =
  (how: (text: string) => string): Edit =>
  (content) =>
    new RawJson(how(writeJson(content)))

/** The same members, the last one first. */
const reversed = (value: JsonValue): JsonValue => {
  if (!isObject(value)) return value
  const members = Object.entries(value).map(([name, member]) => [name, reversed(member)] as const)
  return Object.fromEntries(members.toReversed())
}

/** Objects in which the document allows no further member: what is in them is left alone. */
const closed: readonly string[] = ['grants', 'credentials']

/** One member more in every object. */
const grown =
  (name: string, more: JsonValue) =>
  (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(grown(name, more))
    if (!isObject(value)) return value
    const members = Object.entries(value).map(([each, member]) => [
      each,
      closed.includes(each) ? member : grown(name, more)(member),
    ])
    return { ...Object.fromEntries(members), [name]: more }
  }

/** Strings with every second sign escaped that need not be, the names of members too. */
const escaped = (text: string): string =>
  text.replaceAll(
    /"([^"\\]*)"/g,
    (_, inner: string) =>
      `"${inner.replaceAll(/([^"])(.?)/gs, (_pair, sign: string, next: string) => `${codes(sign)}${next}`)}"`,
  )

const codes = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`

const blanks = fc.constantFrom<number | string>(1, 2, 8, '\t', ' \r\n')
const anyName = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).map((name) => `x-${name}`)
const anyValue = fc.jsonValue({ maxDepth: 2 }).map((value): JsonValue => JSON.parse(JSON.stringify(value)))
const addition = fc.record({ where: anywhere, name: anyName, value: anyValue })

const spread = (indent: number | string) => inText((text) => JSON.stringify(JSON.parse(text), null, indent))

// biome-ignore format: a table, one row a line.
export const variants: readonly Variant[] = [
  variant('BODY', 'has a member that nobody defined', family(addition, ({ where, name, value }) => `${where} ${JSON.stringify({ [name]: value })}`, ({ where, name, value }) => message[where](told((all) => (isObject(all) ? { ...all, [name]: value } : all))))),
  variant('BODY', 'has members that nobody defined, at every level', family(addition, ({ where, name, value }) => `${where} ${JSON.stringify({ [name]: value })}`, ({ where, name, value }) => message[where](told(grown(name, value))))),
  variant('BODY', 'has its members in reverse', family(anywhere, (where) => where, (where) => message[where](told(reversed)))),
  variant('BODY', 'is written with blanks and lines', family(fc.tuple(written, blanks), ([where, indent]) => `${where} ${JSON.stringify(indent)}`, ([where, indent]) => message[where](spread(indent)))),
  variant('BODY', 'has blanks around it', family(written, (where) => where, (where) => message[where](inText((text) => `\r\n\t ${text} \n`)))),
  variant('BODY', 'escapes what need not be escaped', family(written, (where) => where, (where) => message[where](inText(escaped)))),
  variant('BODY', 'escapes its slashes', family(written, (where) => where, (where) => message[where](inText((text) => text.replaceAll('/', '\\/'))))),
  variant('BODY', 'writes times with an exponent', family(written, (where) => where, (where) => message[where](inText((text) => text.replaceAll(/("iat":)1795000000/g, '$11.795e9'))))),
  variant('BODY', 'has two members that differ in capitals', family(anywhere, (where) => where, (where) => message[where](told((all) => (isObject(all) ? { ...all, 'x-Note': 1, 'x-note': 2 } : all))))),
  variant('BODY', 'has a member with a name that programs stumble over', family(fc.tuple(anywhere, fc.constantFrom('constructor', 'toString', 'hasOwnProperty', '', 'length')), ([where, name]) => `${where} ${name}`, ([where, name]) => message[where](told((all) => (isObject(all) ? { ...all, [name]: 'x' } : all))))),
]
