import type { HttpRequest, HttpResponse } from '../../../../model/wire.ts'
import { isObject, type JsonObject, type JsonValue, readText } from '../../../../protocol/encoding/json.ts'
import type { Jwk } from '../../../../protocol/jose/jwk.ts'
import {
  findMediaType,
  isSuccess,
  jsonHeaders,
  readBody,
  type Send,
  writeResponse,
} from '../../../../src/harness/calls.ts'
import { stop } from '../../../../src/harness/obstacle.ts'
import { listProblem } from '../../../kit/results.ts'
import type { ClientChange } from '../../../oauth/client-probes.ts'
import type { DpopChange } from '../../../oauth/dpop-probes.ts'
import { checkTokenType, type Form } from '../../../oauth/exchange-checks.ts'
import { describeError } from '../../../oauth/harness/describe-error.ts'
import { preAuthorizedGrant } from '../../actors/names.ts'
import type { RequestChange } from '../../issuer-probes.ts'
import { VCIUSE } from '../../requirements.ts'
import { checkIssued, listCredentials, openResponse } from '../../session-checks.ts'
import { canAttest, sendAsClient } from '../authorization/authenticate-client.ts'
import { fetchCode, makeAuthorization, nameClient } from '../authorization/authorization.ts'
import { sendWithDpop } from './dpop.ts'
import type { FoundIssuer } from './find-issuer.ts'
import { keepGiven } from './keep-given.ts'
import type { ReadOffer } from './read-offer.ts'
import type { Grant, TestWallet } from './wallet.ts'
import { makeRequest, type PreparedRequest, writeRequest } from './write-request.ts'

/** Parameters of a token request. */
export function makeTokenForm(offer: ReadOffer, wallet: TestWallet): Form {
  const txCode = offer.needsTxCode ? offer.txCode : undefined
  return {
    grant_type: preAuthorizedGrant,
    'pre-authorized_code': offer.code ?? '',
    ...(txCode !== undefined && { tx_code: txCode }),
    ...((wallet.clientId !== undefined || wallet.instance) && { client_id: nameClient(wallet) }),
  }
}

/** What a token request does otherwise than the usual one, beside its parameters. */
export interface TokenRequestChange {
  readonly dpop?: DpopChange
  readonly client?: ClientChange
}

export function fetchToken(
  { tokenEndpoint: url }: FoundIssuer,
  form: Form,
  wallet: TestWallet,
  { dpop: change, client }: TokenRequestChange = {},
): Promise<HttpResponse> {
  const { dpop, now } = wallet
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
  const request = { method: 'POST', url, headers, body: new URLSearchParams(form).toString() }
  const wrap = (send: Send): Send =>
    dpop ? (each) => sendWithDpop({ ...wallet, send }, each, dpop, { now: now(), ...(change && { change }) }) : send
  const { client_id: name = nameClient(wallet) } = form
  return sendAsClient(request, name, wallet, { wrap, ...(client && { change: client }) })
}

/** Sends a token request that is as it has to be, and judges its response. */
export async function fetchJudgedToken(issuer: FoundIssuer, form: Form, wallet: TestWallet): Promise<HttpResponse> {
  const response = await fetchToken(issuer, form, wallet)
  const facts = { issuer: issuer.id, issuerMetadata: issuer.metadata, plainOrigin: issuer.plainOrigin }
  wallet.journal.judge('the token response', writeResponse(response), 'vci-http-response', facts)
  const isProven = wallet.dpop !== undefined
  if (isSuccess(response)) wallet.journal.mark('the token response', checkTokenType(readBody(response) ?? {}, isProven))
  return response
}

/** Sends a request with an access token, and with a proof of its key where it is bound to one. */
function callWithToken(
  request: HttpRequest,
  { type }: Grant,
  token: string | undefined,
  wallet: TestWallet,
  change?: DpopChange,
): Promise<HttpResponse> {
  const { send, dpop, now } = wallet
  if (!dpop || token === undefined || !isBound(type)) return send(request, 'message')
  if (change?.isMissing !== undefined) {
    const headers = { ...request.headers, authorization: `${change.isMissing} ${token}` }
    return send({ ...request, headers }, 'message')
  }
  return sendWithDpop(wallet, request, dpop, { now: now(), token, ...(change && { change }) })
}

/** Whether tokens of a type are bound to a key. */
export const isBound = (type: string): boolean => /^dpop$/i.test(type)

/** Obtains an access token by the grant of an offer. */
export async function openGrant(issuer: FoundIssuer, offer: ReadOffer, wallet: TestWallet): Promise<Grant> {
  if (offer.code === undefined) return openGrantByCode(issuer, offer, wallet)
  if (offer.needsTxCode && offer.txCode === undefined) return stop('the offer needs a transaction code: pass --tx-code')
  const { grant, body } = await fetchGrant(issuer, offer, makeTokenForm(offer, wallet), wallet)
  markGranted(body, issuer, wallet)
  return grant
}

async function openGrantByCode(issuer: FoundIssuer, offer: ReadOffer, wallet: TestWallet): Promise<Grant> {
  const draft = makeAuthorization(issuer, offer, wallet)
  const form = await fetchCode(issuer, draft, wallet)
  const { grant, body } = await fetchGrant(issuer, offer, form, wallet)
  markGranted(body, issuer, wallet)
  const isDetailed = body.authorization_details !== undefined
  if (draft.form.authorization_details !== undefined)
    wallet.journal.mark('the token response', [
      listProblem(VCIUSE.DETAILS, isDetailed ? '' : 'there are no `authorization_details`'),
    ])
  return grant
}

const markGranted = (body: JsonObject, { server }: FoundIssuer, { journal, profile }: TestWallet): void =>
  journal.mark('the token response', profile.checks?.granted?.(body, server) ?? [])

/** Sends a token request, and reads its response. */
export async function fetchGrant(
  issuer: FoundIssuer,
  offer: ReadOffer,
  form: Form,
  wallet: TestWallet,
): Promise<{ readonly grant: Grant; readonly body: JsonObject }> {
  const response = await fetchJudgedToken(issuer, form, wallet)
  const body = readBody(response)
  if (!isSuccess(response) || typeof body?.access_token !== 'string')
    return stop(
      `no access token was issued: the token endpoint answers ${describeError(response)}${hintAt(response, issuer, wallet)}`,
    )
  const { access_token: token, token_type: type, scope } = body
  if (![token, type ?? ''].every(isVisible))
    return stop('the access token has characters that a header field cannot have')
  keepGiven(wallet, 'access_token', token)
  if (typeof body.refresh_token === 'string') keepGiven(wallet, 'refresh_token', body.refresh_token)
  const { code = form['pre-authorized_code'] ?? '' } = form
  const own = { token, type: readText(type) || 'Bearer', code, ...(typeof scope === 'string' && { scope }) }
  return { grant: { ...readGrant(body, issuer, offer), ...own }, body }
}

/** Whether a value can be part of a header field (RFC 6749, appendix A.12). */
const isVisible = (value: JsonValue): boolean => typeof value === 'string' && /^[ -~]*$/.test(value)

function hintAt(response: HttpResponse, { server }: FoundIssuer, { instance }: TestWallet): string {
  if (readBody(response)?.error !== 'invalid_client') return ''
  const name = '; pass the ID of a client that the server knows with --client-id'
  return canAttest(server) && !instance ? `${name}, or ${attestationHint}` : name
}

/** How a wallet authenticates itself. */
const attestationHint =
  'the private JWK of a wallet provider that it trusts, with `kid` or `x5c`, with --attestation-key'

/** What a token is for: the credentials in its details, or else those in the offer that a code was issued for. */
function readGrant(
  body: JsonObject,
  { metadata }: FoundIssuer,
  offer: ReadOffer,
): Omit<Grant, 'token' | 'type' | 'code'> {
  const [first, ...others] = listGranted(body, offer).map(({ id, identifiers }) => {
    const all = metadata.credential_configurations_supported
    const configuration = isObject(all) && Object.hasOwn(all, id) ? all[id] : undefined
    return { configurationId: id, identifiers, configuration }
  })
  const { configuration } = first ?? {}
  if (!first || !isObject(configuration)) return stop('the metadata does not have the credential that is offered')
  return {
    ...{ ...first, configuration },
    others: others.flatMap((each) =>
      isObject(each.configuration) ? [{ ...each, configuration: each.configuration }] : [],
    ),
  }
}

interface GrantedName {
  readonly id: string
  readonly identifiers: readonly string[]
}

/** The credential configurations that an offer names. */
export function listOfferedNames({ content: { credential_configuration_ids: ids } }: Pick<ReadOffer, 'content'>) {
  return (Array.isArray(ids) ? ids : []).map((id) => readText(id))
}

/** The scope of an authorization request is that of the first credential only. */
function listGranted(
  { authorization_details: list }: JsonObject,
  { content, code }: ReadOffer,
): readonly GrantedName[] {
  const details = (Array.isArray(list) ? list.filter(isObject) : []).filter(({ type }) => type === 'openid_credential')
  const offered = listOfferedNames({ content })
  if (details.length === 0)
    return (code === undefined ? offered.slice(0, 1) : offered).map((id) => ({ id, identifiers: [] }))
  return details.map(({ credential_configuration_id: id, credential_identifiers: own }) => ({
    id: readText(id ?? offered[0]),
    identifiers: (Array.isArray(own) ? own : []).filter((each) => typeof each === 'string'),
  }))
}

/** Asks for a nonce; nothing, where the issuer has none. */
export async function fetchNonce(issuer: FoundIssuer, { send, journal }: TestWallet): Promise<string | undefined> {
  const { nonce_endpoint: url } = issuer.metadata
  if (typeof url !== 'string' || !URL.canParse(url)) return undefined
  const headers = { 'content-length': '0', accept: 'application/json' }
  const response = await send({ method: 'POST', url, headers }, 'message')
  const nonce = isSuccess(response) ? readBody(response)?.c_nonce : undefined
  const isGood = typeof nonce === 'string'
  const row = VCIUSE.NONCE
  journal.mark('the nonce', [isGood ? { row } : { row, problem: `it answers ${describeError(response)}` }])
  journal.judge('the nonce', writeResponse(response), 'vci-http-response', {})
  return isGood ? nonce : stop(`no nonce was issued: the endpoint answers ${describeError(response)}`)
}

/** How a credential request ended. */
export interface RequestEnd {
  readonly outcome: 'issued' | 'deferred' | 'refused' | 'limited' | 'unclear'
  readonly response: HttpResponse
  readonly content?: JsonObject
  readonly prepared: PreparedRequest
  readonly notificationId?: string
  readonly transactionId?: string
}

/** The address with an access token (RFC 6750, section 2.3). */
function addQuery(url: string, token: string): string {
  const address = new URL(url)
  address.searchParams.set('access_token', token)
  return address.href
}

/** Asks for a credential, as usual or with a change. */
export async function fetchCredential(
  issuer: FoundIssuer,
  grant: Grant,
  wallet: TestWallet,
  change: RequestChange = {},
  given: Partial<Repeated> & { readonly source?: string } = {},
): Promise<RequestEnd> {
  const nonce = given.nonce ?? (await fetchNonce(issuer, wallet))
  const { holders } = given
  const prepared = makeRequest({ issuer, grant, wallet, change, holders, ...(nonce !== undefined && { nonce }) })
  const url = readText(issuer.metadata.credential_endpoint)
  if (!URL.canParse(url)) return stop('the metadata has no credential endpoint that can be called')
  const { token: shown, ...bare } = prepared
  const request = change.inQuery
    ? writeRequest(addQuery(url, grant.token), bare, issuer, grant)
    : writeRequest(url, prepared, issuer, grant)
  const response = await callWithToken(request, grant, prepared.token, wallet, change.dpop)
  return readEnd({ issuer, grant, wallet, response, prepared, source: given.source ?? 'the credential response' })
}

interface Received {
  readonly issuer: FoundIssuer
  readonly grant: Grant
  readonly wallet: TestWallet
  readonly response: HttpResponse
  readonly prepared: PreparedRequest
  readonly source: string
}

/** What a request repeats of the one before. */
export type Repeated = Pick<PreparedRequest, 'nonce' | 'holders'>

/** Opens a response to a request for a credential, and judges it. */
export function readEnd({ issuer, grant, wallet, response, prepared, source }: Received): RequestEnd {
  const { journal, issued, sound } = wallet
  const { status, body } = response
  const mediaType = findMediaType(response)
  const { wanted } = prepared
  const { content, results } = openResponse({ status, mediaType, body, ...(wanted && { wanted }) })
  journal.mark(source, results)
  // What was encrypted is judged as it was before.
  const isEncrypted = content !== undefined && readBody(response) === undefined
  const headers = { ...response.headers, 'content-type': 'application/json' }
  const text = writeResponse(isEncrypted ? { status, headers, body: JSON.stringify(content) } : response)
  journal.judge(source, text, 'vci-http-response', {
    issuer: issuer.id,
    issuerMetadata: issuer.metadata,
    plainOrigin: issuer.plainOrigin,
  })
  markChallenge(response, source, wallet)
  const id = content?.transaction_id
  const outcome = chooseOutcome(response, content)
  if (content && outcome === 'issued') issued.push(...listCredentials(content).slice(0, mostIssued))
  if (content && outcome === 'issued' && prepared.isSound) {
    sound.push(...listCredentials(content).slice(0, mostIssued))
    journal.mark(source, checkIssued(content, grant.configuration, prepared.keys))
  }
  return {
    outcome,
    response,
    prepared,
    ...(content && { content }),
    ...(typeof content?.notification_id === 'string' && { notificationId: content.notification_id }),
    ...(typeof id === 'string' && { transactionId: id }),
  }
}

/** An answer that asks for an access token says how it is to be shown. */
function markChallenge({ status, headers }: HttpResponse, source: string, { journal }: TestWallet): void {
  if (status !== 401) return
  const row = VCIUSE.CHALLENGE
  const isThere = headers['www-authenticate'] !== undefined
  journal.mark(source, [isThere ? { row } : { row, problem: 'there is no `WWW-Authenticate`' }])
}

function chooseOutcome(response: HttpResponse, content: JsonObject | undefined): RequestEnd['outcome'] {
  if (response.status === 429 || response.status === 503) return 'limited'
  if (!isSuccess(response)) return 'refused'
  if (content && listCredentials(content).length > 0) return 'issued'
  if (typeof content?.transaction_id === 'string') return 'deferred'
  // What cannot be opened may be a credential; an object without one is none.
  return content === undefined && response.body !== '' ? 'unclear' : 'refused'
}

/** Whether a request was taken. */
export const isTaken = ({ outcome }: RequestEnd): boolean => outcome === 'issued' || outcome === 'deferred'

/** How many credentials of one response are kept. */
const mostIssued = 20

/** How often a wallet asks again. */
const mostPolls = 10

/** Asks for a deferred credential until it is there, as slowly as the issuer wishes. */
export async function waitForCredential(
  issuer: FoundIssuer,
  grant: Grant,
  wallet: TestWallet,
  first: RequestEnd,
  patience: number,
): Promise<RequestEnd> {
  let end = first
  let left = patience
  const { keys, isSound } = first.prepared
  for (let i = 0; i < mostPolls && end.outcome === 'deferred'; i++) {
    const interval = readInterval(end.content?.interval)
    if (interval > left) return stop(`the issuer wants ${interval} s of patience before it issues: pass --patience`)
    left -= interval
    await wallet.wait(interval)
    const { transactionId = '' } = end
    end = await fetchDeferred(issuer, grant, wallet, { transaction_id: transactionId }, { keys, isSound })
    markPending(end, wallet)
    if (end.outcome !== 'deferred') continue
    const isSame = end.transactionId === transactionId
    const row = VCIUSE.SAME
    wallet.journal.mark('the deferred response', [
      isSame ? { row } : { row, problem: '`transaction_id` is another one' },
    ])
  }
  return end.outcome === 'deferred' ? stop(`the issuer defers more than ${mostPolls} times`) : end
}

/** Drafts had an error for a credential that is not ready. */
function markPending({ outcome, response }: RequestEnd, { journal }: TestWallet): void {
  const row = VCIUSE.PENDING
  const isError = readBody(response)?.error === 'issuance_pending'
  const problem = `it answers ${response.status}, \`issuance_pending\``
  if (outcome === 'deferred' || isError) journal.mark('the deferred response', [isError ? { row, problem } : { row }])
}

export const readInterval = (value: JsonValue | undefined): number =>
  typeof value === 'number' && value > 0 ? value : 5

/** What is shown in place of the access token and of the proof of its key. */
export interface Shown {
  readonly token?: string | null
  readonly dpop?: DpopChange
}

/** A deferred request: how it is sent, and the keys of the credential request before it. */
export interface DeferredRequest extends Shown {
  readonly keys?: readonly Jwk[]
  readonly isSound?: boolean
}

export async function fetchDeferred(
  issuer: FoundIssuer,
  grant: Grant,
  wallet: TestWallet,
  content: JsonObject,
  { token = grant.token, dpop, keys = [], isSound = true }: DeferredRequest = {},
): Promise<RequestEnd> {
  const { deferred_credential_endpoint: url } = issuer.metadata
  if (typeof url !== 'string' || !URL.canParse(url)) return stop('the issuer defers, and has no endpoint for that')
  const prepared = { ...makeRequest({ issuer, grant, wallet, change: {}, body: content }), keys, isSound }
  const { token: _, ...rest } = prepared
  const sent = { ...rest, ...(token !== null && { token }) }
  const response = await callWithToken(writeRequest(url, sent, issuer, grant), grant, sent.token, wallet, dpop)
  return readEnd({ issuer, grant, wallet, response, prepared, source: 'the deferred response' })
}

/** Tells the issuer what became of a credential. */
export async function sendNotification(
  issuer: FoundIssuer,
  grant: Grant,
  wallet: TestWallet,
  content: JsonObject,
  { token = grant.token, dpop }: Shown = {},
): Promise<HttpResponse | undefined> {
  const { notification_endpoint: url } = issuer.metadata
  if (typeof url !== 'string' || !URL.canParse(url)) return undefined
  const authorization = token === null ? {} : { authorization: `${grant.type} ${token}` }
  const headers = { ...jsonHeaders, ...authorization }
  const request = { method: 'POST', url, headers, body: JSON.stringify(content) }
  const response = await callWithToken(request, grant, token ?? undefined, wallet, dpop)
  markChallenge(response, 'a notification', wallet)
  return response
}
