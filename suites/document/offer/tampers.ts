import { hasSucceeded, selectMessagesTo } from '../../../model/exchange.ts'
import type { Tampering } from '../../../model/tampering.ts'
import { encodeBase64url } from '../../../protocol/encoding/base64url.ts'
import { replaceMembers, tamperText } from '../kit/artefact-tampers.ts'
import {
  mapArtefacts,
  tamperBodies,
  tamperExchange,
  tamperKnown,
  tamperMessages,
  withMediaType,
  withRequest,
  withResponse,
} from '../kit/exchange-tampers.ts'
import { applyEdits } from '../kit/pointer-edits.ts'
import type { Exchange, ParsedMessage } from '../model/exchange.ts'
import { listFetchedOffers } from './offers.ts'
import { OFFER } from './requirements.ts'

/** Wraps an offer in a JWT. */
const wrapInJwt = (alg: string, signature: string) => (text: string) =>
  [encodeBase64url(JSON.stringify({ alg })), encodeBase64url(text), signature].join('.')

const code = '/grants/urn:ietf:params:oauth:grant-type:pre-authorized_code/pre-authorized_code'

const bothWays =
  'openid-credential-offer://?credential_offer=%7B%7D&credential_offer_uri=https%3A%2F%2Ftampered.example'

/** Puts one code into all offers, where an offer was fetched after a session had succeeded. */
function repeatCode(messages: readonly ParsedMessage[]): readonly ParsedMessage[] | undefined {
  const sessions = [...Map.groupBy(messages, ({ message }) => message.session).values()].filter(
    (own) => listFetchedOffers(own).length > 0,
  )
  const succeeded = sessions.findIndex((own) => selectMessagesTo(own, 'validate').some(hasSucceeded))
  if (succeeded < 0 || succeeded === sessions.length - 1) return undefined
  return mapArtefacts(messages, 'offer', (offer) => applyEdits(offer, { [code]: 'tampered' }))
}

/** Makes every code, and every nonce of Issuer Config, one digit long, and leaves out those of other sessions. */
function shortenCodes({ population: _, messages, ...exchange }: Exchange): Exchange | undefined {
  const shortened = mapArtefacts(messages, 'offer', (offer) => applyEdits(offer, { [code]: '1' }))
  const all =
    mapArtefacts(shortened ?? messages, 'issuer-config-response', (config) =>
      applyEdits(config, { '/nonce': '1', ...('pre-authorized_code' in config && { '/pre-authorized_code': '1' }) }),
    ) ?? shortened
  return all && { ...exchange, messages: all }
}

/** Puts an offer into the HTTP requests of the identity app. */
function addOffer(messages: readonly ParsedMessage[]): readonly ParsedMessage[] | undefined {
  const isAffected = ({ message }: ParsedMessage): boolean =>
    message.from === 'identity app' && (message.endpoint === 'validate' || message.endpoint === 'issuerConfig')
  const addToBody = (each: ParsedMessage): ParsedMessage =>
    withRequest(each, ({ body = '' }) => ({ body: `${body} ${bothWays}` }))
  return messages.some(isAffected) ? messages.map((each) => (isAffected(each) ? addToBody(each) : each)) : undefined
}

// biome-ignore format: a table, one row a line.
export const tampers: readonly Tampering[] = [
  tamperExchange(OFFER.MEANINGLESS, 'an identity number in every nonce', (messages, _, { uids }) => {
    const [uid] = Object.values(uids)
    return uid === undefined ? undefined : mapArtefacts(messages, 'issuer-config-response', (config) => applyEdits(config, { '/nonce': encodeBase64url(`uid=${uid}`) }))
  }),
  tamperBodies(OFFER['SAME-CODE'], 'offer', 'another code in every offer', () => ({ [code]: 'tampered' })),
  tamperMessages(OFFER.UNCACHED, 'offers and nonces for public caches', ['offer', 'nonce'], (each) => withResponse(each, ({ headers }) => ({ headers: { ...headers, 'cache-control': 'public, max-age=60' } }))),
  replaceMembers(OFFER.BASE, 'offer', { '/credential_issuer': 'https://tampered.example' }),
  replaceMembers(OFFER['ONE-GRANT'], 'offer', { '/grants': { tampered: {} } }),
  replaceMembers(OFFER['TX-CODE'], 'offer', { '/grants/urn:ietf:params:oauth:grant-type:pre-authorized_code/tx_code': 'tampered' }),
  replaceMembers(OFFER.DISTINCT, 'offer', { '/credential_configuration_ids': ['tampered', 'tampered'] }),
  replaceMembers(OFFER.SECURE, 'offer', { '/credential_issuer': 'http://tampered.example' }),
  tamperText(OFFER.UNSIGNED, 'offer', 'as the payload of a JWT', wrapInJwt('ES256', 'AAAA')),
  tamperText(OFFER['NOT-NONE'], 'offer', 'as the payload of a JWT without a signature', wrapInJwt('none', '')),

  tamperBodies(OFFER.DEFINED, 'offer', 'a configuration ID that the metadata do not define', () => ({ '/credential_configuration_ids': ['tampered'] })),
  tamperExchange(OFFER['ONE-SESSION'], 'one code in all offers', repeatCode),
  tamperKnown(OFFER.GUESSLESS, 'codes of one digit', shortenCodes),
  tamperMessages(OFFER['MEDIA-TYPE'], 'an offer with the media type text/plain', ['offer'], withMediaType('text/plain')),
  tamperBodies(OFFER.FETCHED, 'offer', 'an offer without an issuer', () => ({ '/credential_issuer': undefined })),
  tamperExchange(OFFER.PUSHED, 'an offer in a call over HTTP', addOffer),
  tamperMessages(OFFER['PUSHED-PLAIN'], 'a JWT in the place of an offer', ['offerPush'], (each) => withRequest(each, () => ({ body: wrapInJwt('none', '')('{}') }))),
  tamperMessages(OFFER['PUSHED-DEFINED'], 'a configuration ID that nothing defines', ['offerPush'], (each) => withRequest(each, () => ({ body: '{"credential_configuration_ids":["tampered"]}' }))),
  tamperMessages(OFFER['ONE-WAY'], 'an offer by value and by reference', ['offerPush'], (each) => (each.message.from === 'identity app' ? withRequest(each, () => ({ body: bothWays })) : each)),
]
