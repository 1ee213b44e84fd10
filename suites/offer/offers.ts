import type { ParsedMessage } from '../../model/exchange.ts'
import { collectContents, hasSucceeded, selectMessagesTo } from '../../model/exchange.ts'
import type { Role } from '../../model/role.ts'
import { type OfferLink, parseOfferUrl, readOffer } from '../../protocol/artefacts/offer.ts'
import { isObject, type JsonObject } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'

/** The offers that somebody sent on by the operating system, by value or by reference. */
export const listPushes = (role: Role, passages: readonly ParsedMessage[]): readonly ParsedMessage[] =>
  selectMessagesTo(passages, 'offerPush').filter(({ message }) => message.from === role)

/** What was pushed, read as a URL that carries an offer. */
export function readOfferLink({ message }: ParsedMessage): OfferLink | undefined {
  const read = attempt(() => parseOfferUrl(message.request.body ?? ''))
  return 'value' in read ? read.value : undefined
}

/** The offer that was pushed by value, if it was and can be read. */
export function readPushedOffer(push: ParsedMessage): JsonObject | undefined {
  const text = readOfferLink(push)?.value ?? push.message.request.body ?? ''
  const read = attempt(() => readOffer(text))
  return 'value' in read ? read.value : undefined
}

/** The offers that were fetched from where a URL led, and can be read. */
export const listFetchedOffers = (passages: readonly ParsedMessage[]): readonly JsonObject[] =>
  collectContents(selectMessagesTo(passages, 'offer').filter(hasSucceeded), 'offer')

const urn = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'

/** The code in an offer, if there is one. */
export function readCode({ grants }: JsonObject): string | undefined {
  const grant = isObject(grants) ? grants[urn] : undefined
  const code = isObject(grant) ? grant['pre-authorized_code'] : undefined
  return typeof code === 'string' && code !== '' ? code : undefined
}
