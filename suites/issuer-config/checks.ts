import { type Check, checkExchange, type ExchangeCheck } from '../../model/check.ts'
import type { Decide } from '../../model/decision.ts'
import {
  collectContents,
  type Exchange,
  groupBySession,
  hasSucceeded,
  type ParsedMessage,
  selectMessagesTo,
} from '../../model/exchange.ts'
import { finding, type Inspection, inconclusive, notApplicable, passedLeniently } from '../../model/finding.ts'
import type { Requirement } from '../../model/requirement.ts'
import { describeKind, isObject, type JsonObject } from '../../protocol/encoding/json.ts'
import { computeThumbprint, listKeys, listPrivateMembers } from '../../protocol/jose/jwk.ts'
import { collectTargets, isSameTarget } from '../deeplink/targets.ts'
import { checkSchema } from '../kit/schema-checks.ts'
import { FIELDS } from './decisions.ts'
import { CFG } from './requirements.ts'

const fresh = checkExchange(CFG.FRESH, function* ({ messages }) {
  // What is no nonce at all is for another row.
  const nonces = collectContents(selectMessagesTo(messages, 'issuerConfig'), 'issuer-config-response')
    .map(({ nonce }) => nonce)
    .filter((nonce) => typeof nonce === 'string' && nonce !== '')
  if (nonces.length < 2) return inconclusive('fewer than two sessions were opened')
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
const dataset = checkExchange(CFG.DATASET, function* (exchange) {
  let compared = 0
  for (const [session, own] of groupBySession(exchange)) {
    const link = own.find((each) => collectContents([each], 'request').length > 0)
    const [request] = link ? collectContents([link], 'request') : []
    const before = selectMessagesTo(own, 'issuerConfig').filter(
      ({ message }) => link && message.number < link.message.number,
    )
    const [config] = collectContents(before, 'issuer-config-response')
    const [given, named] = [config?.credential_identifier, request?.credential_identifier]
    if (typeof given !== 'string' || typeof named !== 'string') continue
    compared++
    if (given !== named) yield finding(`${session}: request`, 'the identifier of Issuer Config', 'another')
  }
  return compared > 0 ? undefined : inconclusive('no request that names a dataset was seen')
})

/** Looks at what one session was given beside the table, and at everything that was said after it. */
type Look = (config: JsonObject, later: readonly ParsedMessage[]) => Inspection

/** A check on one of the six values that only the sequence names, where it was agreed that they are there. */
const extended = (requirement: Requirement, look: Look): ExchangeCheck =>
  checkExchange(requirement, (exchange, { decide }) => lookBeside(look, exchange, decide))

function* lookBeside(look: Look, exchange: Exchange, decide: Decide): Inspection {
  if (decide(FIELDS) !== 'extended') return notApplicable('Issuer Config holds what its table shows, by decision')
  let seen = 0
  let aside: ReturnType<typeof passedLeniently> | undefined
  for (const own of groupBySession(exchange).values()) {
    const opened = selectMessagesTo(own, 'issuerConfig').find(hasSucceeded)
    const [config] = opened ? collectContents([opened], 'issuer-config-response') : []
    if (!opened || !config) continue
    seen++
    aside =
      (yield* look(
        config,
        own.filter(({ message }) => message.number > opened.message.number),
      )) ?? aside
  }
  return seen > 0 ? aside : inconclusive('no session was opened')
}

/** A text that is there. */
function* text(name: string, { [name]: value }: JsonObject): Inspection {
  if (typeof value !== 'string') yield finding(`/${name}`, 'a string', describeKind(value))
  else if (value === '') yield finding(`/${name}`, 'a string that is not empty', 'an empty one')
  return undefined
}

/** Values that are shorter may stand in a message by chance. */
const telling = 8

// Header fields are not looked at: what a session token is made of is nowhere said.
function* kept(name: string, config: JsonObject, later: readonly ParsedMessage[]): Inspection {
  yield* text(name, config)
  const { [name]: value } = config
  if (typeof value !== 'string' || value.length < telling) return undefined
  for (const { message, request, response } of later) {
    const layers = [...request, ...response].map((exhibit) => exhibit.text)
    const said = [message.request.url, message.request.body, message.response?.body, message.plaintext, ...layers]
    if (said.some((each) => each?.includes(value)))
      yield finding(message.endpoint, `nothing of the \`${name}\``, 'all of it')
  }
  return undefined
}

const key = extended(CFG.KEY, function* ({ credential_request_encryption_key: found }, later) {
  if (!isObject(found)) {
    yield finding('/credential_request_encryption_key', 'a key', describeKind(found))
    return undefined
  }
  const secrets = listPrivateMembers(found)
  if (secrets.length > 0)
    yield finding('/credential_request_encryption_key', 'a public key', 'one with private members')
  const published = collectContents(later, 'metadata').flatMap(({ credential_request_encryption: encryption }) =>
    isObject(encryption) ? listKeys(encryption.jwks) : [],
  )
  const isPublished = published.some((each) => computeThumbprint(each) === computeThumbprint(found))
  return published.length === 0 || isPublished ? undefined : passedLeniently('the metadata publish another key')
})

const redirect = extended(CFG.REDIRECT, function* (config, later) {
  yield* text('redirect_uri', config)
  const { redirect_uri: uri } = config
  for (const target of collectTargets(later)) {
    if (typeof uri !== 'string' || uri === '' || isSameTarget(target, uri)) continue
    yield finding('/redirect_uri', 'the address that the deeplink goes to', 'another')
  }
  return undefined
})

export const checks: readonly Check[] = [
  checkSchema(CFG.DEVICE, 'issuer-config-request'),
  checkSchema(CFG['DEVICE-TELLS'], 'issuer-config-request'),
  checkSchema(CFG.IDENTIFIER, 'issuer-config-response'),
  checkSchema(CFG.NONCE, 'issuer-config-response'),

  fresh,
  dataset,
  extended(CFG.CODE, (config) => text('pre-authorized_code', config)),
  extended(CFG.SECRET, (config, later) => kept('secret', config, later)),
  extended(CFG['C-NONCE'], (config) => text('c_nonce', config)),
  extended(CFG.TOKEN, (config, later) => kept('access_token', config, later)),
  key,
  redirect,
]
