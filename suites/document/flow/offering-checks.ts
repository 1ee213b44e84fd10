import { isDeepStrictEqual } from 'node:util'
import type { ExchangeCheck } from '../../../model/check.ts'
import type { Decide } from '../../../model/decision.ts'
import { collectContents, groupBySession, hasSucceeded, selectMessagesTo } from '../../../model/exchange.ts'
import { finding, inconclusive, notApplicable } from '../../../model/finding.ts'
import type { Requirement } from '../../../model/requirement.ts'
import { parseJsonObject } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { FIELDS } from '../issuer-config/decisions.ts'
import { checkExchange } from '../model/check.ts'
import type { Exchange, ParsedMessage } from '../model/exchange.ts'
import { NONCE_RELATION } from '../nonce/decisions.ts'
import { DELIVERY } from '../offer/decisions.ts'
import { listFetchedOffers, listIssuerOffers, listPushes, readCode, readPushedOffer } from '../offer/offers.ts'
import { OFFER } from '../offer/requirements.ts'
import { FLOW } from './requirements.ts'

const isText = (value: unknown): value is string => typeof value === 'string'

/** The Issuer Config requests that succeeded before a message. */
const selectConfigsBefore = (messages: readonly ParsedMessage[], { message: { number } }: ParsedMessage) =>
  selectMessagesTo(messages, 'issuerConfig').filter((each) => hasSucceeded(each) && each.message.number < number)

/** The Issuer Config responses before a message, as far as they can be read. */
const collectConfigsBefore = (messages: readonly ParsedMessage[], message: ParsedMessage) =>
  collectContents(selectConfigsBefore(messages, message), 'issuer-config-response')

/** Whether an offer contains a code that the app got in an earlier session, and that no session offered before. */
function hasCodeInStore(messages: readonly ParsedMessage[], push: ParsedMessage): boolean {
  const code = readOfferedCode(push)
  const known: readonly unknown[] = collectConfigsBefore(messages, push).flatMap((config) => Object.values(config))
  const isOffered = messages.some(
    (each) =>
      (each.message.endpoint === 'offerPush' || each.message.endpoint === 'offer') &&
      each.message.number < push.message.number &&
      each.message.session !== push.message.session &&
      readOfferedCode(each) === code,
  )
  return code !== undefined && known.includes(code) && !isOffered
}

const codeFirst = checkExchange(FLOW['CODE-FIRST'], function* (exchange) {
  const { messages } = exchange
  let pushed = 0
  for (const [session, own] of groupBySession(exchange)) {
    for (const push of listPushes('identity app', own)) {
      pushed++
      if (selectConfigsBefore(own, push).length > 0 || hasCodeInStore(messages, push)) continue
      yield finding(
        `${session}: offer`,
        'an offer after the Issuer Config response',
        'an offer before any code was returned',
      )
    }
  }
  return pushed > 0 ? undefined : inconclusive('no offer was pushed')
})

/** The members of the Issuer Config response that contain the code under these decisions. */
const listCodeMembers = (decide: Decide): readonly string[] => [
  ...(decide(NONCE_RELATION) === 'all-separate' ? [] : ['nonce']),
  ...(decide(FIELDS) === 'extended' ? ['pre-authorized_code'] : []),
]

/** The code in an offer that was pushed or fetched. */
const readOfferedCode = (parsed: ParsedMessage): string | undefined =>
  readCode((parsed.message.endpoint === 'offerPush' ? readPushedOffer(parsed) : listFetchedOffers([parsed])[0]) ?? {})

/** Compares the codes of some offers with those that the issuer returned before in the same session. */
const checkSameCode = (
  requirement: Requirement,
  selectOffers: (own: readonly ParsedMessage[], exchange: Exchange) => readonly ParsedMessage[],
  explainInapplicable: (decide: Decide) => string | undefined = () => undefined,
): ExchangeCheck =>
  checkExchange(requirement, function* (exchange, { decide }) {
    const inapplicable = explainInapplicable(decide)
    if (inapplicable !== undefined) return notApplicable(inapplicable)
    const members = listCodeMembers(decide)
    if (members.length === 0) return notApplicable('the Issuer Config response does not contain the code, by decision')
    let compared = 0
    for (const [session, own] of groupBySession(exchange)) {
      for (const message of selectOffers(own, exchange)) {
        const code = readOfferedCode(message)
        const given = collectConfigsBefore(own, message).flatMap((config) =>
          members.map((name) => config[name] ?? '').filter((value) => value !== ''),
        )
        // OFFER-CODE and CFG-CODE are about codes that are empty or no text.
        if (code === undefined || code === '' || given.length === 0 || !given.every(isText)) continue
        compared++
        if (!given.includes(code))
          yield finding(`${session}: offer`, 'the code that the issuer returned', 'another code')
      }
    }
    return compared > 0 ? undefined : inconclusive('no code was seen in both an Issuer Config response and an offer')
  })

/** An offer that a reference issuer returns is as right as the URL that the identity app pushed; one that the app hosts is its own. */
const sameCode = checkSameCode(FLOW['SAME-CODE'], (own, { tested }) => [
  ...listPushes('identity app', own),
  ...selectMessagesTo(own, 'offer').filter(({ message }) => message.to !== 'issuer' || !tested.has('issuer')),
])

const sameFetchedCode = checkSameCode(OFFER['SAME-CODE'], listIssuerOffers, (decide) =>
  decide(DELIVERY) === 'value' ? 'the issuer has no URL for offers, by decision' : undefined,
)

const untouched = checkExchange(FLOW.UNTOUCHED, function* (exchange) {
  let compared = 0
  for (const [session, own] of groupBySession(exchange)) {
    const received = listPushes('identity app', own)
    for (const [i, forwarded] of listPushes('credential manager', own).entries()) {
      const before = received[i]
      if (!before) continue
      compared++
      if (!isSameOffer(before, forwarded))
        yield finding(`${session}: offer`, 'the offer that the identity app pushed', 'a changed offer')
    }
  }
  return compared > 0 ? undefined : inconclusive('no offer was forwarded')
})

/** Whether two pushed offers are equal. The credential manager may add a `txn_code` beside the offer. */
function isSameOffer(before: ParsedMessage, after: ParsedMessage): boolean {
  const [one = '', other = ''] = [before.message.request.body, after.message.request.body]
  if (one === other) return true
  const [received, forwarded] = [one, other].map((text) => attempt(() => parseJsonObject(text)))
  if (!received || !forwarded || !('value' in received) || !('value' in forwarded)) return false
  const { txn_code: added, ...rest } = forwarded.value
  return (
    isDeepStrictEqual(received.value, rest) ||
    (added !== undefined && isDeepStrictEqual(received.value, forwarded.value))
  )
}

export const offeringChecks: readonly ExchangeCheck[] = [codeFirst, sameCode, sameFetchedCode, untouched]
