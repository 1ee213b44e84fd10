import { type JsonObject, type JsonValue, readText } from '../../../../protocol/encoding/json.ts'
import { stop } from '../../../../src/harness/obstacle.ts'
import { listObjects } from '../../actors/wallet/choose.ts'
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

/**
 * Whether a query is not satisfied without one of the credentials that were chosen for it. A verifier may discard a presentation, and
 * be content with the others (OpenID4VP 1.0, section 8.6).
 */
export function isNeeded({ id = null }: JsonObject, chosen: readonly JsonObject[], query: JsonObject): boolean {
  if (query.credential_sets === undefined) return true
  const others = chosen.map((each) => each.id ?? null).filter((each) => each !== id)
  const isEnough = (option: JsonValue): boolean =>
    Array.isArray(option) && option.every((each) => others.includes(each))
  return listObjects(query.credential_sets).some(
    ({ required, options }) => required !== false && !(Array.isArray(options) && options.some(isEnough)),
  )
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
