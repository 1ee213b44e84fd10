import type { Check, ExchangeCheck } from '../../../model/check.ts'
import type { Decide } from '../../../model/decision.ts'
import { collectContents, groupBySession, hasSucceeded, selectMessagesTo } from '../../../model/exchange.ts'
import { finding, type Inspection, inconclusive, notApplicable, passedLeniently } from '../../../model/finding.ts'
import type { Requirement } from '../../../model/requirement.ts'
import { describeKind, isObject, type JsonObject } from '../../../protocol/encoding/json.ts'
import { listRequestKeys } from '../../../protocol/jose/agreed-encryption.ts'
import { computeThumbprint, listPrivateMembers } from '../../../protocol/jose/jwk.ts'
import { collectTargets, isSameTarget } from '../deeplink/targets.ts'
import { checkSchema } from '../kit/schema-checks.ts'
import { checkExchange } from '../model/check.ts'
import type { Exchange, ParsedMessage } from '../model/exchange.ts'
import { collectPopulation, findRepeated } from '../population/population.ts'
import { FIELDS } from './decisions.ts'
import { CFG } from './requirements.ts'

const fresh = checkExchange(CFG.FRESH, function* (exchange, context) {
  // CFG-NONCE is about nonces that are missing or malformed.
  const { configNonces, issuances } = collectPopulation(exchange, context)
  if (configNonces.length < 2) return inconclusive('fewer than two sessions were opened')
  for (const { before, again } of findRepeated(configNonces, issuances))
    yield finding(
      '/nonce',
      'a new nonce in every session',
      `the session \`${again.session}\` has the nonce of the session \`${before.session}\``,
    )
  return undefined
})

/** Values that programs send where they have no identifier of the device. */
const noIdentifier =
  /^(null|undefined|none|nil|nan|n\/a|na|unknown([ _-]?device)?|default|device([ _-]?id)?|test|string|true|false|android|ios|browser|web|\[object object\]|9774d56d682e549c|(02[:-])?(00[:-]?)+|[0-]+|.)$/i

const deviceStable = checkExchange(CFG['DEVICE-STABLE'], function* (exchange) {
  const sent = selectMessagesTo(exchange.messages, 'issuerConfig').flatMap((call) =>
    collectContents([call], 'issuer-config-request').flatMap(({ device_id: id }) =>
      typeof id === 'string' && id !== '' ? [{ session: call.message.session, id }] : [],
    ),
  )
  for (const { session, id } of sent) {
    const at = `${session}: /device_id`
    if (noIdentifier.test(id)) yield finding(at, 'an identifier of the device', 'a fixed value')
    if (Object.values(exchange.uids).some((uid) => uid.length >= 8 && id.includes(uid)))
      yield finding(at, 'an identifier of the device', 'an identity number')
    const before = sent.find((other) => isSameAccount(exchange, other.session, session))
    if (before && before.id !== id)
      yield finding(
        at,
        'the `device_id` of the same device in an earlier session',
        `another than in session ${before.session}`,
      )
  }
  return sent.length === 0 ? inconclusive('no `device_id` was sent') : explainOneDevice(exchange, sent)
})

const isSameAccount = ({ uids }: Exchange, one: string, other: string): boolean =>
  uids[one] !== undefined && uids[one] === uids[other]

/** Says that one identifier was sent for several devices: they may be one device in truth. */
function explainOneDevice(
  { accounts = {} }: Exchange,
  sent: readonly { readonly session: string; readonly id: string }[],
) {
  const devices = new Set(sent.flatMap(({ session }) => accounts[session]?.deviceId ?? []))
  return devices.size > 1 && new Set(sent.map(({ id }) => id)).size === 1
    ? inconclusive('all accounts sent the same `device_id`: give them the same `deviceId` if they share one device')
    : undefined
}

// RESP-SAME-ID compares request and response; the callback has a requirement of its own.
const dataset = checkExchange(CFG.DATASET, function* (exchange) {
  let compared = 0
  for (const [session, own] of groupBySession(exchange)) {
    const link = own.find((each) => collectContents([each], 'request').length > 0)
    const [request] = link ? collectContents([link], 'request') : []
    const before = selectMessagesTo(own, 'issuerConfig').filter(
      ({ message }) => link && message.number < link.message.number,
    )
    const [config] = collectContents(before, 'issuer-config-response')
    const [returned, requested] = [config?.credential_identifier, request?.credential_identifier]
    if (typeof returned !== 'string' || typeof requested !== 'string') continue
    compared++
    if (returned !== requested)
      yield finding(`${session}: request`, 'the `credential_identifier` of Issuer Config', 'another one')
  }
  return compared > 0 ? undefined : notApplicable('no request names a dataset')
})

/** Checks one Issuer Config response and the messages after it. */
type InspectConfig = (config: JsonObject, later: readonly ParsedMessage[]) => Inspection

/** A check on one of the six values that only the sequence has, where the decision says that they are there. */
const checkExtended = (requirement: Requirement, inspect: InspectConfig): ExchangeCheck =>
  checkExchange(requirement, (exchange, { decide }) => inspectConfigs(inspect, exchange, decide))

function* inspectConfigs(inspect: InspectConfig, exchange: Exchange, decide: Decide): Inspection {
  if (decide(FIELDS) !== 'extended')
    return notApplicable('the Issuer Config response has only the members of its table, by decision')
  let seen = 0
  let remark: ReturnType<typeof passedLeniently> | undefined
  for (const own of groupBySession(exchange).values()) {
    const opened = selectMessagesTo(own, 'issuerConfig').find(hasSucceeded)
    const [config] = opened ? collectContents([opened], 'issuer-config-response') : []
    if (!opened || !config) continue
    seen++
    remark =
      (yield* inspect(
        config,
        own.filter(({ message }) => message.number > opened.message.number),
      )) ?? remark
  }
  return seen > 0 ? remark : inconclusive('no session was opened')
}

/** Checks that a member is a string that is not empty. */
function* checkText(name: string, { [name]: value }: JsonObject): Inspection {
  if (typeof value !== 'string') yield finding(`/${name}`, 'a string', describeKind(value))
  else if (value === '') yield finding(`/${name}`, 'a string that is not empty', 'an empty string')
  return undefined
}

/** A shorter value may occur in a message by accident. */
const shortestSecret = 8

// Header fields are not searched: the document does not define what a session token consists of.
function* checkNotLeaked(name: string, config: JsonObject, later: readonly ParsedMessage[]): Inspection {
  yield* checkText(name, config)
  const { [name]: value } = config
  if (typeof value !== 'string' || value.length < shortestSecret) return undefined
  for (const { message, request, response } of later) {
    const layers = [...request, ...response].map((artefact) => artefact.text)
    const texts = [message.request.url, message.request.body, message.response?.body, message.plaintext, ...layers]
    if (texts.some((each) => each?.includes(value)))
      yield finding(message.endpoint, `a message without the \`${name}\``, `the \`${name}\``)
  }
  return undefined
}

const key = checkExtended(CFG.KEY, function* ({ credential_request_encryption_key: found }, later) {
  if (!isObject(found)) {
    yield finding('/credential_request_encryption_key', 'a JWK', describeKind(found))
    return undefined
  }
  const secrets = listPrivateMembers(found)
  if (secrets.length > 0)
    yield finding('/credential_request_encryption_key', 'a public key', 'a key with private members')
  const published = collectContents(later, 'metadata').flatMap(({ credential_request_encryption: encryption }) =>
    listRequestKeys(encryption),
  )
  const isPublished = published.some((each) => computeThumbprint(each) === computeThumbprint(found))
  return published.length === 0 || isPublished ? undefined : passedLeniently('the metadata publishes another key')
})

const redirect = checkExtended(CFG.REDIRECT, function* (config, later) {
  yield* checkText('redirect_uri', config)
  const { redirect_uri: uri } = config
  for (const target of collectTargets(later)) {
    if (typeof uri !== 'string' || uri === '' || isSameTarget(target, uri)) continue
    yield finding('/redirect_uri', 'the address that the deeplink opens', 'another address')
  }
  return undefined
})

export const checks: readonly Check[] = [
  checkSchema(CFG.DEVICE, 'issuer-config-request'),
  checkSchema(CFG['DEVICE-TELLS'], 'issuer-config-request'),
  checkSchema(CFG.IDENTIFIER, 'issuer-config-response'),
  checkSchema(CFG.NONCE, 'issuer-config-response'),

  deviceStable,
  fresh,
  dataset,
  checkExtended(CFG.CODE, (config) => checkText('pre-authorized_code', config)),
  checkExtended(CFG.SECRET, (config, later) => checkNotLeaked('secret', config, later)),
  checkExtended(CFG['C-NONCE'], (config) => checkText('c_nonce', config)),
  checkExtended(CFG.TOKEN, (config, later) => checkNotLeaked('access_token', config, later)),
  key,
  redirect,
]
