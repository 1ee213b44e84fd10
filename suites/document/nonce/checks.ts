import { type Check, checkArtefact } from '../../../model/check.ts'
import { collectContents, groupBySession, hasSucceeded, selectMessagesTo } from '../../../model/exchange.ts'
import { expectSame, finding, inconclusive, notApplicable } from '../../../model/finding.ts'
import { describeKind, type JsonValue } from '../../../protocol/encoding/json.ts'
import { findMember, toPointer } from '../../../protocol/encoding/pointer.ts'
import { isSameUrl } from '../../../protocol/encoding/url.ts'
import { explainGuessable } from '../../kit/guessable-values.ts'
import { FIELDS } from '../issuer-config/decisions.ts'
import { checkExchange, checkMessages } from '../model/check.ts'
import type { IssuedValue } from '../model/exchange.ts'
import { listFetchedOffers, readCode } from '../offer/offers.ts'
import { collectPopulation } from '../population/population.ts'
import { AUTH_NONCE } from '../privacy/decisions.ts'
import { METHOD, NONCE_RELATION, PATH, SINGLE_USE } from './decisions.ts'
import { listNonceMembers, readNonce } from './reading.ts'
import { NONCE } from './requirements.ts'

const answer = checkArtefact(NONCE.ANSWER, 'nonce-response', function* (body, { decide }) {
  const names = listNonceMembers(decide)
  const values = names.map((name) => findMember(body, name)).filter((value) => value !== undefined)
  if (!values.some((value) => typeof value === 'string' && value !== '')) {
    yield finding(toPointer(names[0] ?? ''), 'a string that is not empty', describeKind(values[0]))
  }
  return undefined
})

const attested = checkArtefact(NONCE.ATTESTED, 'attestation', function* ({ jws }, { nonce }) {
  if (nonce === undefined) return inconclusive('the issued nonce is unknown: pass --nonce')
  const { nonce: actual } = jws.payload
  if (typeof actual !== 'string' || actual === '') return inconclusive('the attestation has no nonce')
  yield* expectSame('/payload/nonce', actual, nonce)
  return undefined
})

/** The nonces of attestations, and how often each was returned. An issuer that returns one twice is judged for that. */
const attestedOnce = checkExchange(NONCE.NEW, function* ({ messages }, { decide }) {
  const returned = collectContents(selectMessagesTo(messages, 'nonce'), 'nonce-response').map((each) =>
    readNonce(each, decide),
  )
  const attested = messages.flatMap((each) =>
    collectContents([each], 'attestation').map(({ jws }) => ({
      nonce: jws.payload.nonce,
      session: each.message.session,
    })),
  )
  if (attested.length === 0) return inconclusive('no attestation could be read')
  if (new Set(attested.map(({ session }) => session)).size < 2)
    return inconclusive('an attestation was seen in one session only')
  for (const [nonce, same] of Map.groupBy(attested, (each) => each.nonce)) {
    const sessions = [...new Set(same.map(({ session }) => session))]
    const times = returned.filter((each) => each === nonce).length // NONCE-ATTESTED is about others
    if (typeof nonce === 'string' && times > 0 && sessions.length > times)
      yield finding(`${sessions.at(-1)}: attestation`, 'a new nonce', `that of the session ${sessions[0]}`)
  }
  return undefined
})

const uncached = checkMessages(NONCE.UNCACHED, function* ({ messages }) {
  const answers = selectMessagesTo(messages, 'nonce').filter(hasSucceeded)
  if (answers.length === 0) return inconclusive('no nonce was returned')
  for (const { message } of answers) {
    const control = message.response?.headers['cache-control']
    if (!/\bno-store\b/i.test(control ?? '')) yield finding('Cache-Control', 'no-store', control ?? 'nothing')
  }
  return undefined
})

/** Statuses of an endpoint that requires authentication or does not allow the method. */
const closedStatuses: readonly (number | undefined)[] = [401, 403, 405]

const open = checkExchange(NONCE.OPEN, function* ({ messages }, { issuer, decide }) {
  if (decide(METHOD) !== 'POST') return notApplicable('the nonce endpoint does not use POST, by decision')
  if (decide(AUTH_NONCE) !== 'none') return notApplicable('the nonce endpoint requires a token, by decision')
  const announced = collectContents(selectMessagesTo(messages, 'issuerMetadata'), 'metadata').map(
    ({ nonce_endpoint }) => nonce_endpoint,
  )
  const addresses: readonly (JsonValue | undefined)[] = [`${issuer}${decide(PATH)}`, ...announced]
  const calls = selectMessagesTo(messages, 'nonce').filter(
    ({ message: { request } }) =>
      request.method === 'POST' && addresses.some((url) => typeof url === 'string' && isSameUrl(url, request.url)),
  )
  for (const { message } of calls) {
    const status = message.response?.status
    if (closedStatuses.includes(status))
      yield finding('nonce', 'a nonce for a POST request without a token', `status ${status}`)
  }
  return calls.some(hasSucceeded) ? undefined : inconclusive('no nonce was returned')
})

const guessless = checkExchange(NONCE.GUESSLESS, function* (exchange, context) {
  const { nonces } = collectPopulation(exchange, context) // NONCE-ANSWER is about malformed nonces
  if (nonces.length === 0) return inconclusive('no nonce was returned')
  // Where all nonces are equal, one session has one, however often it is asked for.
  const isOne = context.decide(NONCE_RELATION) === 'all-equal'
  const issued = isOne ? distinctBySession(nonces) : nonces
  const isRepeated = new Set(issued.map(({ value }) => value)).size < issued.length
  if (isRepeated && context.decide(SINGLE_USE) === 'once')
    yield finding('nonce', 'a new nonce in every response', 'the same nonce twice')
  const weakness = explainGuessable(nonces, 'nonce')
  if (weakness !== undefined) yield finding('nonce', 'an unpredictable nonce', weakness)
  return nonces.length < 2 ? inconclusive('only one nonce was returned') : undefined
})

const distinctBySession = (values: readonly IssuedValue[]): readonly IssuedValue[] =>
  [...Map.groupBy(values, ({ session, value }) => `${session} ${value}`).values()].flatMap(([first]) => first ?? [])

/** Which values of one session are equal, by their names. */
type Pattern = ReadonlyMap<string, boolean>

const relation = checkExchange(NONCE.RELATION, function* (exchange, { decide }) {
  const isExtended = decide(FIELDS) === 'extended'
  const seen = new Map<string, { readonly same: boolean; readonly session: string }>()
  let compared = 0
  for (const [session, own] of groupBySession(exchange)) {
    const [config] = collectContents(selectMessagesTo(own, 'issuerConfig'), 'issuer-config-response')
    const [response] = collectContents(selectMessagesTo(own, 'nonce'), 'nonce-response')
    const [offer] = listFetchedOffers(own)
    const pattern = compareValues({
      'nonce of Issuer Config': config?.nonce,
      'pre-authorised code': offer && readCode(offer),
      '`c_nonce` of Issuer Config': isExtended ? config?.c_nonce : undefined,
      'nonce of the nonce endpoint': response && readNonce(response, decide),
    })
    for (const [pair, same] of pattern) {
      const before = seen.get(pair)
      if (!before) seen.set(pair, { same, session })
      else compared++
      if (!before || before.same === same) continue
      yield finding(
        `${session}: ${pair}`,
        describeRelation(before.same),
        `${describeRelation(same)}, unlike in the session \`${before.session}\``,
      )
    }
  }
  return compared > 0 ? undefined : inconclusive('fewer than two sessions could be compared')
})

const describeRelation = (same: boolean): string => (same ? 'equal' : 'different')

function compareValues(values: Readonly<Record<string, JsonValue | undefined>>): Pattern {
  const known = Object.entries(values).filter(([, value]) => typeof value === 'string')
  const pairs = known.flatMap(([one, a], i) =>
    known.slice(i + 1).map(([other, b]) => [`${one} and ${other}`, a === b] as const),
  )
  return new Map(pairs)
}

export const checks: readonly Check[] = [
  answer,
  attested,
  attestedOnce,

  uncached,
  open,
  guessless,
  relation,
]
