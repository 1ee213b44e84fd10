import type { KnownFacts } from '../../../../model/finding.ts'
import type { HttpRequest, HttpResponse } from '../../../../model/wire.ts'
import { readFormLink } from '../../../../protocol/artefacts/deeplink.ts'
import {
  isObject,
  type JsonObject,
  type JsonValue,
  parseJsonObject,
  readText,
  writeJson,
} from '../../../../protocol/encoding/json.ts'
import { attempt } from '../../../../protocol/encoding/problem.ts'
import { findAddress, isByObject, readParameters } from '../../../../protocol/openid4vp/parameters.ts'
import { readPresentationRequest } from '../../../../protocol/openid4vp/read-request.ts'
import { readRequestObject } from '../../../../protocol/openid4vp/request-object.ts'
import { isSuccess, writeResponse } from '../../../../src/harness/calls.ts'
import { stop } from '../../../../src/harness/obstacle.ts'
import { isLoopback } from '../../../../src/wire/client/address-policy.ts'
import { isDcMode } from '../../values.ts'
import { VPUSE } from '../../verifier/requirements.ts'
import type { DcPage, GivenRequest, Reading, VpRequest, VpWallet } from './session.ts'

const requestParameters = /[?&](client_id|request|request_uri|dcql_query|response_type)=/

/** Whether a text is the address of something that gives requests, and no request itself. */
export const isRequestSource = (text: string): boolean =>
  /^https?:\/\//i.test(text) && URL.canParse(text) && !requestParameters.test(text)

/** Reads what a command or an address gives: a request, or an object with a request and the address of its result. */
export function readGivenRequest(text: string): GivenRequest {
  const read = attempt(() => parseJsonObject(text.trim()))
  if (!('value' in read)) return { text: text.trim() }
  const { request, result, origin, response } = read.value
  const known = typeof result === 'string' ? { result } : {}
  if (typeof request === 'string') return { text: request, ...known }
  if (!isObject(request ?? null)) return stop('what gives requests gave an object without `request`')
  if (typeof origin !== 'string' || typeof response !== 'string')
    return stop('a request of the Digital Credentials API comes with `origin` and `response`')
  return { text: writeJson(request ?? null), page: { origin, response }, ...known }
}

/** Reads a request as a wallet does, and judges it. */
export async function readRequest(
  { text, result, page }: GivenRequest,
  wallet: VpWallet,
  reading: Reading,
): Promise<VpRequest> {
  if (page) return { ...readDcRequest(text, page, wallet, reading), ...(result !== undefined && { result }) }
  const link = attempt(() => readFormLink(text))
  if ('problem' in link && reading.isJudged) judge(wallet, 'the request', text, 'vp-request-link', {})
  if ('problem' in link) return stop(`the request cannot be read: ${link.problem.message}`)
  const outer = readParameters(link.value.parameters)
  const isPost = outer.request_uri_method === 'post'
  const judgeAlone = (error: unknown): never => {
    const plainOrigin = findPlainOrigin(outer.request_uri)
    if (reading.isJudged) judge(wallet, 'the request', text, 'vp-request-link', {}, { plainOrigin })
    throw error
  }
  const inner = isByObject(link.value) ? await readObject(outer, isPost, wallet, reading).catch(judgeAlone) : outer
  if (reading.isJudged) judge(wallet, 'the request', text, 'vp-request-link', inner)
  refuseOtherFlows(inner)
  const address = readText(findAddress(inner))
  if (!/^https?:/i.test(address) || !URL.canParse(address))
    return stop('the request has no `response_uri` that can be called; responses by redirect take a browser')
  const isFetchedByPost = isPost && outer.request_uri !== undefined
  return { link: text, parameters: inner, address, isFetchedByPost, ...(result !== undefined && { result }) }
}

/** Reads what a page puts to the Digital Credentials API. */
function readDcRequest(text: string, { origin, response }: DcPage, wallet: VpWallet, reading: Reading): VpRequest {
  const parameters = readPresentationRequest(text)
  if (reading.isJudged)
    wallet.journal.judge('the request', text, 'vp-dc-request', {
      ...{ now: wallet.now(), origin, plainOrigin: undefined },
      ...(parameters && { presentationRequest: parameters }),
    })
  if (!parameters) return stop('the request of the Digital Credentials API cannot be read')
  if (!isDcMode(parameters.response_mode))
    return stop('the request has another response mode than `dc_api` and `dc_api.jwt`')
  return { link: text, parameters, address: response, isFetchedByPost: false, origin }
}

/** Ends the test where a response would go another way than it does here: its result would say nothing. */
function refuseOtherFlows({ response_type: type, response_mode: mode }: JsonObject): void {
  if (typeof type === 'string' && !type.split(' ').includes('vp_token'))
    stop(`the request has the response type \`${type.slice(0, 40)}\`, and responses here have a VP Token`)
  if (typeof mode === 'string' && mode !== 'direct_post' && mode !== 'direct_post.jwt')
    stop(`the request has the response mode \`${mode.slice(0, 40)}\`, and responses here are posted directly`)
}

/** What is inside of a request object, by value or by its address. */
async function readObject(outer: JsonObject, isPost: boolean, wallet: VpWallet, reading: Reading): Promise<JsonObject> {
  if (outer.request !== undefined) return takeClaims(readText(outer.request))
  const uri = readText(outer.request_uri)
  if (!/^https?:/i.test(uri) || !URL.canParse(uri)) return stop('the request has no `request_uri` that can be called')
  const nonce = isPost ? wallet.random(16).toString('base64url') : undefined
  const response = await wallet.send(writeFetch(uri, nonce, reading), 'message')
  // A verifier may have nothing for what a wallet says of itself (OpenID4VP 1.0, section 5.10.2).
  if (!reading.more && (!isPost || isSuccess(response))) markFetched(response, wallet)
  if (!isSuccess(response)) return stop(`the request object cannot be fetched: its address answers ${response.status}`)
  const object = response.body.trim()
  const read = attempt(() => readClaims(object))
  const claims = 'value' in read ? read.value : {}
  const facts = { request: { method: isPost ? 'POST' : 'GET' }, ...(nonce !== undefined && { walletNonce: nonce }) }
  if (reading.isJudged) judge(wallet, 'the request object', writeResponse(response), 'vp-http-response', claims, facts)
  return takeClaims(object)
}

/** What the wallet says of itself. */
export const fetchMetadata = {
  vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'], 'kb-jwt_alg_values': ['ES256'] } },
  request_object_signing_alg_values_supported: ['ES256'],
} as const

function writeFetch(url: string, nonce: string | undefined, { more = {} }: Reading): HttpRequest {
  const accept = 'application/oauth-authz-req+jwt'
  if (nonce === undefined) return { method: 'GET', url, headers: { accept } }
  const form = { wallet_nonce: nonce, wallet_metadata: JSON.stringify(fetchMetadata), ...more }
  const headers = { accept, 'content-type': 'application/x-www-form-urlencoded' }
  return { method: 'POST', url, headers, body: new URLSearchParams(form).toString() }
}

function markFetched(response: HttpResponse, { journal }: VpWallet): void {
  const row = VPUSE.FETCHED
  const problem = `its address answers ${response.status}`
  journal.mark('the request object', [isSuccess(response) ? { row } : { row, problem }])
}

const readClaims = (text: string): JsonObject => readRequestObject(text).payload

/** The same, or the end of the test. */
function takeClaims(text: string): JsonObject {
  const read = attempt(() => readClaims(text))
  return 'value' in read ? read.value : stop(`the request object cannot be read: ${read.problem.message}`)
}

/** The origin of an address without TLS on this machine, which is for tests. */
function findPlainOrigin(address: JsonValue | undefined): string | undefined {
  const { origin = '' } = URL.parse(readText(address)) ?? {}
  return origin.startsWith('http:') && isLoopback(origin) ? origin : undefined
}

function judge(
  { journal, now }: VpWallet,
  source: string,
  text: string,
  kind: 'vp-request-link' | 'vp-http-response',
  parameters: JsonObject,
  facts: Pick<KnownFacts, 'request' | 'walletNonce' | 'plainOrigin'> = {},
): void {
  const plainOrigin = findPlainOrigin(findAddress(parameters))
  journal.judge(source, text, kind, { now: now(), presentationRequest: parameters, plainOrigin, ...facts })
}
