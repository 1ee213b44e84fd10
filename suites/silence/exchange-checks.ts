import { cannotTell, finding, leniently, notHere } from '../../src/model/check.ts'
import { across, at, type Exchange, type ExchangeCheck, isAnswered } from '../../src/model/exchange-check.ts'
import type { Endpoint, Fields } from '../../src/model/wire.ts'
import { MEDIA_TYPE } from '../encryption/decisions.ts'
import { isLoopback } from '../loopback.ts'
import { TOKEN_HEADER } from '../validation/decisions.ts'
import { AUTH_CALLBACK } from './decisions.ts'
import { BODY, SILENT } from './requirements.ts'
import {
  addressesIn,
  answersIn,
  codesIn,
  isTold,
  type Place,
  publishedIn,
  tokensIn,
  toldOthersIn,
  uidsIn,
} from './secrets.ts'

/** Where JSON travels, and in which direction. A fetched offer has a row of its own; a status is signed, which is no JSON. */
const jsonAt: readonly (readonly [Endpoint, 'asked' | 'replied'])[] = [
  ['issuerConfig', 'asked'],
  ['issuerConfig', 'replied'],
  ['issuerMetadata', 'replied'],
  ['nonce', 'replied'],
  ['validate', 'asked'],
  ['validate', 'replied'],
  ['walletCallback', 'asked'],
  ['jwks', 'replied'],
]

interface Body {
  readonly at: string
  readonly type: string | undefined
}

/** The bodies that actors under test sent, and what they say that they are. What refuses may have any form. */
const bodiesIn = ({ passages, tested }: Exchange): readonly Body[] =>
  jsonAt.flatMap(([endpoint, side]) =>
    at(passages, endpoint).flatMap((passage) => {
      const { hop } = passage
      const message: { readonly headers: Fields; readonly body?: string } | undefined = hop[side]
      const isSent = side === 'asked' ? tested.has(hop.from) : tested.has(hop.to) && isAnswered(passage)
      if (!message?.body || !isSent) return []
      return [{ at: `${endpoint} (${side}) Content-Type`, type: message.headers['content-type'] }]
    }),
  )

const media = across(BODY.MEDIA, function* (exchange, { decide }) {
  const decided = decide(MEDIA_TYPE)
  const bodies = bodiesIn(exchange)
  if (!exchange.tested.has('issuer') && !exchange.tested.has('identity app'))
    return notHere('those under test send no body that says what it is')
  if (bodies.length === 0) return cannotTell('no body was sent')
  const essences = bodies.map(({ type }) => (type ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '')
  for (const [i, { at: where, type }] of bodies.entries()) {
    const essence = essences[i] ?? ''
    const isJson = decided === 'any' ? essence.endsWith('json') : isNamed(essence)
    if (!isJson) yield finding(where, 'application/json', type === undefined ? 'nothing' : essence)
  }
  const remarked = essences.find((essence) => essence !== 'application/json')
  return decided === 'any' || remarked === undefined ? undefined : leniently(`a body says that it is ${remarked}`)
})

const isNamed = (essence: string): boolean => essence === 'application/json' || /^[^/\s]+\/[^/\s]+\+json$/.test(essence)

/** Whoever is called decides whether there is TLS. A machine that calls itself needs none. */
const tls = across(BODY.TLS, function* ({ passages, tested }) {
  const urls = passages.flatMap(({ hop: { to, endpoint, asked } }) =>
    tested.has(to) && URL.canParse(asked.url) ? [{ endpoint, url: new URL(asked.url) }] : [],
  )
  const called = urls.filter(({ url }) => /^https?:$/.test(url.protocol))
  if (called.length === 0) return notHere('no actor under test is called over HTTP')
  const remote = called.filter(({ url }) => !isLoopback(url))
  if (remote.length === 0) return notHere('all calls stay on this machine')
  for (const { endpoint, url } of remote) {
    if (url.protocol !== 'https:') yield finding(endpoint, 'an address with https', 'one with http')
  }
  return undefined
})

/** Says of each place what stands there that does not belong there, and never what it is. */
function* telling(places: readonly Place[], secrets: readonly string[], what: string) {
  for (const place of places) {
    if (secrets.some((secret) => isTold(secret, place))) yield finding(place.at, `no ${what}`, 'one')
  }
}

const token = across(SILENT.TOKEN, function* (exchange, context) {
  const agreed = context.decide(AUTH_CALLBACK) === 'bearer' ? context.decide(TOKEN_HEADER).toLowerCase() : undefined
  const told = toldOthersIn(exchange, agreed)
  const places = [...addressesIn(exchange), ...publishedIn(exchange), ...answersIn(exchange), ...told]
  const tokens = tokensIn(exchange, context)
  if (places.length === 0) return notHere('those under test say nothing in which it could be')
  if (tokens.length === 0) return cannotTell('no session token was seen that is long enough to be looked for')
  yield* telling(places, tokens, 'session token')
  return undefined
})

const person = across(SILENT.PERSON, function* (exchange) {
  const places = [...addressesIn(exchange), ...publishedIn(exchange)]
  const [codes, uids] = [codesIn(exchange), uidsIn(exchange)]
  if (places.length === 0) return notHere('those under test say nothing in which they could be')
  if (uids.length === 0) return cannotTell('it is not known who shared')
  yield* telling(places, uids, 'identity number')
  yield* telling(places, codes, 'code')
  return undefined
})

export const exchangeChecks: readonly ExchangeCheck[] = [media, tls, token, person]
