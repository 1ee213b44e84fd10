import { type Check, checkArtefact, checkReadable } from '../../../model/check.ts'
import type { Account } from '../../../model/driver.ts'
import { collectContents, groupBySession, hasSucceeded, selectMessagesTo } from '../../../model/exchange.ts'
import {
  expectSame,
  finding,
  inconclusive,
  notApplicable,
  passedLeniently,
  type Remark,
  showValue,
} from '../../../model/finding.ts'
import type { HttpRequest } from '../../../model/wire.ts'
import { findShapeViolations } from '../../../protocol/artefacts/shape.ts'
import { describeKind, isObject, type JsonValue } from '../../../protocol/encoding/json.ts'
import { isSameUrl } from '../../../protocol/encoding/url.ts'
import { explainGuessable } from '../../kit/guessable-values.ts'
import { isLoopback } from '../kit/loopback.ts'
import { readMediaType } from '../kit/media-type.ts'
import { checkSchema } from '../kit/schema-checks.ts'
import { PROFILE } from '../metadata/decisions.ts'
import { checkExchange, checkMessages } from '../model/check.ts'
import type { Exchange, ParsedMessage } from '../model/exchange.ts'
import { NONCE_RELATION } from '../nonce/decisions.ts'
import { collectPopulation, findRepeated } from '../population/population.ts'
import { readAllWays } from '../population/readings.ts'
import { hasIdentityNumber, listTraces } from '../privacy/identity-number.ts'
import { DELIVERY, GRANTS, SINGLE_USE } from './decisions.ts'
import {
  findPushProblem,
  listFetchedOffers,
  listHostedOffers,
  listIssuerOffers,
  listPushes,
  readOfferLink,
  readPushedOffer,
} from './offers.ts'
import { OFFER } from './requirements.ts'

const grant = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'

const oneGrant = checkArtefact(OFFER['ONE-GRANT'], 'offer', function* ({ grants }, { decide }) {
  if (!isObject(grants)) return inconclusive('`grants` is not an object')
  const names = Object.keys(grants)
  if (!names.includes(grant)) yield finding('/grants', `the grant type ${grant}`, names.join(', ') || 'no grant type')
  const others = names.filter((name) => name !== grant)
  if (decide(GRANTS) === 'one' && names.includes(grant) && others.length > 0) {
    yield finding('/grants', 'no other grant type', others.join(', '))
  }
  return undefined
})

/** Whether a value is an http or https URL. The schema requires that it is one. */
const isAddress = (value: JsonValue | undefined): value is string =>
  typeof value === 'string' && /^https?:\/\/[^/?#]/i.test(value) && URL.canParse(value)

const base = checkArtefact(OFFER.BASE, 'offer', function* ({ credential_issuer }, { issuer }) {
  if (issuer === undefined) return inconclusive('the address of the issuer is unknown: pass --issuer')
  if (!isAddress(credential_issuer)) return inconclusive('`credential_issuer` is not a URL')
  if (isSameUrl(credential_issuer, issuer)) return undefined
  yield* expectSame('/credential_issuer', credential_issuer, issuer, describeSimilarity(credential_issuer, issuer))
  return undefined
})

/** The difference between two similar addresses. */
function describeSimilarity(actual: string, expected: string): string | undefined {
  if (isSameUrl(actual.replace(/\/$/, ''), expected.replace(/\/$/, ''))) return 'they differ in the trailing slash'
  if (actual.toLowerCase() === expected.toLowerCase()) return 'they differ in upper and lower case'
  return undefined
}

const secure = checkArtefact(OFFER.SECURE, 'offer', function* ({ credential_issuer }) {
  if (!isAddress(credential_issuer)) return inconclusive('`credential_issuer` is not a URL')
  const url = new URL(credential_issuer)
  const { protocol, search, hash } = url
  if (protocol === 'http:' && isLoopback(url)) return passedLeniently('it is a loopback address without TLS')
  if (protocol === 'http:') yield finding('/credential_issuer', 'https', 'http')
  if (search !== '' || hash !== '') yield finding('/credential_issuer', 'neither query nor fragment', search + hash)
  return undefined
})

const isAbsentOr = (value: JsonValue | undefined, is: (value: JsonValue) => boolean): boolean =>
  value === undefined || is(value)

const isPositiveInteger = (value: JsonValue): boolean => Number.isInteger(value) && Number(value) > 0

/** The transaction code of OpenID4VCI 1.0; the document does not define one. */
const txCode = checkArtefact(OFFER['TX-CODE'], 'offer', function* ({ grants }) {
  const own = isObject(grants) ? grants[grant] : undefined
  const code = isObject(own) ? own.tx_code : undefined
  if (code === undefined) return notApplicable('the offer announces no transaction code')
  const at = `/grants/${grant}/tx_code`
  if (!isObject(code)) {
    yield finding(at, 'an object', describeKind(code))
    return undefined
  }
  const { input_mode: mode, length, description } = code
  if (!isAbsentOr(mode, (value) => value === 'numeric' || value === 'text'))
    yield finding(`${at}/input_mode`, '"numeric" or "text"', showValue(mode))
  if (!isAbsentOr(length, isPositiveInteger)) yield finding(`${at}/length`, 'a positive integer', showValue(length))
  if (!isAbsentOr(description, (value) => typeof value === 'string' && value.length <= 300))
    yield finding(`${at}/description`, 'a string of at most 300 characters', describeKind(description))
  return undefined
})

const noUrl = 'the issuer has no URL for offers, by decision'

// The identity app is responsible for offers that it pushes by value; only fetched offers are the issuer's.
const defined = checkMessages(OFFER.DEFINED, function* (exchange, { decide }) {
  if (decide(PROFILE) === 'none') return notApplicable('further members of the metadata are not checked, by decision')
  if (decide(DELIVERY) === 'value') return notApplicable(noUrl)
  let compared = 0
  for (const [session, own] of groupBySession(exchange)) {
    const [metadata] = collectContents(selectMessagesTo(own, 'issuerMetadata').filter(hasSucceeded), 'metadata')
    const supported = metadata?.credential_configurations_supported
    if (!isObject(supported) || Object.keys(supported).length === 0) continue // META-TEMPLATES requires it
    for (const { credential_configuration_ids: ids } of listFetchedOffers(listIssuerOffers(own))) {
      compared++
      const unknown = Array.isArray(ids)
        ? ids.filter((id) => typeof id === 'string' && !Object.hasOwn(supported, id))
        : []
      if (unknown.length === 0) continue
      yield finding(
        `${session}: offer`,
        'configuration IDs that the metadata defines',
        `${unknown.length} that they do not define`,
      )
    }
  }
  return compared > 0
    ? undefined
    : inconclusive('no offer was fetched together with metadata that define credential configurations')
})

/** What is pushed in the place of an offer and is a JWT. */
const pushedPlain = checkMessages(OFFER['PUSHED-PLAIN'], function* ({ messages }) {
  const pushes = listPushes('identity app', messages)
  if (pushes.length === 0) return inconclusive('no offer was pushed')
  for (const push of pushes) {
    const problem = findPushProblem(push)
    if (problem?.code === 'signed' || problem?.code === 'unsecured')
      yield finding(`${push.message.session}: offer`, 'an offer in plain JSON', problem.message)
  }
  for (const hosted of listHostedOffers(messages)) {
    const wrong = describeHosted(hosted)
    if (wrong !== undefined) yield finding(`${hosted.message.session}: offer`, 'an offer in `application/json`', wrong)
  }
  return undefined
})

/** Why what an identity app returns at the URL that it pushed is no offer in JSON; `undefined` if it is one, or may be later. */
function describeHosted({ message: { response }, response: read }: ParsedMessage): string | undefined {
  const { status = 500 } = response ?? {}
  if (status === 429 || status >= 500) return undefined
  if (status >= 300) return `status ${status}`
  const type = readMediaType(response)
  if (type !== 'application/json') return type ?? 'no media type'
  const { problem } = read[0] ?? {}
  // BODY-STRICT and BODY-JSON are about the JSON itself.
  return problem && !problem.code.startsWith('json') ? problem.message : undefined
}

const pushedDefined = checkMessages(OFFER['PUSHED-DEFINED'], function* ({ messages }, { decide }) {
  if (decide(PROFILE) === 'none') return notApplicable('further members of the metadata are not checked, by decision')
  const pushes = listPushes('identity app', messages)
  if (pushes.length === 0) return inconclusive('no offer was pushed')
  const all = collectContents(selectMessagesTo(messages, 'issuerMetadata').filter(hasSucceeded), 'metadata')
  const supported = all.map((metadata) => metadata.credential_configurations_supported).filter(isObject)
  const defined = new Set(supported.flatMap((each) => Object.keys(each)))
  if (defined.size === 0) return inconclusive('no metadata that define credential configurations were seen')
  for (const push of [...pushes, ...listHostedOffers(messages)]) {
    const offer = push.message.endpoint === 'offer' ? listFetchedOffers([push])[0] : readPushedOffer(push)
    const ids = offer?.credential_configuration_ids
    const unknown = Array.isArray(ids) ? ids.filter((id) => typeof id === 'string' && !defined.has(id)) : []
    if (unknown.length > 0)
      yield finding(
        `${push.message.session}: offer`,
        'configuration IDs that the metadata defines',
        `${unknown.length} that they do not define`,
      )
  }
  return undefined
})

const oneSession = checkExchange(OFFER['ONE-SESSION'], function* (exchange, context) {
  if (context.decide(SINGLE_USE) === 'until-expiry') return notApplicable('a code may be used again, by decision')
  const { codes, issuances } = collectPopulation(exchange, context)
  if (codes.length === 0 && context.decide(DELIVERY) === 'value') return notApplicable(noUrl)
  if (new Set(codes.map(({ session }) => session)).size < 2) return inconclusive('fewer than two offers were fetched')
  for (const { before, again } of findRepeated(codes, issuances))
    yield finding(`${again.session}: offer`, 'a new code', `the code of the session \`${before.session}\``)
  return undefined
})

/** Judges codes, and the nonces of Issuer Config where they are codes by decision. */
const guessless = checkExchange(OFFER.GUESSLESS, function* (exchange, context) {
  const { codes, configNonces } = collectPopulation(exchange, context)
  const isNonceCode = context.decide(NONCE_RELATION) !== 'all-separate'
  const all = [...codes, ...(isNonceCode ? configNonces : [])].toSorted((a, b) => a.number - b.number)
  const distinct = [...Map.groupBy(all, ({ value }) => value).values()].flatMap(([first]) => first ?? [])
  if (distinct.length === 0) return inconclusive('no code was seen')
  const weakness = explainGuessable(distinct, 'code')
  if (weakness !== undefined) yield finding('code', 'an unpredictable code', weakness)
  return distinct.length < 2 ? inconclusive('only one code was seen') : undefined
})

/** An account that values must not name, and what its identity number may turn into. */
interface SearchedAccount extends Pick<Account, 'uid' | 'deviceId'> {
  readonly traces: readonly string[]
}

/** The accounts of all sessions, each once: a run has hundreds of sessions of a few accounts. */
function listSearched({ uids, accounts }: Exchange): readonly SearchedAccount[] {
  const searched = new Map<string, SearchedAccount>()
  for (const [session, uid] of Object.entries(uids)) {
    const deviceId = accounts?.[session]?.deviceId ?? ''
    const key = `${uid} ${deviceId}`
    if (!searched.has(key)) searched.set(key, { uid, deviceId, traces: listTraces(uid) })
  }
  return [...searched.values()]
}

/** Why a value says something about an account; `undefined` if it does not. */
function describeMeaning(value: string, accounts: readonly SearchedAccount[], isDevice: boolean) {
  const texts = [...readAllWays(value)]
  for (const { uid, deviceId, traces } of accounts) {
    if (/^\d{12}$/.test(uid) && texts.some((text) => hasIdentityNumber(text, uid, traces))) return 'an identity number'
    if (isDevice && deviceId.length >= shortestDevice && texts.some((text) => text.includes(deviceId)))
      return 'the identifier of a device'
  }
  return undefined
}

/** A shorter identifier may be in a random value by accident. */
const shortestDevice = 8

/** How many values of one kind are decoded. */
const maxDecoded = 24

const meaningless = checkExchange(OFFER.MEANINGLESS, function* (exchange, context) {
  const { codes, configNonces, nonces } = collectPopulation(exchange, context)
  const configs = collectContents(exchange.messages, 'issuer-config-response')
  const identifiers = configs.flatMap(({ credential_identifier: id }) => (typeof id === 'string' ? [id] : []))
  const accounts = listSearched(exchange)
  const found = {
    code: codes.map(({ value }) => value),
    nonce: configNonces.map(({ value }) => value),
    c_nonce: nonces.map(({ value }) => value),
    credential_identifier: identifiers,
  }
  for (const [name, values] of Object.entries(found)) {
    const all = [...new Set(values)].slice(0, maxDecoded)
    const meanings = all.flatMap((value) => describeMeaning(value, accounts, name !== 'credential_identifier') ?? [])
    for (const meaning of new Set(meanings)) yield finding(name, 'a value without a meaning', meaning)
  }
  return Object.values(found).some((values) => values.length > 0) ? undefined : inconclusive('nothing was issued')
})

/** Whether a response says that a cache may keep it. Without such a field, most caches do not. */
function isCacheable(control = ''): boolean {
  if (/\b(?:no-store|no-cache|private)\b/i.test(control)) return false
  return /\bpublic\b|\b(?:s-maxage|max-age)\s*=\s*"?0*[1-9]/i.test(control)
}

const uncached = checkMessages(OFFER.UNCACHED, function* ({ messages }) {
  const answers = [...listIssuerOffers(messages), ...selectMessagesTo(messages, 'nonce')].filter(hasSucceeded)
  if (answers.length === 0) return inconclusive('neither an offer nor a nonce was returned')
  for (const { message } of answers) {
    const control = message.response?.headers['cache-control']
    if (isCacheable(control))
      yield finding(`${message.endpoint}: Cache-Control`, 'no-store, or nothing', showValue(control))
  }
  return undefined
})

const explainNoOffer = (messages: readonly ParsedMessage[]): Remark =>
  listIssuerOffers(messages).length > 0
    ? inconclusive('no offer was returned')
    : notApplicable('no offer was fetched from a URL of the issuer')

const mediaType = checkMessages(OFFER['MEDIA-TYPE'], function* ({ messages }) {
  const fetchedOffers = listIssuerOffers(messages).filter(hasSucceeded)
  if (fetchedOffers.length === 0) return explainNoOffer(messages)
  for (const { message } of fetchedOffers) {
    const type = readMediaType(message.response)
    if (type !== 'application/json') yield finding('Content-Type', 'application/json', type ?? 'nothing')
  }
  return undefined
})

/** Problems that have requirements of their own. */
const separateProblems: readonly string[] = [
  'signed',
  'unsecured',
  'json-duplicate',
  'json-surrogate',
  'json-bom',
  'json-number',
]

/** Checks on pushed offers that also apply to fetched ones. */
const sharedChecks = [base, oneGrant]

const fetched = checkMessages(OFFER.FETCHED, function* ({ messages }, context) {
  const fetchedOffers = listIssuerOffers(messages).filter(hasSucceeded)
  if (fetchedOffers.length === 0) return explainNoOffer(messages)
  const offers = fetchedOffers.flatMap(({ response }) => response)
  for (const artefact of offers) {
    const { content, problem } = artefact
    if (problem && !separateProblems.includes(problem.code)) yield finding('', 'an offer', problem.message)
    for (const { requirement, at: place, expected, actual } of content ? findShapeViolations('offer', content) : []) {
      if (requirement !== OFFER.DISTINCT.id) yield finding(place, expected, actual)
    }
    for (const { inspect } of content ? sharedChecks : []) yield* inspect(artefact, context)
  }
  return offers.some(({ content }) => content) ? undefined : inconclusive('no fetched offer could be read')
})

/** Whether an HTTP request contains an offer or a link to one. */
const carriesOffer = ({ url, body = '' }: HttpRequest): boolean =>
  /[?&]credential_offer(?:_uri)?=/.test(url) ||
  /openid-credential-offer:/.test(body) ||
  (body.includes('"credential_issuer"') && body.includes('"grants"'))

const pushed = checkMessages(OFFER.PUSHED, function* (exchange) {
  const { messages } = exchange
  for (const { message } of messages) {
    const hasEndedHttp = message.endpoint !== 'offerPush' && message.endpoint !== 'deeplink'
    if (message.from !== 'identity app' || !hasEndedHttp || !carriesOffer(message.request)) continue
    yield finding(message.endpoint, 'no offer in an HTTP request', 'an offer, or a link to one')
  }
  return listPushes('identity app', messages).length > 0 ? undefined : inconclusive('no offer was pushed')
})

const oneWay = checkMessages(OFFER['ONE-WAY'], function* ({ messages }) {
  const pushes = listPushes('identity app', messages)
  if (pushes.length === 0) return inconclusive('no offer was pushed')
  for (const push of pushes) {
    const { value, reference } = readOfferLink(push) ?? {}
    const beside = readPushedOffer(push)?.credential_offer_uri
    if (reference !== undefined && value !== undefined)
      yield finding('offer', 'an offer by value or by reference', 'both')
    else if (beside !== undefined)
      yield finding('offer', 'an offer by value or by reference', 'an offer that contains `credential_offer_uri`')
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
  guessless,
  meaningless,
  uncached,
  mediaType,
  fetched,
  pushed,
  pushedPlain,
  pushedDefined,
  oneWay,
]
