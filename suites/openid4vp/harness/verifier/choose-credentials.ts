import { type JsonObject, type JsonValue, readText } from '../../../../protocol/encoding/json.ts'
import { stop } from '../../../../src/harness/obstacle.ts'
import { writeNear } from '../../../kit/near-values.ts'
import { listObjects } from '../../actors/wallet/choose.ts'
import { readPath } from '../../presented.ts'
import type { PresentationChange } from '../../verifier/probes.ts'

/**
 * Chooses what a DCQL query asks for, as a wallet does: all credentials, or the first option of each required set that can be had. Where
 * no set is required, those of all sets are presented.
 */
export function chooseCredentials(query: JsonObject, formats: ReadonlySet<string>): readonly JsonObject[] {
  const all = listObjects(query.credentials)
  if (new Set(all.map(({ id }) => id)).size < all.length) stop('the query has one `id` for several credentials')
  const canPresent = ({ format }: JsonObject): boolean => formats.has(readText(format))
  const sets = listObjects(query.credential_sets)
  const required = sets.filter((each) => each.required !== false)
  if (query.credential_sets === undefined) return all.every(canPresent) ? all : refuseFormats(all)
  const chosen = (required.length > 0 ? required : sets).flatMap(({ options }) => {
    const named = (Array.isArray(options) ? options : []).map((option) =>
      listObjects(all.filter(({ id = null }) => Array.isArray(option) && option.includes(id))),
    )
    return named.find((option) => option.length > 0 && option.every(canPresent)) ?? refuseFormats(all)
  })
  return [...new Set(chosen)]
}

/** What a query demands: one of the options of each required set, or each credential. */
const listDemands = ({ credentials, credential_sets: sets }: JsonObject): readonly (readonly JsonValue[][])[] =>
  sets === undefined
    ? listObjects(credentials).map(({ id = null }) => [[id]])
    : listObjects(sets)
        .filter(({ required }) => required !== false)
        .map(({ options }) => (Array.isArray(options) ? options.filter(Array.isArray) : []))

function isSatisfied(query: JsonObject, credentials: readonly JsonObject[]): boolean {
  const ids = credentials.map(({ id = null }) => id)
  return listDemands(query).every((options) => options.some((option) => option.every((each) => ids.includes(each))))
}

/**
 * Whether a query is not satisfied without one of the credentials that were chosen for it. A verifier may discard a presentation, and
 * be content with the others (OpenID4VP 1.0, section 8.6).
 */
export const isNeeded = ({ id = null }: JsonObject, chosen: readonly JsonObject[], query: JsonObject): boolean =>
  !isSatisfied(
    query,
    chosen.filter((each) => each.id !== id),
  )

/**
 * Credentials that do not satisfy a query: those that are presented for it, or else all that can be, without the first of each option of
 * the first demand, or without the last of the last one. None, if no other is left.
 */
export function chooseTooFew(
  query: JsonObject,
  formats: ReadonlySet<string>,
  place: 'first' | 'last',
): readonly JsonObject[] {
  const at = place === 'first' ? 0 : -1
  const left = new Set(
    listDemands(query)
      .at(at)
      ?.map((option) => option.at(at)),
  )
  const all = listObjects(query.credentials).filter(({ format }) => formats.has(readText(format)))
  const [some = []] = [chooseCredentials(query, formats), all]
    .map((list) => list.filter(({ id }) => !left.has(id)))
    .filter((list) => list.length > 0 && !isSatisfied(query, list))
  return some
}

function refuseFormats(all: readonly JsonObject[]): never {
  const names = [...new Set(all.map(({ format }) => readText(format).slice(0, 40)))]
  return stop(`the query asks for a credential that is not presented here; its formats are ${names.join(', ')}`)
}

/** Changes that take several claims. */
export const needsSeveral: ReadonlySet<PresentationChange> = new Set(['missing-first-claim', 'missing-last-claim'])

/** The claims that one credential has to show: all, or those of the first claim set. */
export function chooseClaims({ claims, claim_sets: sets }: JsonObject): readonly JsonObject[] {
  const all = listObjects(claims)
  const [first] = Array.isArray(sets) ? sets : []
  return Array.isArray(first) ? all.filter(({ id = null }) => first.includes(id)) : all
}

/** A query whose claims have other names. */
export function renameClaims(query: JsonObject, change: PresentationChange | undefined): JsonObject {
  if (!change?.endsWith('-claim')) return query
  const rename = (path: readonly JsonValue[]): JsonValue[] => {
    const last = path.findLastIndex((step) => typeof step === 'string')
    return path.map((step, i) => (i === last ? writeNear(readText(step), 'claim', change) : step))
  }
  const claims = listObjects(query.claims).map((claim) => ({ ...claim, path: rename(readPath(claim)) }))
  return { ...query, claims }
}
