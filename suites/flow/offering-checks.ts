import { isDeepStrictEqual } from 'node:util'
import { checkExchange, type ExchangeCheck } from '../../model/check.ts'
import type { Decide } from '../../model/decision.ts'
import {
  collectContents,
  groupBySession,
  hasSucceeded,
  type ParsedMessage,
  selectMessagesTo,
} from '../../model/exchange.ts'
import { finding, inconclusive, notApplicable } from '../../model/finding.ts'
import type { JsonValue } from '../../protocol/encoding/json.ts'
import { parseJsonObject } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { FIELDS } from '../issuer-config/decisions.ts'
import { NONCE_RELATION } from '../nonce/decisions.ts'
import { listFetchedOffers, listPushes, readCode, readPushedOffer } from '../offer/offers.ts'
import { FLOW } from './requirements.ts'

const isText = (value: JsonValue | undefined): value is string => typeof value === 'string'

/** The configurations that issuers gave before a message. */
const configsBefore = (passages: readonly ParsedMessage[], { message: { number } }: ParsedMessage) =>
  collectContents(
    selectMessagesTo(passages, 'issuerConfig').filter((each) => hasSucceeded(each) && each.message.number < number),
    'issuer-config-response',
  )

const codeFirst = checkExchange(FLOW['CODE-FIRST'], function* (exchange) {
  const { messages } = exchange
  let pushed = 0
  for (const [session, own] of groupBySession(exchange)) {
    for (const push of listPushes('identity app', own)) {
      pushed++
      // An app may have the code from an earlier call: then the offer shows it.
      const code = readCode(readPushedOffer(push) ?? {})
      const known = configsBefore(messages, push).flatMap((config) => Object.values(config))
      if (configsBefore(own, push).length > 0 || (code !== undefined && known.includes(code))) continue
      yield finding(`${session}: offer`, 'an offer after Issuer Config', 'one before any code was given')
    }
  }
  return pushed > 0 ? undefined : inconclusive('no offer was pushed')
})

/** The members of Issuer Config that hold the code, by what was decided. */
const codeMembers = (decide: Decide): readonly string[] => [
  ...(decide(NONCE_RELATION) === 'all-separate' ? [] : ['nonce']),
  ...(decide(FIELDS) === 'extended' ? ['pre-authorized_code'] : []),
]

/** The code in an offer that was pushed, or that was fetched. */
const codeShownIn = (passage: ParsedMessage): string | undefined =>
  readCode(
    (passage.message.endpoint === 'offerPush' ? readPushedOffer(passage) : listFetchedOffers([passage])[0]) ?? {},
  )

const sameCode = checkExchange(FLOW['SAME-CODE'], function* (exchange, { decide }) {
  const members = codeMembers(decide)
  if (members.length === 0) return notApplicable('Issuer Config does not show the code, by decision')
  let compared = 0
  for (const [session, own] of groupBySession(exchange)) {
    for (const message of [...listPushes('identity app', own), ...selectMessagesTo(own, 'offer')]) {
      const code = codeShownIn(message)
      const given = configsBefore(own, message).flatMap((config) => members.map((name) => config[name]).filter(isText))
      if (code === undefined || given.length === 0) continue
      compared++
      if (!given.includes(code)) yield finding(`${session}: offer`, 'the code that the issuer gave', 'another')
    }
  }
  return compared > 0 ? undefined : inconclusive('no code was seen both in Issuer Config and in an offer')
})

const untouched = checkExchange(FLOW.UNTOUCHED, function* (exchange) {
  let compared = 0
  for (const [session, own] of groupBySession(exchange)) {
    const taken = listPushes('identity app', own)
    for (const [i, handed] of listPushes('credential manager', own).entries()) {
      const before = taken[i]
      if (!before) continue
      compared++
      if (!isSame(before, handed)) yield finding(`${session}: offer`, 'what the identity app pushed', 'something else')
    }
  }
  return compared > 0 ? undefined : inconclusive('no offer was handed on')
})

/** Whether two messages say the same. The `txn_code` that a credential manager makes may travel beside the offer. */
function isSame(before: ParsedMessage, after: ParsedMessage): boolean {
  const [one = '', other = ''] = [before.message.request.body, after.message.request.body]
  if (one === other) return true
  const [taken, handed] = [one, other].map((text) => attempt(() => parseJsonObject(text)))
  if (!taken || !handed || !('value' in taken) || !('value' in handed)) return false
  const { txn_code: made, ...rest } = handed.value
  return isDeepStrictEqual(taken.value, rest) || (made !== undefined && isDeepStrictEqual(taken.value, handed.value))
}

export const offeringChecks: readonly ExchangeCheck[] = [codeFirst, sameCode, untouched]
