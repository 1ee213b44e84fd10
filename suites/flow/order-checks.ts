import { checkExchange, type ExchangeCheck } from '../../model/check.ts'
import {
  collectContents,
  groupBySession,
  hasSucceeded,
  type ParsedMessage,
  selectMessagesTo,
} from '../../model/exchange.ts'
import { finding, inconclusive } from '../../model/finding.ts'
import type { Endpoint } from '../../model/wire.ts'
import { listPushes, readOfferLink } from '../offer/offers.ts'
import { FLOW } from './requirements.ts'

const answeredBefore = (
  passages: readonly ParsedMessage[],
  endpoint: Endpoint,
  { message: { number } }: ParsedMessage,
) => selectMessagesTo(passages, endpoint).filter((each) => hasSucceeded(each) && each.message.number < number)

/** A nonce that was given in this session, or in another one: wallets may fetch theirs beforehand. */
function hasNonce(link: ParsedMessage, own: readonly ParsedMessage[], all: readonly ParsedMessage[]): boolean {
  if (answeredBefore(own, 'nonce', link).length > 0) return true
  const given = collectContents(answeredBefore(all, 'nonce', link), 'nonce-response').flatMap((body) =>
    Object.values(body),
  )
  return collectContents(own, 'attestation').some(({ jws: { payload } }) =>
    given.some((nonce) => nonce === payload.nonce),
  )
}

const order = checkExchange(FLOW.ORDER, function* (exchange) {
  const { messages } = exchange
  let requests = 0
  for (const [session, own] of groupBySession(exchange)) {
    const link = selectMessagesTo(own, 'deeplink').find(({ message }) => message.from === 'wallet')
    if (!link) continue
    requests++
    const where = `${session}: deeplink`
    const isReference = listPushes('credential manager', own).some(
      (push) => readOfferLink(push)?.reference !== undefined,
    )
    if (isReference && answeredBefore(own, 'offer', link).length === 0)
      yield finding(where, 'the offer before the request', 'a request before the offer was fetched')
    // Metadata keep: who has them from an earlier session need not fetch them again.
    if (
      answeredBefore(messages, 'issuerMetadata', link).filter(({ message }) => message.from === 'wallet').length === 0
    )
      yield finding(where, 'metadata before the request', 'a request before metadata were fetched')
    if (!hasNonce(link, own, messages)) yield finding(where, 'a nonce before the request', 'a request before any nonce')
  }
  return requests > 0 ? undefined : inconclusive('no wallet sent a request')
})

export const orderChecks: readonly ExchangeCheck[] = [order]
