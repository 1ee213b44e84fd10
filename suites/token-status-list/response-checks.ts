import { type Check, checkArtefact, checkReadable } from '../../model/check.ts'
import {
  type CheckContext,
  finding,
  type Inspection,
  inconclusive,
  notApplicable,
  showValue,
} from '../../model/finding.ts'
import type { Requirement } from '../../model/requirement.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { isAggregation, type ListResponse } from '../../protocol/status-list/http-response.ts'
import { readNumericDate, readSecuredToken, type SecuredToken } from '../../protocol/status-list/secured-token.ts'
import { findOtherType } from '../http/message-rules.ts'
import { jsonCauses } from '../json/causes.ts'
import { isUri } from '../kit/values.ts'
import { TSAGG, TSHTTP } from './requirements.ts'
import { showClaim } from './show-claim.ts'

const kind = 'status-list-response'

const isSuccess = ({ status }: ListResponse): boolean => status >= 200 && status <= 299

const noList = notApplicable('the response has no list')

/** A check on a response that has to have a list. */
const checkListResponse = (
  requirement: Requirement,
  inspect: (response: ListResponse, context: CheckContext) => Inspection,
): Check =>
  checkArtefact(requirement, kind, function* (response, context) {
    return isSuccess(response) && !isAggregation(response) ? yield* inspect(response, context) : noList
  })

/** Codes by which a service does not answer now, or not this client. */
const undecided: ReadonlySet<number> = new Set([401, 403, 407, 408, 425, 429, 503, 504])

/** Checks that what was asked for is there. */
function* checkGiven({ status: code, headers }: ListResponse, what: string): Inspection {
  if (code < 300 || (code < 400 && headers.has('location'))) return undefined
  if (undecided.has(code)) return inconclusive(`the service answers by ${code}, now or to this client`)
  yield finding('status code', `${what}, or a redirect`, `${code}`)
  return undefined
}

const anyList = 'application/statuslist+jwt, application/statuslist+cwt'

const given = checkArtefact(TSHTTP.GIVEN, kind, function* (response, { request }) {
  const accept = request?.accept
  if (accept !== anyList) return notApplicable('the request is not for a list in any format')
  if (request?.time !== undefined) return notApplicable('the request is for a list of another time')
  // A list with the code of an error is given: another requirement names the code.
  return readToken(response) ? undefined : yield* checkGiven(response, 'a list')
})

const aggregationGiven = checkArtefact(TSHTTP['AGGREGATION-GIVEN'], kind, function* (response, { request }) {
  if (request?.accept !== 'application/json') return notApplicable('the request is not for an aggregation')
  return yield* checkGiven(response, 'an aggregation')
})

/** The token in a body, whatever it is wrapped in. */
function readToken({ body }: ListResponse): SecuredToken | undefined {
  const read = attempt(() => readSecuredToken(body.trim().replace(/^"(.*)"$/s, '$1')))
  return 'value' in read ? read.value : undefined
}

/** Whether a service says that there is no list, or where one is: after an error of its own it says nothing. */
const isAnswer = ({ status: code, headers }: ListResponse): boolean =>
  code < 400 ? headers.has('location') : code < 500 || code === 501

const status = checkArtefact(TSHTTP.STATUS, kind, function* (response) {
  if (isSuccess(response)) return undefined
  const token = readToken(response)
  if (!token || token.claims.status_list === undefined) return isAnswer(response) ? undefined : noList
  yield finding('status code', '2xx', `${response.status}, with a list`)
  return undefined
})

const mediaTypes = { jwt: 'application/statuslist+jwt', cwt: 'application/statuslist+cwt', 'sd-jwt': '' } as const

const type = checkListResponse(TSHTTP.TYPE, function* (response) {
  const token = readToken(response)
  const wanted = token ? [mediaTypes[token.format]] : [mediaTypes.jwt, mediaTypes.cwt]
  yield* findOtherType(response, ...wanted)
  return undefined
})

const body = checkListResponse(TSHTTP.BODY, function* (response) {
  const { body: text, isBinary } = response
  const token = readToken(response)
  if (!token) return inconclusive('the body cannot be read as a token')
  if (token.format === 'cwt' && !isBinary) yield finding('body', 'the octets of the CWT', 'a text of them')
  if (token.format === 'jwt' && !/^[\w-]+\.[\w-]+\.[\w-]*$/.test(text))
    yield finding('body', 'the compact JWS, and nothing around it', describeAround(text))
  return undefined
})

const describeAround = (text: string): string =>
  text.trim().startsWith('"') ? 'a JSON string of it' : 'blanks around it'

const coding = checkArtefact(TSHTTP.CODING, kind, function* (response, { request }) {
  if (!isSuccess(response) || isAggregation(response) || readToken(response)?.format !== 'jwt') return noList
  if (response.headers.has('content-encoding')) return undefined
  const accepted = request?.['accept-encoding']
  if (typeof accepted !== 'string') return inconclusive('it is unknown which codings the request accepted')
  if (/\b(gzip|br|zstd|deflate)\b/.test(accepted)) yield finding('content-encoding', accepted, 'none')
  return undefined
})

const cors = checkListResponse(TSHTTP.CORS, function* ({ headers }, { request }) {
  const allowed = headers.get('access-control-allow-origin')
  const origin = request?.origin
  if (typeof origin !== 'string')
    return allowed === undefined ? inconclusive('it is unknown whether the request named an origin') : undefined
  if (allowed !== '*' && allowed !== origin)
    yield finding('access-control-allow-origin', `* or ${origin}`, allowed ?? 'nothing')
  return undefined
})

const time = checkArtefact(TSHTTP.TIME, kind, function* (response, { request }) {
  const wanted = request?.time
  if (typeof wanted !== 'number') return notApplicable('the request has no `time`')
  if (!isSuccess(response)) return checkRefusal(response)
  const token = readToken(response)
  const iat = readNumericDate(token?.claims.iat)
  if (!token || iat === undefined) return inconclusive('the list has no `iat`')
  const exp = readNumericDate(token.claims.exp)
  const isOfTime = iat <= wanted && (exp === undefined || wanted <= exp)
  if (!isOfTime) yield finding('body', `a list that was valid at ${wanted}`, `one from ${iat} to ${exp ?? 'no end'}`)
  return undefined
})

const checkRefusal = ({ status: code }: ListResponse) =>
  code >= 400 ? undefined : notApplicable('the response redirects the client')

const aggregationType = checkArtefact(TSHTTP['AGGREGATION-TYPE'], kind, function* (response) {
  if (!isSuccess(response) || !isAggregation(response)) return notApplicable('the response has no aggregation')
  yield* findOtherType(response, 'application/json')
  return undefined
})

const json = checkReadable(TSAGG.JSON, 'status-list-aggregation', jsonCauses)

const lists = checkArtefact(TSAGG.LISTS, 'status-list-aggregation', function* ({ status_lists: value }) {
  if (!Array.isArray(value)) yield finding('/status_lists', 'an array', showClaim(value))
  else
    for (const [i, each] of value.entries())
      if (typeof each !== 'string') yield finding(`/status_lists/${i}`, 'a string', showValue(each))
  return undefined
})

const uris = checkArtefact(TSAGG.URIS, 'status-list-aggregation', function* ({ status_lists: value }) {
  if (!Array.isArray(value)) return inconclusive('there is no array')
  for (const [i, each] of value.entries())
    if (typeof each === 'string' && !isUri(each)) yield finding(`/status_lists/${i}`, 'a URI', showValue(each))
  return undefined
})

export const checks: readonly Check[] = [
  given,
  aggregationGiven,
  status,
  type,
  body,
  coding,
  cors,
  time,
  aggregationType,
  json,
  lists,
  uris,
]
