import type { ExchangeCheck } from '../../../model/check.ts'
import type { Decide } from '../../../model/decision.ts'
import { collectContents, groupBySession, hasSucceeded, selectMessagesTo } from '../../../model/exchange.ts'
import { finding, inconclusive, notApplicable } from '../../../model/finding.ts'
import { parseJsonObject } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { METHOD, PATH } from '../callback/decisions.ts'
import { isAnswered } from '../kit/answered.ts'
import { checkExchange, checkMessages } from '../model/check.ts'
import type { Message } from '../model/endpoints.ts'
import type { ParsedMessage } from '../model/exchange.ts'
import { BUILDER } from './decisions.ts'
import { type DueStep, findMissingSteps } from './missing-steps.ts'
import { FLOW } from './requirements.ts'

/** The encrypted requests in a validation request, as texts. */
const listRequests = ({ request }: ParsedMessage): readonly string[] =>
  request.filter(({ kind }) => kind === 'encrypted-request').map(({ text }) => text)

/** An identity app that is opened by a deeplink forwards its request. */
const forward = {
  role: 'identity app',
  after: ({ endpoint, to }) => endpoint === 'deeplink' && to === 'identity app',
  endpoint: 'validate',
  expected: "the wallet's encrypted request",
  senders: ['issuer', 'wallet'],
} as const satisfies DueStep

const forwarded = checkMessages(FLOW.FORWARDED, function* (exchange, { decide }) {
  const doubt = yield* findMissingSteps(exchange, forward, decide)
  if (doubt) return doubt
  if (decide(BUILDER) !== 'wallet') return notApplicable('the identity app builds the request, by decision')
  let compared = 0
  for (const [session, own] of groupBySession(exchange)) {
    for (const call of selectMessagesTo(own, 'validate').filter(({ message }) => message.from === 'identity app')) {
      const links = selectMessagesTo(own, 'deeplink').filter(({ message }) => message.number < call.message.number)
      const sent = collectContents(links, 'deeplink').flatMap(({ parameters }) => parameters.map(([, value]) => value))
      if (sent.length === 0) continue
      for (const text of listRequests(call)) {
        compared++
        if (!sent.includes(text))
          yield finding(`${session}: validate`, "the wallet's encrypted request, unchanged", 'another text')
      }
    }
  }
  return compared > 0 ? undefined : inconclusive('no request was seen in both a deeplink and a validation request')
})

/**
 * Whether a validation succeeded and returned a credential response to deliver. One that is not encrypted need not be
 * delivered: that is what an issuer answers to a request which it cannot read.
 */
const hasCredentialResponse = (parsed: ParsedMessage): boolean =>
  hasSucceeded(parsed) && collectContents([parsed], 'encrypted-response').length > 0

const selectBefore = (messages: readonly ParsedMessage[], number: number): readonly ParsedMessage[] =>
  messages.filter(({ message }) => message.number < number)

const delivered = checkExchange(FLOW.DELIVERED, function* (exchange, { decide }) {
  let validations = 0
  for (const [session, own] of groupBySession(exchange)) {
    const where = `${session}: callback`
    const calls = selectMessagesTo(own, 'validate').filter(
      ({ message }) => message.response !== undefined && message.from === 'identity app',
    )
    validations += calls.length
    if (calls.length === 0) continue
    const validated = calls.filter(hasSucceeded)
    const isCallback = ({ message }: ParsedMessage): boolean =>
      message.endpoint === 'walletCallback' || isStrayCallback(message, decide)
    const callbacks = own.filter((each) => each.message.from === 'identity app' && isCallback(each))
    // A callback that failed may be repeated.
    const arrived = callbacks.filter((each) => isAnswered(each, decide))
    const isExtra = ({ message }: ParsedMessage): boolean =>
      selectBefore(arrived, message.number).length >= selectBefore(validated, message.number).length
    if (callbacks.length === 0 && validated.some(hasCredentialResponse)) yield finding(where, 'one callback', 'none')
    if (callbacks.some(isExtra)) yield finding(where, 'one callback for each successful validation', 'more callbacks')
  }
  return validations > 0 ? undefined : inconclusive('no validation request got a response')
})

/** Whether a callback went to an address where nothing answers: another path or method than the one that was assumed. */
const isStrayCallback = ({ endpoint, request: { method, url } }: Message, decide: Decide): boolean =>
  endpoint === 'other' && method === decide(METHOD) && parsePath(url).endsWith(decide(PATH))

const parsePath = (url: string): string => (url.split(/[?#]/, 1)[0] ?? '').replace(/\/$/, '')

/** Whether a request delivers credentials, whichever endpoint it was recorded for. */
function isDelivery({ message: { endpoint, request } }: ParsedMessage, path: string): boolean {
  if (endpoint === 'walletCallback') return true
  const read = attempt(() => parseJsonObject(request.body ?? ''))
  return parsePath(request.url).endsWith(path) && 'value' in read && Array.isArray(read.value.credentials)
}

const source = checkExchange(FLOW.SOURCE, function* ({ messages, tested }, { decide }) {
  const deliveries = messages.filter((each) => isDelivery(each, decide(PATH)))
  for (const { message } of deliveries) {
    if (message.from === 'identity app' || !tested.has(message.from)) continue
    yield finding(
      `${message.session}: callback`,
      'a request from the identity app',
      `a request from the ${message.from}`,
    )
  }
  // The issuer never learns the address of the wallet backend.
  if (!tested.has('wallet'))
    return notApplicable('of the targets, only the identity app has the address of the wallet backend')
  if (deliveries.length === 0) return inconclusive('the wallet backend was not called')
  // The credential manager is tested only where all actors are ours: then the sender of each request is certain.
  const isSenderCertain = !tested.has('identity app') || tested.has('credential manager')
  return isSenderCertain
    ? undefined
    : notApplicable('a request does not show whether the wallet or the identity app sent it')
})

/** Whether a text may be an mDOC: base64url of a CBOR map or array. */
function isCbor(text: string): boolean {
  const [first = 0] = Buffer.from(text.slice(0, 4), 'base64url')
  return /^[\w-]+=*$/.test(text) && first >= 0x80 && first < 0xc0
}

/** Whether a text begins like a JWT, with a JSON header. Other checks look at the rest. */
function isJwt(text: string): boolean {
  const [header = '', ...rest] = text.split('.', 2)
  return rest.length > 0 && Buffer.from(header, 'base64url').toString().trimStart().startsWith('{')
}

const format = checkMessages(FLOW.FORMAT, function* ({ messages }) {
  const credentials = selectMessagesTo(messages, 'validate').flatMap(({ response }) =>
    response.filter(({ kind, withheld }) => kind === 'credential' && withheld === undefined),
  )
  if (credentials.length === 0) return inconclusive('no credential was decrypted')
  for (const { at: place, text } of credentials) {
    if (!isJwt(text) && !isCbor(text)) yield finding(place, 'an SD-JWT or an mDOC', 'something else')
  }
  return undefined
})

export const deliveryChecks: readonly ExchangeCheck[] = [forwarded, delivered, source, format]
