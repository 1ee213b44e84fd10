import { collectContents, hasSucceeded, selectMessagesTo } from '../../../model/exchange.ts'
import type { Role } from '../../../model/role.ts'
import { type OfferLink, parseOfferUrl, readOffer } from '../../../protocol/artefacts/offer.ts'
import { isObject, type JsonObject } from '../../../protocol/encoding/json.ts'
import { attempt, type ProtocolError } from '../../../protocol/encoding/problem.ts'
import type { ParsedMessage } from '../model/exchange.ts'

/** The offers that a role pushed through the operating system, by value or by reference. */
export const listPushes = (role: Role, messages: readonly ParsedMessage[]): readonly ParsedMessage[] =>
  selectMessagesTo(messages, 'offerPush').filter(({ message }) => message.from === role)

/** Reads a pushed offer as an offer URL; `undefined` if it is none. */
export function readOfferLink({ message }: Pick<ParsedMessage, 'message'>): OfferLink | undefined {
  const read = attempt(() => parseOfferUrl(message.request.body ?? ''))
  return 'value' in read ? read.value : undefined
}

/** Reads an offer that was pushed by value; `undefined` if it is by reference or malformed. */
export function readPushedOffer(push: Pick<ParsedMessage, 'message'>): JsonObject | undefined {
  const text = readOfferLink(push)?.value ?? push.message.request.body ?? ''
  const read = attempt(() => readOffer(text))
  return 'value' in read ? read.value : undefined
}

/** Why a pushed text is no offer; `undefined` if it is one, or leads to one. */
export function findPushProblem(push: ParsedMessage): ProtocolError | undefined {
  const { value, reference } = readOfferLink(push) ?? {}
  if (value === undefined && reference !== undefined) return undefined
  const read = attempt(() => readOffer(value ?? push.message.request.body ?? ''))
  return 'problem' in read ? read.problem : undefined
}

/** The calls to URLs of offers at the issuer. An identity app may host offers itself. */
export const listIssuerOffers = (messages: readonly ParsedMessage[]): readonly ParsedMessage[] =>
  selectMessagesTo(messages, 'offer').filter(({ message }) => message.to === 'issuer')

/** The calls to URLs at which an identity app hosts its offers. */
export const listHostedOffers = (messages: readonly ParsedMessage[]): readonly ParsedMessage[] =>
  selectMessagesTo(messages, 'offer').filter(({ message }) => message.to === 'identity app')

/** The readable offers that were fetched from a URL. */
export const listFetchedOffers = (messages: readonly ParsedMessage[]): readonly JsonObject[] =>
  collectContents(selectMessagesTo(messages, 'offer').filter(hasSucceeded), 'offer')

export const urn = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'

/** The pre-authorised code of an offer, if there is one. */
export function readCode({ grants }: JsonObject): string | undefined {
  const grant = isObject(grants) ? grants[urn] : undefined
  const code = isObject(grant) ? grant['pre-authorized_code'] : undefined
  return typeof code === 'string' && code !== '' ? code : undefined
}
