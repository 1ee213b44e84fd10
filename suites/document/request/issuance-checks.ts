import type { ExchangeCheck } from '../../../model/check.ts'
import { collectContents, groupBySession, selectMessagesTo } from '../../../model/exchange.ts'
import { finding, inconclusive, notApplicable } from '../../../model/finding.ts'
import { decodeText } from '../../../protocol/encoding/base64url.ts'
import { isNested, isObject, type JsonObject, type JsonValue, parseJson } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { readSigned } from '../../../protocol/jose/jws.ts'
import { readSdJwt } from '../../../protocol/sd-jwt/sd-jwt.ts'
import { PARAMETER } from '../deeplink/decisions.ts'
import { collectIssuances, type Issuance } from '../kit/issuance.ts'
import { checkExchange, checkMessages } from '../model/check.ts'
import type { ParsedMessage } from '../model/exchange.ts'
import { certificateChecks } from './certificate-checks.ts'
import { ID_FIELD } from './decisions.ts'
import { REQ, RESP } from './requirements.ts'

/** The readable requests of a wallet, from the deeplink or from the validation request. */
function collectRequests(own: readonly ParsedMessage[]): readonly JsonObject[] {
  const linked = collectContents(selectMessagesTo(own, 'deeplink'), 'request')
  return linked.length > 0 ? linked : collectContents(selectMessagesTo(own, 'validate'), 'request')
}

/** The configuration IDs in the offers that the wallet received or fetched; `undefined` if no offer has any. */
function collectOfferedIds(own: readonly ParsedMessage[]): readonly JsonValue[] | undefined {
  const pushed = selectMessagesTo(own, 'offerPush').filter(({ message }) => message.to === 'wallet')
  const offers = collectContents([...pushed, ...selectMessagesTo(own, 'offer')], 'offer')
  const lists = offers.map(({ credential_configuration_ids: ids }) => ids).filter((ids) => Array.isArray(ids))
  return lists.length > 0 ? lists.flat() : undefined
}

const offered = checkMessages(REQ.OFFERED, function* (exchange) {
  const sessions = [...groupBySession(exchange).values()].map((own) => ({ own, requests: collectRequests(own) }))
  if (sessions.every(({ requests }) => requests.length === 0)) return inconclusive('no request could be read')
  const relevant = sessions.filter(({ requests }) => requests.some(hasConfigurationId))
  if (relevant.length === 0) return notApplicable('no request carries `credential_configuration_id`')
  const known = relevant.map(({ own, requests }) => ({ requests, offeredIds: collectOfferedIds(own) }))
  for (const { requests, offeredIds } of known) {
    const others = requests.filter(
      ({ credential_configuration_id: id }) => id !== undefined && !offeredIds?.includes(id),
    )
    if (offeredIds && others.length > 0) {
      yield finding('/credential_configuration_id', 'a configuration ID that was offered', 'another configuration ID')
    }
  }
  return known.some(({ offeredIds }) => offeredIds) ? undefined : inconclusive('no offer could be read')
})

/** Whether a value is a string that is not empty. */
const isFilled = (value: JsonValue | undefined): value is string => typeof value === 'string' && value !== ''

const hasConfigurationId = ({ credential_configuration_id: id }: JsonObject): boolean => isFilled(id)

const requestsEncryption = (request: JsonValue | undefined): boolean =>
  isObject(request) && isObject(request.credential_response_encryption)

const requires = checkMessages(REQ.REQUIRES, function* (exchange) {
  const known = collectIssuances(exchange).filter(({ request }) => request)
  if (known.length === 0) return inconclusive('no request that succeeded could be read')
  const encrypted = known.filter(({ request }) => requestsEncryption(request))
  if (encrypted.length === 0) return notApplicable('no request carries `credential_response_encryption`')
  for (const { call, session } of encrypted) {
    const body = attempt(() => parseJson(call.message.response?.body ?? ''))
    if ('value' in body && containsCredential(body.value)) {
      yield finding('', 'an encrypted credential', `an unencrypted credential, in the session ${session}`)
    }
  }
  return encrypted.every(isEncrypted)
    ? undefined
    : inconclusive('a response contains neither an encrypted message nor a readable credential')
})

const isEncrypted = ({ call: { response } }: Issuance): boolean =>
  response.some(({ kind, content }) => kind === 'encrypted-response' && content !== undefined)

/** Whether a value contains a credential that is readable without a key, also inside a signed text. */
function containsCredential(value: JsonValue): boolean {
  if (isNested(value)) return Object.values(value).some(containsCredential)
  if (typeof value !== 'string') return false
  const credential = attempt(() => readSdJwt(value))
  if ('value' in credential && credential.value.hasSeparator) return true
  const inner = attempt(() => parseJson(readSigned(value).body))
  return 'value' in inner && isNested(inner.value) && containsCredential(inner.value)
}

const covered = checkMessages(REQ.COVERED, function* ({ messages }, { decide }) {
  const name = decide(PARAMETER)
  const texts = collectContents(selectMessagesTo(messages, 'deeplink'), 'deeplink').flatMap(({ parameters }) =>
    parameters.filter(([each]) => each === name).map(([, value]) => value),
  )
  if (texts.length === 0) return inconclusive('no deeplink carried a request')
  for (const text of texts) {
    if (requestsEncryption(readUnencrypted(text))) {
      yield finding(`?${name}`, 'an encrypted request', 'an unencrypted request with `credential_response_encryption`')
    }
  }
  return undefined
})

/** Reads a text that is JSON, base64url of JSON, or signed JSON. */
function readUnencrypted(text: string): JsonValue | undefined {
  const readings = [() => text, () => decodeText(text), () => readSigned(text).body]
  return readings
    .map((reading) => attempt(() => parseJson(reading())))
    .flatMap((read) => ('value' in read ? [read.value] : []))[0]
}

/** A request and the response to it. */
interface Pair {
  readonly session: string
  readonly request: JsonObject
  readonly response: JsonObject
}

const selectPairs = (issuances: readonly Issuance[]): readonly Pair[] =>
  issuances.flatMap(({ session, request, response }) => (request && response ? [{ session, request, response }] : []))

const sameId = checkMessages(RESP['SAME-ID'], function* (exchange, { decide }) {
  const field = decide(ID_FIELD)
  if (field === 'none') return notApplicable('a response has no credential id, by decision')
  const pairs = selectPairs(collectIssuances(exchange))
  if (pairs.length === 0) return inconclusive('no request could be read together with its response')
  const identified = pairs.filter(({ request }) => isFilled(request.credential_identifier))
  if (identified.length === 0) return notApplicable('no request carries `credential_identifier`')
  for (const { session, request, response } of identified) {
    if (!isFilled(response[field]) || response[field] === request.credential_identifier) continue
    yield finding(`/${field}`, 'the `credential_identifier` of the request', `another one, in the session ${session}`)
  }
  return undefined
})

/** Ids that the request chose are left out: two requests with one identifier get the same id. */
const lasting = checkExchange(RESP.LASTING, function* (exchange, { decide }) {
  const field = decide(ID_FIELD)
  if (field === 'none') return notApplicable('a response has no credential id, by decision')
  const pairs = selectPairs(collectIssuances(exchange)).filter(({ response }) => isFilled(response[field]))
  const chosen = pairs.filter(({ request, response }) => request.credential_identifier !== response[field])
  if (pairs.length < 2) return inconclusive('fewer than two responses with a credential ID could be read')
  for (const { session, response } of chosen) {
    const first = pairs.find((pair) => pair.response[field] === response[field])
    if (first && first.session !== session) {
      yield finding(
        `/${field}`,
        'a unique credential ID',
        `the session ${session} has the credential ID of ${first.session}`,
      )
    }
  }
  return undefined
})

export const issuanceChecks: readonly ExchangeCheck[] = [
  offered,
  requires,
  covered,
  ...certificateChecks,
  sameId,
  lasting,
]
