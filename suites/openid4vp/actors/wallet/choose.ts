import { isObject, type JsonObject, type JsonValue, readText } from '../../../../protocol/encoding/json.ts'
import { attempt } from '../../../../protocol/encoding/problem.ts'
import type { AnySdJwt } from '../../../../protocol/sd-jwt/presentation.ts'
import { readIssuedClaims, selectClaims } from '../../../../protocol/sd-jwt-vc/claim-path.ts'
import { listAuthorityKeys } from '../../../../protocol/x509/authority-key.ts'
import { readChain } from '../../../../protocol/x509/certificate.ts'
import { isPath } from '../check-sd-jwt.ts'
import type { VpChoice, VpWalletSteps } from '../wallet-steps.ts'

export const listObjects = (value: JsonValue | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isObject) : []

/** Whether a credential has a claim, with one of the values that are asked for. */
function hasClaim(sdJwt: AnySdJwt, { path, values }: JsonObject): boolean {
  const issued = readIssuedClaims(sdJwt)
  if (!issued || !isPath(path)) return false
  const found = selectClaims(issued, path).claims.flatMap(({ value }) => (value === undefined ? [] : [value]))
  return Array.isArray(values) ? found.some((value) => values.includes(value)) : found.length > 0
}

/** The sets of claims of a query, the one that is preferred first. */
function listSets({ claims, claim_sets: sets }: JsonObject): readonly (readonly JsonObject[])[] {
  const all = listObjects(claims)
  if (!Array.isArray(sets)) return [all]
  return sets.map((set) => all.filter(({ id }) => Array.isArray(set) && id !== undefined && set.includes(id)))
}

function isOfType({ payload }: AnySdJwt, { format, meta }: JsonObject): boolean {
  const wanted = isObject(meta) ? meta.vct_values : undefined
  return format === 'dc+sd-jwt' && (!Array.isArray(wanted) || wanted.includes(readText(payload.vct)))
}

/** Whether an authority above the issuer is one of those that a query names by their keys. */
function isTrusted({ signatures: [first] }: AnySdJwt, { trusted_authorities: wanted }: JsonObject): boolean {
  if (wanted === undefined) return true
  const chain = attempt(() => readChain(first?.header.x5c))
  const own = 'value' in chain ? listAuthorityKeys(chain.value).map((each) => each.toString('base64url')) : []
  return listObjects(wanted)
    .filter(({ type }) => type === 'aki')
    .some(({ values }) => Array.isArray(values) && own.some((each) => values.includes(each)))
}

/** What a wallet with one credential presents for a query. Nothing, if it cannot present what is required. */
export function chooseForQuery(
  sdJwt: AnySdJwt,
  { credentials, credential_sets: sets }: JsonObject,
  { matches }: VpWalletSteps,
): readonly VpChoice[] | undefined {
  const choices = listObjects(credentials).flatMap((query): readonly VpChoice[] => {
    const claims = listSets(query).find((set) => set.every((claim) => hasClaim(sdJwt, claim)))
    const isMatch = matches(query, isOfType(sdJwt, query) && isTrusted(sdJwt, query) && claims !== undefined)
    return isMatch ? [{ query, claims: claims ?? listObjects(query.claims) }] : []
  })
  if (sets === undefined) return choices.length === listObjects(credentials).length ? choices : undefined
  return chooseOptions(listObjects(sets), choices)
}

/** The first option of each set that can be had; a set that is not required is left out. */
function chooseOptions(sets: readonly JsonObject[], all: readonly VpChoice[]): readonly VpChoice[] | undefined {
  const find = (id: JsonValue): VpChoice | undefined => all.find(({ query }) => query.id === id)
  const chosen = sets
    .filter(({ required }) => required !== false)
    .map(({ options }) =>
      (Array.isArray(options) ? options : [])
        .map((option) => (Array.isArray(option) ? option.map(find) : [undefined]))
        .find((option) => option.every((each) => each !== undefined)),
    )
  if (chosen.includes(undefined)) return undefined
  return [...new Set(chosen.flat())].filter((each) => each !== undefined)
}
