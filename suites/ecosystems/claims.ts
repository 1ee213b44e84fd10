import { type Check, checkArtefact } from '../../model/check.ts'
import { type CheckContext, type Finding, finding, inconclusive, notApplicable } from '../../model/finding.ts'
import type { Requirement } from '../../model/requirement.ts'
import { isObject, type JsonObject, type JsonValue } from '../../protocol/encoding/json.ts'
import { type ClaimSet, hide } from '../../protocol/sd-jwt/hide-claims.ts'
import type { AnySdJwt } from '../../protocol/sd-jwt/presentation.ts'
import { applyDisclosures } from '../../protocol/sd-jwt/processing.ts'
import type { IssuerChange } from '../own/own-suite.ts'

// What profiles of identity credentials have in common: claims in their places, how they are written, and changes of them.

/** The claims of an SD-JWT, with what is disclosed in its place. */
export interface PlacedClaims {
  readonly claims: JsonObject
  /** JSON pointers to what was disclosed. */
  readonly disclosed: ReadonlySet<string>
  /** How much stays hidden, decoys included. */
  readonly hidden: number
  readonly isPresented: boolean
}

function placeClaims(sdJwt: AnySdJwt): PlacedClaims | undefined {
  const read = applyDisclosures(sdJwt)
  if (!read) return undefined
  const { payload: claims, disclosed, digests, places } = read
  const isPresented = sdJwt.keyBinding !== undefined
  return { claims, disclosed: new Set(disclosed), hidden: digests.size - places.size, isPresented }
}

const unread = 'the hash function of its digests is not supported'
const readPlaced = ({ derive }: CheckContext, sdJwt: AnySdJwt) => derive(placeClaims, sdJwt)

/** A check of all claims. */
export const checkClaims = (row: Requirement, inspect: (placed: PlacedClaims) => Iterable<Finding>): Check =>
  checkArtefact(row, 'sd-jwt', function* (sdJwt, context) {
    const placed = readPlaced(context, sdJwt)
    if (!placed) return inconclusive(unread)
    yield* inspect(placed)
    return undefined
  })

/** A check of the values at some paths, which are names; `*` is every element. Without such a value, it does not apply. */
export const checkValues = (
  row: Requirement,
  paths: readonly string[],
  expected: string,
  isGood: (value: JsonValue, path: string) => boolean,
): Check =>
  checkArtefact(row, 'sd-jwt', function* (sdJwt, context) {
    const placed = readPlaced(context, sdJwt)
    if (!placed) return inconclusive(unread)
    const found = paths.flatMap((path) => findValues(placed.claims, path).map((each) => [path, ...each] as const))
    if (found.length === 0) return notApplicable(`it has no ${paths.join(', ')}`)
    for (const [path, at, value] of found) if (!isGood(value, path)) yield finding(at, expected, describeValue(value))
    return undefined
  })

/** A check that claims are there. A holder may hide some of them. */
export const checkPresent = (row: Requirement, names: readonly string[]): Check =>
  checkArtefact(row, 'sd-jwt', function* (sdJwt, context) {
    const placed = readPlaced(context, sdJwt)
    if (!placed) return inconclusive(unread)
    const missing = names.filter((name) => placed.claims[name] === undefined)
    if (missing.length === 0) return undefined
    if (placed.isPresented) return notApplicable('its holder presents a part of it')
    if (placed.hidden >= missing.length) return inconclusive(`${missing.join(', ')} may be hidden`)
    for (const name of missing) yield finding(`/${name}`, 'a claim that every such credential has', 'nothing')
    return undefined
  })

/** Birthplaces have at least one of three members, where none of them is hidden. */
export const checkBirthplace = (row: Requirement): Check =>
  checkClaims(row, function* ({ claims: { place_of_birth: place }, hidden }) {
    if (!isObject(place) || ['country', 'region', 'locality'].some((name) => place[name] !== undefined)) return
    if (hidden === 0) yield finding('/place_of_birth', 'country, region or locality', 'none of them')
  })

/** Countries have two capital letters, and there is at least one nationality. */
export const checkCountries = (row: Requirement, paths: readonly string[]): Check =>
  checkClaims(row, function* ({ claims, hidden }) {
    for (const [at, value] of ['nationalities.*', ...paths].flatMap((path) => findValues(claims, path)))
      if (!isCountry(value)) yield finding(at, 'two capital letters', describeValue(value))
    if (hidden === 0 && Array.isArray(claims.nationalities) && claims.nationalities.length === 0)
      yield finding('/nationalities', 'at least one country', 'an empty array')
  })

/** Values of a holder are not shown, but what is wrong with them. */
const describeValue = (value: JsonValue): string => (typeof value === 'string' ? 'another text' : describeType(value))

export function describeType(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'an array' : `a value of the type ${typeof value}`
}

type PlacedValue = readonly [at: string, value: JsonValue]

export function findValues(claims: JsonObject, path: string): readonly PlacedValue[] {
  let found: readonly PlacedValue[] = [['', claims]]
  for (const step of path.split('.')) found = found.flatMap((each) => findInside(each, step))
  return found
}

function findInside([at, value]: PlacedValue, step: string): readonly PlacedValue[] {
  if (step === '*') return Array.isArray(value) ? value.map((each: JsonValue, i) => [`${at}/${i}`, each]) : []
  const inside = isObject(value) ? value[step] : undefined
  return inside === undefined ? [] : [[`${at}/${step}`, inside]]
}

/** The members of a claim that is an object. */
export const listMembers = (claims: JsonObject, name: string): readonly PlacedValue[] =>
  Object.entries(isObject(claims[name]) ? claims[name] : {}).map(([member, value]) => [`/${name}/${member}`, value])

export const isCalendarDate = (value: JsonValue): boolean =>
  typeof value === 'string' &&
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value) === true

/** Of a birth, a part may be unknown: OpenID Connect writes the year alone, or the year 0000. */
export const isBirthdate = (value: JsonValue): boolean =>
  typeof value === 'string' && /^\d{4}(?:-\d{2}-\d{2})?$/.test(value)

const isCountry = (value: JsonValue): boolean => typeof value === 'string' && /^[A-Z]{2}$/.test(value)

/** Other claims, which their holder may hide. */
export const setHidden = (members: ClaimSet): IssuerChange => ({ hidden: (claims) => ({ ...claims, ...members }) })

/** Without some of the claims, hidden or not. */
export function dropClaims(...names: readonly string[]): IssuerChange {
  const keep = ([name]: readonly [string, unknown]): boolean => !names.includes(name)
  return {
    hidden: (claims) => Object.fromEntries(Object.entries(claims).filter(keep)),
    claims: (claims) => Object.fromEntries(Object.entries(claims).filter(keep)),
  }
}

export const renameHidden = (from: string, to: string): IssuerChange => ({
  hidden: ({ [from]: value = null, ...claims }) => ({ ...claims, [to]: value }),
})

/** Shows claims to everyone. */
export const showClaims = (members: JsonObject): IssuerChange => ({
  ...dropClaims(...Object.keys(members)),
  claims: (claims) => ({ ...claims, ...members }),
})

/** Another type, in the credential and in the metadata. */
export const setType = (vct: string): IssuerChange => ({
  claims: (claims) => ({ ...claims, vct }),
  configuration: (all) => (all.format === 'mso_mdoc' ? all : { ...all, vct }),
})

/** A person, whose every claim is hidden by itself. */
export const person: ClaimSet = {
  family_name: 'Muster',
  given_name: 'Asha',
  birthdate: '1980-05-23',
  place_of_birth: { country: hide('XA'), locality: hide('Sample Town') },
  nationalities: [hide('XA'), hide('XB')],
}
