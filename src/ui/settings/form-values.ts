import { resolve } from 'node:path'
import { isObject, type JsonObject, type JsonValue } from '../../../protocol/encoding/json.ts'
import { findMistakes } from '../../config/check-schema.ts'
import { readTarget, type TestChoice } from './choice.ts'
import { type Field, findSchema, listFieldGroups, nameField } from './fields.ts'

/** What a form held: the configuration, or what is wrong with it, by the names of the fields. */
export interface ReadForm {
  readonly config: JsonObject
  readonly mistakes: Readonly<Record<string, string>>
}

/** Reads a form as a configuration. What the form does not show is kept from the configuration that filled it. */
export function readForm(form: URLSearchParams, choice: TestChoice, base: JsonObject, folder: string): ReadForm {
  const { suite, role } = choice
  const fields = listFieldGroups(choice).flatMap((group) => group.fields)
  const { targets: _, $schema: __, ...kept } = base
  let config: JsonObject = { ...kept, suite: suite.name, ...(suite.on && { role }) }
  const own = readTarget(base, role)
  if (Object.keys(own).length > 0) config = { ...config, targets: { [role]: own } }
  for (const field of fields) config = setMember(config, field.path, readField(form, field, base, folder))
  const mistakes: Record<string, string> = {}
  for (const { path, what } of findMistakes(config, findSchema(choice))) {
    const found = fields.find((field) => nameField(field) === path.slice(0, field.path.length).join('.'))
    mistakes[found ? nameField(found) : ''] ??= found ? what : `${path.join('.')}: ${what}`
  }
  return { config, mistakes }
}

/** The value of a field; `undefined` if it was left empty. */
function readField(form: URLSearchParams, field: Field, base: JsonObject, folder: string): JsonValue | undefined {
  const name = nameField(field)
  const text = form.get(name)?.trim() ?? ''
  if (field.kind === 'switch') return readSwitch(form.has(name), getMember(base, field.path), field)
  if (text === '') return undefined
  if (field.kind === 'number') return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text
  if (field.kind === 'list') return splitList(text, field)
  return field.isFile && !text.includes('${') ? resolve(folder, text) : text
}

/** Settings such as `tls` are switched on by an object as well, which is kept. */
function readSwitch(isOn: boolean, before: JsonValue | undefined, { path }: Field): JsonValue | undefined {
  if (isOn) return isObject(before) ? before : true
  return path.join('.') === 'probes' ? false : undefined
}

/** Ids have no spaces in them; an offer may have some. */
const splitList = (text: string, { path }: Field): readonly string[] =>
  text.split(path.length === 1 ? /[\s,]+/ : /\s*[\r\n]+\s*/).filter((each) => each !== '')

/** The text that a field shows for a configuration. */
export function writeValue(config: JsonObject, { path, kind }: Field): string {
  const value = getMember(config, path)
  if (Array.isArray(value)) return value.map(String).join(path.length === 1 ? ' ' : '\n')
  if (kind === 'switch') return value === undefined || value === false ? '' : 'yes'
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value)
}

export const getMember = (config: JsonObject, path: readonly string[]): JsonValue | undefined =>
  path.reduce((found: JsonValue | undefined, step) => (isObject(found) ? found[step] : undefined), config)

/** Sets a member, and makes the objects that it is in; `undefined` removes it, and what is empty then. */
function setMember(
  config: JsonObject,
  [step = '', ...more]: readonly string[],
  value: JsonValue | undefined,
): JsonObject {
  const { [step]: before, ...rest } = config
  const within = before === undefined || isObject(before) ? (before ?? {}) : {}
  const set = more.length === 0 ? value : setMember(within, more, value)
  const isEmpty = set === undefined || (more.length > 0 && Object.keys(Object(set)).length === 0)
  return isEmpty ? rest : { ...rest, [step]: set }
}
