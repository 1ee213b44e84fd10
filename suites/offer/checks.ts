import { type Check, checkArtefact, checkExchange, checkReadable } from '../../model/check.ts'
import {
  collectContents,
  groupBySession,
  hasSucceeded,
  type ParsedMessage,
  selectMessagesTo,
} from '../../model/exchange.ts'
import {
  expectSame,
  finding,
  inconclusive,
  notApplicable,
  passedLeniently,
  type Remark,
  showValue,
} from '../../model/finding.ts'
import type { HttpRequest } from '../../model/wire.ts'
import { findShapeViolations } from '../../protocol/artefacts/shape.ts'
import { describeKind, isObject, type JsonValue } from '../../protocol/encoding/json.ts'
import { isLoopback } from '../kit/loopback.ts'
import { readMediaType } from '../kit/media-type.ts'
import { checkSchema } from '../kit/schema-checks.ts'
import { PROFILE } from '../metadata/decisions.ts'
import { GRANTS, SINGLE_USE } from './decisions.ts'
import { listFetchedOffers, listPushes, readCode, readOfferLink, readPushedOffer } from './offers.ts'
import { OFFER } from './requirements.ts'

const grant = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'

const oneGrant = checkArtefact(OFFER['ONE-GRANT'], 'offer', function* ({ grants }, { decide }) {
  if (!isObject(grants)) return inconclusive('`grants` is no object')
  const names = Object.keys(grants)
  if (!names.includes(grant)) yield finding('/grants', `the grant ${grant}`, names.join(', ') || 'no grant')
  const others = names.filter((name) => name !== grant)
  if (decide(GRANTS) === 'one' && names.includes(grant) && others.length > 0) {
    yield finding('/grants', 'no other grant', others.join(', '))
  }
  return undefined
})

/** Whether there is an address to look at; that there has to be one is for the schema to say. */
const isAddress = (value: JsonValue | undefined): value is string =>
  typeof value === 'string' && /^https?:\/\/[^/?#]/i.test(value) && URL.canParse(value)

const base = checkArtefact(OFFER.BASE, 'offer', function* ({ credential_issuer }, { issuer }) {
  if (issuer === undefined) return inconclusive('the address of the issuer is not known: give --issuer')
  if (!isAddress(credential_issuer)) return inconclusive('it is no address')
  yield* expectSame('/credential_issuer', credential_issuer, issuer, likeness(credential_issuer, issuer))
  return undefined
})

/** What two addresses that look alike differ in. */
function likeness(actual: string, expected: string): string | undefined {
  if (actual.replace(/\/$/, '') === expected.replace(/\/$/, '')) return 'they differ in the slash at the end'
  if (actual.toLowerCase() === expected.toLowerCase()) return 'they differ in capitals'
  return undefined
}

const secure = checkArtefact(OFFER.SECURE, 'offer', function* ({ credential_issuer }) {
  if (!isAddress(credential_issuer)) return inconclusive('it is no address')
  const url = new URL(credential_issuer)
  const { protocol, search, hash } = url
  if (protocol === 'http:' && isLoopback(url)) return passedLeniently('it leads to this very machine, without TLS')
  if (protocol === 'http:') yield finding('/credential_issuer', 'https', 'http')
  if (search !== '' || hash !== '') yield finding('/credential_issuer', 'neither query nor fragment', search + hash)
  return undefined
})

const optional = (value: JsonValue | undefined, is: (value: JsonValue) => boolean): boolean =>
  value === undefined || is(value)

const isWholeNumber = (value: JsonValue): boolean => Number.isInteger(value) && Number(value) > 0

/** A further code as OpenID4VCI 1.0 announces one; the document knows of none. */
const txCode = checkArtefact(OFFER['TX-CODE'], 'offer', function* ({ grants }) {
  const own = isObject(grants) ? grants[grant] : undefined
  const code = isObject(own) ? own.tx_code : undefined
  if (code === undefined) return notApplicable('no further code is announced')
  const at = `/grants/${grant}/tx_code`
  if (!isObject(code)) {
    yield finding(at, 'an object', describeKind(code))
    return undefined
  }
  const { input_mode: mode, length, description } = code
  if (!optional(mode, (value) => value === 'numeric' || value === 'text'))
    yield finding(`${at}/input_mode`, '"numeric" or "text"', showValue(mode))
  if (!optional(length, isWholeNumber)) yield finding(`${at}/length`, 'a whole number above 0', showValue(length))
  if (!optional(description, (value) => typeof value === 'string' && value.length <= 300))
    yield finding(`${at}/description`, 'a string of at most 300 characters', describeKind(description))
  return undefined
})

// What an identity app pushes by value is its own doing: of the issuer, only what is fetched from it tells.
const defined = checkExchange(OFFER.DEFINED, function* (exchange, { decide }) {
  if (decide(PROFILE) === 'none') return notApplicable('further fields of the metadata are not looked at')
  let compared = 0
  for (const [session, own] of groupBySession(exchange)) {
    const [metadata] = collectContents(selectMessagesTo(own, 'issuerMetadata').filter(hasSucceeded), 'metadata')
    const supported = metadata?.credential_configurations_supported
    if (!isObject(supported) || Object.keys(supported).length === 0) continue // that is for another row
    for (const { credential_configuration_ids: ids } of listFetchedOffers(own)) {
      compared++
      const unknown = Array.isArray(ids)
        ? ids.filter((id) => typeof id === 'string' && !Object.hasOwn(supported, id))
        : []
      if (unknown.length === 0) continue
      yield finding(`${session}: offer`, 'ids that the metadata define', `${unknown.length} that they do not`)
    }
  }
  return compared > 0 ? undefined : inconclusive('no offer was fetched together with metadata that describe templates')
})

const oneSession = checkExchange(OFFER['ONE-SESSION'], function* (exchange, { decide }) {
  if (decide(SINGLE_USE) === 'until-expiry') return notApplicable('a code may be used again, by decision')
  const sessions = [...groupBySession(exchange)].flatMap(([session, own]) => {
    const codes = new Set(listFetchedOffers(own).flatMap((offer) => readCode(offer) ?? []))
    // As long as nothing came of a session, an issuer may go on with it: its code is then the same.
    return codes.size > 0 ? [{ session, codes, isOver: selectMessagesTo(own, 'validate').some(hasSucceeded) }] : []
  })
  if (sessions.length < 2) return inconclusive('fewer than two offers were fetched')
  for (const [i, { session, codes }] of sessions.entries()) {
    const before = sessions.slice(0, i).find((other) => other.isOver && !codes.isDisjointFrom(other.codes))
    if (before) yield finding(`${session}: offer`, 'a code of its own', `that of the session \`${before.session}\``)
  }
  return undefined
})

const unfetched = (passages: readonly ParsedMessage[]): Remark =>
  selectMessagesTo(passages, 'offer').length > 0
    ? inconclusive('no offer was served')
    : notApplicable('no offer was fetched from a URL')

const mediaType = checkExchange(OFFER['MEDIA-TYPE'], function* ({ messages }) {
  const answers = selectMessagesTo(messages, 'offer').filter(hasSucceeded)
  if (answers.length === 0) return unfetched(messages)
  for (const { message } of answers) {
    const type = readMediaType(message.response)
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
const ofAnyOffer = [base, oneGrant]

const fetched = checkExchange(OFFER.FETCHED, function* ({ messages }, context) {
  const answers = selectMessagesTo(messages, 'offer').filter(hasSucceeded)
  if (answers.length === 0) return unfetched(messages)
  const offers = answers.flatMap(({ response }) => response)
  for (const exhibit of offers) {
    const { content, problem } = exhibit
    if (problem && !otherRows.includes(problem.code)) yield finding('', 'an offer', problem.message)
    for (const { requirement, at: place, expected, actual } of content ? findShapeViolations('offer', content) : []) {
      if (requirement !== OFFER.DISTINCT.id) yield finding(place, expected, actual)
    }
    for (const { inspect } of content ? ofAnyOffer : []) yield* inspect(exhibit, context)
  }
  return offers.some(({ content }) => content) ? undefined : inconclusive('no offer that was fetched could be read')
})

/** Whether a call over HTTP has an offer in it, or a link to one. */
const carriesOffer = ({ url, body = '' }: HttpRequest): boolean =>
  /[?&]credential_offer(?:_uri)?=/.test(url) ||
  /openid-credential-offer:/.test(body) ||
  (body.includes('"credential_issuer"') && body.includes('"grants"'))

const pushed = checkExchange(OFFER.PUSHED, function* (exchange) {
  const { messages } = exchange
  for (const { message } of messages) {
    const isOverHttp = message.endpoint !== 'offerPush' && message.endpoint !== 'deeplink'
    if (message.from !== 'identity app' || !isOverHttp || !carriesOffer(message.request)) continue
    yield finding(message.endpoint, 'no offer in a call over HTTP', 'an offer, or a link to one')
  }
  return listPushes('identity app', messages).length > 0 ? undefined : inconclusive('no offer was pushed')
})

const oneWay = checkExchange(OFFER['ONE-WAY'], function* ({ messages }) {
  const pushes = listPushes('identity app', messages)
  if (pushes.length === 0) return inconclusive('no offer was pushed')
  for (const push of pushes) {
    const { value, reference } = readOfferLink(push) ?? {}
    const beside = readPushedOffer(push)?.credential_offer_uri
    if (reference !== undefined && value !== undefined) yield finding('offer', 'a value or a reference', 'both')
    else if (beside !== undefined) yield finding('offer', 'a value or a reference', 'a value with a reference in it')
  }
  return undefined
})

export const checks: readonly Check[] = [
  checkSchema(OFFER.ISSUER, 'offer'),
  base,
  checkSchema(OFFER.IDS, 'offer'),
  checkSchema(OFFER.GRANTS, 'offer'),
  oneGrant,
  checkSchema(OFFER.CODE, 'offer'),
  txCode,
  checkSchema(OFFER.DISTINCT, 'offer'),
  secure,
  checkReadable(OFFER.UNSIGNED, 'offer', ['signed']),
  checkReadable(OFFER['NOT-NONE'], 'offer', ['unsecured']),

  defined,
  oneSession,
  mediaType,
  fetched,
  pushed,
  oneWay,
]
