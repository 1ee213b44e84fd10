import { type Check, checkArtefact, checkReadable } from '../../model/check.ts'
import { type CheckContext, type Inspection, inconclusive, notApplicable } from '../../model/finding.ts'
import { checkFacet } from '../../model/foundation/facet.ts'
import type { Requirement } from '../../model/requirement.ts'
import { isObject, type JsonObject, writeJson } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { type Jws, readJws } from '../../protocol/jose/jws.ts'
import { type ClientId, needsSignature, readClientId } from '../../protocol/openid4vp/client-id.ts'
import { dcProtocols, findSignedRequest, hasSignedForm, listDcRequests } from '../../protocol/openid4vp/dc-request.ts'
import {
  type RequestObject,
  type RequestSignature,
  readRequestObject,
} from '../../protocol/openid4vp/request-object.ts'
import { type Certificate, readChain } from '../../protocol/x509/certificate.ts'
import { exportKey, isAnchored } from '../../protocol/x509/chain.ts'
import { locateHeaderKeys } from '../jose/key-rules.ts'
import { isSameType } from '../jose/media-type.ts'
import { findSignerKeys, type SignerKeys } from '../jose/signer-keys.ts'
import { jsonCauses, jwsCauses } from '../json/causes.ts'
import { findUnless, isText } from '../kit/values.ts'
import { isHttps } from '../sd-jwt-vc/values.ts'
import { hashCertificate } from './actors/wallet/steps.ts'
import { jwtsOf, keysOf, VPCLIENT, VPDC, VPOBJ } from './request-requirements.ts'
import { checkLooks, isDcMode, isOverDc, isSigning, isTexts, look, type Value } from './values.ts'

const kind = 'vp-request-object'

/** One signature, and the client for which it is. */
interface Signer extends RequestSignature {
  readonly id: Value
  readonly client: ClientId
  /** The parameters that hold for this client. */
  readonly request: JsonObject
}

/** The signatures of a request, each with its client: in JSON every header names its own. */
const listSigners = ({ isCompact, payload, signatures }: RequestObject): readonly Signer[] =>
  signatures.map((each) => {
    const id = isCompact ? payload.client_id : each.header.client_id
    return { ...each, id, client: isText(id) ? readClientId(id) : { name: '' }, request: payload }
  })

/** A check of every signature for which a client has to have a key. */
const checkSigners = (
  row: Requirement,
  prefixes: readonly string[],
  inspect: (signer: Signer, context: CheckContext) => Inspection,
): Check =>
  checkArtefact(row, kind, function* (object, context) {
    const signers = listSigners(object).filter(({ client: { prefix } }) => prefixes.includes(prefix ?? ''))
    if (signers.length === 0) return notApplicable('the client has another prefix')
    for (const each of signers) {
      const remark = yield* inspect(each, context)
      if (remark) return remark
    }
    return undefined
  })

const byCertificate = ['x509_san_dns', 'x509_hash']
const byAttestation = ['verifier_attestation']

type Chain = readonly Certificate[]

const readCertificates = ({ header: { x5c } }: Signer): Chain | undefined => {
  const read = attempt(() => readChain(x5c))
  return 'value' in read ? read.value : undefined
}

const readAttestation = ({ header: { jwt } }: Signer): Jws | undefined => {
  const read = attempt(() => readJws(isText(jwt) ? jwt : ''))
  return 'value' in read ? read.value : undefined
}

const noChain = inconclusive('its certificates cannot be read')
const noAttestation = inconclusive('its attestation cannot be read')

const listDnsNames = ({ x509 }: Certificate): readonly string[] =>
  [...(x509.subjectAltName ?? '').matchAll(/DNS:("[^"]*"|[^,\s]+)/g)].map(([, name = '']) => name.toLowerCase())

/** Whether a name in a certificate is that of a host; one with a wildcard has any first label (RFC 9525, section 6.3). */
const isNameOf = (host: string, name: string): boolean =>
  name === host || (name.startsWith('*.') && name === host.replace(/^[^.]+/, '*'))

const ofCertificates: readonly Check[] = [
  checkSigners(VPCLIENT.CERTIFICATE, byCertificate, function* (signer) {
    const isGood = readCertificates(signer) !== undefined
    yield* findUnless(isGood, `${signer.at}header/x5c`, 'certificates', signer.header.x5c)
    return undefined
  }),
  checkArtefact(VPCLIENT.TRUSTED, kind, function* (object, { anchors }) {
    const signers = listSigners(object).filter(({ client: { prefix } }) => byCertificate.includes(prefix ?? ''))
    if (signers.length === 0) return notApplicable('the client has another prefix')
    const chains = signers.map(readCertificates)
    if (chains.includes(undefined)) return noChain
    if (!anchors) return inconclusive('the trusted roots are unknown: pass --anchors')
    const isTrusted = (chain: Chain | undefined): boolean => chain !== undefined && isAnchored(chain, anchors)
    // Of several clients, each may belong to another trust framework (section A.3.2.2).
    if (!object.isCompact && chains.some(isTrusted)) return undefined
    for (const [i, { at }] of signers.entries())
      yield* findUnless(isTrusted(chains[i]), `${at}header/x5c`, 'a trusted root at the end', 'another')
    return undefined
  }),
  checkSigners(VPCLIENT.DNS, ['x509_san_dns'], function* (signer) {
    const [leaf] = readCertificates(signer) ?? []
    if (!leaf) return noChain
    const names = listDnsNames(leaf)
    const isGood = names.some((name) => isNameOf(signer.client.name.toLowerCase(), name))
    yield* findUnless(isGood, `${signer.at}client_id`, names.join(' or ') || 'a certificate with DNS names', signer.id)
    return undefined
  }),
  checkSigners(VPCLIENT.HASH, ['x509_hash'], function* (signer) {
    const [leaf] = readCertificates(signer) ?? []
    if (!leaf) return noChain
    const wanted = hashCertificate(leaf)
    yield* findUnless(signer.client.name === wanted, `${signer.at}client_id`, `x509_hash:${wanted}`, signer.id)
    return undefined
  }),
]

const readAddress = ({ redirect_uri: own, response_uri: other }: JsonObject): Value => other ?? own

const ofAttestations: readonly Check[] = [
  checkSigners(VPCLIENT.ATTESTED, byAttestation, function* ({ at, header: { jwt } }) {
    yield* findUnless(isText(jwt), `${at}header/jwt`, 'a verifier attestation', jwt)
    return undefined
  }),
  checkSigners(VPCLIENT.SUBJECT, byAttestation, function* (signer) {
    const jws = readAttestation(signer)
    if (!jws) return noAttestation
    const { sub } = jws.payload
    // Section 12 has the whole identifier as `sub`, section 5.9.3 what follows the prefix.
    const isGood = sub === signer.client.name || sub === signer.id
    yield* findUnless(isGood, `${signer.at}header/jwt/sub`, signer.client.name, sub)
    return undefined
  }),
  checkSigners(VPCLIENT.PLACES, byAttestation, function* (signer) {
    const jws = readAttestation(signer)
    if (!jws) return noAttestation
    const { redirect_uris: places } = jws.payload
    const address = readAddress(signer.request)
    if (places === undefined || address === undefined) return notApplicable('the attestation leaves the address open')
    const isGood = Array.isArray(places) && places.includes(address)
    yield* findUnless(isGood, '/response_uri', 'one of the `redirect_uris` of the attestation', address)
    return undefined
  }),
]

/** The prefixes of clients that have no key of their own. */
const keyless: readonly (string | undefined)[] = ['redirect_uri', 'origin']

/** The keys by which a client may sign. */
function findKeys(signer: Signer, context: CheckContext): SignerKeys {
  const { prefix } = signer.client
  if (keyless.includes(prefix)) return { unbound: 'such a client has no key of its own' }
  if (byCertificate.includes(prefix ?? '')) {
    const [leaf] = readCertificates(signer) ?? []
    const key = leaf && exportKey(leaf)
    return key ? { keys: [key] } : { unknown: 'the key of its certificate cannot be read' }
  }
  if (prefix !== 'verifier_attestation') return findSignerKeys(signer.header, context, 'the verifier')
  const cnf = readAttestation(signer)?.payload.cnf
  const jwk = isObject(cnf) ? cnf.jwk : undefined
  return isObject(jwk) ? { keys: [jwk] } : { unknown: 'its attestation has no key' }
}

const ofSignature: readonly Check[] = [
  checkReadable(VPOBJ.JWS, kind, jwsCauses),
  checkLooks(VPOBJ.TYP, kind, ({ isCompact, signatures }) =>
    signatures.map(({ at, header: { typ } }) => {
      const wanted = 'oauth-authz-req+jwt'
      const isGood = isSameType(typ, wanted)
      // The example of the JSON form has none.
      return look(`${at}header/typ`, typ, wanted, isGood || (!isCompact && typ === undefined))
    }),
  ),
  checkLooks(VPOBJ.ALG, kind, (object) =>
    listSigners(object).map(({ at, client, header: { alg } }) =>
      look(`${at}header/alg`, alg, 'a signature algorithm', !needsSignature(client) || isSigning(alg)),
    ),
  ),
  ...checkFacet(jwtsOf.object, (object) =>
    listSigners(object).map((signer) => ({
      at: signer.at,
      view: { ...signer, payload: object.payload, findKeys: (context) => findKeys(signer, context) },
    })),
  ),
  ...checkFacet(keysOf.object, ({ signatures }) =>
    signatures.flatMap(({ at, header }) => locateHeaderKeys(header, at)),
  ),
  checkSigners(VPCLIENT.KID, ['decentralized_identifier'], function* ({ at, header: { kid } }) {
    yield* findUnless(isText(kid), `${at}header/kid`, 'a string', kid)
    return undefined
  }),
  checkLooks(VPOBJ.AUD, kind, ({ payload: { aud } }) => {
    const list = Array.isArray(aud) ? aud : [aud]
    return [look('/aud', aud, '`https://self-issued.me/v2`, or the wallet', aud === undefined || list.some(isHttps))]
  }),
  checkLooks(VPOBJ.NESTED, kind, ({ payload }) =>
    ['request', 'request_uri'].map((name) => look(`/${name}`, payload[name], 'nothing', payload[name] === undefined)),
  ),
  checkArtefact(VPOBJ['WALLET-NONCE'], kind, function* ({ payload }, { walletNonce: wanted }) {
    if (wanted === undefined || isOverDc(payload)) return notApplicable('no `wallet_nonce` was given')
    const { wallet_nonce: given } = payload
    yield* findUnless(given === wanted, '/wallet_nonce', 'the nonce of the wallet', given)
    return undefined
  }),
]

/** Schemes that are not safe; a page without TLS is one of this machine, for tests. */
const unsafe = /^(ftp|javascript|data|ws|wss|http(?!:\/\/(localhost|127\.|\[::1\]))):/i

const overDc = (row: Requirement, list: Parameters<typeof checkLooks<typeof kind>>[2]): Check =>
  checkLooks(row, kind, (object, session) => (isOverDc(object.payload) ? list(object, session) : []))

/** The parameters of a request that no header has. */
const parametersOfPayload = [
  ...['response_type', 'response_mode', 'nonce', 'dcql_query', 'scope', 'client_metadata'],
  ...['transaction_data', 'expected_origins', 'state'],
]

const describeMode = '`dc_api` or `dc_api.jwt`'

const ofDcObject: readonly Check[] = [
  overDc(VPDC.MODE, ({ payload }) => [
    look('/response_mode', payload.response_mode, describeMode, isDcMode(payload.response_mode)),
  ]),
  overDc(VPDC.CLIENT, (object) =>
    listSigners(object).map(({ at, id }) => look(`${at}/client_id`, id, 'a string', isText(id))),
  ),
  overDc(VPDC.PROTECTED, ({ isCompact, payload }) =>
    isCompact
      ? []
      : ['client_id', 'verifier_info'].map((name) =>
          look(`/${name}`, payload[name], 'nothing, because it is in protected headers', payload[name] === undefined),
        ),
  ),
  overDc(VPDC.PAYLOAD, ({ isCompact, signatures }) =>
    (isCompact ? [] : signatures).flatMap(({ at, header }) =>
      parametersOfPayload.map((name) =>
        look(`${at}header/${name}`, header[name], 'nothing', header[name] === undefined),
      ),
    ),
  ),
  overDc(VPDC.COMPACT, ({ isCompact, signatures }) => [
    look(
      '/signatures',
      `${signatures.length}`,
      'several signatures, or the compact form',
      isCompact || signatures.length > 1,
    ),
  ]),
  overDc(VPDC.ORIGINS, ({ payload: { expected_origins: origins } }) => [
    look('/expected_origins', origins, 'at least one string', isTexts(origins)),
  ]),
  overDc(VPDC.SCHEMES, ({ payload: { expected_origins: origins } }) =>
    (Array.isArray(origins) ? origins : [])
      .filter(isText)
      .map((each, i) => look(`/expected_origins/${i}`, each, 'another scheme', !unsafe.test(each))),
  ),
  overDc(VPDC.EXPECTED, ({ payload: { expected_origins: origins } }, { origin }) =>
    origin === undefined || !Array.isArray(origins)
      ? []
      : [look('/expected_origins', origins, origin, origins.includes(origin))],
  ),
]

const dc = 'vp-dc-request'

/** A check of each request of the Digital Credentials API. */
const checkDc = (
  row: Requirement,
  list: (request: JsonObject, at: string) => Iterable<ReturnType<typeof look>>,
): Check =>
  checkLooks(row, dc, (content) => listDcRequests(content).flatMap(({ at, request }) => [...list(request, at)]))

/** The parameters of a request that is not signed. */
const readPlain = ({ data }: JsonObject): JsonObject | undefined =>
  isObject(data) && findSignedRequest(data) === undefined ? data : undefined

/** The parameters of a request, signed or not, if they can be read. */
function readData(request: JsonObject): JsonObject | undefined {
  const signed = findSignedRequest(request.data)
  const read = attempt(() => readRequestObject(isText(signed) ? signed : writeJson(signed ?? null)))
  return readPlain(request) ?? ('value' in read ? read.value.payload : undefined)
}

const ofDcRequest: readonly Check[] = [
  checkReadable(VPDC.JSON, dc, jsonCauses),
  checkDc(VPDC.PROTOCOL, ({ protocol }, at) => [
    look(`${at}/protocol`, protocol, dcProtocols.join(' or '), isText(protocol) && dcProtocols.includes(protocol)),
  ]),
  checkDc(VPDC.DATA, ({ data }, at) => [look(`${at}/data`, data, 'an object', isObject(data))]),
  checkDc(VPDC.FORM, ({ protocol, data }, at) => {
    const signed = findSignedRequest(data)
    const isGood = !isObject(data) || hasSignedForm(protocol, signed)
    return [look(`${at}/data/request`, signed, 'the signed request, in the form of the protocol', isGood)]
  }),
  checkDc(VPDC.UNSIGNED, (request, at) => {
    const id = readPlain(request)?.client_id
    const isSigned = dcProtocols.slice(1).includes(isText(request.protocol) ? request.protocol : '')
    return [look(`${at}/data/client_id`, id, 'nothing', id === undefined || isSigned)]
  }),
  checkDc(VPDC.MODE, (request, at) => {
    const data = readData(request)
    return data
      ? [look(`${at}/data/response_mode`, data.response_mode, describeMode, isDcMode(data.response_mode))]
      : []
  }),
]

export const checks: readonly Check[] = [
  ...ofSignature,
  ...ofCertificates,
  ...ofAttestations,
  ...ofDcObject,
  ...ofDcRequest,
]
