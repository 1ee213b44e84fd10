import type { ExchangeCheck } from '../../../model/check.ts'
import { collectContents, groupBySession, hasSucceeded, selectMessagesTo } from '../../../model/exchange.ts'
import { finding, inconclusive } from '../../../model/finding.ts'
import { checkExchange } from '../model/check.ts'
import type { Endpoint } from '../model/endpoints.ts'
import type { ParsedMessage } from '../model/exchange.ts'
import { listPushes, readOfferLink } from '../offer/offers.ts'
import { FLOW } from './requirements.ts'

const selectAnsweredBefore = (
  messages: readonly ParsedMessage[],
  endpoint: Endpoint,
  { message: { number } }: ParsedMessage,
) => selectMessagesTo(messages, endpoint).filter((each) => hasSucceeded(each) && each.message.number < number)

/** Whether the wallet got a nonce in this session, or uses one from an earlier session. */
function hasNonce(link: ParsedMessage, own: readonly ParsedMessage[], all: readonly ParsedMessage[]): boolean {
  if (selectAnsweredBefore(own, 'nonce', link).length > 0) return true
  const given = collectContents(selectAnsweredBefore(all, 'nonce', link), 'nonce-response').flatMap((body) =>
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
    if (isReference && selectAnsweredBefore(own, 'offer', link).length === 0)
      yield finding(where, 'the offer fetched before the request is sent', 'a request before the offer was fetched')
    // A wallet may keep metadata from an earlier session.
    if (
      selectAnsweredBefore(messages, 'issuerMetadata', link).filter(({ message }) => message.from === 'wallet')
        .length === 0
    )
      yield finding(
        where,
        'the metadata fetched before the request is sent',
        'a request before the metadata was fetched',
      )
    if (!hasNonce(link, own, messages))
      yield finding(where, 'a nonce fetched before the request is sent', 'a request before any nonce was fetched')
  }
  return requests > 0 ? undefined : inconclusive('the wallet sent no deeplink')
})

export const orderChecks: readonly ExchangeCheck[] = [order]
