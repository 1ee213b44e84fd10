import { type Finding, finding, showValue } from '../../model/finding.ts'
import { isObject, type JsonObject, type JsonValue } from '../../protocol/encoding/json.ts'
import { isClaimPath } from '../../protocol/sd-jwt-vc/type-metadata.ts'
import { isLanguageTag } from './values.ts'

// What each part of claim metadata has to look like (SD-JWT VC, section 5.6). Type metadata is judged by each of them, and a
// credential by all, since a receiver has to reject it if one does not hold.

type Inspect = (content: JsonObject) => Generator<Finding>

/** The objects of an array, each with its place. */
export const listPlaced = (value: JsonValue | undefined, at: string): readonly (readonly [string, JsonObject])[] =>
  Array.isArray(value) ? value.flatMap((each, i) => (isObject(each) ? [[`${at}/${i}`, each] as const] : [])) : []

const listClaims = ({ claims }: JsonObject) => listPlaced(claims, '/claims')

/** Yields where an array of objects is something else. */
export function* findNoObjects(value: JsonValue | undefined, at: string): Generator<Finding> {
  if (value === undefined) return
  if (!Array.isArray(value)) yield finding(at, 'an array of objects', showValue(value))
  for (const [i, each] of Array.isArray(value) ? value.entries() : [])
    if (!isObject(each)) yield finding(`${at}/${i}`, 'an object', showValue(each))
}

/** Yields where a member of an object is no string. */
export function* findNoTexts(object: JsonObject, at: string, ...names: readonly string[]): Generator<Finding> {
  for (const name of names)
    if (typeof object[name] !== 'string') yield finding(`${at}/${name}`, 'a string', showValue(object[name]))
}

/** Yields where a member that may be absent is no string. */
export function* findOtherThanTexts(object: JsonObject, at: string, ...names: readonly string[]): Generator<Finding> {
  for (const name of names) if (object[name] !== undefined) yield* findNoTexts(object, at, name)
}

/** Yields where `display` has not its members; `locale` may be of any form. */
export function* findDisplayMistakes(display: JsonValue | undefined, at: string, name: string): Generator<Finding> {
  yield* findNoObjects(display, at)
  for (const [place, each] of listPlaced(display, at)) {
    yield* findNoTexts(each, place, 'locale', name)
    yield* findOtherThanTexts(each, place, 'description')
  }
}

/** Yields where a `locale` is no language tag. */
export function* findLocaleMistakes(display: JsonValue | undefined, at: string): Generator<Finding> {
  for (const [place, { locale }] of listPlaced(display, at)) {
    if (typeof locale !== 'string' || isLanguageTag(locale)) continue
    const diagnosis = locale.includes('_') ? 'a language tag has hyphens' : undefined
    yield finding(`${place}/locale`, 'a language tag', showValue(locale), diagnosis)
  }
}

const claims: Inspect = ({ claims: list }) => findNoObjects(list, '/claims')

const path: Inspect = function* (content) {
  for (const [at, each] of listClaims(content)) {
    if (isClaimPath(each.path)) continue
    const diagnosis = typeof each.path === 'string' ? 'a path is an array, not a JSON pointer or JSON path' : undefined
    yield finding(`${at}/path`, 'an array of strings, `null` and whole numbers', showValue(each.path), diagnosis)
  }
}

const display: Inspect = function* (content) {
  for (const [at, each] of listClaims(content)) yield* findDisplayMistakes(each.display, `${at}/display`, 'label')
}

const locale: Inspect = function* (content) {
  for (const [at, each] of listClaims(content)) yield* findLocaleMistakes(each.display, `${at}/display`)
}

const mandatory: Inspect = function* (content) {
  for (const [at, each] of listClaims(content))
    if (each.mandatory !== undefined && typeof each.mandatory !== 'boolean')
      yield finding(`${at}/mandatory`, '`true` or `false`', showValue(each.mandatory))
}

const sdValues: readonly unknown[] = ['always', 'allowed', 'never']

const sd: Inspect = function* (content) {
  for (const [at, each] of listClaims(content))
    if (each.sd !== undefined && !sdValues.includes(each.sd))
      yield finding(`${at}/sd`, '`always`, `allowed` or `never`', showValue(each.sd))
}

const svgId: Inspect = function* (content) {
  for (const [at, each] of listClaims(content)) {
    const isGood = each.svg_id === undefined || /^[a-z_][a-z0-9_]*$/i.test(String(each.svg_id))
    if (!isGood) yield finding(`${at}/svg_id`, 'letters, digits and underscores', showValue(each.svg_id))
  }
}

const svgIdOnce: Inspect = function* (content) {
  const seen = new Set<unknown>()
  for (const [at, { svg_id: id }] of listClaims(content)) {
    if (id !== undefined && seen.has(id)) yield finding(`${at}/svg_id`, 'an id that occurs once', showValue(id))
    seen.add(id)
  }
}

/** The parts of claim metadata, each with what finds its mistakes. */
export const claimMetadata = { claims, path, display, locale, mandatory, sd, svgId, svgIdOnce } as const
