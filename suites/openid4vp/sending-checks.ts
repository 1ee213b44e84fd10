import { type Check, checkArtefact, checkReadable } from '../../model/check.ts'
import {
  type CheckContext,
  type Finding,
  finding,
  type Inspection,
  inconclusive,
  notApplicable,
} from '../../model/finding.ts'
import { checkFacet } from '../../model/foundation/facet.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { ArtefactContents, EncryptedContent } from '../../protocol/artefacts/artefact.ts'
import type { Deeplink } from '../../protocol/artefacts/deeplink.ts'
import { isObject, type JsonObject, type JsonValue, parseTolerantly } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import type { HttpForm } from '../../protocol/openid4vp/http-request.ts'
import { findAddress } from '../../protocol/openid4vp/parameters.ts'
import { hasRequestObject } from '../../protocol/openid4vp/recognise.ts'
import { isResponseForm, readResponseLink } from '../../protocol/openid4vp/response-link.ts'
import { type ListResponse, readBodyText, readMediaType } from '../../protocol/status-list/http-response.ts'
import { findOtherType } from '../http/message-rules.ts'
import { jsonCauses } from '../json/causes.ts'
import { findUnless, isText } from '../kit/values.ts'
import { noRequest } from './response-checks.ts'
import { jweOfResponse, VPEND, VPJWE, VPSEND } from './response-requirements.ts'
import { isAbsentOr, isAbsoluteUri, isByPost, isEncrypted, isTexts, listClientKeys } from './values.ts'

const sealed = 'vp-encrypted-response'
const post = 'vp-http-request'
const link = 'vp-response-link'
/** A check of encrypted responses beside the request. */
const checkSealed = (
  row: Requirement,
  inspect: (header: JsonObject, request: JsonObject, sealed: EncryptedContent) => Inspection,
): Check =>
  checkArtefact(row, sealed, function* (content, { presentationRequest: request }) {
    if (!request) return noRequest
    return yield* inspect(content.jwe.header, request, content)
  })

/** The key of the request that a header names. */
const findKey = ({ kid }: JsonObject, { client_metadata: metadata }: JsonObject): JsonObject | undefined =>
  listClientKeys(metadata)
    .map(([, key]) => key)
    .find((key) => key.kid === kid && isText(kid))

const hasKeys = ({ client_metadata: metadata }: JsonObject): boolean => listClientKeys(metadata).length > 0

const noKeys = notApplicable('the keys of the verifier are not in its request')

const ofJwe: readonly Check[] = [
  checkReadable(VPJWE.FORM, sealed, [...jsonCauses, 'jwe-parts', 'jwe-header', 'base64url', 'utf8']),
  ...checkFacet(jweOfResponse, ({ jwe, key }, { presentationRequest: request = {} }) => {
    const known = key ?? findKey(jwe.header, request)
    return [{ at: '', view: { jwe, ...(known && { key: known }) } }]
  }),
  checkSealed(VPJWE.KID, function* (header, request) {
    if (!hasKeys(request)) return noKeys
    yield* findUnless(findKey(header, request) !== undefined, 'header/kid', 'that of a key of the request', header.kid)
    return undefined
  }),
  checkSealed(VPJWE.ALG, function* (header, request) {
    const key = findKey(header, request)
    if (!key) return hasKeys(request) ? inconclusive('the key is not known') : noKeys
    yield* findUnless(header.alg === key.alg || key.alg === undefined, 'header/alg', `${key.alg}`, header.alg)
    return undefined
  }),
  checkSealed(VPJWE.USE, function* (header, request) {
    const use = findKey(header, request)?.use
    yield* findUnless(use === undefined || use === 'enc', 'header/kid', 'a key for encryption', use)
    return undefined
  }),
  checkSealed(VPJWE.ENC, function* ({ enc }, { client_metadata: metadata }) {
    if (!isObject(metadata)) return notApplicable('the request has no metadata')
    const { encrypted_response_enc_values_supported: values = ['A128GCM'] } = metadata
    const wanted = isTexts(values) && Array.isArray(values) ? values : undefined
    if (!wanted) return inconclusive('the request names no content encryption that can be read')
    yield* findUnless(isText(enc) && wanted.includes(enc), 'header/enc', wanted.join(' or '), enc)
    return undefined
  }),
  checkArtefact(VPJWE.JWT, sealed, function* ({ plaintext, problem }) {
    if (problem?.code === 'jwe-inflate' || problem?.code === 'jwe-plaintext') {
      yield finding('plaintext', 'JSON', problem.message)
      return undefined
    }
    if (plaintext === undefined) return notApplicable('no key opens it: see --key')
    const isSigned = /^[\w-]+\.[\w-]+\.[\w-]*$/.test(plaintext.trim())
    yield* findUnless(!isSigned, 'plaintext', 'JSON', 'a signed text')
    return undefined
  }),
]

type Parameters = Deeplink['parameters']

/** A response on its way: its parameters, and where it is sent to. */
interface Sent {
  readonly parameters: Parameters
  readonly target: string
  readonly isPost: boolean
}

type Reader<K extends typeof post | typeof link> = (content: ArtefactContents[K]) => Sent | undefined

const readPost: Reader<typeof post> = ({ target, parameters }) =>
  isResponseForm(parameters) ? { target, parameters, isPost: true } : undefined

const readLink: Reader<typeof link> = (content) => ({
  target: content.target,
  parameters: readResponseLink(content).parameters,
  isPost: false,
})

/** Checks of responses on both of their ways. */
function checkBoth(
  row: Requirement,
  inspect: (sent: Sent, context: CheckContext) => Iterable<Finding>,
): readonly Check[] {
  const check = <K extends typeof post | typeof link>(kind: K, read: Reader<K>): Check =>
    checkArtefact(row, kind, function* (content, context) {
      const sent = read(content)
      if (!sent) return notApplicable('it is not a response')
      yield* inspect(sent, context)
      return undefined
    })
  return [check(post, readPost), check(link, readLink)]
}

/** Where a URL leads on its host, without query and fragment. */
const readPlace = (value: JsonValue | undefined): string | undefined => {
  const [path = ''] = isText(value) ? value.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').split(/[?#]/, 1) : []
  return isText(value) ? path || '/' : undefined
}

/** The parameters in the query of a URL. */
const readQuery = (value: JsonValue | undefined): readonly string[] =>
  isText(value) ? [...new URLSearchParams(/\?([^#]*)/.exec(value)?.[1])].map(([name, each]) => `${name}=${each}`) : []

/** Where the parameters of a response by redirect are, by the request. */
function readWantedPlace({ response_mode: mode = 'fragment' }: JsonObject): 'fragment' | 'query' | undefined {
  const [, place] = /^(fragment|query)(?:\.jwt)?$/.exec(isText(mode) ? mode : '') ?? []
  return place === 'fragment' || place === 'query' ? place : undefined
}

/** Whether a request with another body or method than a response has goes where the response is due, or has its parameters in its query. */
function isForResponse({ method, target, headers }: HttpForm, request: JsonObject | undefined): boolean {
  const isOther = method === 'POST' && readMediaType({ headers }) !== form
  const isDue = isOther && request !== undefined && isByPost(request)
  return /[?&](?:vp_token|response)=/.test(target) || (isDue && readPlace(target) === readPlace(findAddress(request)))
}

const form = 'application/x-www-form-urlencoded'

const ofSending: readonly Check[] = [
  checkArtefact(VPSEND.POST, post, function* (content, { presentationRequest: request }) {
    if (!readPost(content) && !isForResponse(content, request)) return notApplicable('it is not a response')
    yield* findUnless(content.method === 'POST', 'method', 'POST', content.method)
    yield* findOtherType(content, form)
    return undefined
  }),
  checkArtefact(VPSEND.POST, link, function* (content, { presentationRequest: request }) {
    if (!request) return noRequest
    if (!isByPost(request)) return notApplicable('the request asks for a redirect')
    const { place, parameters } = readResponseLink(content)
    const isError = parameters.some(([name]) => name === 'error')
    yield* findUnless(isError, 'the response', 'a POST request', `a redirect, with parameters in the ${place}`)
    return undefined
  }),
  ...checkBoth(VPSEND.ONCE, function* ({ parameters }) {
    for (const [name, all] of Map.groupBy(parameters, ([each]) => each))
      yield* findUnless(all.length === 1, name, 'once', `${all.length} times`)
  }),
  ...checkBoth(VPSEND.ADDRESS, function* ({ target, isPost }, { presentationRequest: request = {} }) {
    const { response_uri: _, ...redirected } = request
    const address = findAddress(isPost ? request : redirected)
    const wanted = readPlace(address)
    yield* findUnless(wanted === undefined || readPlace(target) === wanted, 'target', wanted ?? '', target)
    const [query, kept] = [isPost ? readQuery(address) : [], new Set(readQuery(target))]
    yield* findUnless(
      query.every((each) => kept.has(each)),
      'target',
      `the query ${query.join('&')}`,
      target,
    )
  }),
  ...checkBoth(VPSEND.ENCRYPTED, function* ({ parameters }, { presentationRequest: request = {} }) {
    const isPlain = parameters.some(([name]) => name === 'vp_token')
    yield* findUnless(!isPlain || !isEncrypted(request), 'body', '`response`, a JWE', 'a `vp_token` in plain text')
  }),
  checkArtefact(VPSEND['ERROR-MODE'], link, function* (content, { presentationRequest: request }) {
    if (!request) return noRequest
    const { parameters } = readResponseLink(content)
    if (!parameters.some(([name]) => name === 'error')) return notApplicable('the response is not an error')
    yield* findUnless(!isByPost(request), 'the error', 'a POST request', 'a redirect')
    return undefined
  }),
  checkArtefact(VPSEND.FRAGMENT, link, function* (content, { presentationRequest: request }) {
    if (!request) return noRequest
    const wanted = readWantedPlace(request)
    if (wanted === undefined) return notApplicable('the request asks for another place')
    const { place } = readResponseLink(content)
    yield* findUnless(place === wanted, 'the parameters', `in the ${wanted}`, `in the ${place}`)
    return undefined
  }),
]

/** A check of what ends a response by POST. */
const checkEnd = (row: Requirement, inspect: (http: ListResponse) => Iterable<Finding>): Check =>
  checkArtefact(row, 'vp-http-response', function* (http) {
    if (hasRequestObject(http)) return notApplicable('it has a request object')
    if (http.status >= 400) return notApplicable('it is an error')
    yield* inspect(http)
    return undefined
  })

const ofEnd: readonly Check[] = [
  checkEnd(VPEND.STATUS, function* ({ status }) {
    yield* findUnless(status === 200, 'status code', '200', status)
  }),
  checkEnd(VPEND.TYPE, function* (http) {
    if (http.status === 200) yield* findOtherType(http, 'application/json')
  }),
  checkEnd(VPEND.JSON, function* (http) {
    const body = readBodyText(http)
    const isGood = http.status !== 200 || 'value' in attempt(() => parseTolerantly(body))
    yield* findUnless(isGood, 'body', 'a JSON object', body === '' ? undefined : 'another text')
  }),
  checkReadable(VPEND.JSON, 'vp-endpoint-response', jsonCauses),
  checkArtefact(VPEND.REDIRECT, 'vp-endpoint-response', function* ({ redirect_uri: uri }) {
    const isGood = isAbsentOr((value) => isText(value) && isAbsoluteUri(value.replace(/#.*$/, '')))(uri)
    yield* findUnless(isGood, '/redirect_uri', 'an absolute URI', uri)
    return undefined
  }),
]

export const checks: readonly Check[] = [...ofJwe, ...ofSending, ...ofEnd]
