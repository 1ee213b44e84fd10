import { type Aside, cannotTell, finding, notHere } from '../../src/model/check.ts'
import {
  across,
  at,
  type ExchangeCheck,
  isAnswered,
  type Passage,
  readIn,
  sessionsIn,
} from '../../src/model/exchange-check.ts'
import type { Asked } from '../../src/model/wire.ts'
import { isObject } from '../../src/protocol/json.ts'
import { violations } from '../../src/protocol/shape.ts'
import { mediaTypeIn } from '../media-type.ts'
import { PROFILE } from '../metadata/decisions.ts'
import { checks } from './checks.ts'
import { SINGLE_USE } from './decisions.ts'
import { codeIn, fetchedIn, linkIn, pushesBy, valueIn } from './offered.ts'
import { OFFER } from './requirements.ts'

// What an identity app pushes by value is its own doing: of the issuer, only what is fetched from it tells.
const defined = across(OFFER.DEFINED, function* (exchange, { decide }) {
  if (decide(PROFILE) === 'none') return notHere('further fields of the metadata are not looked at')
  let compared = 0
  for (const [session, own] of sessionsIn(exchange)) {
    const [metadata] = readIn(at(own, 'issuerMetadata').filter(isAnswered), 'metadata')
    const supported = metadata?.credential_configurations_supported
    if (!isObject(supported) || Object.keys(supported).length === 0) continue // that is for another row
    for (const { credential_configuration_ids: ids } of fetchedIn(own)) {
      compared++
      const unknown = Array.isArray(ids)
        ? ids.filter((id) => typeof id === 'string' && !Object.hasOwn(supported, id))
        : []
      if (unknown.length === 0) continue
      yield finding(`${session}: offer`, 'ids that the metadata define', `${unknown.length} that they do not`)
    }
  }
  return compared > 0 ? undefined : cannotTell('no offer was fetched together with metadata that describe templates')
})

const oneSession = across(OFFER['ONE-SESSION'], function* (exchange, { decide }) {
  if (decide(SINGLE_USE) === 'until-expiry') return notHere('a code may be used again, by decision')
  const sessions = [...sessionsIn(exchange)].flatMap(([session, own]) => {
    const codes = new Set(fetchedIn(own).flatMap((offer) => codeIn(offer) ?? []))
    // As long as nothing came of a session, an issuer may go on with it: its code is then the same.
    return codes.size > 0 ? [{ session, codes, isOver: at(own, 'validate').some(isAnswered) }] : []
  })
  if (sessions.length < 2) return cannotTell('fewer than two offers were fetched')
  for (const [i, { session, codes }] of sessions.entries()) {
    const before = sessions.slice(0, i).find((other) => other.isOver && !codes.isDisjointFrom(other.codes))
    if (before) yield finding(`${session}: offer`, 'a code of its own', `that of the session \`${before.session}\``)
  }
  return undefined
})

const unfetched = (passages: readonly Passage[]): Aside =>
  at(passages, 'offer').length > 0 ? cannotTell('no offer was served') : notHere('no offer was fetched from a URL')

const mediaType = across(OFFER['MEDIA-TYPE'], function* ({ passages }) {
  const answers = at(passages, 'offer').filter(isAnswered)
  if (answers.length === 0) return unfetched(passages)
  for (const { hop } of answers) {
    const type = mediaTypeIn(hop.replied)
    if (type !== 'application/json') yield finding('Content-Type', 'application/json', type ?? 'nothing')
  }
  return undefined
})

/** Causes that are requirements of their own. */
const otherRows: readonly string[] = [
  'signed',
  'unsecured',
  'json-duplicate',
  'json-surrogate',
  'json-bom',
  'json-number',
]

/** What binds an identity app that makes an offer binds an issuer that serves one. */
const ofAnyOffer = checks.filter(({ requirement }) => requirement === OFFER.BASE || requirement === OFFER['ONE-GRANT'])

const fetched = across(OFFER.FETCHED, function* ({ passages }, context) {
  const answers = at(passages, 'offer').filter(isAnswered)
  if (answers.length === 0) return unfetched(passages)
  const offers = answers.flatMap(({ replied }) => replied)
  for (const exhibit of offers) {
    const { content, problem } = exhibit
    if (problem && !otherRows.includes(problem.code)) yield finding('', 'an offer', problem.message)
    for (const { requirement, at: place, expected, actual } of content ? violations('offer', content) : []) {
      if (requirement !== OFFER.DISTINCT.id) yield finding(place, expected, actual)
    }
    for (const { inspect } of content ? ofAnyOffer : []) yield* inspect(exhibit, context)
  }
  return offers.some(({ content }) => content) ? undefined : cannotTell('no offer that was fetched could be read')
})

/** Whether a call over HTTP has an offer in it, or a link to one. */
const carriesOffer = ({ url, body = '' }: Asked): boolean =>
  /[?&]credential_offer(?:_uri)?=/.test(url) ||
  /openid-credential-offer:/.test(body) ||
  (body.includes('"credential_issuer"') && body.includes('"grants"'))

const pushed = across(OFFER.PUSHED, function* (exchange) {
  const { passages } = exchange
  for (const { hop } of passages) {
    const isOverHttp = hop.endpoint !== 'offerPush' && hop.endpoint !== 'deeplink'
    if (hop.from !== 'identity app' || !isOverHttp || !carriesOffer(hop.asked)) continue
    yield finding(hop.endpoint, 'no offer in a call over HTTP', 'an offer, or a link to one')
  }
  return pushesBy('identity app', passages).length > 0 ? undefined : cannotTell('no offer was pushed')
})

const oneWay = across(OFFER['ONE-WAY'], function* ({ passages }) {
  const pushes = pushesBy('identity app', passages)
  if (pushes.length === 0) return cannotTell('no offer was pushed')
  for (const push of pushes) {
    const { value, reference } = linkIn(push) ?? {}
    const beside = valueIn(push)?.credential_offer_uri
    if (reference !== undefined && value !== undefined) yield finding('offer', 'a value or a reference', 'both')
    else if (beside !== undefined) yield finding('offer', 'a value or a reference', 'a value with a reference in it')
  }
  return undefined
})

export const exchangeChecks: readonly ExchangeCheck[] = [defined, oneSession, mediaType, fetched, pushed, oneWay]
