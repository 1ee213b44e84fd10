import type { CheckContext } from '../../model/finding.ts'
import type { JsonObject, JsonValue } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { decodeObject } from '../../protocol/jose/jws.ts'
import { listPresentations, type PlacedPresentation, readSdJwtText } from '../../protocol/openid4vp/presentations.ts'
import { type AnySdJwt, readAnySdJwt } from '../../protocol/sd-jwt/presentation.ts'
import { isText, listElements } from '../kit/values.ts'
import { readDocuments, type ShownDocument } from './mdoc-presented.ts'
import { isOverDc, listQueries } from './values.ts'

/** A presentation beside the query that it answers. */
export interface Presented extends PlacedPresentation {
  readonly query: JsonObject
  /** Present if it is an SD-JWT that can be read. */
  readonly sdJwt?: AnySdJwt
  /** Present if it is a response of a device that can be read. */
  readonly documents?: readonly ShownDocument[]
}

/** The presentations of a response whose query is known. */
export function listPresented(
  content: JsonObject,
  { presentationRequest, derive }: CheckContext,
): readonly Presented[] {
  const queries = new Map(listQueries(presentationRequest?.dcql_query).map(([, each]) => [each.id, each]))
  const read = derive(readSdJwts, content)
  const shown = derive(readMdocs, content)
  return listPresentations(content).flatMap((each) => {
    const query = queries.get(each.id)
    const [sdJwt, documents] = [read.get(each.at), shown.get(each.at)]
    return query ? [{ ...each, query, ...(sdJwt && { sdJwt }), ...(documents && { documents }) }] : []
  })
}

/** The SD-JWTs of a response by their places. */
const readSdJwts = (content: JsonObject): ReadonlyMap<string, AnySdJwt> =>
  new Map(
    listPresentations(content).flatMap(({ at, value }) => {
      const read = attempt(() => readAnySdJwt(readSdJwtText(value) ?? ''))
      return 'value' in read ? [[at, read.value] as const] : []
    }),
  )

/** The documents of mdocs by their places. */
const readMdocs = (content: JsonObject): ReadonlyMap<string, readonly ShownDocument[]> =>
  new Map(
    listPresentations(content).flatMap(({ at, value }) => {
      const documents = readDocuments(value)
      return documents ? [[at, documents] as const] : []
    }),
  )

/** The claims of a Key Binding JWT that can be read. */
export const readBinding = ({ sdJwt }: Presented): JsonObject | undefined =>
  sdJwt?.keyBinding && 'jws' in sdJwt.keyBinding ? sdJwt.keyBinding.jws.payload : undefined

/** For whom presentations are made; nothing, if that is not known. */
export function nameAudience({
  presentationRequest: request,
  origin,
}: Pick<CheckContext, 'presentationRequest' | 'origin'>): string | undefined {
  if (request && isOverDc(request)) return origin === undefined ? undefined : `origin:${origin}`
  return isText(request?.client_id) ? request.client_id : undefined
}

/** The path of a query for a claim. */
type Path = readonly JsonValue[]

/** The claims that a query allows, each alternative by itself; nothing, if it has none that can be read. */
export function listAlternatives({ claims, claim_sets: sets }: JsonObject): readonly (readonly JsonObject[])[] {
  const all = listElements(claims, '').map(([, each]) => each)
  if (!Array.isArray(sets)) return [all]
  return sets.map((set) => {
    const named = new Set<JsonValue | undefined>(Array.isArray(set) ? set : [])
    return all.filter(({ id }) => id !== undefined && named.has(id))
  })
}

/** The sets of claims that a query allows. */
const countSets = ({ claim_sets: sets }: JsonObject): number => (Array.isArray(sets) ? Math.max(1, sets.length) : 1)

/** The steps of the claims that a query asks for, in all of its sets. */
const countSteps = (query: JsonObject): number =>
  countSets(query) * listElements(query.claims, '').reduce((sum, [, claim]) => sum + 1 + readPath(claim).length, 0)

/** Takes the comparisons of the claims of some queries with so many values of a credential. Returns false where there are too many. */
export const takeComparisons = ({ budget }: CheckContext, queries: readonly JsonObject[], values: number): boolean =>
  budget.take('comparisons', queries.reduce((sum, query) => sum + countSteps(query), 0) * (values + 1))

/** The values that a credential shows, of objects and arrays each member. */
export function countShown({ sdJwt, documents = [] }: Presented, { derive }: CheckContext): number {
  const elements = documents.reduce((sum, { elements: own }) => sum + own.length, 0)
  return sdJwt ? derive(countDisclosed, sdJwt) : elements
}

const countDisclosed = ({ payload, disclosures }: AnySdJwt): number =>
  countValues(payload) + disclosures.reduce((sum, { content }) => sum + countValues(content ?? null), 0)

const countValues = (value: JsonValue): number =>
  value !== null && typeof value === 'object'
    ? Object.values(value).reduce<number>((sum, each) => sum + countValues(each), 1)
    : 1

export const readPath = ({ path }: JsonObject): Path => (Array.isArray(path) ? path : [])

/** The steps of a place. */
export const splitPlace = (place: string): readonly string[] =>
  place
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))

const isIndex = (step: string): boolean => /^\d+$/.test(step)

/** Places of elements move where others are not disclosed: any index is as good as the one that was asked for. */
const matches = (step: string, wanted: JsonValue | undefined): boolean =>
  typeof wanted === 'string' ? step === wanted : isIndex(step)

/** Whether a place is on the way to a claim, is the claim, or is inside of it. */
export function isCovered(steps: readonly string[], path: Path): boolean {
  return steps.every((step, i) => i >= path.length || matches(step, path[i]))
}

/** The hashed transaction data of a request: each text with what it says. */
export function listSignable(
  request: JsonObject | undefined,
): readonly { readonly text: string; readonly content: JsonObject }[] {
  const list = request?.transaction_data
  return (Array.isArray(list) ? list : []).flatMap((text) => {
    const read = attempt(() => decodeObject(isText(text) ? text : ''))
    return isText(text) && 'value' in read ? [{ text, content: read.value }] : []
  })
}
