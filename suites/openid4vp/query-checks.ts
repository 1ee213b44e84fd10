import { type Check, checkReadable } from '../../model/check.ts'
import type { Requirement } from '../../model/requirement.ts'
import { isBase64url } from '../../protocol/encoding/base64url.ts'
import { isObject, type JsonObject } from '../../protocol/encoding/json.ts'
import { jsonCauses } from '../json/causes.ts'
import { isFilled, isText, listElements } from '../kit/values.ts'
import { isCollisionResistant } from '../sd-jwt-vc/values.ts'
import { DCQL } from './request-requirements.ts'
import {
  checkLooks,
  checkMember,
  isAbsentOr,
  isName,
  isTexts,
  isTruth,
  type Look,
  listIds,
  listQueries,
  look,
  type Value,
} from './values.ts'

const kind = 'vp-dcql-query'

/** A check of every query for a credential. */
const checkEach = (row: Requirement, list: (each: JsonObject, at: string) => Iterable<Look>): Check =>
  checkLooks(row, kind, (content) => listQueries(content).flatMap(([at, each]) => [...list(each, at)]))

/** A check of one member of every query for a credential. */
const checkOwn = (row: Requirement, name: string, expected: string, isGood: (value: Value) => boolean): Check =>
  checkEach(row, (each, at) => [look(`${at}/${name}`, each[name], expected, isGood(each[name]))])

/** A check of every claim that is asked for. */
const checkClaims = (row: Requirement, list: (claim: JsonObject, at: string, each: JsonObject) => Look): Check =>
  checkEach(row, (each, at) =>
    listElements(each.claims, `${at}/claims`).map(([place, claim]) => list(claim, place, each)),
  )

/** Checks what `meta` of some formats has to have. An empty one sets no conditions. */
const checkMeta = (
  row: Requirement,
  formats: readonly string[],
  name: string,
  expected: string,
  isGood: (value: Value) => boolean,
): Check =>
  checkEach(row, ({ format, meta }, at) => {
    const isAbout = isText(format) && formats.includes(format) && isObject(meta) && Object.keys(meta).length > 0
    return isAbout ? [look(`${at}/meta/${name}`, meta[name], expected, isGood(meta[name]))] : []
  })

const countTwice = (values: readonly Value[]): number => {
  const known = values.flatMap((each) => (each === undefined ? [] : [JSON.stringify(each)]))
  return known.length - new Set(known).size
}

/** A value that only one element may have. */
const lookOnce = (at: string, values: readonly Value[], expected: string): Look => {
  const twice = countTwice(values)
  return look(at, `${twice} again`, expected, twice === 0)
}

const readClaims = ({ claims }: JsonObject): readonly JsonObject[] => listElements(claims, '').map(([, each]) => each)

const ofCredentials: readonly Check[] = [
  checkReadable(DCQL.JSON, kind, jsonCauses),
  checkMember(DCQL.CREDENTIALS, kind, 'credentials', 'at least one object', (value) => isFilled(value, isObject)),
  checkOwn(DCQL.ID, 'id', 'a string of letters, digits, `_` and `-`', isName),
  checkLooks(DCQL.UNIQUE, kind, (content) => [
    lookOnce(
      '/credentials',
      listQueries(content).map(([, { id }]) => id),
      'each `id` once',
    ),
  ]),
  checkOwn(DCQL.FORMAT, 'format', 'a string', isText),
  checkOwn(DCQL.META, 'meta', 'an object', isObject),
  checkMeta(DCQL.VCT, ['dc+sd-jwt'], 'vct_values', 'at least one string', isTexts),
  checkMeta(
    DCQL['VCT-NAME'],
    ['dc+sd-jwt'],
    'vct_values',
    'names that others do not choose, such as URIs',
    (value) => !Array.isArray(value) || value.every((each) => typeof each !== 'string' || isCollisionResistant(each)),
  ),
  checkMeta(
    DCQL.DOCTYPE,
    ['mso_mdoc'],
    'doctype_value',
    'a non-empty string',
    (value) => isText(value) && value !== '',
  ),
  checkMeta(DCQL.TYPES, ['jwt_vc_json', 'ldp_vc'], 'type_values', 'at least one array of strings', (value) =>
    isFilled(value, isTexts),
  ),
  checkOwn(DCQL.MULTIPLE, 'multiple', 'a boolean', isAbsentOr(isTruth)),
  checkOwn(DCQL.BINDING, 'require_cryptographic_holder_binding', 'a boolean', isAbsentOr(isTruth)),
  checkOwn(
    DCQL.AUTHORITIES,
    'trusted_authorities',
    'at least one object',
    isAbsentOr((value) => isFilled(value, isObject)),
  ),
  checkEach(DCQL.AUTHORITY, ({ trusted_authorities: list }, at) =>
    listElements(list, `${at}/trusted_authorities`).flatMap(([place, { type, values }]) => [
      look(`${place}/type`, type, 'a string', isText(type)),
      look(`${place}/values`, values, 'at least one string', isTexts(values)),
    ]),
  ),
  checkEach(DCQL.AKI, ({ trusted_authorities: list }, at) =>
    listElements(list, `${at}/trusted_authorities`).flatMap(([place, { type, values }]) =>
      type === 'aki' && Array.isArray(values)
        ? values.filter(isText).map((each, i) => look(`${place}/values/${i}`, each, 'base64url', isBase64url(each)))
        : [],
    ),
  ),
]

const isStep = (value: Value): boolean =>
  isText(value) || value === null || (Number.isInteger(value) && Number(value) >= 0)

const isWanted = (value: Value): boolean => isText(value) || typeof value === 'boolean' || Number.isInteger(value)

const ofClaims: readonly Check[] = [
  checkOwn(
    DCQL.CLAIMS,
    'claims',
    'at least one object',
    isAbsentOr((value) => isFilled(value, isObject)),
  ),
  checkClaims(DCQL.PATH, ({ path }, at) =>
    look(`${at}/path`, path, 'at least one string, null or integer from 0', isFilled(path, isStep)),
  ),
  checkClaims(DCQL['PATH-MDOC'], ({ path }, at, { format }) => {
    const isGood = format !== 'mso_mdoc' || !isFilled(path) || (isTexts(path) && Object(path).length === 2)
    return look(`${at}/path`, path, 'a namespace and an element', isGood)
  }),
  checkEach(DCQL.TWICE, (each, at) => [
    lookOnce(
      `${at}/claims`,
      readClaims(each).map(({ path }) => path),
      'each `path` once',
    ),
  ]),
  checkClaims(DCQL['CLAIM-ID'], ({ id }, at) =>
    look(`${at}/id`, id, 'a string of letters, digits, `_` and `-`', isAbsentOr(isName)(id)),
  ),
  checkEach(DCQL['CLAIM-UNIQUE'], (each, at) => [
    lookOnce(
      `${at}/claims`,
      readClaims(each).map(({ id }) => id),
      'each `id` once',
    ),
  ]),
  checkClaims(DCQL['CLAIM-NAMED'], ({ id }, at, { claim_sets: sets }) =>
    look(`${at}/id`, id, 'an id, because there are `claim_sets`', sets === undefined || id !== undefined),
  ),
  checkClaims(DCQL.VALUES, ({ values }, at) =>
    look(
      `${at}/values`,
      values,
      'at least one string, integer or boolean',
      isAbsentOr((value) => isFilled(value, isWanted))(values),
    ),
  ),
  checkClaims(DCQL.RETAIN, ({ intent_to_retain: intent }, at, { format }) =>
    look(`${at}/intent_to_retain`, intent, 'a boolean', format !== 'mso_mdoc' || isAbsentOr(isTruth)(intent)),
  ),
]

/** The ids in an array of arrays, with their places. */
const listNamed = (sets: Value, at: string): readonly (readonly [at: string, id: string])[] =>
  (Array.isArray(sets) ? sets : []).flatMap((set, i) =>
    (Array.isArray(set) ? set : []).flatMap((id, j) => (isText(id) ? [[`${at}/${i}/${j}`, id] as const] : [])),
  )

const isTextList = (value: Value): boolean => Array.isArray(value) && value.every(isText)

const ofSets: readonly Check[] = [
  checkOwn(
    DCQL.SETS,
    'claim_sets',
    'at least one array of strings',
    isAbsentOr((value) => isFilled(value, isTextList)),
  ),
  checkEach(DCQL['SETS-ALONE'], ({ claims, claim_sets: sets }, at) => [
    look(
      `${at}/claim_sets`,
      sets,
      'nothing, because there are no `claims`',
      sets === undefined || claims !== undefined,
    ),
  ]),
  checkEach(DCQL['SETS-KNOWN'], (each, at) => {
    const known = new Set(readClaims(each).map(({ id }) => id))
    if (each.claims === undefined) return []
    return listNamed(each.claim_sets, `${at}/claim_sets`).map(([place, id]) =>
      look(place, id, 'the `id` of a claim', known.has(id)),
    )
  }),
  checkLooks(DCQL.OPTIONS, kind, function* ({ credential_sets: sets }): Generator<Look> {
    yield look('/credential_sets', sets, 'at least one object', isAbsentOr((value) => isFilled(value, isObject))(sets))
    for (const [at, { options }] of listElements(sets, '/credential_sets'))
      yield look(`${at}/options`, options, 'non-empty arrays of strings', isFilled(options, isTexts))
  }),
  checkLooks(DCQL['OPTIONS-KNOWN'], kind, (content) => {
    const known = listIds(content)
    return listElements(content.credential_sets, '/credential_sets').flatMap(([at, { options }]) =>
      listNamed(options, `${at}/options`).map(([place, id]) =>
        look(place, id, 'the `id` of a credential', known.has(id)),
      ),
    )
  }),
  checkLooks(DCQL.REQUIRED, kind, ({ credential_sets: sets }) =>
    listElements(sets, '/credential_sets').map(([at, { required }]) =>
      look(`${at}/required`, required, 'a boolean', isAbsentOr(isTruth)(required)),
    ),
  ),
]

export const checks: readonly Check[] = [...ofCredentials, ...ofClaims, ...ofSets]
