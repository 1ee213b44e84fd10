import { checkExchange, type ExchangeCheck } from '../../model/check.ts'
import { collectContents, type Exchange, type ParsedMessage, selectMessagesTo } from '../../model/exchange.ts'
import { finding, inconclusive, notApplicable } from '../../model/finding.ts'
import type { HttpRequest, HttpResponse } from '../../model/wire.ts'
import { parseJsonObject } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { TOKEN_ENDPOINT } from './decisions.ts'
import { AUTH, FLOW } from './requirements.ts'

const preAuthorized = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'

/** What a call asks of an authorization server: the value of a parameter, in query, form or JSON. */
function asks({ url, body = '' }: HttpRequest, parameter: 'grant_type' | 'response_type'): string | undefined {
  const query = new URLSearchParams(url.split('#', 1)[0]?.split('?').slice(1).join('?'))
  const read = attempt(() => parseJsonObject(body))
  const inBody = 'value' in read ? read.value[parameter] : new URLSearchParams(body).get(parameter)
  const found = query.get(parameter) ?? inBody
  return typeof found === 'string' ? found : undefined
}

const fromWallet = ({ messages }: Exchange): readonly ParsedMessage[] =>
  messages.filter(({ message }) => message.from === 'wallet' && message.endpoint !== 'presentation')

const oneGrant = checkExchange(FLOW['ONE-GRANT'], function* (exchange) {
  const calls = fromWallet(exchange)
  for (const { message } of calls) {
    const grant = asks(message.request, 'grant_type')
    if (grant !== undefined && grant !== preAuthorized)
      yield finding(message.endpoint, `the grant ${preAuthorized}`, 'another')
    if (asks(message.request, 'response_type') !== undefined)
      yield finding(message.endpoint, `the grant ${preAuthorized}`, 'a request for an authorization')
  }
  return calls.length > 0 ? undefined : inconclusive('the wallet called nobody')
})

const deeplink = checkExchange(FLOW.DEEPLINK, function* (exchange, { decide }) {
  if (decide(TOKEN_ENDPOINT) !== 'none') return notApplicable('there are token and credential endpoints, by decision')
  const announced = collectContents(selectMessagesTo(exchange.messages, 'issuerMetadata'), 'metadata').map(
    (each) => each.credential_endpoint,
  )
  for (const { message } of fromWallet(exchange)) {
    if (asks(message.request, 'grant_type') !== undefined)
      yield finding(message.endpoint, 'no call of a token endpoint', 'one')
    const isCredential = message.endpoint === 'validate' || announced.some((url) => url === message.request.url)
    if (isCredential) yield finding(message.endpoint, 'no call of a credential endpoint', 'one')
  }
  const links = selectMessagesTo(exchange.messages, 'deeplink').filter(({ message }) => message.from === 'wallet')
  return links.length > 0 ? undefined : inconclusive('no wallet sent a request')
})

/** Where somebody could be made to log in. What a wallet backend answers in the end is nobody's page. */
const between = ['offer', 'issuerMetadata', 'nonce', 'validate'] as const

const talkers = ['issuer', 'wallet', 'identity app'] as const

const noLogin = checkExchange(AUTH['NO-LOGIN'], function* (exchange) {
  const { tested } = exchange
  if (talkers.every((role) => !tested.has(role)))
    return notApplicable('nobody who speaks between offer and callback is under test')
  const calls = between.flatMap((endpoint) => selectMessagesTo(exchange.messages, endpoint))
  const asked = calls.filter(({ message }) => tested.has(message.from))
  const answered = calls.filter(({ message }) => tested.has(message.to))
  if (asked.length + answered.length === 0) return inconclusive('nobody under test said anything')
  for (const { message: hop } of asked) {
    if (asks(hop.request, 'response_type') !== undefined) yield finding(hop.endpoint, 'no login', 'a request for one')
  }
  for (const { message: hop } of answered) {
    const page = hop.response && pageIn(hop.response)
    if (page !== undefined) yield finding(hop.endpoint, 'no login', page)
  }
  const isOpen = answered.some(({ message }) => isRedirect(message.response))
  return isOpen ? inconclusive('there was a redirect, and where it leads is not known') : undefined
})

const isRedirect = (replied: HttpResponse | undefined): boolean =>
  replied !== undefined && [301, 302, 303, 307, 308].includes(replied.status)

const toLogin = /\b(?:log-?in|sign-?in|authori[sz]e|auth|sso|oauth2?|openid-connect)\b|[?&]response_type=/i

/** How much of a page is looked at. */
const shown = 10_000

/** What makes an answer a page to log in, if it is one. Pages that only tell of an error are none. */
function pageIn(replied: HttpResponse): string | undefined {
  if (isRedirect(replied)) return toLogin.test(replied.headers.location ?? '') ? 'a redirect to one' : undefined
  if (!/^\s*text\/html|^\s*application\/xhtml/i.test(replied.headers['content-type'] ?? '')) return undefined
  if (/<input[^>]*type\s*=\s*["']?password/i.test(replied.body.slice(0, shown)))
    return 'a page that asks for a password'
  return replied.status >= 200 && replied.status < 300 ? 'a page' : undefined
}

export const grantChecks: readonly ExchangeCheck[] = [oneGrant, deeplink, noLogin]
