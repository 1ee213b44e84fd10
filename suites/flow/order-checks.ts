import { cannotTell, finding } from '../../src/model/check.ts'
import {
  across,
  at,
  type ExchangeCheck,
  isAnswered,
  type Passage,
  readIn,
  sessionsIn,
} from '../../src/model/exchange-check.ts'
import type { Endpoint } from '../../src/model/wire.ts'
import { linkIn, pushesBy } from '../offer/offered.ts'
import { FLOW } from './requirements.ts'

const answeredBefore = (passages: readonly Passage[], endpoint: Endpoint, { hop: { number } }: Passage) =>
  at(passages, endpoint).filter((each) => isAnswered(each) && each.hop.number < number)

/** A nonce that was given in this session, or in another one: wallets may fetch theirs beforehand. */
function hasNonce(link: Passage, own: readonly Passage[], all: readonly Passage[]): boolean {
  if (answeredBefore(own, 'nonce', link).length > 0) return true
  const given = readIn(answeredBefore(all, 'nonce', link), 'nonce-response').flatMap((body) => Object.values(body))
  return readIn(own, 'attestation').some(({ jws: { payload } }) => given.some((nonce) => nonce === payload.nonce))
}

const order = across(FLOW.ORDER, function* (exchange) {
  const { passages } = exchange
  let requests = 0
  for (const [session, own] of sessionsIn(exchange)) {
    const link = at(own, 'deeplink').find(({ hop }) => hop.from === 'wallet')
    if (!link) continue
    requests++
    const where = `${session}: deeplink`
    const isReference = pushesBy('credential manager', own).some((push) => linkIn(push)?.reference !== undefined)
    if (isReference && answeredBefore(own, 'offer', link).length === 0)
      yield finding(where, 'the offer before the request', 'a request before the offer was fetched')
    // Metadata keep: who has them from an earlier session need not fetch them again.
    if (answeredBefore(passages, 'issuerMetadata', link).filter(({ hop }) => hop.from === 'wallet').length === 0)
      yield finding(where, 'metadata before the request', 'a request before metadata were fetched')
    if (!hasNonce(link, own, passages)) yield finding(where, 'a nonce before the request', 'a request before any nonce')
  }
  return requests > 0 ? undefined : cannotTell('no wallet sent a request')
})

export const orderChecks: readonly ExchangeCheck[] = [order]
