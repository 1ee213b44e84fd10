import { at, isAnswered, type Passage } from '../../src/model/exchange-check.ts'
import type { ExchangeTamper } from '../../src/model/tamper.ts'
import { asking, exchanged, mapShown, members, messages, typed } from '../exchange-tampering.ts'
import { edited } from '../tampering.ts'
import { fetchedIn } from './offered.ts'
import { OFFER } from './requirements.ts'

const code = '/grants/urn:ietf:params:oauth:grant-type:pre-authorized_code/pre-authorized_code'
const bothWays =
  'openid-credential-offer://?credential_offer=%7B%7D&credential_offer_uri=https%3A%2F%2Ftampered.example'

/** One code in all offers, where an offer was fetched after a session that came to an end. */
function oneCode(passages: readonly Passage[]): readonly Passage[] | undefined {
  const sessions = [...Map.groupBy(passages, ({ hop }) => hop.session).values()].filter(
    (own) => fetchedIn(own).length > 0,
  )
  const over = sessions.findIndex((own) => at(own, 'validate').some(isAnswered))
  if (over < 0 || over === sessions.length - 1) return undefined
  return mapShown(passages, 'offer', (offer) => edited(offer, { [code]: 'tampered' }))
}

/** What an identity app sends by HTTP has an offer in it. */
function withOffer(passages: readonly Passage[]): readonly Passage[] | undefined {
  const isMeant = ({ hop }: Passage): boolean =>
    hop.from === 'identity app' && (hop.endpoint === 'validate' || hop.endpoint === 'issuerConfig')
  const told = (each: Passage): Passage => asking(each, ({ body = '' }) => ({ body: `${body} ${bothWays}` }))
  return passages.some(isMeant) ? passages.map((each) => (isMeant(each) ? told(each) : each)) : undefined
}

// biome-ignore format: a table, one row a line.
export const tampers: readonly ExchangeTamper[] = [
  members(OFFER.DEFINED, 'offer', 'a template that nobody defined', () => ({ '/credential_configuration_ids': ['tampered'] })),
  exchanged(OFFER['ONE-SESSION'], 'one code in all offers', oneCode),
  messages(OFFER['MEDIA-TYPE'], 'an offer that says it is a text', ['offer'], typed('text/plain')),
  members(OFFER.FETCHED, 'offer', 'an offer without an issuer', () => ({ '/credential_issuer': undefined })),
  exchanged(OFFER.PUSHED, 'an offer in a call over HTTP', withOffer),
  messages(OFFER['ONE-WAY'], 'an offer by value and by reference', ['offerPush'], (each) => (each.hop.from === 'identity app' ? asking(each, () => ({ body: bothWays })) : each)),
]
