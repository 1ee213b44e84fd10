import * as fc from 'fast-check'
import { isObject, type JsonValue, RawJson, writeJson } from '../../../protocol/encoding/json.ts'
import type { Edit } from '../kit/edits.ts'
import { describedFamily } from '../kit/family.ts'
import { mutate } from '../kit/message-mutations.ts'
import { changeHeaders, changeRequest } from '../kit/mutations.ts'
import { markLive, type Variant, variant } from '../model/fault.ts'

type MessageName = keyof typeof mutate

const messageNames = Object.keys(mutate) as readonly MessageName[] // the keys of a closed table
const anyMessage = fc.constantFrom(...messageNames)

/** The messages whose text can be rewritten. A credential is drafted as an object; its text shows in `embedded`. */
const anyText = fc.constantFrom(...messageNames.filter((name) => !name.startsWith('credential')))

const editValue =
  (how: (value: JsonValue) => JsonValue): Edit =>
  (content) =>
    content instanceof RawJson ? content : how(content)

export const editText =
  (how: (text: string) => string): Edit =>
  (content) =>
    new RawJson(how(writeJson(content)))

const addMembers = (members: Readonly<Record<string, JsonValue>>): Edit =>
  editValue((value) => (isObject(value) ? { ...value, ...members } : value))

const reverseMembers = (value: JsonValue): JsonValue => {
  if (!isObject(value)) return value
  const members = Object.entries(value).map(([name, member]) => [name, reverseMembers(member)] as const)
  return Object.fromEntries(members.toReversed())
}

/** Objects in which the document allows no further member. */
const closed: readonly string[] = ['grants', 'credentials']

/** Adds a member to every object, at every level. */
const addEverywhere =
  (name: string, added: JsonValue) =>
  (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(addEverywhere(name, added))
    if (!isObject(value)) return value
    const members = Object.entries(value).map(([each, member]) => [
      each,
      closed.includes(each) ? member : addEverywhere(name, added)(member),
    ])
    return { ...Object.fromEntries(members), [name]: added }
  }

/** Escapes every second character of every string, member names included. */
const escapeCharacters = (text: string): string =>
  text.replaceAll(
    /"([^"\\]*)"/g,
    (_, inner: string) =>
      `"${inner.replaceAll(/([^"])(.?)/gs, (_pair, first: string, next: string) => `${escapeCharacter(first)}${next}`)}"`,
  )

const escapeCharacter = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

const indent = (width: number | string) => editText((text) => JSON.stringify(JSON.parse(text), null, width))

const anyWidth = fc.constantFrom<number | string>(1, 2, 8, '\t', ' \r\n')
const anyName = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).map((name) => `x-${name}`)
const anyValue = fc.jsonValue({ maxDepth: 2 }).map((value): JsonValue => JSON.parse(JSON.stringify(value)))
const addition = fc.record({ where: anyMessage, name: anyName, value: anyValue })
const describeAddition = ({ where, name, value }: { where: MessageName; name: string; value: JsonValue }): string =>
  `${where} ${JSON.stringify({ [name]: value })}`

/** Arrays in one another. */
const nest = (levels: number): JsonValue => Array.from({ length: levels }).reduce<JsonValue>((inner) => [inner], [])

const nameMessage = (where: MessageName): string => where

// biome-ignore format: a table, one row a line.
export const variants: readonly Variant[] = [
  variant('BODY', 'has an unknown member', describedFamily(addition, describeAddition, ({ where, name, value }) => mutate[where](addMembers({ [name]: value })))),
  variant('BODY', 'has unknown members at every level', describedFamily(addition, describeAddition, ({ where, name, value }) => mutate[where](editValue(addEverywhere(name, value))))),
  variant('BODY', 'has a member that is nested two hundred levels deep', describedFamily(anyMessage, nameMessage, (where) => mutate[where](addMembers({ 'x-note': nest(200) })))),
  variant('BODY', 'has its members in reverse', describedFamily(anyMessage, nameMessage, (where) => mutate[where](editValue(reverseMembers)))),
  variant('BODY', 'is indented', describedFamily(fc.tuple(anyText, anyWidth), ([where, width]) => `${where} ${JSON.stringify(width)}`, ([where, width]) => mutate[where](indent(width)))),
  variant('BODY', 'has white space around it', describedFamily(anyText, nameMessage, (where) => mutate[where](editText((text) => `\r\n\t ${text} \n`)))),
  variant('BODY', 'escapes characters without need', describedFamily(anyText, nameMessage, (where) => mutate[where](editText(escapeCharacters)))),
  variant('BODY', 'escapes its slashes', describedFamily(anyText, nameMessage, (where) => mutate[where](editText((text) => text.replaceAll('/', '\\/'))))),
  variant('BODY', 'writes times with an exponent', describedFamily(anyText, nameMessage, (where) => mutate[where](editText((text) => text.replaceAll(/("iat":)1795000000/g, '$11.795e9'))))),
  variant('BODY', 'has two members whose names differ in case', describedFamily(anyMessage, nameMessage, (where) => mutate[where](addMembers({ 'x-Note': 1, 'x-note': 2 })))),
  variant('BODY', 'has a member whose name is often mishandled', describedFamily(fc.tuple(anyMessage, fc.constantFrom('constructor', 'toString', 'hasOwnProperty', '', 'length')), ([where, name]) => `${where} ${name}`, ([where, name]) => mutate[where](addMembers({ [name]: 'x' })))),

  ...markLive([
    variant('BODY', 'adds a charset to the media type', changeHeaders('issuer', 'validate', { 'content-type': 'Application/JSON;charset=UTF-8' })),
    variant('BODY', 'sends its key set as `application/jwk-set+json`', changeHeaders('issuer', 'jwks', { 'content-type': 'application/jwk-set+json' })),
    variant('BODY', 'sends a nonce as `text/json`, where any JSON media type is accepted', changeHeaders('issuer', 'nonce', { 'content-type': 'text/json' }), { decisions: { 'bodies.mediaType': 'any' } }),
    variant('BODY', 'accepts a callback with an empty response', changeHeaders('walletBackend', 'walletCallback', { 'content-type': undefined })),
    variant('BODY', 'sends a status token as text', changeHeaders('statusService', 'status', { 'content-type': 'text/plain' })),
    variant('BODY', 'sends a nonce request with a media type and no body', changeRequest('wallet', 'nonce', (request) => ({ ...request, headers: { ...request.headers, 'content-type': 'text/plain' } }))),
  ]),
]
