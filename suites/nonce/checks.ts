import { type Check, checkArtefact, checkExchange } from '../../model/check.ts'
import { collectContents, groupBySession, hasSucceeded, selectMessagesTo } from '../../model/exchange.ts'
import { expectSame, finding, inconclusive, notApplicable } from '../../model/finding.ts'
import { describeKind, type JsonValue } from '../../protocol/encoding/json.ts'
import { FIELDS } from '../issuer-config/decisions.ts'
import { listFetchedOffers, readCode } from '../offer/offers.ts'
import { AUTH_NONCE } from '../privacy/decisions.ts'
import { FIELD, METHOD, PATH, SINGLE_USE } from './decisions.ts'
import { explainGuessable } from './guessing.ts'
import { NONCE } from './requirements.ts'

const answer = checkArtefact(NONCE.ANSWER, 'nonce-response', function* (body, { decide }) {
  const field = decide(FIELD)
  const names = field === 'either' ? ['c_nonce', 'nonce'] : [field]
  const values = names.map((name) => body[name]).filter((value) => value !== undefined)
  if (!values.some((value) => typeof value === 'string' && value !== '')) {
    yield finding(`/${names[0]}`, 'a string that is not empty', describeKind(values[0]))
  }
  return undefined
})

const attested = checkArtefact(NONCE.ATTESTED, 'attestation', function* ({ jws }, { nonce }) {
  if (nonce === undefined) return inconclusive('the nonce that was given out is not known: give --nonce')
  const { nonce: actual } = jws.payload
  if (typeof actual !== 'string' || actual === '') return inconclusive('the attestation has no nonce')
  yield* expectSame('/payload/nonce', actual, nonce)
  return undefined
})

const uncached = checkExchange(NONCE.UNCACHED, function* ({ messages }) {
  const answers = selectMessagesTo(messages, 'nonce').filter(hasSucceeded)
  if (answers.length === 0) return inconclusive('no nonce was given')
  for (const { message } of answers) {
    const control = message.response?.headers['cache-control']
    if (!/\bno-store\b/i.test(control ?? '')) yield finding('Cache-Control', 'no-store', control ?? 'nothing')
  }
  return undefined
})

/** Answers that ask who is calling, or do not take the method. */
const closed: readonly (number | undefined)[] = [401, 403, 405]

const open = checkExchange(NONCE.OPEN, function* ({ messages }, { issuer, decide }) {
  if (decide(METHOD) !== 'POST') return notApplicable('nonces are not asked for with POST, by decision')
  if (decide(AUTH_NONCE) !== 'none') return notApplicable('the nonce endpoint wants a token, by decision')
  const announced = collectContents(selectMessagesTo(messages, 'issuerMetadata'), 'metadata').map(
    ({ nonce_endpoint }) => nonce_endpoint,
  )
  const addresses: readonly (JsonValue | undefined)[] = [`${issuer}${decide(PATH)}`, ...announced]
  const asked = selectMessagesTo(messages, 'nonce').filter(
    ({ message: { request: call } }) => call.method === 'POST' && addresses.includes(call.url),
  )
  for (const { message } of asked) {
    const status = message.response?.status
    if (closed.includes(status)) yield finding('nonce', 'an answer to a POST from anybody', `status ${status}`)
  }
  return asked.some(hasSucceeded) ? undefined : inconclusive('no nonce was given')
})

const guessless = checkExchange(NONCE.GUESSLESS, function* ({ messages }, { decide }) {
  const given = collectContents(selectMessagesTo(messages, 'nonce').filter(hasSucceeded), 'nonce-response')
  const nonces = given.flatMap(({ c_nonce, nonce }) => {
    const value = c_nonce ?? nonce
    return typeof value === 'string' && value !== '' ? [value] : [] // what is no nonce at all is for another row
  })
  if (nonces.length === 0) return inconclusive('no nonce was given')
  const isRepeated = new Set(nonces).size < nonces.length
  if (isRepeated && decide(SINGLE_USE) === 'once') yield finding('nonce', 'one of its own in every answer', 'one twice')
  const why = explainGuessable(nonces)
  if (why !== undefined) yield finding('nonce', 'nothing that can be guessed', why)
  return nonces.length < 2 ? inconclusive('there is only one nonce to look at') : undefined
})

/** Which of the values of one session are the same. */
type Pattern = ReadonlyMap<string, boolean>

const relation = checkExchange(NONCE.RELATION, function* (exchange, { decide }) {
  const isExtended = decide(FIELDS) === 'extended'
  const seen = new Map<string, { readonly same: boolean; readonly session: string }>()
  let compared = 0
  for (const [session, own] of groupBySession(exchange)) {
    const [config] = collectContents(selectMessagesTo(own, 'issuerConfig'), 'issuer-config-response')
    const [given] = collectContents(selectMessagesTo(own, 'nonce'), 'nonce-response')
    const [offer] = listFetchedOffers(own)
    const pattern = patternOf({
      'that of Issuer Config': config?.nonce,
      'the code': offer && readCode(offer),
      'the `c_nonce` of Issuer Config': isExtended ? config?.c_nonce : undefined,
      'that of the nonce endpoint': given?.c_nonce ?? given?.nonce,
    })
    for (const [pair, same] of pattern) {
      const before = seen.get(pair)
      if (!before) seen.set(pair, { same, session })
      else compared++
      if (!before || before.same === same) continue
      yield finding(
        `${session}: ${pair}`,
        word(before.same),
        `${word(same)}, unlike in the session \`${before.session}\``,
      )
    }
  }
  return compared > 0 ? undefined : inconclusive('fewer than two sessions can be compared')
})

const word = (same: boolean): string => (same ? 'equal' : 'different')

function patternOf(values: Readonly<Record<string, JsonValue | undefined>>): Pattern {
  const known = Object.entries(values).filter(([, value]) => typeof value === 'string')
  const pairs = known.flatMap(([one, a], i) =>
    known.slice(i + 1).map(([other, b]) => [`${one}, ${other}`, a === b] as const),
  )
  return new Map(pairs)
}

export const checks: readonly Check[] = [
  answer,
  attested,

  uncached,
  open,
  guessless,
  relation,
]
