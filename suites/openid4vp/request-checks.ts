import { type Check, checkArtefact, checkReadable } from '../../model/check.ts'
import { notApplicable } from '../../model/finding.ts'
import { isObject, type JsonObject } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { needsSignature, readClientId } from '../../protocol/openid4vp/client-id.ts'
import { isByObject, readParameters } from '../../protocol/openid4vp/parameters.ts'
import { readRequestObject } from '../../protocol/openid4vp/request-object.ts'
import { jsonCauses } from '../json/causes.ts'
import { findUnless, isFilled, isText, listElements } from '../kit/values.ts'
import { isHttps, readAsSecure } from '../sd-jwt-vc/values.ts'
import { VPCLIENT, VPLINK, VPREQ } from './request-requirements.ts'
import {
  checkLooks,
  checkMember,
  hasEntropy,
  isAbsentOr,
  isAbsoluteUri,
  isByPost,
  isEncrypted,
  isOverDc,
  isTexts,
  isUnbound,
  isUrlSafe,
  type Look,
  listClientKeys,
  listIds,
  listQueries,
  listTransactions,
  look,
  type Value,
} from './values.ts'

const link = 'vp-request-link'
const kind = 'vp-request'

type Parameters = readonly (readonly [name: string, value: string])[]

const takeAll = (parameters: Parameters, wanted: string): readonly string[] =>
  parameters.flatMap(([name, value]) => (name === wanted ? [value] : []))

const takeFirst = (parameters: Parameters, wanted: string): string | undefined => takeAll(parameters, wanted)[0]

/** The client identifier of a request object that can be read. */
function readSubject(text: string | undefined): Value {
  const read = attempt(() => readRequestObject(text ?? ''))
  return 'value' in read ? read.value.payload.client_id : undefined
}

/** As many octets as the largest QR code has (ISO/IEC 18004, version 40 with the lowest error correction). */
const largestCode = 2953

const ofLink: readonly Check[] = [
  checkLooks(VPLINK.ONCE, link, ({ parameters }) =>
    [...Map.groupBy(parameters, ([name]) => name)].map(([name, all]) =>
      look(`?${name}`, `${all.length} times`, 'once', all.length === 1),
    ),
  ),
  checkLooks(VPLINK.CLIENT, link, ({ parameters }) => {
    const id = takeFirst(parameters, 'client_id')
    return [look('?client_id', id, 'a client identifier', id !== undefined && id !== '')]
  }),
  checkLooks(VPLINK.ONE, link, ({ parameters }) => {
    const names = ['request', 'request_uri'].filter((name) => takeFirst(parameters, name) !== undefined)
    return [look('query', names.join(' and '), 'one of `request` and `request_uri`', names.length <= 1)]
  }),
  checkLooks(VPLINK.URI, link, ({ parameters }) =>
    takeAll(parameters, 'request_uri').map((uri) => look('?request_uri', uri, 'an absolute URI', isAbsoluteUri(uri))),
  ),
  checkLooks(VPLINK.METHOD, link, ({ parameters }) =>
    takeAll(parameters, 'request_uri_method').map((method) =>
      look('?request_uri_method', method, '`get` or `post`', method === 'get' || method === 'post'),
    ),
  ),
  checkLooks(VPLINK['METHOD-URI'], link, ({ parameters }) => {
    const method = takeFirst(parameters, 'request_uri_method')
    const isGood = method === undefined || takeFirst(parameters, 'request_uri') !== undefined
    return [look('?request_uri_method', method, '`request_uri` beside it', isGood)]
  }),
  checkLooks(VPLINK.POST, link, ({ parameters }, facts) => {
    const uri = readAsSecure(takeFirst(parameters, 'request_uri'), facts)
    const isPost = takeFirst(parameters, 'request_uri_method') === 'post'
    return [look('?request_uri', uri, 'an HTTPS URL', !isPost || !isAbsoluteUri(uri) || isHttps(uri))]
  }),
  checkArtefact(VPLINK.SAME, link, function* ({ parameters }, { presentationRequest }) {
    const given = takeFirst(parameters, 'request_uri') === undefined ? undefined : presentationRequest?.client_id
    const inner = readSubject(takeFirst(parameters, 'request')) ?? given
    const id = takeFirst(parameters, 'client_id')
    if (!isText(inner) || id === undefined) return notApplicable('there is no request object that can be read')
    yield* findUnless(id === inner, '?client_id', 'the `client_id` of the request object', id)
    return undefined
  }),
  checkReadable(VPLINK.UTF8, link, ['utf8']),
  checkLooks(VPLINK.SIZE, link, (deeplink) => {
    const { response_mode: mode = '' } = readParameters(deeplink.parameters)
    const { length } = deeplink.text
    const isGood = length <= largestCode || isByObject(deeplink) || !isByPost({ response_mode: mode })
    return [look('', `${length} characters`, `${largestCode} characters, or \`request_uri\``, isGood)]
  }),
  checkLooks(VPLINK.SIGNED, link, (deeplink) => {
    const id = takeFirst(deeplink.parameters, 'client_id')
    const isGood = isByObject(deeplink) || !needsSignature(readClientId(id ?? ''))
    return [look('?client_id', id, 'a client that need not sign, or `request` or `request_uri`', isGood)]
  }),
]

const readPrefixed = ({ client_id: id }: JsonObject) => (isText(id) ? readClientId(id) : { name: '' })

const isUnboundRequest = (content: JsonObject): boolean =>
  !isOverDc(content) && listQueries(content.dcql_query).some(([, each]) => isUnbound(each))

/** The keys to which a response may be encrypted. */
const listEncryptionKeys = ({ client_metadata: metadata }: JsonObject) =>
  listClientKeys(metadata).filter(([, { use }]) => use === undefined || use === 'enc')

/** Whether all metadata of a client is in its request: no wallet knows it otherwise. */
const isSelfContained = (content: JsonObject): boolean => {
  const { prefix } = readPrefixed(content)
  if (content.client_id === undefined) return isOverDc(content)
  return prefix !== undefined && prefix !== 'openid_federation' && prefix !== 'origin'
}

const isModeGiven = ({ response_mode: mode }: JsonObject): boolean => mode !== undefined

const ofRequest: readonly Check[] = [
  checkReadable(VPREQ.JSON, kind, jsonCauses),
  checkMember(VPREQ.TYPE, kind, 'response_type', 'a string', isText),
  checkMember(VPREQ.MODE, kind, 'response_mode', 'a string', isAbsentOr(isText)),
  checkLooks(VPREQ['MODE-GIVEN'], kind, (content) => [
    look('/response_mode', content.response_mode, 'a response mode', isModeGiven(content) || isOverDc(content)),
  ]),
  checkLooks(VPREQ.CLIENT, kind, (content) => {
    const { client_id: id } = content
    const isGood = isText(id) ? id !== '' : id === undefined && isOverDc(content)
    return [look('/client_id', id, 'a non-empty string', isGood)]
  }),
  checkMember(VPREQ.NONCE, kind, 'nonce', 'a non-empty string', (value) => isText(value) && value !== ''),
  checkMember(VPREQ['NONCE-CHARACTERS'], kind, 'nonce', 'characters that no URL encodes', (value) =>
    isText(value) ? isUrlSafe(value) : true,
  ),
  checkMember(VPREQ['NONCE-LENGTH'], kind, 'nonce', '22 characters or more', hasEntropy),
  checkLooks(VPREQ.STATE, kind, (content) =>
    isUnboundRequest(content) ? [look('/state', content.state, 'a string', isText(content.state))] : [],
  ),
  checkMember(VPREQ['STATE-CHARACTERS'], kind, 'state', 'characters that no URL encodes', isAbsentOr(isUrlSafe)),
  checkLooks(VPREQ['STATE-LENGTH'], kind, (content) => {
    const isDue = isUnboundRequest(content) && isText(content.state)
    return isDue ? [look('/state', content.state, '22 characters or more', hasEntropy(content.state))] : []
  }),
  checkLooks(VPREQ.ASKS, kind, ({ dcql_query: query, scope }) => {
    const isGood = query !== undefined || (isText(scope) && scope !== '')
    return [look('', undefined, '`dcql_query` or `scope`', isGood)]
  }),
  checkLooks(VPREQ['ONE-QUERY'], kind, ({ dcql_query: query, scope, response_type: type }) => {
    const isGood = query === undefined || scope === undefined || type !== 'vp_token'
    return [look('/scope', scope, 'nothing beside `dcql_query`', isGood)]
  }),
  checkMember(VPREQ.QUERY, kind, 'dcql_query', 'an object', isAbsentOr(isObject)),
  checkMember(VPREQ.METADATA, kind, 'client_metadata', 'an object', isAbsentOr(isObject)),
  checkLooks(VPREQ.FORMATS, kind, (content) => {
    const { client_metadata: metadata } = content
    const isGood = !isSelfContained(content) || (isObject(metadata) && metadata.vp_formats_supported !== undefined)
    return [look('/client_metadata/vp_formats_supported', undefined, 'an object', isGood)]
  }),
  checkLooks(VPREQ['FORMAT-NAMED'], kind, ({ client_metadata: metadata, dcql_query: query }) => {
    const formats = isObject(metadata) ? metadata.vp_formats_supported : undefined
    if (formats === undefined || !isObject(formats) || Object.keys(formats).length === 0) return []
    return listQueries(query)
      .filter(([, { format }]) => isText(format))
      .map(([at, { format }]) =>
        look(
          `/dcql_query${at}/format`,
          format,
          'a name in `vp_formats_supported`',
          isText(format) && Object.hasOwn(formats, format),
        ),
      )
  }),
  checkLooks(VPREQ['RESPONSE-URI'], kind, (content) => {
    const isNamed = readPrefixed(content).prefix === 'redirect_uri'
    const isGood = !isByPost(content) || isNamed || content.response_uri !== undefined
    return [look('/response_uri', undefined, 'a URL', isGood)]
  }),
  checkLooks(VPREQ['NO-REDIRECT'], kind, (content) => {
    const { redirect_uri: uri, response_uri: other } = content
    const isGood = uri === undefined || (other === undefined && !isByPost(content))
    return [look('/redirect_uri', uri, 'nothing', isGood)]
  }),
  checkLooks(VPREQ.ADDRESS, kind, (content) =>
    ['redirect_uri', 'response_uri'].map((name) =>
      look(`/${name}`, content[name], 'an absolute URI without a fragment', isAbsentOr(isAbsoluteUri)(content[name])),
    ),
  ),
  checkLooks(VPREQ['KEY-GIVEN'], kind, (content) => {
    const isDue = isEncrypted(content) && isSelfContained(content)
    const isGood = !isDue || listEncryptionKeys(content).length > 0
    return [look('/client_metadata/jwks', undefined, 'a key for encryption', isGood)]
  }),
  checkLooks(VPREQ['KEY-ALG'], kind, (content) =>
    isEncrypted(content)
      ? listEncryptionKeys(content).map(([at, { alg }]) =>
          look(`/client_metadata${at}/alg`, alg, 'a string', isText(alg)),
        )
      : [],
  ),
  checkLooks(VPREQ['ENC-UNUSED'], kind, (content) => {
    const { client_metadata: metadata } = content
    const values = isObject(metadata) ? metadata.encrypted_response_enc_values_supported : undefined
    const isUnknown = !isModeGiven(content) && isOverDc(content) // VPDC-MODE is about it
    const isGood = values === undefined || isEncrypted(content) || isUnknown
    return [look('/client_metadata/encrypted_response_enc_values_supported', values, 'nothing', isGood)]
  }),
]

const ofTransactions: readonly Check[] = [
  checkMember(VPREQ.TRANSACTIONS, kind, 'transaction_data', 'at least one string', isAbsentOr(isTexts)),
  checkLooks(VPREQ['TRANSACTION-KNOWN'], kind, function* (content): Generator<Look> {
    const known = listIds(content.dcql_query)
    if (!isObject(content.dcql_query)) return
    for (const [at, { credential_ids: ids }] of listTransactions(content))
      for (const [i, id] of Array.isArray(ids) ? ids.entries() : [])
        if (isText(id)) yield look(`${at}/credential_ids/${i}`, id, 'the `id` of a credential', known.has(id))
  }),
  checkLooks(VPREQ['TRANSACTION-BOUND'], kind, function* (content): Generator<Look> {
    const queries = listQueries(content.dcql_query).map(([, each]) => each)
    const loose = new Set<Value>(
      queries.filter((each) => isUnbound(each) && each.format === 'dc+sd-jwt').map(({ id }) => id),
    )
    for (const [at, { credential_ids: ids }] of listTransactions(content))
      for (const [i, id] of Array.isArray(ids) ? ids.entries() : [])
        yield look(`${at}/credential_ids/${i}`, id, 'a credential with holder binding', !loose.has(id))
  }),
  checkMember(
    VPREQ.INFO,
    kind,
    'verifier_info',
    'at least one object',
    isAbsentOr((value) => isFilled(value, isObject)),
  ),
  checkLooks(VPREQ['INFO-FORMAT'], kind, ({ verifier_info: list }) =>
    listElements(list, '/verifier_info').flatMap(([at, { format, data }]) => [
      look(`${at}/format`, format, 'a string', isText(format)),
      look(`${at}/data`, data, 'a string or an object', isText(data) || isObject(data)),
    ]),
  ),
  checkLooks(VPREQ['INFO-IDS'], kind, ({ verifier_info: list, dcql_query: query }) => {
    const known = listIds(query)
    const isKnown = (id: Value): boolean => isText(id) && (!isObject(query) || known.has(id))
    return listElements(list, '/verifier_info').map(([at, { credential_ids: ids }]) =>
      look(`${at}/credential_ids`, ids, 'ids of the query', isAbsentOr((value) => isFilled(value, isKnown))(ids)),
    )
  }),
]

/** The host of a URL; nothing, if it is none. */
const readHost = (value: Value): string | undefined =>
  isText(value) && URL.canParse(value) ? new URL(value).hostname.toLowerCase() : undefined

const ofClient: readonly Check[] = [
  checkLooks(VPCLIENT.ORIGIN, kind, (content) => [
    look('/client_id', content.client_id, 'another prefix', readPrefixed(content).prefix !== 'origin'),
  ]),
  checkLooks(VPCLIENT.REDIRECT, kind, (content) => {
    const { prefix, name } = readPrefixed(content)
    const address = isByPost(content) ? content.response_uri : content.redirect_uri
    const isGood = prefix !== 'redirect_uri' || (address === undefined ? isAbsoluteUri(name) : address === name)
    return [look('/client_id', content.client_id, 'the address of the response', isGood || isOverDc(content))]
  }),
  checkLooks(VPCLIENT.FEDERATION, kind, (content) => {
    const { prefix, name } = readPrefixed(content)
    return [look('/client_id', content.client_id, 'an HTTPS URL', prefix !== 'openid_federation' || isHttps(name))]
  }),
  checkLooks(VPCLIENT.DID, kind, (content) => {
    const { prefix, name } = readPrefixed(content)
    const isGood = prefix !== 'decentralized_identifier' || /^did:[a-z0-9]+:[^\s#?/]+$/.test(name)
    return [look('/client_id', content.client_id, 'a DID', isGood)]
  }),
  checkLooks(VPCLIENT.HOST, kind, (content) => {
    const { prefix, name } = readPrefixed(content)
    const host = readHost(content.response_uri ?? content.redirect_uri)
    const isGood = prefix !== 'x509_san_dns' || host === undefined || host === name.toLowerCase()
    return [look('/response_uri', host, 'the DNS name of the client', isGood)]
  }),
]

export const checks: readonly Check[] = [...ofLink, ...ofRequest, ...ofTransactions, ...ofClient]
