import { createHash } from 'node:crypto'
import type { HttpResponse } from '../../../../model/wire.ts'
import { isObject, type JsonObject, readText } from '../../../../protocol/encoding/json.ts'
import { isSuccess, readBody, type Send, writeResponse } from '../../../../src/harness/calls.ts'
import { showWords, stop } from '../../../../src/harness/obstacle.ts'
import { drawToken } from '../../../../src/runtime/random.ts'
import type { ClientChange } from '../../../oauth/client-probes.ts'
import { checkCodeServer, checkPushed, checkRedirection, type Form } from '../../../oauth/exchange-checks.ts'
import { describeError } from '../../../oauth/harness/describe-error.ts'
import { type DpopKey, sendWithDpop } from '../issuer/dpop.ts'
import type { FoundIssuer } from '../issuer/find-issuer.ts'
import type { Answer } from '../issuer/judge-answers.ts'
import { keepGiven } from '../issuer/keep-given.ts'
import type { ReadOffer } from '../issuer/read-offer.ts'
import type { TestWallet } from '../issuer/wallet.ts'
import { sendAsClient } from './authenticate-client.ts'
import type { UserEnd, UserReturn } from './authorize-user.ts'

/** An authorization request before it is sent, and what the token request needs of it. */
export interface AuthorizationDraft {
  readonly form: Form
  readonly verifier: string
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** Makes an authorization request for the first credential of an offer. */
export function makeAuthorization(issuer: FoundIssuer, offer: ReadOffer, wallet: TestWallet): AuthorizationDraft {
  const verifier = `${drawToken()}${drawToken()}`
  const { issuerState } = offer
  const form = {
    response_type: 'code',
    client_id: nameClient(wallet),
    redirect_uri: wallet.redirectUri,
    state: drawToken(),
    code_challenge: hash(verifier),
    code_challenge_method: 'S256',
    ...chooseCredential(issuer, offer),
    ...(issuer.metadata.authorization_servers !== undefined && { resource: issuer.id }),
    ...(issuerState !== undefined && { issuer_state: issuerState }),
  }
  return { form, verifier }
}

/** The client that the wallet is, unless another name was given. */
export const nameClient = ({ clientId = 'assay' }: Pick<TestWallet, 'clientId'>): string => clientId

/** Names a credential by its scope or, where it has none, by its authorization details. */
function chooseCredential({ metadata, id }: FoundIssuer, { content }: ReadOffer): Form {
  const [offered] = Array.isArray(content.credential_configuration_ids) ? content.credential_configuration_ids : []
  const name = readText(offered)
  const all = metadata.credential_configurations_supported
  const configuration = isObject(all) && Object.hasOwn(all, name) ? all[name] : undefined
  const scope = isObject(configuration) ? configuration.scope : undefined
  return typeof scope === 'string' ? { scope } : { authorization_details: writeDetails(name, id) }
}

/** Authorization details for a credential. */
export const writeDetails = (configurationId: string, issuer: string): string =>
  JSON.stringify([{ type: 'openid_credential', credential_configuration_id: configurationId, locations: [issuer] }])

/** The endpoint for pushed requests; nothing, where there is none. */
export function findPushEndpoint({ server }: FoundIssuer): string | undefined {
  const { pushed_authorization_request_endpoint: url } = server
  return typeof url === 'string' && URL.canParse(url) ? url : undefined
}

/** What a pushed request does otherwise, and the key whose proof comes with it. */
interface PushChange {
  readonly change?: ClientChange
  readonly dpop?: DpopKey
  /** By this method, with its parameters in the address. */
  readonly method?: 'GET'
}

/** Pushes an authorization request. */
export function sendPushedRequest(
  url: string,
  form: Form,
  wallet: TestWallet,
  { change, dpop, method }: PushChange = {},
): Promise<HttpResponse> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' }
  const body = new URLSearchParams(form).toString()
  const request =
    method === undefined
      ? { method: 'POST', url, headers, body }
      : { method, url: `${url}?${body}`, headers: { accept: 'application/json' } }
  const { client_id: client = nameClient(wallet) } = form
  const wrap = (send: Send): Send =>
    dpop ? (each) => sendWithDpop({ ...wallet, send }, each, dpop, { now: wallet.now() }) : send
  return sendAsClient(request, client, wallet, { wrap, ...(change && { change }) })
}

/** The reference to a request that was pushed; nothing, if it was refused. */
export function readPushed(response: HttpResponse): string | undefined {
  const { request_uri: uri } = readBody(response) ?? {}
  return isSuccess(response) && typeof uri === 'string' ? uri : undefined
}

/** Sends a user to the authorization endpoint. */
export function sendUser(
  { server }: FoundIssuer,
  parameters: Form,
  { authorizeUser }: TestWallet,
  { redirectUri, expectsRefusal }: { readonly redirectUri: string; readonly expectsRefusal: boolean },
): Promise<UserEnd> {
  const endpoint = readText(server.authorization_endpoint)
  if (!URL.canParse(endpoint)) return stop('the authorization server has no authorization endpoint that can be called')
  const url = new URL(endpoint)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return authorizeUser({ url: url.href, redirectUri, expectsRefusal })
}

/** Sends a user with what should be refused, and says whether a code comes of it; nothing, where only a person could tell. */
export async function tryForCode(
  issuer: FoundIssuer,
  parameters: Form,
  wallet: TestWallet,
): Promise<Answer | undefined> {
  const end = await sendUser(issuer, parameters, wallet, { redirectUri: wallet.redirectUri, expectsRefusal: true })
  if (end.kind === 'page') return undefined
  const isTaken = end.kind === 'redirected' && end.parameters.has('code')
  return { isTaken, actual: isTaken ? 'it gets a code' : 'rejected' }
}

/** Has a user authorize the wallet, and judges how it went. */
export async function fetchCode(
  issuer: FoundIssuer,
  { form, verifier }: AuthorizationDraft,
  wallet: TestWallet,
  pushing: Pick<PushChange, 'dpop'> = {},
): Promise<Form> {
  wallet.journal.mark('the metadata of the authorization server', [checkCodeServer(issuer.server)])
  const parameters = await shortenRequest(issuer, form, wallet, pushing)
  const end = await sendUser(issuer, parameters, wallet, { redirectUri: wallet.redirectUri, expectsRefusal: false })
  if (end.kind !== 'redirected')
    return stop(
      `there is no authorization: ${end.problem}${end.kind === 'page' ? '; a person has to agree: see --authorize' : ''}`,
    )
  return { ...readCode(end, form, issuer.server, wallet), code_verifier: verifier }
}

/** What goes to the authorization endpoint: a reference to the request, where the server takes pushed ones. */
async function shortenRequest(issuer: FoundIssuer, form: Form, wallet: TestWallet, pushing: PushChange): Promise<Form> {
  const endpoint = findPushEndpoint(issuer)
  if (endpoint === undefined) return form
  const response = await sendPushedRequest(endpoint, form, wallet, pushing)
  const content = readBody(response) ?? {}
  if (!isSuccess(response)) return stop(`the pushed request is rejected: ${describeError(response)}`)
  const more = wallet.profile.checks?.pushed?.(content) ?? []
  wallet.journal.judge('the response to the pushed request', writeResponse(response), 'vci-http-response', {})
  wallet.journal.mark('the pushed request', [checkPushed(response.status, content), ...more])
  if (typeof content.request_uri !== 'string') return stop('the response to the pushed request has no `request_uri`')
  keepGiven(wallet, 'request_uri', content.request_uri)
  return { client_id: form.client_id ?? '', request_uri: content.request_uri }
}

function readCode({ parameters, fragment }: UserReturn, form: Form, server: JsonObject, wallet: TestWallet): Form {
  const { journal, profile } = wallet
  journal.mark('the redirect', checkRedirection(parameters, form, server, fragment))
  const code = parameters.get('code')
  if (code !== null) journal.mark('the redirect', profile.checks?.redirection?.(parameters, server) ?? [])
  if (code === null) return stop(`no code was issued: the user was redirected with ${describeRedirection(parameters)}`)
  keepGiven(wallet, 'code', code)
  const { client_id: client = '', redirect_uri: uri = '' } = form
  return { grant_type: 'authorization_code', code, client_id: client, redirect_uri: uri }
}

/** With what a user came back, for people. */
export function describeRedirection(parameters: URLSearchParams): string {
  if (parameters.has('code')) return 'a code'
  const error = parameters.get('error')
  return error === null ? 'neither `code` nor `error`' : `\`error=${showWords(error)}\``
}
