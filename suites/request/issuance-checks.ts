import { checkExchange, type ExchangeCheck } from '../../model/check.ts'
import { collectContents, groupBySession, type ParsedMessage, selectMessagesTo } from '../../model/exchange.ts'
import { finding, inconclusive, notApplicable } from '../../model/finding.ts'
import { decodeText } from '../../protocol/encoding/base64url.ts'
import { isNested, isObject, type JsonObject, type JsonValue, parseJson } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { readSigned } from '../../protocol/jose/jws.ts'
import { readSdJwt } from '../../protocol/sd-jwt/sd-jwt.ts'
import { PARAMETER } from '../deeplink/decisions.ts'
import { collectIssuances, type Issuance } from '../kit/issuance.ts'
import { certificateChecks } from './certificate-checks.ts'
import { ID_FIELD } from './decisions.ts'
import { REQ, RESP } from './requirements.ts'

/** The requests of a wallet: those that were shown before they were sealed, or those that opened later. */
function requestsIn(own: readonly ParsedMessage[]): readonly JsonObject[] {
  const shown = collectContents(selectMessagesTo(own, 'deeplink'), 'request')
  return shown.length > 0 ? shown : collectContents(selectMessagesTo(own, 'validate'), 'request')
}

/** The templates that reached the wallet, in an offer that was handed over or fetched; nothing, if there was no list of them. */
function templatesIn(own: readonly ParsedMessage[]): readonly JsonValue[] | undefined {
  const handed = selectMessagesTo(own, 'offerPush').filter(({ message }) => message.to === 'wallet')
  const offers = collectContents([...handed, ...selectMessagesTo(own, 'offer')], 'offer')
  const lists = offers.map(({ credential_configuration_ids: ids }) => ids).filter((ids) => Array.isArray(ids))
  return lists.length > 0 ? lists.flat() : undefined
}

const offered = checkExchange(REQ.OFFERED, function* (exchange) {
  const sessions = [...groupBySession(exchange).values()].map((own) => ({ own, requests: requestsIn(own) }))
  if (sessions.every(({ requests }) => requests.length === 0)) return inconclusive('no request could be read')
  const asking = sessions.filter(({ requests }) => requests.some(namesTemplate))
  if (asking.length === 0) return notApplicable('no request names a template')
  const known = asking.map(({ own, requests }) => ({ requests, templates: templatesIn(own) }))
  for (const { requests, templates } of known) {
    const strays = requests.filter(
      ({ credential_configuration_id: id }) => id !== undefined && !templates?.includes(id),
    )
    if (templates && strays.length > 0) {
      yield finding('/credential_configuration_id', 'a template that was offered', 'another')
    }
  }
  return known.some(({ templates }) => templates) ? undefined : inconclusive('no offer could be read')
})

/** Whether a member names anything; what cannot is for other rows. */
const isNamed = (value: JsonValue | undefined): value is string => typeof value === 'string' && value !== ''

const namesTemplate = ({ credential_configuration_id: id }: JsonObject): boolean => isNamed(id)

const asksForEncryption = (request: JsonValue | undefined): boolean =>
  isObject(request) && isObject(request.credential_response_encryption)

const requires = checkExchange(REQ.REQUIRES, function* (exchange) {
  const known = collectIssuances(exchange).filter(({ request }) => request)
  if (known.length === 0) return inconclusive('no request that was granted could be read')
  const asking = known.filter(({ request }) => asksForEncryption(request))
  if (asking.length === 0) return notApplicable('no request asks for an encrypted response')
  for (const { call, session } of asking) {
    const body = attempt(() => parseJson(call.message.response?.body ?? ''))
    if ('value' in body && showsCredential(body.value)) {
      yield finding('', 'a credential inside an encrypted message', `one in clear, in the session ${session}`)
    }
  }
  return asking.every(isSealed) ? undefined : inconclusive('an answer is neither encrypted nor a credential in clear')
})

const isSealed = ({ call: { response } }: Issuance): boolean =>
  response.some(({ kind, content }) => kind === 'encrypted-response' && content !== undefined)

/** Whether somebody who has no key can read a credential in a value. A signed text is looked into, an encrypted one cannot be. */
function showsCredential(value: JsonValue): boolean {
  if (isNested(value)) return Object.values(value).some(showsCredential)
  if (typeof value !== 'string') return false
  const credential = attempt(() => readSdJwt(value))
  if ('value' in credential && credential.value.hasSeparator) return true
  const inner = attempt(() => parseJson(readSigned(value).body))
  return 'value' in inner && isNested(inner.value) && showsCredential(inner.value)
}

const covered = checkExchange(REQ.COVERED, function* ({ messages }, { decide }) {
  const name = decide(PARAMETER)
  const texts = collectContents(selectMessagesTo(messages, 'deeplink'), 'deeplink').flatMap(({ parameters }) =>
    parameters.filter(([each]) => each === name).map(([, value]) => value),
  )
  if (texts.length === 0) return inconclusive('no deeplink carried a request')
  for (const text of texts) {
    if (asksForEncryption(inClear(text))) {
      yield finding(`?${name}`, 'an encrypted request', 'one in clear that asks for an encrypted response')
    }
  }
  return undefined
})

/** What a text says to everybody: as JSON, as encoded JSON, or as signed JSON. */
function inClear(text: string): JsonValue | undefined {
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

const pairsOf = (issuances: readonly Issuance[]): readonly Pair[] =>
  issuances.flatMap(({ session, request, response }) => (request && response ? [{ session, request, response }] : []))

const sameId = checkExchange(RESP['SAME-ID'], function* (exchange, { decide }) {
  const field = decide(ID_FIELD)
  if (field === 'none') return notApplicable('a response has no credential id, by decision')
  const pairs = pairsOf(collectIssuances(exchange))
  if (pairs.length === 0) return inconclusive('no request could be read together with its response')
  const named = pairs.filter(({ request }) => isNamed(request.credential_identifier))
  if (named.length === 0) return notApplicable('no request names a dataset')
  for (const { session, request, response } of named) {
    if (!isNamed(response[field]) || response[field] === request.credential_identifier) continue
    yield finding(`/${field}`, 'the identifier of the request', `another, in the session ${session}`)
  }
  return undefined
})

/** Who asks twice for one dataset gets its id twice: that is not the issuer's choice. */
const lasting = checkExchange(RESP.LASTING, function* (exchange, { decide }) {
  const field = decide(ID_FIELD)
  if (field === 'none') return notApplicable('a response has no credential id, by decision')
  const pairs = pairsOf(collectIssuances(exchange)).filter(({ response }) => isNamed(response[field]))
  const free = pairs.filter(({ request, response }) => request.credential_identifier !== response[field])
  if (pairs.length < 2) return inconclusive('fewer than two responses with an id could be read')
  for (const { session, response } of free) {
    const first = pairs.find((pair) => pair.response[field] === response[field])
    if (first && first.session !== session) {
      yield finding(`/${field}`, 'an id of its own', `the session ${session} has that of ${first.session}`)
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
