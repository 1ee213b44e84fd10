import type { Passage } from '../../src/model/exchange-check.ts'
import { at, isAnswered, readIn } from '../../src/model/exchange-check.ts'
import type { Role } from '../../src/model/requirement.ts'
import { isObject, type JsonObject } from '../../src/protocol/json.ts'
import { type OfferLink, offerInUrl, readOffer } from '../../src/protocol/offer.ts'
import { attempt } from '../../src/protocol/problem.ts'

/** The offers that somebody sent on by the operating system, by value or by reference. */
export const pushesBy = (role: Role, passages: readonly Passage[]): readonly Passage[] =>
  at(passages, 'offerPush').filter(({ hop }) => hop.from === role)

/** What was pushed, read as a URL that carries an offer. */
export function linkIn({ hop }: Passage): OfferLink | undefined {
  const read = attempt(() => offerInUrl(hop.asked.body ?? ''))
  return 'value' in read ? read.value : undefined
}

/** The offer that was pushed by value, if it was and can be read. */
export function valueIn(push: Passage): JsonObject | undefined {
  const text = linkIn(push)?.value ?? push.hop.asked.body ?? ''
  const read = attempt(() => readOffer(text))
  return 'value' in read ? read.value : undefined
}

/** The offers that were fetched from where a URL led, and can be read. */
export const fetchedIn = (passages: readonly Passage[]): readonly JsonObject[] =>
  readIn(at(passages, 'offer').filter(isAnswered), 'offer')

const urn = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'

/** The code in an offer, if there is one. */
export function codeIn({ grants }: JsonObject): string | undefined {
  const grant = isObject(grants) ? grants[urn] : undefined
  const code = isObject(grant) ? grant['pre-authorized_code'] : undefined
  return typeof code === 'string' && code !== '' ? code : undefined
}
