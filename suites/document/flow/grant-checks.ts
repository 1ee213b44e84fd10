import type { ExchangeCheck } from '../../../model/check.ts'
import { collectContents, selectMessagesTo } from '../../../model/exchange.ts'
import { finding, inconclusive, notApplicable } from '../../../model/finding.ts'
import type { HttpRequest, HttpResponse } from '../../../model/wire.ts'
import { parseJsonObject } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { isSameUrl } from '../../../protocol/encoding/url.ts'
import { checkExchange } from '../model/check.ts'
import type { Message } from '../model/endpoints.ts'
import type { Exchange, ParsedMessage } from '../model/exchange.ts'
import { TOKEN_ENDPOINT } from './decisions.ts'
import { type DueStep, findMissingSteps } from './missing-steps.ts'
import { AUTH, FLOW } from './requirements.ts'

const preAuthorized = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'

/** The value of an OAuth parameter in the query, the form or the JSON body of a request. */
function readParameter({ url, body = '' }: HttpRequest, parameter: 'grant_type' | 'response_type'): string | undefined {
  const query = new URLSearchParams(url.split('#', 1)[0]?.split('?').slice(1).join('?'))
  const read = attempt(() => parseJsonObject(body))
  const inBody = 'value' in read ? read.value[parameter] : new URLSearchParams(body).get(parameter)
  const found = query.get(parameter) ?? inBody
  return typeof found === 'string' ? found : undefined
}

/** Whether a request goes to an address where nothing answers and whose path ends like this. */
const isStrayTo = ({ endpoint, request: { url } }: Message, path: RegExp): boolean =>
  endpoint === 'other' && path.test(url.replace(/[?#].*$/, '').replace(/\/+$/, ''))

const isTokenRequest = (message: Message): boolean =>
  readParameter(message.request, 'grant_type') !== undefined || isStrayTo(message, /\/token$/i)

const isAuthorizationRequest = (message: Message): boolean =>
  readParameter(message.request, 'response_type') !== undefined ||
  isStrayTo(message, /\/(authori[sz]e|authori[sz]ation|auth|par)$/i)

const isCredentialRequest = (message: Message, announced: readonly unknown[]): boolean =>
  message.endpoint === 'validate' ||
  announced.some((url) => typeof url === 'string' && isSameUrl(url, message.request.url)) ||
  (message.request.method === 'POST' && isStrayTo(message, /\/(\w+[_-])?credentials?(\/\w+)?$/i))

const selectWalletCalls = ({ messages }: Exchange): readonly ParsedMessage[] =>
  messages.filter(({ message }) => message.from === 'wallet' && message.endpoint !== 'presentation')

const oneGrant = checkExchange(FLOW['ONE-GRANT'], function* (exchange) {
  const calls = selectWalletCalls(exchange)
  for (const { message } of calls) {
    const grant = readParameter(message.request, 'grant_type')
    if (grant !== undefined && grant !== preAuthorized)
      yield finding(message.endpoint, `the grant type ${preAuthorized}`, 'another grant type')
    if (isAuthorizationRequest(message))
      yield finding(message.endpoint, `the grant type ${preAuthorized}`, 'an authorization request')
  }
  return calls.length > 0 ? undefined : inconclusive('the wallet sent no request')
})

/** A wallet that got an offer passes on a request. */
const passOn = {
  role: 'wallet',
  after: ({ endpoint, to }) => endpoint === 'offerPush' && to === 'wallet',
  endpoint: 'deeplink',
  expected: 'a deeplink with a request',
  senders: ['issuer', 'identity app'],
} as const satisfies DueStep

const deeplink = checkExchange(FLOW.DEEPLINK, function* (exchange, { decide }) {
  const doubt = yield* findMissingSteps(exchange, passOn, decide)
  if (doubt) return doubt
  if (decide(TOKEN_ENDPOINT) !== 'none')
    return notApplicable('the wallet calls token and credential endpoints, by decision')
  const announced = collectContents(selectMessagesTo(exchange.messages, 'issuerMetadata'), 'metadata').map(
    (each) => each.credential_endpoint,
  )
  for (const { message } of selectWalletCalls(exchange)) {
    if (isTokenRequest(message)) yield finding(message.endpoint, 'no token request', 'a token request')
    if (isCredentialRequest(message, announced))
      yield finding(message.endpoint, 'no request to a credential endpoint', 'one')
  }
  const links = selectMessagesTo(exchange.messages, 'deeplink').filter(({ message }) => message.from === 'wallet')
  return links.length > 0 ? undefined : inconclusive('the wallet sent no deeplink')
})

/** The endpoints at which a user could be asked to log in. No user sees the response of the wallet backend. */
const loginEndpoints = ['offer', 'issuerMetadata', 'nonce', 'validate', 'other'] as const

const participants = ['issuer', 'wallet', 'identity app'] as const

const noLogin = checkExchange(AUTH['NO-LOGIN'], function* (exchange) {
  const { tested } = exchange
  if (participants.every((role) => !tested.has(role)))
    return notApplicable('the target sends nothing between offer and callback')
  const calls = loginEndpoints.flatMap((endpoint) => selectMessagesTo(exchange.messages, endpoint))
  const sent = calls.filter(({ message }) => tested.has(message.from))
  const answered = calls.filter(({ message }) => tested.has(message.to))
  if (sent.length + answered.length === 0) return inconclusive('the target sent nothing')
  for (const { message } of sent) {
    if (isAuthorizationRequest(message)) yield finding(message.endpoint, 'no login', 'an authorization request')
  }
  for (const { message } of answered) {
    const login = message.response && describeLogin(message.response)
    if (login !== undefined) yield finding(message.endpoint, 'no login', login)
  }
  if (answered.some(({ message }) => isRedirect(message.response)))
    return inconclusive('there was a redirect, and its target is unknown')
  return answered.some(({ message }) => isPage(message.response))
    ? inconclusive('there was an HTML page, and whether it asks for a login is unknown')
    : undefined
})

const isRedirect = (response: HttpResponse | undefined): boolean =>
  response !== undefined && [301, 302, 303, 307, 308].includes(response.status)

const loginUrl = /\b(?:log-?in|sign-?in|authori[sz]e|auth|sso|oauth2?|openid-connect)\b|[?&]response_type=/i

/** The number of characters of a page that are searched. */
const searchedLength = 10_000

/** Why a response asks the user to log in; `undefined` if it does not. */
function describeLogin(response: HttpResponse): string | undefined {
  if (isRedirect(response))
    return loginUrl.test(response.headers.location ?? '') ? 'a redirect to a login page' : undefined
  const isForm =
    isHtml(response) && /<input[^<>]*type\s*=\s*["']?password/i.test(response.body.slice(0, searchedLength))
  return isForm ? 'a page with a password field' : undefined
}

const isHtml = ({ headers }: HttpResponse): boolean =>
  /^\s*text\/html|^\s*application\/xhtml/i.test(headers['content-type'] ?? '')

/** Whether a response is a page, and no error: JSON stays JSON under any media type. */
const isPage = (response: HttpResponse | undefined): boolean =>
  response !== undefined &&
  isHtml(response) &&
  response.status >= 200 &&
  response.status < 300 &&
  /^\s*</.test(response.body)

export const grantChecks: readonly ExchangeCheck[] = [oneGrant, deeplink, noLogin]
