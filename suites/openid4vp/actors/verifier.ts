import type { EndpointHandler, HttpRequest, HttpResponse } from '../../../model/wire.ts'
import { isObject, type JsonObject, parseJsonObject, readText } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { readJwe } from '../../../protocol/jose/jwe.ts'
import { readForm } from '../../../protocol/openid4vp/http-request.ts'
import { readParameters } from '../../../protocol/openid4vp/parameters.ts'
import { listPresentations } from '../../../protocol/openid4vp/presentations.ts'
import { findStatus } from './check-status.ts'
import { findPublishedKeys } from './fetch-issuer.ts'
import { isAllowedByType } from './fetch-types.ts'
import type { VpSession, VpVerifierOptions } from './options.ts'
import {
  type FetchList,
  fetchedValidations,
  isDcDelivery,
  type VpPresentation,
  type VpResponseFacts,
  type VpVerifierSteps,
  vpValidations,
} from './verifier-steps.ts'
import {
  nameOrigin,
  writeDcRequest,
  writeDidDocument,
  writeLink,
  writeRequest,
  writeRequestObject,
} from './write-request.ts'

/** Sessions that are remembered. The oldest are forgotten first. */
const mostSessions = 10_000

interface Verifier extends VpVerifierOptions {
  readonly sessions: Map<string, VpSession>
}

/** A reference verifier. `new` gives a request, and where its result is to be had. */
export function createVpVerifier(options: VpVerifierOptions): EndpointHandler {
  const verifier: Verifier = { ...options, sessions: new Map() }
  return async (call) => {
    const path = new URL(call.url, options.base).pathname.slice(new URL(options.base).pathname.length)
    const [, name = '', id = ''] = path.split('/')
    if (name === 'new' && call.method === 'GET') return openSession(verifier)
    if (name === 'did.json' && options.steps.didMethod === 'web') return respond(200, writeDidDocument(verifier))
    const session = verifier.sessions.get(id)
    if (!session) return respond(404, { error: 'not_found' })
    if (name === 'request') return options.steps.send('request', giveRequest(verifier, session, call))
    if (name === 'response' && call.method === 'POST')
      return options.steps.send('response', await takeResponse(verifier, session, call))
    return name === 'result' ? respond(200, { accepted: session.isAccepted ?? null }) : respond(404, {})
  }
}

const respond = (status: number, content: JsonObject): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify(content),
})

function openSession(verifier: Verifier): HttpResponse {
  const { sessions, random, steps, base, keys, makeKey } = verifier
  const count = sessions.size
  const id = random(12).toString('base64url')
  const key = steps.chooseKey(keys.encryption, makeKey)
  const session: VpSession = { id, nonce: steps.makeNonce(count, random), count, key, parameters: {} }
  session.parameters = writeRequest(verifier, session)
  sessions.set(id, session)
  const [oldest] = sessions.keys()
  if (sessions.size > mostSessions && oldest !== undefined) sessions.delete(oldest)
  const result = `${base}/result/${id}`
  if (!isDcDelivery(steps.delivery))
    return respond(200, { request: writeLink(verifier, session, steps.delivery), result })
  const request = writeDcRequest(verifier, session, steps.delivery)
  return respond(200, { request, origin: nameOrigin(verifier), response: `${base}/response/${id}`, result })
}

/** The parameters of a response, as they came: in a form, or in what the Digital Credentials API returned. */
function readSent({ steps }: Verifier, call: HttpRequest): JsonObject {
  if (!isDcDelivery(steps.delivery)) return readBody(call)
  const read = attempt(() => parseJsonObject(call.body ?? ''))
  return 'value' in read && isObject(read.value.data) ? read.value.data : {}
}

const readBody = ({ body = '' }: HttpRequest): JsonObject => {
  const read = attempt(() => readParameters(readForm(body)))
  return 'value' in read ? read.value : {}
}

function giveRequest(verifier: Verifier, session: VpSession, call: HttpRequest): HttpResponse {
  const parameters = call.method === 'POST' ? readBody(call) : {}
  if (!verifier.steps.takesFetch(parameters)) return respond(400, { error: 'invalid_request' })
  const { wallet_nonce: nonce } = parameters
  const body = writeRequestObject(verifier, session, typeof nonce === 'string' ? { wallet_nonce: nonce } : {})
  return { status: 200, headers: { 'content-type': 'application/oauth-authz-req+jwt' }, body }
}

/** What is in a response. */
function openResponse({ steps }: Verifier, { key }: VpSession, outer: JsonObject) {
  if (typeof outer.response !== 'string') return { response: outer, isEncrypted: false }
  const read = attempt(() => readJwe(readText(outer.response)))
  const opened =
    'value' in read && steps.reads(read.value.header)
      ? attempt(() => parseJsonObject(steps.open(readText(outer.response), key)))
      : undefined
  const content = opened && 'value' in opened ? opened.value : undefined
  return { response: content ? { ...outer, ...content } : {}, isEncrypted: true }
}

const ofFetched: ReadonlySet<string> = new Set(fetchedValidations)

/** The first thing that is wrong. The list of a credential that is not valid is not fetched (Token Status List, section 8.3). */
async function findFailed(verifier: Verifier, facts: VpResponseFacts): Promise<string | undefined> {
  const { steps } = verifier
  const fetchList = chooseFetch(verifier)
  const early = fetchList && steps.fetchesFirst ? await fetchLists(steps, fetchList, facts) : undefined
  const first = vpValidations.find((name) => !ofFetched.has(name) && !steps.validations[name](facts))
  if (first !== undefined || !fetchList) return first
  const presentations = early ?? (await fetchLists(steps, fetchList, facts))
  return fetchedValidations.find((name) => !steps.validations[name]({ ...facts, presentations }))
}

/** Finds the keys of the issuer that publishes them. */
async function verifyByMetadata(
  verifier: Verifier,
  presentations: readonly VpPresentation[],
): Promise<readonly VpPresentation[]> {
  const { steps, published } = verifier
  const fetch = chooseFetch(verifier)
  if (!fetch || published === undefined || !steps.readsIssuers) return presentations
  return Promise.all(presentations.map((each) => findPublishedKeys(steps, fetch, published, each)))
}

/** No list is fetched from a server whose certificate is wrong. */
function chooseFetch({ steps, fetchList, readCertificate }: Verifier): FetchList | undefined {
  const wrong = readCertificate?.()
  return wrong === undefined || steps.trusts(wrong) ? fetchList : fetchList && (async () => respond(502, {}))
}

const fetchLists = (steps: VpVerifierSteps, fetchList: FetchList, { presentations }: VpResponseFacts) =>
  Promise.all(
    presentations.map(async (each): Promise<VpPresentation> => {
      const place = findStatus(each)
      const isTypeAllowed = await isAllowedByType(steps.types, fetchList, each)
      const time = steps.listTime(each.now)
      const statusList = place && (await steps.getList(readText(place.uri), fetchList, time))
      const typed = { ...each, ...(isTypeAllowed !== undefined && { isTypeAllowed }) }
      return { ...typed, ...(statusList !== undefined && { statusList }), ...(time && { listTime: Number(time) }) }
    }),
  )

async function takeResponse(verifier: Verifier, session: VpSession, call: HttpRequest): Promise<HttpResponse> {
  const { steps, base, random, trusted, now } = verifier
  const { parameters: request } = session
  const { response, isEncrypted } = openResponse(verifier, session, readSent(verifier, call))
  if (response.error !== undefined) {
    session.isAccepted = false
    return respond(200, {})
  }
  const query = isObject(request.dcql_query) ? request.dcql_query : {}
  const queries = Array.isArray(query.credentials) ? query.credentials.filter(isObject) : []
  const isOverDc = isDcDelivery(steps.delivery)
  const origin = isOverDc && { origin: nameOrigin(verifier) }
  const given = listPresentations(response).flatMap(({ id, value }): readonly VpPresentation[] => {
    const own = queries.find((each) => each.id === id)
    return own ? [{ query: own, value, request, ...origin, trusted, now: now() }] : []
  })
  const presentations = await verifyByMetadata(verifier, given)
  const isRetried = session.isAccepted === false
  const isUsed = session.isAccepted === true || (isRetried && !steps.reopens)
  const facts = { request, response, isEncrypted, presentations, isUsed, isRetried }
  const failed = await findFailed(verifier, facts)
  if (!facts.isUsed) session.isAccepted = failed === undefined && steps.takesResponse(response)
  if (failed !== undefined) return respond(400, { error: 'invalid_request', error_description: failed })
  if (!steps.takesResponse(response)) return respond(400, { error: 'invalid_request' })
  if (isOverDc) return respond(200, {})
  const redirectUri = `${base}/done#response_code=${steps.makeCode(session.count, random, readText(request.state))}`
  return respond(200, steps.answer({ redirect_uri: redirectUri }))
}
