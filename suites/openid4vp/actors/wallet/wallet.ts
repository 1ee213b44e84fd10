import type { HttpResponse } from '../../../../model/wire.ts'
import { readFormLink } from '../../../../protocol/artefacts/deeplink.ts'
import { isObject, type JsonObject, parseJsonObject, readText, writeJson } from '../../../../protocol/encoding/json.ts'
import { attempt } from '../../../../protocol/encoding/problem.ts'
import { placeDidDocument } from '../../../../protocol/jose/did-web.ts'
import { writeJwe } from '../../../../protocol/jose/jwe.ts'
import { needsSignature, readClientId } from '../../../../protocol/openid4vp/client-id.ts'
import { dcRequestTypes, findSignedRequest, nameDcProtocol } from '../../../../protocol/openid4vp/dc-request.ts'
import { isByObject, readParameters } from '../../../../protocol/openid4vp/parameters.ts'
import { readRequestObject } from '../../../../protocol/openid4vp/request-object.ts'
import { readAnySdJwt } from '../../../../protocol/sd-jwt/presentation.ts'
import { type DcHandover, type VpWalletEnd, type VpWalletFacts, vpWalletValidations } from '../wallet-steps.ts'
import { chooseForQuery } from './choose.ts'
import {
  callVerifier,
  PresentationRefusal,
  refuseRequest,
  type VpWalletContext,
  type VpWalletOptions,
  validateRequest,
} from './context.ts'
import { presentCredential } from './present.ts'

/** Reads a request, of a link or of the platform, and presents what it asks for. */
export async function answerRequest(options: VpWalletOptions, given: string | DcHandover): Promise<VpWalletEnd> {
  const nothing: VpWalletFacts = { link: {}, request: {}, status: 200, anchors: options.anchors, now: options.now() }
  const context: VpWalletContext = { ...options, facts: nothing }
  try {
    if (typeof given === 'string') await readLink(context, given)
    else readHandover(context, given)
    await fetchDidDocument(context)
    validateRequest(context, vpWalletValidations)
    const content = { vp_token: options.steps.token(makeToken(context), context.facts) }
    return options.steps.end({ accepted: true, ...(await respond(context, content)) })
  } catch (error) {
    if (!(error instanceof PresentationRefusal)) throw error
    const sendsError = error.code !== undefined && options.steps.sendsErrors
    const sent = sendsError ? await sendError(context, readText(error.code)) : {}
    return options.steps.end({ accepted: false, refused: error.message, ...sent })
  }
}

/** Learns what the platform hands over. */
function readHandover(context: VpWalletContext, { request: { protocol, data }, origin }: DcHandover): void {
  const type = dcRequestTypes.find((each) => nameDcProtocol(each) === protocol)
  context.facts = { ...context.facts, origin }
  if (type === undefined || !isObject(data)) refuseRequest('the protocol is not known')
  const signed = findSignedRequest(data)
  if (type === 'unsigned') context.facts = { ...context.facts, request: context.steps.dcParameters(data) }
  else readObject(context, typeof signed === 'string' ? signed : writeJson(signed ?? {}))
}

/** Learns what a link says, or the request object to which it leads. */
async function readLink(context: VpWalletContext, text: string): Promise<void> {
  const read = attempt(() => readFormLink(text))
  if ('problem' in read) return refuseRequest('the request cannot be read')
  const link = readParameters(read.value.parameters)
  context.facts = { ...context.facts, link, request: link }
  if (!isByObject(read.value)) return
  const { request: value } = link
  readObject(context, typeof value === 'string' ? value : await fetchObject(context, link))
}

/** Resolves the DID that names the verifier, where its document is elsewhere. */
async function fetchDidDocument(context: VpWalletContext): Promise<void> {
  const { prefix, name } = readClientId(readText(context.facts.request.client_id))
  const url = prefix === 'decentralized_identifier' ? placeDidDocument(name) : undefined
  if (url === undefined) return
  const response = await callVerifier(context, { method: 'GET', url, headers: { accept: 'application/did+json' } })
  const read = attempt(() => parseJsonObject(response.body))
  if (response.status === 200 && 'value' in read) context.facts = { ...context.facts, didDocument: read.value }
}

async function fetchObject(context: VpWalletContext, link: JsonObject): Promise<string> {
  const { steps, random } = context
  const url = readText(link.request_uri)
  if (!URL.canParse(url)) return refuseRequest('there is no address of a request object')
  const accept = 'application/oauth-authz-req+jwt'
  const method = steps.chooseMethod(link)
  const form = steps.fetchForm({ wallet_nonce: random(16).toString('base64url'), wallet_metadata: writeMetadata(link) })
  const isPost = method === 'POST'
  if (isPost && form.wallet_nonce !== undefined) context.facts = { ...context.facts, walletNonce: form.wallet_nonce }
  const headers = { accept, ...(isPost && { 'content-type': formType }) }
  const body = isPost ? { body: new URLSearchParams(form).toString() } : {}
  const response = await callVerifier(context, { method, url, headers, ...body })
  context.facts = { ...context.facts, status: response.status }
  return response.body.trim()
}

const formType = 'application/x-www-form-urlencoded'

/** What the wallet says of itself; of signatures only to a client that can sign. */
const writeMetadata = ({ client_id: client }: JsonObject): string =>
  writeJson({
    vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'], 'kb-jwt_alg_values': ['ES256'] } },
    ...(needsSignature(readClientId(readText(client))) && { request_object_signing_alg_values_supported: ['ES256'] }),
  })

function readObject(context: VpWalletContext, text: string): void {
  const read = attempt(() => readRequestObject(text))
  if (!('value' in read) || read.value.signatures.length === 0) refuseRequest('the request object cannot be read')
  const { facts, steps } = context
  const { payload, isCompact, signatures } = read.value
  // In JSON, each signature says for which client it is.
  const all = signatures.map((object): VpWalletFacts => {
    const own = isCompact ? payload : { ...payload, client_id: object.header.client_id ?? '' }
    return { ...facts, object, signatures, request: steps.parameters(own, facts.link) }
  })
  context.facts = all.find(steps.validations['chain-trusted']) ?? { ...facts, ...all[0] }
}

/** The VP Token that answers the query. */
function makeToken(context: VpWalletContext): JsonObject {
  const { steps, facts, credential } = context
  const query = isObject(facts.request.dcql_query) ? facts.request.dcql_query : {}
  const choices = steps.choose(chooseForQuery(readAnySdJwt(credential), query, steps), facts.request)
  const isKnown = JSON.stringify(query).includes('"format":"dc+sd-jwt"')
  const code = isKnown ? 'access_denied' : 'vp_formats_not_supported'
  if (!choices) return refuseRequest('the requested credential is not there', code)
  return Object.fromEntries(choices.map((each) => [readText(each.query.id), [presentCredential(context, each)]]))
}

type Sent = Pick<VpWalletEnd, 'response'>

/** What a verifier answers to an error changes nothing. */
async function sendError(context: VpWalletContext, code: string): Promise<Sent> {
  try {
    return await respond(context, { error: code })
  } catch (error) {
    if (!(error instanceof PresentationRefusal)) throw error
    return {}
  }
}

/** Returns a response to the platform, or sends it to the verifier, encrypted if it has to be. */
async function respond(context: VpWalletContext, content: JsonObject): Promise<Sent> {
  const { steps, facts } = context
  const { state } = facts.request
  const isOverDc = facts.origin !== undefined
  const isStated = state !== undefined && !isOverDc
  const all = steps.response({ ...content, ...(isStated && { state }) }, facts)
  const isSealed = content.error === undefined && steps.encrypts(facts.request)
  const response = isSealed ? { response: encrypt(context, all) } : all
  if (isOverDc) return { response }
  await sendResponse(context, response)
  return {}
}

async function sendResponse(context: VpWalletContext, form: JsonObject): Promise<void> {
  const { steps, facts } = context
  const url = steps.address(facts.request)
  if (!URL.canParse(url)) return refuseRequest('there is no address for the response')
  const headers = { 'content-type': formType, accept: 'application/json' }
  const response = await callVerifier(context, { method: 'POST', url, headers, body: writeForm(form) })
  if (response.status >= 400) refuseRequest(`the verifier answers ${response.status}`)
  await openReturn(context, response)
}

/** Opens the address to which a verifier sends its user, as a browser does. What is there changes nothing. */
async function openReturn({ steps, send, facts }: VpWalletContext, { body }: HttpResponse): Promise<void> {
  const read = attempt(() => parseJsonObject(body))
  const url = URL.parse('value' in read ? readText(read.value.redirect_uri) : '')
  if (!steps.opensReturn || !url || !/^https?:$/.test(url.protocol)) return
  url.hash = ''
  await send(steps.send({ method: 'GET', url: url.href, headers: { accept: 'text/html' } }, facts)).catch(() => {})
}

const writeForm = (content: JsonObject): string =>
  new URLSearchParams(
    Object.entries(content).map(([name, value]) => [name, typeof value === 'string' ? value : writeJson(value)]),
  ).toString()

function encrypt({ steps, facts, random }: VpWalletContext, content: JsonObject): string {
  const metadata = isObject(facts.request.client_metadata) ? facts.request.client_metadata : {}
  const { jwks, encrypted_response_enc_values_supported: encs = ['A128GCM'] } = metadata
  const keys = isObject(jwks) && Array.isArray(jwks.keys) ? jwks.keys.filter(isObject) : []
  const key = steps.chooseKey(steps.encryptionKeys(keys))
  const enc = steps.chooseEncryption(Array.isArray(encs) ? encs : [])
  if (!key || enc === undefined) return refuseRequest('there is no key for the response')
  const header = { alg: key.alg ?? '', enc, ...(key.kid !== undefined && { kid: key.kid }) }
  const sealed = steps.encryptionHeader(header)
  return writeJwe({ plaintext: writeJson(content), header: sealed, key, random: steps.encryptionRandom(random) })
}
