import { isDeepStrictEqual } from 'node:util'
import { checkExchange, type ExchangeCheck } from '../../model/check.ts'
import {
  collectContents,
  type Exchange,
  groupBySession,
  hasSucceeded,
  type ParsedMessage,
  selectMessagesTo,
} from '../../model/exchange.ts'
import { type CheckContext, finding, inconclusive } from '../../model/finding.ts'
import { isObject, type JsonObject, parseJsonObject } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import type { Claim } from '../../protocol/sd-jwt/claim.ts'
import { computeClaimDigest } from '../../protocol/sd-jwt/claim.ts'
import { readSdJwt, type SdJwt } from '../../protocol/sd-jwt/sd-jwt.ts'
import { isClaimName } from '../claims/claim-set.ts'
import { collectIssuances, removeDuplicates } from '../kit/issuance.ts'
import { DIGEST } from './decisions.ts'
import { listDigests, readClaims } from './reading.ts'
import { SD } from './requirements.ts'

/** Rarer than this is no chance. */
const rare = 1e-9

/** The places of the claims are compared, not the order of the disclosures: where those are shuffled as well, it tells nothing. */
const shuffled = checkExchange(SD.SHUFFLED, function* (exchange, context) {
  const credentials = unlike(removeDuplicates(collectIssuances(exchange).flatMap(({ credentials: own }) => own)))
  const orders = credentials.map((credential) => namesByDigest(credential, context))
  const common = (orders[0] ?? []).filter((name) => orders.every((order) => order.includes(name)))
  if (!(chanceOf(common.length, common.length, orders.length) < rare))
    return inconclusive('there are too few credentials, or too few claims in all of them')
  const ranks = orders.map((order) => order.filter((name) => common.includes(name)))
  const fixed = common.filter((name) => ranks.every((order) => order.indexOf(name) === ranks[0]?.indexOf(name)))
  if (chanceOf(fixed.length, common.length, orders.length) < rare) {
    const actual = `${fixed.length} of ${common.length} claims in the same place in all of ${orders.length} credentials`
    yield finding('/payload/_sd', 'digests in an order that tells nothing', actual)
  }
  return undefined
})

/** Credentials of which no two share a digest: those that were made of the same disclosures have one order and tell one thing. */
function unlike(credentials: readonly SdJwt[]): readonly SdJwt[] {
  const seen = new Set<string>()
  return credentials.filter((credential) => {
    const digests = listDigests(credential)
    const isNew = !digests.some((digest) => seen.has(digest))
    for (const digest of digests) seen.add(digest)
    return isNew
  })
}

/** The names of the claims in the order of their digests. */
function namesByDigest(credential: SdJwt, context: CheckContext): readonly string[] {
  const digests = listDigests(credential)
  const places = readClaims(credential, context).claims.map((claim) => ({
    name: claim.name,
    place: digests.indexOf(computeClaimDigest(claim, context.decide(DIGEST))),
  }))
  return places
    .filter(({ place }) => place >= 0)
    .toSorted((a, b) => a.place - b.place)
    .map(({ name }) => name)
}

/** An upper bound of the chance that so many out of all stand in one place in every one of several shuffled lists. */
function chanceOf(fixed: number, all: number, lists: number): number {
  let logarithm = 0
  for (let i = 0; i < fixed; i++) {
    logarithm += Math.log(all - i) - Math.log(i + 1) // which of them they are
    logarithm -= Math.log(all - i) * Math.max(0, lists - 1) // that each list puts them where the first does
  }
  return Math.min(1, Math.exp(logarithm))
}

/** A selection of what was issued, shown to a verifier, and what came of it. */
interface Shown {
  readonly session: string
  readonly whole: boolean
  readonly claims: readonly Claim[]
  readonly verdict: 'accepted' | 'refused' | 'unknown'
  readonly read?: JsonObject
  /** Members of the signed part, which a verifier may well report. */
  readonly clear: JsonObject
}

const anySubset = checkExchange(SD['ANY-SUBSET'], function* (exchange, context) {
  const shown = [...groupBySession(exchange)].flatMap(([session, own]) => selectionsIn(exchange, session, own, context))
  const judged = shown.filter(({ verdict }) => verdict !== 'unknown')
  if (judged.length === 0) return inconclusive('no verifier said what it thinks of a selection of disclosures')
  const isOurs = !exchange.tested.has('issuer') && !exchange.tested.has('status service')
  const sound = judged.filter(({ session }) => isOurs || isAcceptedWhole(judged, session))
  if (sound.length === 0) return inconclusive('the credential was refused with all of its disclosures too')
  for (const one of sound) yield* amiss(one)
  return judged.length < shown.length ? inconclusive('a verifier broke down, or answered in another form') : undefined
})

/** What is refused whole is refused for another reason than the selection, if it is not our own. */
const isAcceptedWhole = (shown: readonly Shown[], session: string): boolean =>
  shown.some((each) => each.session === session && each.whole && each.verdict === 'accepted')

function* amiss({ verdict, claims, read, clear, session }: Shown) {
  const where = `a presentation with ${claims.length} claims, in the session ${session}`
  if (verdict === 'refused') yield finding(where, 'an acceptance', 'a refusal')
  if (verdict === 'refused' || !read) return
  const isRead = ({ name, value }: Claim): boolean => isDeepStrictEqual(read[name], value)
  const lost = claims.filter((claim) => !isRead(claim)).length
  if (lost > 0) yield finding(where, 'all disclosed claims, as they are', `${lost} lost or changed`)
  const names = new Set(claims.map(({ name }) => name))
  const more = Object.keys(read).filter((name) => isClaimName(name) && !names.has(name) && !Object.hasOwn(clear, name))
  if (more.length > 0) yield finding(where, 'the disclosed claims only', `${more.length} more`)
}

/** The presentations of a session that are selections of what was issued in it, nothing added, nothing changed. */
function selectionsIn(
  exchange: Exchange,
  session: string,
  own: readonly ParsedMessage[],
  context: CheckContext,
): readonly Shown[] {
  const issued = collectIssuances({ messages: own }).flatMap(({ credentials }) => credentials)
  const isActive = collectContents(selectMessagesTo(own, 'status'), 'status-token').every(
    ({ payload }) => payload.status === 'active',
  )
  if (!exchange.tested.has('verifier') || !isActive) return []
  return selectMessagesTo(own, 'presentation').flatMap((passage): readonly Shown[] => {
    const body = attempt(() => parseJsonObject(passage.message.request.body ?? ''))
    const text = 'value' in body ? body.value.presentation : undefined
    const read = attempt(() => readSdJwt(typeof text === 'string' ? text : ''))
    const origin = 'value' in read ? issued.find((one) => isSelection(read.value, one)) : undefined
    if (!('value' in read) || !origin) return []
    const { disclosures, jws } = read.value
    const { claims } = readClaims(read.value, context)
    const whole = disclosures.length === origin.disclosures.length
    return [{ session, whole, claims, clear: jws.payload, ...answerIn(passage) }]
  })
}

function isSelection({ jws, disclosures, tail }: SdJwt, issued: SdJwt): boolean {
  const [chosen, all] = [disclosures, issued.disclosures].map((list) => list.map(({ text }) => text))
  const isEach = chosen?.every((text, i) => all?.includes(text) && chosen.indexOf(text) === i)
  return jws.text === issued.jws.text && tail === '' && isEach === true
}

/** What a verifier answered, if it did so in the form that is agreed with verifiers under test. */
function answerIn(passage: ParsedMessage): Pick<Shown, 'verdict' | 'read'> {
  const { response } = passage.message
  if (response && response.status >= 400 && response.status < 500) return { verdict: 'refused' }
  const body = attempt(() => parseJsonObject(response?.body ?? ''))
  if (!hasSucceeded(passage) || !('value' in body) || typeof body.value.accepted !== 'boolean')
    return { verdict: 'unknown' }
  const { accepted, claims } = body.value
  return { verdict: accepted ? 'accepted' : 'refused', ...(isObject(claims) && { read: claims }) }
}

export const selectionChecks: readonly ExchangeCheck[] = [shuffled, anySubset]
