import { type Check, checkArtefact, checkReadable } from '../../model/check.ts'
import { finding, type Inspection, inconclusive, notApplicable } from '../../model/finding.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { ArtefactKind } from '../../protocol/artefacts/artefact-kinds.ts'
import { isObject, type JsonValue, parseTolerantly } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { readJws } from '../../protocol/jose/jws.ts'
import { recogniseVci } from '../../protocol/openid4vci/recognise.ts'
import { type ListResponse, readBodyText, readMediaType } from '../../protocol/status-list/http-response.ts'
import { findOtherType } from '../http/message-rules.ts'
import { jsonCauses } from '../json/causes.ts'
import { findUnless, findUnlessPlain, isFilled, isText, listElements } from '../kit/values.ts'
import { VCIERROR, VCIHTTP, VCINONCE, VCIRESPONSE, VCITOKEN } from './requirements.ts'

const token = 'vci-token-response'
const response = 'vci-credential-response'

/** Whether a token is a JWT that is bound to a key or a certificate: a client with mutual TLS has it as a bearer (RFC 8705). */
function isConfirmed(token: JsonValue | undefined): boolean {
  const read = attempt(() => readJws(isText(token) ? token : '').payload.cnf)
  return 'value' in read && isObject(read.value)
}

const ofToken: readonly Check[] = [
  checkReadable(VCITOKEN.JSON, token, jsonCauses),
  checkArtefact(VCITOKEN.TOKEN, token, function* ({ access_token: value }) {
    yield* findUnless(isText(value) && value !== '', '/access_token', 'a string', value === '' ? value : typeof value)
    return undefined
  }),
  checkArtefact(VCITOKEN.TYPE, token, function* ({ token_type: value }) {
    yield* findUnless(isText(value), '/token_type', 'a string', value)
    return undefined
  }),
  checkArtefact(VCITOKEN.LIFETIME, token, function* ({ access_token: text, token_type: type, expires_in: seconds }) {
    const isBearer = isText(type) && type.toLowerCase() === 'bearer' && !isConfirmed(text)
    if (!isBearer || typeof seconds !== 'number')
      return notApplicable('the token is bound to a key, or has no lifetime')
    // Five minutes are long in general; examples of the specification have a day.
    yield* findUnless(seconds <= 86_400, '/expires_in', 'at most one day', seconds)
    return undefined
  }),
  checkArtefact(VCITOKEN.DETAILS, token, function* ({ authorization_details: list }) {
    const isGood = list === undefined || isFilled(list, isObject)
    yield* findUnless(isGood, '/authorization_details', 'at least one object', list)
    return undefined
  }),
  checkArtefact(VCITOKEN.IDENTIFIERS, token, function* ({ authorization_details: list }) {
    for (const [at, { type, credential_identifiers: ids }] of listElements(list, '/authorization_details'))
      if (type === 'openid_credential')
        yield* findUnless(isFilled(ids, isText), `${at}/credential_identifiers`, 'at least one string', ids)
    return undefined
  }),
  checkArtefact(VCITOKEN.CONFIGURATION, token, function* ({ authorization_details: list }, { issuerMetadata }) {
    const known = issuerMetadata?.credential_configurations_supported
    for (const [at, { type, credential_configuration_id: id }] of listElements(list, '/authorization_details')) {
      if (type !== 'openid_credential') continue
      const isKnown = isText(id) && (!isObject(known) || Object.hasOwn(known, id))
      yield* findUnless(isKnown, `${at}/credential_configuration_id`, 'a configuration of the metadata', id)
    }
    return undefined
  }),
]

const ofResponse: readonly Check[] = [
  checkReadable(VCINONCE.JSON, 'vci-nonce-response', jsonCauses),
  checkArtefact(VCINONCE.NONCE, 'vci-nonce-response', function* ({ c_nonce: nonce }) {
    yield* findUnless(isText(nonce), '/c_nonce', 'a string', nonce)
    return undefined
  }),
  checkReadable(VCIRESPONSE.JSON, response, jsonCauses),
  checkArtefact(VCIRESPONSE.ONE, response, function* ({ credentials, transaction_id: id }) {
    const count = [credentials, id].filter((each) => each !== undefined).length
    yield* findUnless(count === 1, '', 'one of `credentials` and `transaction_id`', `${count} of them`)
    return undefined
  }),
  checkArtefact(VCIRESPONSE.CREDENTIALS, response, function* ({ credentials: list }) {
    if (list === undefined) return notApplicable('the response is deferred')
    const isGood = isFilled(list, (each) => isObject(each) && (isText(each.credential) || isObject(each.credential)))
    yield* findUnless(isGood, '/credentials', 'at least one object with `credential`', list)
    return undefined
  }),
  checkArtefact(VCIRESPONSE.TRANSACTION, response, function* ({ transaction_id: id }) {
    yield* findUnless(id === undefined || isText(id), '/transaction_id', 'a string', id)
    return undefined
  }),
  checkArtefact(VCIRESPONSE.INTERVAL, response, function* ({ interval, transaction_id: id, credentials }) {
    if (id !== undefined)
      yield* findUnless(typeof interval === 'number' && interval > 0, '/interval', 'a positive number', interval)
    else if (credentials !== undefined) yield* findUnless(interval === undefined, '/interval', 'nothing', interval)
    return undefined
  }),
  checkArtefact(VCIRESPONSE.NOTIFICATION, response, function* ({ notification_id: id, credentials }) {
    const isGood = id === undefined || (isText(id) && credentials !== undefined)
    yield* findUnless(isGood, '/notification_id', 'a string beside `credentials`, or nothing', id)
    return undefined
  }),
]

const ofError: readonly Check[] = [
  checkArtefact(VCIERROR.ERROR, 'vci-error-response', function* ({ error }) {
    yield* findUnless(isText(error), '/error', 'a string', error)
    return undefined
  }),
  checkArtefact(VCIERROR.ASCII, 'vci-error-response', function* ({ error }) {
    if (isText(error)) yield* findUnless(/^[!#-[\]-~]+$/.test(error), '/error', 'one code in ASCII', error)
    return undefined
  }),
  checkArtefact(VCIERROR.DESCRIPTION, 'vci-error-response', function* ({ error_description: text }) {
    yield* findUnlessPlain('/error_description', text)
    return undefined
  }),
]

/** A check on responses with one of these messages. */
const checkHttp = (
  row: Requirement,
  kinds: readonly ArtefactKind[],
  inspect: (http: ListResponse, kind: ArtefactKind) => Inspection,
): Check =>
  checkArtefact(row, 'vci-http-response', function* (http) {
    const kind = recogniseVci(readBodyText(http))?.kind
    if (!kind || !kinds.includes(kind)) return notApplicable('the response has another message')
    return yield* inspect(http, kind)
  })

const plain = [
  ...['vci-offer', 'vci-issuer-metadata', 'vci-nonce-response', response, token],
  ...['oauth-server-metadata', 'oauth-pushed-response'],
] as readonly ArtefactKind[]

/** For the other codes, no sentence names a status code. */
const codes = ['unknown_credential_configuration', 'invalid_notification_id']

const ofHttp: readonly Check[] = [
  checkHttp(VCIHTTP['NO-STORE'], ['vci-nonce-response', token], function* ({ headers }) {
    const given = headers.get('cache-control')
    yield* findUnless(/(^|[\s,])no-store($|[\s,])/i.test(given ?? ''), 'cache-control', 'no-store', given)
    return undefined
  }),
  checkHttp(VCIHTTP.JSON, plain, function* (http) {
    yield* findOtherType(http, 'application/json')
    return undefined
  }),
  checkArtefact(VCIHTTP.BODY, 'vci-http-response', function* (http) {
    const body = readBodyText(http)
    if (body.trim() === '') return notApplicable('the response has no body')
    if (recogniseVci(body)) return undefined
    if (readMediaType(http) !== 'application/json' || 'value' in attempt(() => parseTolerantly(body)))
      return inconclusive('its body is not a message of OpenID4VCI, or is encrypted')
    yield finding('body', 'a JSON object', 'another text')
    return undefined
  }),
  checkHttp(VCIHTTP.JWT, ['vci-signed-metadata'], function* (http) {
    yield* findOtherType(http, 'application/jwt')
    return undefined
  }),
  checkHttp(VCIHTTP.ISSUED, [response], function* (http) {
    const read = attempt(() => parseTolerantly(readBodyText(http)))
    const body = 'value' in read ? read.value : {}
    if (body.credentials === undefined && body.transaction_id === undefined) return notApplicable('it has neither')
    const wanted = body.credentials === undefined ? 202 : 200
    yield* findUnless(http.status === wanted, 'status code', `${wanted}`, http.status)
    return undefined
  }),
  checkHttp(VCIHTTP.METADATA, ['vci-issuer-metadata', 'vci-signed-metadata'], function* ({ status }) {
    yield* findUnless(status === 200, 'status code', '200', status)
    return undefined
  }),
  checkHttp(VCIHTTP.NONCE, ['vci-nonce-response'], function* ({ status }) {
    yield* findUnless(status >= 200 && status <= 299, 'status code', 'one of success', status)
    return undefined
  }),
  checkHttp(VCIHTTP.ERROR, ['vci-error-response'], function* (http) {
    const read = attempt(() => parseTolerantly(readBodyText(http)))
    const error = 'value' in read ? read.value.error : undefined
    if (!codes.includes(error as never))
      return notApplicable('the specification leaves the status code of this error open')
    yield* findUnless(http.status === 400, 'status code', '400', http.status)
    return undefined
  }),
]

export const checks: readonly Check[] = [...ofToken, ...ofResponse, ...ofError, ...ofHttp]
