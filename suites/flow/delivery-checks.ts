import { checkExchange, type ExchangeCheck } from '../../model/check.ts'
import {
  collectContents,
  groupBySession,
  hasSucceeded,
  type ParsedMessage,
  selectMessagesTo,
} from '../../model/exchange.ts'
import { finding, inconclusive, notApplicable } from '../../model/finding.ts'
import { parseJsonObject } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { PATH } from '../callback/decisions.ts'
import { BUILDER } from './decisions.ts'
import { FLOW } from './requirements.ts'

/** The encrypted requests in a validation call, as texts. */
const requestsIn = ({ request }: ParsedMessage): readonly string[] =>
  request.filter(({ kind }) => kind === 'encrypted-request').map(({ text }) => text)

const forwarded = checkExchange(FLOW.FORWARDED, function* (exchange, { decide }) {
  if (decide(BUILDER) !== 'wallet') return notApplicable('the identity app builds the request, by decision')
  let compared = 0
  for (const [session, own] of groupBySession(exchange)) {
    for (const call of selectMessagesTo(own, 'validate').filter(({ message }) => message.from === 'identity app')) {
      const links = selectMessagesTo(own, 'deeplink').filter(({ message }) => message.number < call.message.number)
      const sent = collectContents(links, 'deeplink').flatMap(({ parameters }) => parameters.map(([, value]) => value))
      if (sent.length === 0) continue
      for (const text of requestsIn(call)) {
        compared++
        if (!sent.includes(text)) yield finding(`${session}: validate`, 'the request of the wallet', 'another text')
      }
    }
  }
  return compared > 0 ? undefined : inconclusive('no request was seen both in a deeplink and in a validation call')
})

/** Whether a validation succeeded, as far as the identity app can see: there is something to deliver. */
const isSuccess = (passage: ParsedMessage): boolean =>
  hasSucceeded(passage) &&
  collectContents([passage], 'validation-response').some(
    ({ credential_response: sealed }) => typeof sealed === 'string' && sealed !== '',
  )

const before = (passages: readonly ParsedMessage[], number: number): readonly ParsedMessage[] =>
  passages.filter(({ message }) => message.number < number)

const delivered = checkExchange(FLOW.DELIVERED, function* (exchange) {
  let validations = 0
  for (const [session, own] of groupBySession(exchange)) {
    const where = `${session}: callback`
    const calls = selectMessagesTo(own, 'validate').filter(
      ({ message }) => message.response !== undefined && message.from === 'identity app',
    )
    validations += calls.length
    if (calls.length === 0) continue
    const validated = calls.filter(hasSucceeded)
    const callbacks = selectMessagesTo(own, 'walletCallback').filter(({ message }) => message.from === 'identity app')
    // What got no good answer may be sent once more.
    const arrived = callbacks.filter(hasSucceeded)
    const isExtra = ({ message }: ParsedMessage): boolean =>
      before(arrived, message.number).length >= before(validated, message.number).length
    if (callbacks.length === 0 && validated.some(isSuccess)) yield finding(where, 'one callback', 'none')
    if (callbacks.some(isExtra)) yield finding(where, 'one callback for a validation that succeeded', 'more')
  }
  return validations > 0 ? undefined : inconclusive('no validation was answered')
})

const pathIn = (url: string): string => url.replace(/[?#].*$/, '').replace(/\/$/, '')

/** Whether a call hands over credentials, wherever the caller should have called. */
function isDelivery({ message: { endpoint, request } }: ParsedMessage, path: string): boolean {
  if (endpoint === 'walletCallback') return true
  const read = attempt(() => parseJsonObject(request.body ?? ''))
  return pathIn(request.url).endsWith(path) && 'value' in read && Array.isArray(read.value.credentials)
}

const source = checkExchange(FLOW.SOURCE, function* ({ messages, tested }, { decide }) {
  const deliveries = messages.filter((each) => isDelivery(each, decide(PATH)))
  for (const { message } of deliveries) {
    if (message.from === 'identity app' || !tested.has(message.from)) continue
    yield finding(`${message.session}: callback`, 'a call of the identity app', 'a call of somebody else')
  }
  // Nobody tells an issuer where the wallet backend is.
  if (!tested.has('wallet'))
    return notApplicable('nobody under test but the identity app knows where the wallet backend is')
  if (deliveries.length === 0) return inconclusive('nobody called the wallet backend')
  // Only a cast that is wholly ours has a credential manager under test: in that one everybody is known.
  const isKnown = !tested.has('identity app') || tested.has('credential manager')
  return isKnown ? undefined : inconclusive('a call does not say whether the wallet or the identity app sent it')
})

/** An mDOC is CBOR, and begins as a map or an array. */
function isCbor(text: string): boolean {
  const [first = 0] = Buffer.from(text.slice(0, 4), 'base64url')
  return /^[\w-]+=*$/.test(text) && first >= 0x80 && first < 0xc0
}

/** A JWT begins with a header in JSON. Whether all of it is well written is asked elsewhere. */
function isJwt(text: string): boolean {
  const [header = '', ...rest] = text.split('.', 2)
  return rest.length > 0 && Buffer.from(header, 'base64url').toString().trimStart().startsWith('{')
}

const format = checkExchange(FLOW.FORMAT, function* ({ messages }) {
  const credentials = selectMessagesTo(messages, 'validate').flatMap(({ response }) =>
    response.filter(({ kind, withheld }) => kind === 'credential' && withheld === undefined),
  )
  if (credentials.length === 0) return inconclusive('no credential was opened')
  for (const { at: place, text } of credentials) {
    if (!isJwt(text) && !isCbor(text)) yield finding(place, 'an SD-JWT or an mDOC', 'something else')
  }
  return undefined
})

export const deliveryChecks: readonly ExchangeCheck[] = [forwarded, delivered, source, format]
