import { cannotTell, finding, notHere } from '../../src/model/check.ts'
import { across, at, type ExchangeCheck, isAnswered, readIn, sessionsIn } from '../../src/model/exchange-check.ts'
import type { JsonValue } from '../../src/protocol/json.ts'
import { FIELDS } from '../issuer-config/decisions.ts'
import { codeIn, fetchedIn } from '../offer/offered.ts'
import { AUTH_NONCE } from '../silence/decisions.ts'
import { METHOD, PATH, SINGLE_USE } from './decisions.ts'
import { whyGuessable } from './guessing.ts'
import { NONCE } from './requirements.ts'

const uncached = across(NONCE.UNCACHED, function* ({ passages }) {
  const answers = at(passages, 'nonce').filter(isAnswered)
  if (answers.length === 0) return cannotTell('no nonce was given')
  for (const { hop } of answers) {
    const control = hop.replied?.headers['cache-control']
    if (!/\bno-store\b/i.test(control ?? '')) yield finding('Cache-Control', 'no-store', control ?? 'nothing')
  }
  return undefined
})

/** Answers that ask who is calling, or do not take the method. */
const closed: readonly (number | undefined)[] = [401, 403, 405]

const open = across(NONCE.OPEN, function* ({ passages }, { issuer, decide }) {
  if (decide(METHOD) !== 'POST') return notHere('nonces are not asked for with POST, by decision')
  if (decide(AUTH_NONCE) !== 'none') return notHere('the nonce endpoint wants a token, by decision')
  const announced = readIn(at(passages, 'issuerMetadata'), 'metadata').map(({ nonce_endpoint }) => nonce_endpoint)
  const addresses: readonly (JsonValue | undefined)[] = [`${issuer}${decide(PATH)}`, ...announced]
  const asked = at(passages, 'nonce').filter(
    ({ hop: { asked: call } }) => call.method === 'POST' && addresses.includes(call.url),
  )
  for (const { hop } of asked) {
    const status = hop.replied?.status
    if (closed.includes(status)) yield finding('nonce', 'an answer to a POST from anybody', `status ${status}`)
  }
  return asked.some(isAnswered) ? undefined : cannotTell('no nonce was given')
})

const guessless = across(NONCE.GUESSLESS, function* ({ passages }, { decide }) {
  const given = readIn(at(passages, 'nonce').filter(isAnswered), 'nonce-response')
  const nonces = given.flatMap(({ c_nonce, nonce }) => {
    const value = c_nonce ?? nonce
    return typeof value === 'string' && value !== '' ? [value] : [] // what is no nonce at all is for another row
  })
  if (nonces.length === 0) return cannotTell('no nonce was given')
  const isRepeated = new Set(nonces).size < nonces.length
  if (isRepeated && decide(SINGLE_USE) === 'once') yield finding('nonce', 'one of its own in every answer', 'one twice')
  const why = whyGuessable(nonces)
  if (why !== undefined) yield finding('nonce', 'nothing that can be guessed', why)
  return nonces.length < 2 ? cannotTell('there is only one nonce to look at') : undefined
})

/** Which of the values of one session are the same. */
type Pattern = ReadonlyMap<string, boolean>

const relation = across(NONCE.RELATION, function* (exchange, { decide }) {
  const isExtended = decide(FIELDS) === 'extended'
  const seen = new Map<string, { readonly same: boolean; readonly session: string }>()
  let compared = 0
  for (const [session, own] of sessionsIn(exchange)) {
    const [config] = readIn(at(own, 'issuerConfig'), 'issuer-config-response')
    const [given] = readIn(at(own, 'nonce'), 'nonce-response')
    const [offer] = fetchedIn(own)
    const pattern = patternOf({
      'that of Issuer Config': config?.nonce,
      'the code': offer && codeIn(offer),
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
  return compared > 0 ? undefined : cannotTell('fewer than two sessions can be compared')
})

const word = (same: boolean): string => (same ? 'equal' : 'different')

function patternOf(values: Readonly<Record<string, JsonValue | undefined>>): Pattern {
  const known = Object.entries(values).filter(([, value]) => typeof value === 'string')
  const pairs = known.flatMap(([one, a], i) =>
    known.slice(i + 1).map(([other, b]) => [`${one}, ${other}`, a === b] as const),
  )
  return new Map(pairs)
}

export const exchangeChecks: readonly ExchangeCheck[] = [uncached, open, guessless, relation]
