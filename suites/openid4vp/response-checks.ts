import { type Check, checkArtefact, checkReadable } from '../../model/check.ts'
import {
  type CheckContext,
  type Finding,
  type Inspection,
  inconclusive,
  notApplicable,
  type Remark,
  showValue,
} from '../../model/finding.ts'
import type { Requirement } from '../../model/requirement.ts'
import { explainLimit } from '../../protocol/artefacts/budget.ts'
import { decodeBase64url } from '../../protocol/encoding/base64url.ts'
import { isObject, type JsonObject, type JsonValue, parseJsonObject } from '../../protocol/encoding/json.ts'
import { escapePointer } from '../../protocol/encoding/pointer.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { type Jws, readJws } from '../../protocol/jose/jws.ts'
import { recogniseMdoc } from '../../protocol/mdoc/recognise.ts'
import { readSdJwtText } from '../../protocol/openid4vp/presentations.ts'
import { applyDisclosures } from '../../protocol/sd-jwt/processing.ts'
import { type ClaimPath, readIssuedClaims, selectClaims } from '../../protocol/sd-jwt-vc/claim-path.ts'
import { inspectSignature } from '../jose/jwt-rules.ts'
import { findSignerKeys } from '../jose/signer-keys.ts'
import { jsonCauses } from '../json/causes.ts'
import { findUnless, findUnlessPlain, isFilled, isPlain, isText, listElements } from '../kit/values.ts'
import { type ShownDocument, toQueried } from './mdoc-presented.ts'
import {
  countShown,
  isCovered,
  listAlternatives,
  listPresented,
  nameAudience,
  type Presented,
  readBinding,
  readPath,
  splitPlace,
  takeComparisons,
} from './presented.ts'
import { VPERR, VPRESP } from './response-requirements.ts'
import { isEncrypted, isOverDc, isUnbound, listIds, listQueries } from './values.ts'

const kind = 'vp-response'
export const noRequest = notApplicable('the request was not given: see --presentation-request')

const isAnswer = ({ vp_token: token, error }: JsonObject): boolean => token !== undefined || error !== undefined

/** A check of responses beside the request that they answer. */
const checkBeside = (
  row: Requirement,
  inspect: (content: JsonObject, request: JsonObject, context: CheckContext) => Iterable<Finding>,
): Check =>
  checkArtefact(row, kind, function* (content, context) {
    if (!context.presentationRequest) return noRequest
    yield* inspect(content, context.presentationRequest, context)
    return undefined
  })

/** A check of every SD-JWT VC whose query is known. */
const checkCredential = (row: Requirement, inspect: (each: Presented, context: CheckContext) => Inspection): Check =>
  checkPresented(row, function* (each, context) {
    if (each.query.format !== 'dc+sd-jwt' || !each.sdJwt) return undefined
    return yield* inspect(each, context)
  })

/** A check of every presentation whose claims can be read. */
const checkShown = (row: Requirement, inspect: (each: Presented, context: CheckContext) => Inspection): Check =>
  checkPresented(row, function* (each, context) {
    const isReadable = each.query.format === 'mso_mdoc' ? each.documents : each.sdJwt
    if (!isReadable || !['mso_mdoc', 'dc+sd-jwt'].includes(`${each.query.format}`)) return undefined
    return yield* inspect(each, context)
  })

/** A check of every presentation whose query is known. */
const checkPresented = (row: Requirement, inspect: (each: Presented, context: CheckContext) => Inspection): Check =>
  checkArtefact(row, kind, function* (content, context) {
    if (!context.presentationRequest) return noRequest
    let remark: Remark | undefined
    for (const each of listPresented(content, context)) {
      const own = yield* inspect(each, context)
      if (own && remark?.outcome !== 'cantTell') remark = own // what is open stays open
    }
    return remark
  })

const ofForm: readonly Check[] = [
  checkReadable(VPRESP.JSON, kind, jsonCauses),
  checkArtefact(VPRESP.TOKEN, kind, function* (content, { presentationRequest: request }) {
    if (request?.response_type === 'code') return notApplicable('the token response has the presentations')
    const isSealed = isText(content.response) && (!request || isEncrypted(request))
    yield* findUnless(isAnswer(content) || isSealed, '/vp_token', 'an object', content.vp_token)
    return undefined
  }),
  checkArtefact(VPRESP['NO-CODE'], kind, function* (content, { presentationRequest: request }) {
    const type = request?.response_type ?? 'vp_token'
    if (content.vp_token === undefined || !isText(type) || /\b(code|token)\b/.test(type.replaceAll('vp_token', '')))
      return notApplicable('the request does not ask for a `vp_token` alone')
    for (const name of ['code', 'access_token', 'token_type'])
      yield* findUnless(content[name] === undefined, `/${name}`, 'no such member', content[name])
    return undefined
  }),
  checkArtefact(VPRESP.OBJECT, kind, function* ({ vp_token: token }) {
    if (token === undefined) return notApplicable('there are no presentations')
    yield* findUnless(isObject(token), '/vp_token', 'an object', token)
    for (const [id, list] of Object.entries(isObject(token) ? token : {}))
      yield* findUnless(isFilled(list), `/vp_token/${id}`, 'a non-empty array', list)
    return undefined
  }),
  checkArtefact(VPRESP.PRESENTATION, kind, function* ({ vp_token: token }) {
    for (const [id, list] of Object.entries(isObject(token) ? token : {}))
      for (const [i, each] of Array.isArray(list) ? list.entries() : [])
        yield* findUnless(isText(each) || isObject(each), `/vp_token/${id}/${i}`, 'a string or an object', each)
    return undefined
  }),
]

const ofQuery: readonly Check[] = [
  checkBeside(VPRESP.KNOWN, function* ({ vp_token: token }, { dcql_query: query }) {
    if (!isObject(query)) return
    const known = listIds(query)
    for (const id of Object.keys(isObject(token) ? token : {}))
      yield* findUnless(known.has(id), `/vp_token/${id}`, 'the `id` of a credential of the query', id)
  }),
  checkBeside(VPRESP.ONE, function* ({ vp_token: token }, { dcql_query: query }) {
    for (const [, { id, multiple }] of listQueries(query)) {
      const list = isObject(token) && isText(id) ? token[id] : undefined
      const isGood = !Array.isArray(list) || list.length <= 1 || multiple === true
      yield* findUnless(isGood, `/vp_token/${id}`, 'one presentation', list)
    }
  }),
  checkBeside(VPRESP.SATISFIED, function* ({ vp_token: token }, { dcql_query: query }) {
    if (!isObject(token) || !isObject(query)) return
    const sets = listElements(query.credential_sets, '/credential_sets')
    const all = query.credential_sets === undefined ? [[...listIds(query)]] : []
    for (const option of all)
      yield* findUnless(isPresent(option, token), '/vp_token', 'a presentation of each credential', Object.keys(token))
    for (const [at, { options, required }] of sets) {
      const isMet = (Array.isArray(options) ? options : []).some((each) => isPresent(each, token))
      yield* findUnless(isMet || required === false, '/vp_token', `one option of ${at}`, Object.keys(token))
    }
  }),
]

const isPresent = (ids: unknown, token: JsonObject): boolean =>
  Array.isArray(ids) && ids.every((id) => isText(id) && isFilled(Object.hasOwn(token, id) ? token[id] : undefined))

const ofSession: readonly Check[] = [
  checkBeside(VPRESP.STATE, function* (content, request) {
    const { state: wanted } = request
    if (wanted === undefined || isOverDc(request) || !isAnswer(content)) return
    // An encrypted response may have it beside the JWE.
    const isLeftOut = content.state === undefined && isEncrypted(request)
    yield* findUnless(isLeftOut || content.state === wanted, '/state', 'the `state` of the request', content.state)
  }),
  checkArtefact(VPERR.CODE, kind, function* ({ error }) {
    if (error === undefined) return notApplicable('the response is not an error')
    yield* findUnless(isPlain(error) && error !== '', '/error', 'printable ASCII', error)
    return undefined
  }),
  checkArtefact(VPERR.DESCRIPTION, kind, function* ({ error_description: text }) {
    yield* findUnlessPlain('/error_description', text)
    return undefined
  }),
  checkBeside(VPERR.ALONE, function* (content, request) {
    if (content.error === undefined || !isOverDc(request)) return
    const others = Object.keys(content).filter((name) => name !== 'error')
    yield* findUnless(others.length === 0, '', '`error` alone', others)
  }),
]

const isBase64urlText = (value: JsonValue): boolean =>
  isText(value) && value !== '' && 'value' in attempt(() => decodeBase64url(value))

const isDeviceResponse = (value: JsonValue): boolean =>
  isText(value) && isBase64urlText(value) && recogniseMdoc(value)?.kind === 'mdoc-response'

/** Whether a presentation has the form of a format; nothing is known of other formats. */
const forms: ReadonlyMap<JsonValue | undefined, (value: JsonValue) => boolean> = new Map([
  ['dc+sd-jwt', (value) => readSdJwtText(value) !== undefined],
  ['mso_mdoc', isDeviceResponse],
  ['jwt_vc_json', (value) => isText(value) && /^[\w-]+\.[\w-]+\.[\w-]*$/.test(value)],
  ['ldp_vc', isObject],
])

/** The claims of a credential with what was disclosed. */
const readClaims = ({ sdJwt }: Presented, { derive }: CheckContext): JsonObject | undefined =>
  sdJwt && derive(applyDisclosures, sdJwt)?.payload

/** Whether a type extends one of a list; nothing, if the metadata of a type is missing. */
function extendsOne(
  type: string,
  wanted: readonly JsonValue[],
  documents: ReadonlyMap<unknown, JsonObject>,
): boolean | undefined {
  const seen = new Set<JsonValue>()
  for (let at: JsonValue | undefined = type; at !== undefined && !seen.has(at); ) {
    if (wanted.includes(at)) return true
    seen.add(at)
    const document = documents.get(at)
    if (!document) return undefined
    at = document.extends
  }
  return false
}

const readTypes = ({ typeMetadata = [] }: CheckContext): ReadonlyMap<unknown, JsonObject> =>
  new Map(
    typeMetadata.flatMap(({ text }) => {
      const read = attempt(() => parseJsonObject(text))
      return 'value' in read ? [[read.value.vct, read.value] as const] : []
    }),
  )

const isStep = (step: JsonValue): step is string | number | null =>
  isText(step) || step === null || typeof step === 'number'

/** The values of the element that a claim of a query names: its name space, and its name. */
const selectElements = (documents: readonly ShownDocument[], claim: JsonObject): readonly JsonValue[] => {
  const [nameSpace, name] = readPath(claim)
  return documents
    .flatMap(({ elements }) => elements)
    .filter((each) => each.nameSpace === nameSpace && each.name === name)
    .map(({ value }) => toQueried(value))
}

/** The places of what is disclosed; of an mdoc, all its elements are. */
function listDisclosed({ sdJwt, documents }: Presented, { derive }: CheckContext): readonly string[] {
  if (!documents) return (sdJwt && derive(applyDisclosures, sdJwt)?.disclosed) ?? []
  return documents.flatMap(({ elements }) =>
    elements.map(({ nameSpace, name }) => `/${escapePointer(nameSpace)}/${escapePointer(name)}`),
  )
}

/** The values that a claim of a query selects; nothing, if they cannot be looked for. */
function selectValues(
  { sdJwt, documents }: Presented,
  claim: JsonObject,
  { derive }: CheckContext,
): readonly JsonValue[] | undefined {
  if (documents) return selectElements(documents, claim)
  const issued = sdJwt && derive(readIssuedClaims, sdJwt)
  const path = readPath(claim)
  if (!issued || path.length === 0 || !path.every(isStep)) return undefined
  return selectClaims(issued, path as ClaimPath).claims.flatMap(({ value }) => (value === undefined ? [] : [value]))
}

/** More would have to be compared than there is time for. */
const tooMuch = inconclusive(explainLimit('comparisons'))

const describePath = (claim: JsonObject): string => readPath(claim).join('/')

const ofCredentials: readonly Check[] = [
  checkPresented(VPRESP.FORMAT, function* ({ at, value, query: { format } }) {
    const isGood = forms.get(format)?.(value) ?? true
    yield* findUnless(isGood, at, `a presentation of the format ${format}`, isText(value) ? 'another text' : value)
    return undefined
  }),
  checkCredential(VPRESP.VCT, function* (each, context) {
    const { meta } = each.query
    const wanted = isObject(meta) ? meta.vct_values : undefined
    const { vct: type, aka_vcts: others } = readClaims(each, context) ?? {}
    if (!Array.isArray(wanted) || !isText(type)) return undefined
    const types = [type, ...(Array.isArray(others) ? others.filter(isText) : [])]
    const ends = types.map((own) => extendsOne(own, wanted, readTypes(context)))
    if (ends.includes(true)) return undefined
    if (ends.includes(undefined)) return inconclusive('the type may extend one of the query: see --type-metadata')
    yield* findUnless(false, `${each.at}/vct`, wanted.join(' or '), type)
    return undefined
  }),
  checkShown(VPRESP.DOCTYPE, function* ({ at, query: { meta }, documents = [] }) {
    const wanted = isObject(meta) ? meta.doctype_value : undefined
    if (!isText(wanted)) return undefined
    const isGood = documents.every(({ docType }) => docType === wanted)
    yield* findUnless(isGood, `${at}/docType`, wanted, 'another type')
    return undefined
  }),
  checkShown(VPRESP.CLAIMS, function* (each, context) {
    if (!Array.isArray(each.query.claims)) return undefined
    if (!takeComparisons(context, [each.query], countShown(each, context))) return tooMuch
    const missing = listAlternatives(each.query).map((claims) =>
      claims.filter((claim) => selectValues(each, claim, context)?.length === 0),
    )
    const isGood = missing.length === 0 || missing.some((claims) => claims.length === 0)
    const names = (missing[0] ?? []).map(describePath).join(', ')
    yield* findUnless(isGood, each.at, 'all claims of the query, or of one claim set', `no ${names}`)
    return undefined
  }),
  checkShown(VPRESP.MORE, function* (each, context) {
    const disclosed = listDisclosed(each, context).map((place) => ({ place, steps: splitPlace(place) }))
    const others = listQueries(context.presentationRequest?.dcql_query).flatMap(([, { id, claims }]) =>
      id === each.id ? [] : listElements(claims, '').map(([, claim]) => claim),
    )
    if (!takeComparisons(context, [each.query, { ...each.query, claims: others }], disclosed.length)) return tooMuch
    const excess = listAlternatives(each.query).map((claims) => {
      const paths = [...claims, ...others].map(readPath)
      return disclosed.filter(({ steps }) => !paths.some((path) => isCovered(steps, path))).map(({ place }) => place)
    })
    const isGood = excess.length === 0 || excess.some((places) => places.length === 0)
    yield* findUnless(isGood, each.at, 'disclosures of claims of the request', excess[0]?.join(', '))
    return undefined
  }),
  checkShown(VPRESP.VALUES, function* (each, context) {
    if (!takeComparisons(context, [each.query], countShown(each, context))) return tooMuch
    for (const claim of listElements(each.query.claims, '').map(([, own]) => own)) {
      const { values: wanted } = claim
      const values = (selectValues(each, claim, context) ?? []).filter((own) => own !== null)
      const allowed = Array.isArray(wanted) ? new Set(wanted) : undefined
      const isGood = !allowed || values.length === 0 || values.some((own) => allowed.has(own))
      yield* findUnless(isGood, `${each.at}/${describePath(claim)}`, 'one of the values of the query', 'another')
    }
    return undefined
  }),
  checkCredential(VPRESP.BOUND, function* ({ at, query, sdJwt }) {
    const isGood = isUnbound(query) || sdJwt?.keyBinding !== undefined
    yield* findUnless(isGood, `${at}, the end`, 'a Key Binding JWT', undefined)
    return undefined
  }),
  checkCredential(VPRESP.ORIGIN, function* (each, { presentationRequest }) {
    const audience = readBinding(each)?.aud
    const isGood = !isOverDc(presentationRequest ?? {}) || !isText(audience) || audience.startsWith('origin:')
    yield* findUnless(isGood, `${each.at}/kb_jwt/payload/aud`, '`origin:` and an origin', audience)
    return undefined
  }),
]

/** A W3C presentation: where it has what binds it, and what that is. */
interface W3cBinding {
  readonly at: string
  readonly nonce: JsonValue | undefined
  readonly audience: JsonValue | undefined
}

const readJwt = (value: JsonValue): Jws | undefined => {
  const read = attempt(() => readJws(isText(value) ? value : ''))
  return 'value' in read ? read.value : undefined
}

/** What binds a W3C presentation; nothing, if it is a credential without holder binding. */
function readW3cBinding({ at, value, query }: Presented): W3cBinding | undefined {
  if (isUnbound(query)) return undefined
  if (query.format === 'jwt_vc_json') {
    const payload = readJwt(value)?.payload
    return payload && { at, nonce: payload.nonce, audience: payload.aud }
  }
  const proof = query.format === 'ldp_vc' && isObject(value) ? value.proof : undefined
  return isObject(proof) ? { at: `${at}/proof`, nonce: proof.challenge, audience: proof.domain } : undefined
}

const hasAudience = (given: JsonValue | undefined, wanted: string): boolean =>
  Array.isArray(given) ? given.includes(wanted) : given === wanted

const listTypes = ({ type }: JsonObject): readonly JsonValue[] => (Array.isArray(type) ? type : [type ?? ''])

/** Whether a W3C presentation is one of a holder; nothing, if that cannot be read. */
function isOfHolder({ value, query: { format } }: Presented): boolean | undefined {
  const content = format === 'jwt_vc_json' ? readJwt(value)?.payload : format === 'ldp_vc' ? value : undefined
  if (content === undefined || !isObject(content)) return undefined
  return isObject(content.vp) || listTypes(content).includes('VerifiablePresentation')
}

const listProofs = ({ proof }: JsonObject): readonly JsonObject[] =>
  (Array.isArray(proof) ? proof : [proof ?? null]).filter(isObject)

/** The proofs of a presentation, and of the credentials in it, by their places. */
function listAllProofs({ at, value, query: { format } }: Presented): readonly (readonly [at: string, JsonObject])[] {
  if (format !== 'ldp_vc' || !isObject(value)) return []
  const inner = listElements(value.verifiableCredential, `${at}/verifiableCredential`)
  return [[at, value] as const, ...inner].flatMap(([place, each]) =>
    listProofs(each).map((proof) => [`${place}/proof`, proof] as const),
  )
}

/** What a verifier supports of a format. */
function readFormat(request: JsonObject | undefined, name: string): JsonObject {
  const metadata = request?.client_metadata
  const formats = isObject(metadata) ? metadata.vp_formats_supported : undefined
  const format = isObject(formats) ? formats[name] : undefined
  return isObject(format) ? format : {}
}

function* findUnlessSupported(
  at: string,
  value: JsonValue | undefined,
  values: JsonValue | undefined,
): Generator<Finding> {
  if (value === undefined || !Array.isArray(values)) return
  yield* findUnless(values.includes(value), at, values.join(' or '), value)
}

const ofW3c: readonly Check[] = [
  checkPresented(VPRESP['W3C-BOUND'], function* (each) {
    const isGood = isUnbound(each.query) || isOfHolder(each) !== false
    yield* findUnless(isGood, each.at, 'a presentation of the holder', 'a credential')
    return undefined
  }),
  checkPresented(VPRESP['W3C-PLAIN'], function* (each) {
    const isGood = !isUnbound(each.query) || isOfHolder(each) !== true
    yield* findUnless(isGood, each.at, 'a credential', 'a presentation of the holder')
    return undefined
  }),
  checkPresented(VPRESP['W3C-PROOF'], function* (each, { presentationRequest }) {
    const { proof_type_values: types, cryptosuite_values: suites } = readFormat(presentationRequest, 'ldp_vc')
    for (const [at, { type, cryptosuite }] of listAllProofs(each)) {
      yield* findUnlessSupported(`${at}/type`, type, types)
      yield* findUnlessSupported(`${at}/cryptosuite`, cryptosuite, suites)
    }
    return undefined
  }),
  checkPresented(VPRESP['W3C-NONCE'], function* (each, { presentationRequest, nonce = presentationRequest?.nonce }) {
    const binding = readW3cBinding(each)
    if (!binding || nonce === undefined) return undefined
    yield* findUnless(binding.nonce === nonce, binding.at, 'the nonce of the request', binding.nonce)
    return undefined
  }),
  checkPresented(VPRESP['W3C-AUDIENCE'], function* (each, context) {
    const binding = readW3cBinding(each)
    const wanted = context.audience ?? nameAudience(context)
    if (!binding || wanted === undefined) return undefined
    yield* findUnless(hasAudience(binding.audience, wanted), binding.at, wanted, binding.audience)
    return undefined
  }),
  checkPresented(VPRESP['W3C-SIGNED'], function* ({ value, query: { format } }, context) {
    if (format === 'dc+sd-jwt' || format === 'mso_mdoc') return notApplicable('rows of its format are about that')
    const jws = format === 'jwt_vc_json' ? readJwt(value) : undefined
    if (!jws) return inconclusive(`Assay verifies no signatures of the format ${showValue(format)}`)
    return yield* inspectSignature(
      { ...jws, findKeys: (all) => findSignerKeys(jws.header, all, 'the holder') },
      context,
    )
  }),
  checkPresented(VPRESP['W3C-ALG'], function* ({ at, value, query }, { presentationRequest }) {
    const alg = query.format === 'jwt_vc_json' ? readJwt(value)?.header.alg : undefined
    yield* findUnlessSupported(`${at}/header/alg`, alg, readFormat(presentationRequest, 'jwt_vc_json').alg_values)
    return undefined
  }),
]

export const checks: readonly Check[] = [...ofForm, ...ofQuery, ...ofSession, ...ofCredentials, ...ofW3c]
