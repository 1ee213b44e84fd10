import { cannotTell, finding, type Inspection, leniently, notHere } from '../../src/model/check.ts'
import type { Decide } from '../../src/model/decision.ts'
import type { Exchange, Passage } from '../../src/model/exchange-check.ts'
import { across, at, type ExchangeCheck, isAnswered, readIn, sessionsIn } from '../../src/model/exchange-check.ts'
import type { Requirement } from '../../src/model/requirement.ts'
import { isObject, type JsonObject, kindOf } from '../../src/protocol/json.ts'
import { keysOf, secretsIn, thumbprint } from '../../src/protocol/jwk.ts'
import { isSameTarget, targetsIn } from '../deeplink/targets.ts'
import { FIELDS } from './decisions.ts'
import { CFG } from './requirements.ts'

const fresh = across(CFG.FRESH, function* ({ passages }) {
  // What is no nonce at all is for another row.
  const nonces = readIn(at(passages, 'issuerConfig'), 'issuer-config-response')
    .map(({ nonce }) => nonce)
    .filter((nonce) => typeof nonce === 'string' && nonce !== '')
  if (nonces.length < 2) return cannotTell('fewer than two sessions were opened')
  for (const [i, nonce] of nonces.entries()) {
    const before = nonces.indexOf(nonce)
    if (before < i)
      yield finding(
        '/nonce',
        'a nonce of its own in every session',
        `session ${i + 1} has that of session ${before + 1}`,
      )
  }
  return undefined
})

// That the response repeats the identifier of the request, and the callback that of the response, are other rows.
const dataset = across(CFG.DATASET, function* (exchange) {
  let compared = 0
  for (const [session, own] of sessionsIn(exchange)) {
    const link = own.find((each) => readIn([each], 'request').length > 0)
    const [request] = link ? readIn([link], 'request') : []
    const before = at(own, 'issuerConfig').filter(({ hop }) => link && hop.number < link.hop.number)
    const [config] = readIn(before, 'issuer-config-response')
    const [given, named] = [config?.credential_identifier, request?.credential_identifier]
    if (typeof given !== 'string' || typeof named !== 'string') continue
    compared++
    if (given !== named) yield finding(`${session}: request`, 'the identifier of Issuer Config', 'another')
  }
  return compared > 0 ? undefined : cannotTell('no request that names a dataset was seen')
})

/** Looks at what one session was given beside the table, and at everything that was said after it. */
type Look = (config: JsonObject, later: readonly Passage[]) => Inspection

/** A check on one of the six values that only the sequence names, where it was agreed that they are there. */
const extended = (requirement: Requirement, look: Look): ExchangeCheck =>
  across(requirement, (exchange, { decide }) => lookBeside(look, exchange, decide))

function* lookBeside(look: Look, exchange: Exchange, decide: Decide): Inspection {
  if (decide(FIELDS) !== 'extended') return notHere('Issuer Config holds what its table shows, by decision')
  let seen = 0
  let aside: ReturnType<typeof leniently> | undefined
  for (const own of sessionsIn(exchange).values()) {
    const opened = at(own, 'issuerConfig').find(isAnswered)
    const [config] = opened ? readIn([opened], 'issuer-config-response') : []
    if (!opened || !config) continue
    seen++
    aside =
      (yield* look(
        config,
        own.filter(({ hop }) => hop.number > opened.hop.number),
      )) ?? aside
  }
  return seen > 0 ? aside : cannotTell('no session was opened')
}

/** A text that is there. */
function* text(name: string, { [name]: value }: JsonObject): Inspection {
  if (typeof value !== 'string') yield finding(`/${name}`, 'a string', kindOf(value))
  else if (value === '') yield finding(`/${name}`, 'a string that is not empty', 'an empty one')
  return undefined
}

/** Values that are shorter may stand in a message by chance. */
const telling = 8

// Header fields are not looked at: what a session token is made of is nowhere said.
function* kept(name: string, config: JsonObject, later: readonly Passage[]): Inspection {
  yield* text(name, config)
  const { [name]: value } = config
  if (typeof value !== 'string' || value.length < telling) return undefined
  for (const { hop, asked, replied } of later) {
    const layers = [...asked, ...replied].map((exhibit) => exhibit.text)
    const said = [hop.asked.url, hop.asked.body, hop.replied?.body, hop.clear, ...layers]
    if (said.some((each) => each?.includes(value)))
      yield finding(hop.endpoint, `nothing of the \`${name}\``, 'all of it')
  }
  return undefined
}

const key = extended(CFG.KEY, function* ({ credential_request_encryption_key: found }, later) {
  if (!isObject(found)) {
    yield finding('/credential_request_encryption_key', 'a key', kindOf(found))
    return undefined
  }
  const secrets = secretsIn(found)
  if (secrets.length > 0)
    yield finding('/credential_request_encryption_key', 'a public key', 'one with private members')
  const published = readIn(later, 'metadata').flatMap(({ credential_request_encryption: encryption }) =>
    isObject(encryption) ? keysOf(encryption.jwks) : [],
  )
  const isPublished = published.some((each) => thumbprint(each) === thumbprint(found))
  return published.length === 0 || isPublished ? undefined : leniently('the metadata publish another key')
})

const redirect = extended(CFG.REDIRECT, function* (config, later) {
  yield* text('redirect_uri', config)
  const { redirect_uri: uri } = config
  for (const target of targetsIn(later)) {
    if (typeof uri !== 'string' || uri === '' || isSameTarget(target, uri)) continue
    yield finding('/redirect_uri', 'the address that the deeplink goes to', 'another')
  }
  return undefined
})

export const exchangeChecks: readonly ExchangeCheck[] = [
  fresh,
  dataset,
  extended(CFG.CODE, (config) => text('pre-authorized_code', config)),
  extended(CFG.SECRET, (config, later) => kept('secret', config, later)),
  extended(CFG['C-NONCE'], (config) => text('c_nonce', config)),
  extended(CFG.TOKEN, (config, later) => kept('access_token', config, later)),
  key,
  redirect,
]
