import { isDeepStrictEqual } from 'node:util'
import type { ExchangeCheck } from '../../../model/check.ts'
import type { Decide } from '../../../model/decision.ts'
import { collectContents, groupBySession, hasSucceeded, selectMessagesTo } from '../../../model/exchange.ts'
import { type CheckContext, finding, inconclusive, notApplicable } from '../../../model/finding.ts'
import { isObject, type JsonObject, parseJsonObject } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import type { Claim } from '../../../protocol/sd-jwt/claim.ts'
import { findClaimDigest } from '../../../protocol/sd-jwt/claim.ts'
import { readSdJwt, type SdJwt } from '../../../protocol/sd-jwt/sd-jwt.ts'
import { claimNames, isClaimName } from '../claims/claim-set.ts'
import { collectIssuances, removeDuplicates } from '../kit/issuance.ts'
import { checkProbes } from '../kit/probe-checks.ts'
import { hasError, readAcceptance } from '../kit/verdict-words.ts'
import { checkExchange } from '../model/check.ts'
import type { Exchange, ParsedMessage } from '../model/exchange.ts'
import { isCalledActive } from '../status/reading.ts'
import { REFUSAL } from '../undefined-points/decisions.ts'
import { DIGEST } from './decisions.ts'
import { collectDigests, listDigests, readClaims } from './reading.ts'
import { SD } from './requirements.ts'

/** The order of digests counts as fixed if it is less probable than this in shuffled lists. */
const significance = 1e-9

/** Compares the positions of the digests. The order of the disclosures does not matter: a holder may change it. */
const shuffled = checkExchange(SD.SHUFFLED, function* (exchange, context) {
  const issued = collectIssuances(exchange).flatMap(({ credentials }) => credentials)
  const orders = selectDistinct(removeDuplicates(issued)).map((credential) => listNamesByDigest(credential, context))
  const common = (orders[0] ?? []).filter((name) => orders.every((order) => order.includes(name)))
  if (!(boundProbability(common.length, common.length, orders.length) < significance)) {
    const isEnough = boundProbability(claimNames.length, claimNames.length, orders.length) < significance
    return isEnough
      ? notApplicable('the credentials have too few claims in common to show an order')
      : inconclusive('there are too few credentials')
  }
  const ranks = orders.map((order) => order.filter((name) => common.includes(name)))
  const fixed = common.filter((name) => ranks.every((order) => order.indexOf(name) === ranks[0]?.indexOf(name)))
  if (boundProbability(fixed.length, common.length, orders.length) < significance) {
    const actual = `${fixed.length} of ${common.length} claims at the same position in all ${orders.length} credentials`
    yield finding('/payload/_sd', 'digests in an order that reveals nothing about the claims', actual)
  } else if (boundProbability(countFollowed(ranks) - 1, common.length - 1, orders.length) < significance) {
    const actual = `the same sequence of claims in all ${orders.length} credentials, with another beginning`
    yield finding('/payload/_sd', 'digests in an order that reveals nothing about the claims', actual)
  }
  return undefined
})

/** Counts the claims that the same claim follows in all lists. The first one follows the last one. */
function countFollowed([first = [], ...others]: readonly (readonly string[])[]): number {
  const findNext = (order: readonly string[], name: string): string | undefined =>
    order[(order.indexOf(name) + 1) % order.length]
  return first.filter((name) => others.every((order) => findNext(order, name) === findNext(first, name))).length
}

/** Selects credentials of which no two have a digest in common: the same disclosures have the same order. */
function selectDistinct(credentials: readonly SdJwt[]): readonly SdJwt[] {
  const seen = new Set<string>()
  return credentials.filter((credential) => {
    const digests = listDigests(credential)
    const isDistinct = !digests.some((digest) => seen.has(digest))
    for (const digest of digests) seen.add(digest)
    return isDistinct
  })
}

/** Lists the names of the claims in the order of their digests. */
function listNamesByDigest(credential: SdJwt, context: CheckContext): readonly string[] {
  const digests = listDigests(credential)
  const all = collectDigests(credential)
  const positions = readClaims(credential, context).claims.map((claim) => ({
    name: claim.name,
    position: digests.indexOf(findClaimDigest(claim, context.decide(DIGEST), all) ?? ''),
  }))
  return positions
    .filter(({ position }) => position >= 0)
    .toSorted((a, b) => a.position - b.position)
    .map(({ name }) => name)
}

/** An upper bound of the probability that so many of all elements have the same position in several shuffled lists. */
function boundProbability(fixed: number, all: number, lists: number): number {
  let logarithm = 0
  for (let i = 0; i < fixed; i++) {
    logarithm += Math.log(all - i) - Math.log(i + 1) // which of the elements they are
    logarithm -= Math.log(all - i) * Math.max(0, lists - 1) // that every other list has them where the first one does
  }
  return Math.min(1, Math.exp(logarithm))
}

/** A presentation of a selection of the issued disclosures, and the answer of the verifier. */
interface Presentation {
  readonly session: string
  readonly isComplete: boolean
  readonly claims: readonly Claim[]
  readonly answer: 'accepted' | 'refused' | 'unknown'
  /** The claims in the answer. */
  readonly read?: JsonObject
  /** The payload of the issuer-signed JWT, whose members an answer may contain too. */
  readonly payload: JsonObject
}

const anySubset = checkExchange(SD['ANY-SUBSET'], function* (exchange, context) {
  const presentations = listPresentations(exchange, context)
  const answered = presentations.filter(isAnswered)
  if (answered.length === 0) return explainNoAnswer(exchange)
  const isValid = !exchange.tested.has('issuer') && !exchange.tested.has('status service')
  const usable = answered.filter(({ session }) => isValid || isAcceptedComplete(answered, session))
  if (usable.length === 0) return inconclusive('the credential was rejected with all of its disclosures too')
  const doubt = answered.some(isAcceptedWithClaims) ? [] : listDoubts(exchange)
  if (doubt.length > 0)
    return inconclusive(`no presentation with a claim was accepted: would fail with ${doubt.join(', ')} confirmed`)
  for (const each of usable) if (each.answer === 'refused') yield finding(describePlace(each), 'accepted', 'rejected')
  return answered.length < presentations.length ? inconclusive(unclear) : undefined
})

const reading = checkExchange(SD.READ, function* (exchange, context) {
  const presentations = listPresentations(exchange, context)
  const answered = presentations.filter(isAnswered)
  if (answered.length === 0) return explainNoAnswer(exchange)
  if (!answered.some(({ read }) => read)) return notApplicable('the verifier returned no claims')
  for (const each of answered) yield* findMisread(each)
  return answered.length < presentations.length ? inconclusive(unclear) : undefined
})

const unclear = 'a verifier failed with an error, or its answer has another format'

const listPresentations = (exchange: Exchange, context: CheckContext): readonly Presentation[] =>
  [...groupBySession(exchange)].flatMap(([session, own]) => collectPresentations(exchange, session, own, context))

const isAnswered = ({ answer }: Presentation): boolean => answer !== 'unknown'

function explainNoAnswer(exchange: Exchange) {
  const [lost] = listLostLookUps(exchange.messages, exchange)
  return inconclusive(
    lost
      ? `a verifier got no answer to its request for ${lost.message.endpoint === 'jwks' ? 'keys' : 'a status'}`
      : 'no verifier gave a clear answer to a selection of disclosures',
  )
}

const isAcceptedWithClaims = ({ answer, claims }: Presentation): boolean => answer === 'accepted' && claims.length > 0

/** The settings that were not given and could explain why a verifier rejects everything. */
function listDoubts(exchange: Exchange): readonly string[] {
  const [first] = selectMessagesTo(exchange.messages, 'presentation')
  const causes = (first && exchange.explainRefusal?.(first, exchange)) ?? []
  return causes.filter(({ isGiven }) => !isGiven).map(({ setting }) => setting)
}

/** Whether a session has a complete presentation that was accepted. If not, the credential may be invalid as a whole. */
const isAcceptedComplete = (presentations: readonly Presentation[], session: string): boolean =>
  presentations.some((each) => each.session === session && each.isComplete && each.answer === 'accepted')

const describePlace = ({ claims, session }: Presentation): string =>
  `a presentation with ${claims.length} claims, in session ${session}`

function* findMisread(presentation: Presentation) {
  const { answer, claims, read, payload } = presentation
  if (answer === 'refused' || !read) return
  const place = describePlace(presentation)
  const isRead = ({ name, value }: Claim): boolean => isDeepStrictEqual(read[name], value)
  const lost = claims.filter((claim) => !isRead(claim)).length
  if (lost > 0) yield finding(place, 'all disclosed claims, unchanged', `${lost} missing or changed`)
  const names = new Set(claims.map(({ name }) => name))
  const isAdded = (name: string): boolean => isClaimName(name) && !names.has(name) && !Object.hasOwn(payload, name)
  const added = Object.keys(read).filter(isAdded).length
  if (added > 0) yield finding(place, 'only the disclosed claims', `${added} more`)
}

/** The requests for keys and statuses that another target refused: without them, no verifier can accept anything. */
const listLostLookUps = (messages: readonly ParsedMessage[], { tested }: Exchange): readonly ParsedMessage[] =>
  [...selectMessagesTo(messages, 'jwks'), ...selectMessagesTo(messages, 'status')].filter(
    (each) => tested.has(each.message.to) && !hasSucceeded(each),
  )

/** Collects the presentations of a session that are selections of what was issued in it, unchanged. */
function collectPresentations(
  exchange: Exchange,
  session: string,
  own: readonly ParsedMessage[],
  context: CheckContext,
): readonly Presentation[] {
  const issued = collectIssuances({ messages: own }).flatMap(({ credentials }) => credentials)
  const isActive = collectContents(selectMessagesTo(own, 'status'), 'status-token').every(({ payload }) =>
    issued.some(({ jws }) => isCalledActive(payload, jws.payload, context.decide)),
  )
  if (!exchange.tested.has('verifier') || !isActive || listLostLookUps(own, exchange).length > 0) return []
  return selectMessagesTo(own, 'presentation').flatMap((message): readonly Presentation[] => {
    const credential = readPresented(message)
    const origin = credential && issued.find((each) => isSelection(credential, each))
    if (!credential || !origin) return []
    const { disclosures, jws } = credential
    const { claims } = readClaims(credential, context)
    const isComplete = disclosures.length === origin.disclosures.length
    return [{ session, isComplete, claims, payload: jws.payload, ...readAnswer(message, context.decide) }]
  })
}

function readPresented({ message: { request } }: ParsedMessage): SdJwt | undefined {
  const body = attempt(() => parseJsonObject(request.body ?? ''))
  const text = 'value' in body ? body.value.presentation : undefined
  const read = attempt(() => readSdJwt(typeof text === 'string' ? text : ''))
  return 'value' in read ? read.value : undefined
}

function isSelection({ jws, disclosures, tail }: SdJwt, issued: SdJwt): boolean {
  const [chosen, all] = [disclosures, issued.disclosures].map((list) => list.map(({ text }) => text))
  const isEach = chosen?.every((text, i) => all?.includes(text) && chosen.indexOf(text) === i)
  return jws.text === issued.jws.text && tail === '' && isEach === true
}

/** Reads the answer of a verifier: what it says, or else its status. */
function readAnswer(message: ParsedMessage, decide: Decide): Pick<Presentation, 'answer' | 'read'> {
  const { response } = message.message
  if (response && response.status >= 400 && response.status < 500) return { answer: 'refused' }
  if (!response || !hasSucceeded(message)) return { answer: 'unknown' }
  if (decide(REFUSAL) === 'no-success' && hasError(response.body)) return { answer: 'refused' }
  const body = attempt(() => parseJsonObject(response.body))
  const { accepted, claims } = 'value' in body ? body.value : {}
  const isAccepted = readAcceptance(accepted) ?? (decide(REFUSAL) === '4xx' ? true : undefined)
  if (isAccepted === undefined) return { answer: 'unknown' }
  return { answer: isAccepted ? 'accepted' : 'refused', ...(isObject(claims) && { read: claims }) }
}

export const selectionChecks: readonly ExchangeCheck[] = [shuffled, anySubset, checkProbes(SD['ANY-SUBSET']), reading]
