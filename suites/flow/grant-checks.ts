import { cannotTell, finding, notHere } from '../../src/model/check.ts'
import { across, at, type Exchange, type ExchangeCheck, type Passage, readIn } from '../../src/model/exchange-check.ts'
import type { Asked, Replied } from '../../src/model/wire.ts'
import { parseJsonObject } from '../../src/protocol/json.ts'
import { attempt } from '../../src/protocol/problem.ts'
import { TOKEN_ENDPOINT } from './decisions.ts'
import { AUTH, FLOW } from './requirements.ts'

const preAuthorized = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'

/** What a call asks of an authorization server: the value of a parameter, in query, form or JSON. */
function asks({ url, body = '' }: Asked, parameter: 'grant_type' | 'response_type'): string | undefined {
  const query = new URLSearchParams(url.split('#', 1)[0]?.split('?').slice(1).join('?'))
  const read = attempt(() => parseJsonObject(body))
  const inBody = 'value' in read ? read.value[parameter] : new URLSearchParams(body).get(parameter)
  const found = query.get(parameter) ?? inBody
  return typeof found === 'string' ? found : undefined
}

const fromWallet = ({ passages }: Exchange): readonly Passage[] =>
  passages.filter(({ hop }) => hop.from === 'wallet' && hop.endpoint !== 'presentation')

const oneGrant = across(FLOW['ONE-GRANT'], function* (exchange) {
  const calls = fromWallet(exchange)
  for (const { hop } of calls) {
    const grant = asks(hop.asked, 'grant_type')
    if (grant !== undefined && grant !== preAuthorized)
      yield finding(hop.endpoint, `the grant ${preAuthorized}`, 'another')
    if (asks(hop.asked, 'response_type') !== undefined)
      yield finding(hop.endpoint, `the grant ${preAuthorized}`, 'a request for an authorization')
  }
  return calls.length > 0 ? undefined : cannotTell('the wallet called nobody')
})

const deeplink = across(FLOW.DEEPLINK, function* (exchange, { decide }) {
  if (decide(TOKEN_ENDPOINT) !== 'none') return notHere('there are token and credential endpoints, by decision')
  const announced = readIn(at(exchange.passages, 'issuerMetadata'), 'metadata').map((each) => each.credential_endpoint)
  for (const { hop } of fromWallet(exchange)) {
    if (asks(hop.asked, 'grant_type') !== undefined) yield finding(hop.endpoint, 'no call of a token endpoint', 'one')
    const isCredential = hop.endpoint === 'validate' || announced.some((url) => url === hop.asked.url)
    if (isCredential) yield finding(hop.endpoint, 'no call of a credential endpoint', 'one')
  }
  const links = at(exchange.passages, 'deeplink').filter(({ hop }) => hop.from === 'wallet')
  return links.length > 0 ? undefined : cannotTell('no wallet sent a request')
})

/** Where somebody could be made to log in. What a wallet backend answers in the end is nobody's page. */
const between = ['offer', 'issuerMetadata', 'nonce', 'validate'] as const

const talkers = ['issuer', 'wallet', 'identity app'] as const

const noLogin = across(AUTH['NO-LOGIN'], function* (exchange) {
  const { tested } = exchange
  if (talkers.every((role) => !tested.has(role)))
    return notHere('nobody who speaks between offer and callback is under test')
  const calls = between.flatMap((endpoint) => at(exchange.passages, endpoint))
  const asked = calls.filter(({ hop }) => tested.has(hop.from))
  const answered = calls.filter(({ hop }) => tested.has(hop.to))
  if (asked.length + answered.length === 0) return cannotTell('nobody under test said anything')
  for (const { hop } of asked) {
    if (asks(hop.asked, 'response_type') !== undefined) yield finding(hop.endpoint, 'no login', 'a request for one')
  }
  for (const { hop } of answered) {
    const page = hop.replied && pageIn(hop.replied)
    if (page !== undefined) yield finding(hop.endpoint, 'no login', page)
  }
  const isOpen = answered.some(({ hop }) => isRedirect(hop.replied))
  return isOpen ? cannotTell('there was a redirect, and where it leads is not known') : undefined
})

const isRedirect = (replied: Replied | undefined): boolean =>
  replied !== undefined && [301, 302, 303, 307, 308].includes(replied.status)

const toLogin = /\b(?:log-?in|sign-?in|authori[sz]e|auth|sso|oauth2?|openid-connect)\b|[?&]response_type=/i

/** How much of a page is looked at. */
const shown = 10_000

/** What makes an answer a page to log in, if it is one. Pages that only tell of an error are none. */
function pageIn(replied: Replied): string | undefined {
  if (isRedirect(replied)) return toLogin.test(replied.headers.location ?? '') ? 'a redirect to one' : undefined
  if (!/^\s*text\/html|^\s*application\/xhtml/i.test(replied.headers['content-type'] ?? '')) return undefined
  if (/<input[^>]*type\s*=\s*["']?password/i.test(replied.body.slice(0, shown)))
    return 'a page that asks for a password'
  return replied.status >= 200 && replied.status < 300 ? 'a page' : undefined
}

export const grantChecks: readonly ExchangeCheck[] = [oneGrant, deeplink, noLogin]
