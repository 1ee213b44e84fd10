import { listInstances } from '../../model/foundation/facet.ts'
import type { JsonObject } from '../../protocol/encoding/json.ts'
import { keepMembers as keep, setMembers as put, type SampleFault } from '../kit/samples.ts'
import { sampleTime } from '../sd-jwt/sample.ts'
import keys from '../sd-jwt/sample-keys.json' with { type: 'json' }
import {
  changeQuery,
  drop,
  makeQuery,
  makeRequest,
  setFirst,
  setFormat,
  setMetadata,
  setSecond,
  writeBody,
} from './changes.ts'
import { makeFaultAbout as about, makeFault as make } from './make-fault.ts'
import {
  DCQL,
  jwtsOf,
  VPATT,
  VPCLIENT,
  VPDATA,
  VPDC,
  VPLINK,
  VPMETA,
  VPOBJ,
  VPPOST,
  VPREQ,
} from './request-requirements.ts'
import {
  attest,
  certify,
  dcRequest,
  encodeCertificates,
  encryptionKey,
  hashId,
  host,
  nameHosts,
  nonce,
  origin,
  requestHeader,
  responseUri,
  signedDcRequest,
  state,
  usualTransaction,
  writeMultisigned,
  writeRequestObject,
  writeTransaction,
} from './request-sample.ts'
import type { VpChange } from './sample.ts'

type Fault = SampleFault<VpChange>
type Content = NonNullable<VpChange['content']>

const link = about('vp-request-link')
const request = about('vp-request')
const object = about('vp-request-object')
const query = about('vp-dcql-query')
const metadata = about('vp-client-metadata')
const data = about('vp-transaction-data')
const attestation = about('vp-verifier-attestation')
const dc = about('vp-dc-request')
const post = about('vp-http-request')
const wallet = about('vp-wallet-metadata')

const transact = (members: JsonObject): JsonObject => ({
  transaction_data: [writeTransaction({ ...usualTransaction, ...members })],
})

/** A link with its parameters, and none of them in a request object. */
const plain =
  (members: JsonObject): Content =>
  () => ({ response_type: 'vp_token', response_mode: 'direct_post', ...members })

const withHeader = (members: JsonObject, ...without: readonly string[]): VpChange => ({
  header: (all) => ({ ...drop(...without)(all), ...members }),
})

/** A client that is known by a certificate, with another certificate than the usual. */
const withCertificate = (...list: readonly Buffer[]): VpChange => withHeader(encodeCertificates(...list))

const attested = (jwt: string, key?: VpChange['key']): VpChange => ({
  ...withHeader({ jwt }, 'x5c'),
  ...(key && { key }),
})

const asAttested: Content = put({ client_id: `verifier_attestation:${host}` })

const asSigned =
  (request: JsonObject | string): Content =>
  () => ({
    protocol: typeof request === 'string' ? 'openid4vp-v1-signed' : 'openid4vp-v1-multisigned',
    data: { request },
  })

const ownHeader: JsonObject = { ...requestHeader, client_id: `x509_san_dns:${host}` }

/** The client of a second signature. */
const otherHeader: JsonObject = { ...requestHeader, client_id: hashId(certify()) }

/** What all signatures are of. */
const shared: JsonObject = drop('client_id', 'verifier_info')(signedDcRequest)

const overDc = (members: JsonObject): string => writeRequestObject({ ...members })

const signedOverDc =
  (change: (all: JsonObject) => JsonObject): Content =>
  () =>
    change(signedDcRequest)

const days = (count: number): Date => new Date((sampleTime + count * 86_400) * 1000)

const decentral: Content = put({ client_id: 'decentralized_identifier:did:example:123' })

const form = { 'Content-Type': 'application/json', Accept: 'application/oauth-authz-req+jwt' }

// biome-ignore format: a table, one row a line.
const ofRequests: readonly Fault[] = [
  make(VPLINK.ONCE, 'has its client twice', { about: 'vp-request-link', write: (text) => `${text}&client_id=x509_san_dns:${host}` }),
  make(VPLINK.ONCE, 'has two nonces', { about: 'vp-request-link', content: plain({ client_id: 'a', response_uri: responseUri, nonce: 'abcdefghijklmnopqrstuv', scope: 'a' }), write: (text) => `${text}&nonce=1` }),
  link(VPLINK.CLIENT, 'has no client beside its `request_uri`', drop('client_id')),
  link(VPLINK.CLIENT, 'has an empty client', put({ client_id: '' })),
  link(VPLINK.ONE, 'has a request object and the address of one', (all) => ({ ...all, request: writeRequestObject() })),
  link(VPLINK.URI, 'has the address of its request object as a path', put({ request_uri: '/request/1' })),
  link(VPLINK.URI, 'has an empty `request_uri`', put({ request_uri: '' })),
  link(VPLINK.METHOD, 'has its method in capitals', put({ request_uri_method: 'POST' })),
  link(VPLINK.METHOD, 'has another method', put({ request_uri_method: 'put' })),
  link(VPLINK['METHOD-URI'], 'has a method beside a request object', () => ({ client_id: `x509_san_dns:${host}`, request: writeRequestObject(), request_uri_method: 'post' })),
  link(VPLINK.POST, 'has its request object posted over HTTP', put({ request_uri: 'http://verifier.example/request/1' })),
  link(VPLINK.SAME, 'has the client without its prefix', () => ({ client_id: host, request: writeRequestObject() })),
  link(VPLINK.SAME, 'has another client than its request object', keep, { facts: { presentationRequest: { client_id: 'x509_san_dns:other.example' } } }),
  make(VPLINK.UTF8, 'has its metadata in another character set', { about: 'vp-request-link', content: put({ client_metadata: { client_name: 'Prüfer' } }), write: (text) => text.replace('%C3%BC', '%FC') }),
  make(VPLINK.UTF8, 'has half a character in a parameter', { about: 'vp-request-link', content: put({ 'x-note': 'ü' }), write: (text) => text.replace('%C3%BC', '%C3') }),
  link(VPLINK.SIZE, 'has a logo in the metadata of a long link', plain({ client_id: `redirect_uri:${responseUri}`, response_uri: responseUri, nonce, scope: 'a', client_metadata: { logo_uri: `data:image/png;base64,${'A'.repeat(3000)}`, vp_formats_supported: {} } })),
  link(VPLINK.SIGNED, 'sends the request of a DNS name unsigned', plain({ client_id: `x509_san_dns:${host}`, response_uri: responseUri, nonce: 'abcdefghijklmnopqrstuv', scope: 'a', client_metadata: { vp_formats_supported: {} } })),
  link(VPLINK.SIGNED, 'sends the request of a DID unsigned', plain({ client_id: 'decentralized_identifier:did:example:1', response_uri: responseUri, nonce: 'abcdefghijklmnopqrstuv', scope: 'a', client_metadata: { vp_formats_supported: {} } })),
  request(VPREQ.TYPE, 'has no response type', drop('response_type')),
  request(VPREQ.TYPE, 'has response types in an array', put({ response_type: ['vp_token'] })),
  request(VPREQ.MODE, 'has response modes in an array', put({ response_mode: ['direct_post.jwt'] }), {}, [VPREQ['ENC-UNUSED']]),
  request(VPREQ['MODE-GIVEN'], 'has no response mode', (all) => ({ ...drop('response_mode', 'response_uri')(all), redirect_uri: responseUri, client_metadata: { vp_formats_supported: {} } })),
  request(VPREQ.CLIENT, 'has no client', drop('client_id')),
  request(VPREQ.CLIENT, 'has an empty client in its request', put({ client_id: '' })),
  request(VPREQ.NONCE, 'has no nonce', drop('nonce'), {}, [VPREQ['NONCE-LENGTH']]),
  request(VPREQ.NONCE, 'has a number as its nonce', put({ nonce: 42 }), {}, [VPREQ['NONCE-LENGTH']]),
  request(VPREQ['NONCE-CHARACTERS'], 'has base64 as its nonce', put({ nonce: 'bm9uY2UgYWJjZGVmZ2hpag==' })),
  request(VPREQ['NONCE-CHARACTERS'], 'has a space in its nonce', put({ nonce: 'abcdefghijkl mnopqrstuv' })),
  request(VPREQ['NONCE-LENGTH'], 'has a nonce of eight characters', put({ nonce: 'a1b2c3d4' })),
  request(VPREQ.STATE, 'asks for a presentation without holder binding, and has no state', makeRequest({ require_cryptographic_holder_binding: false })),
  request(VPREQ['STATE-CHARACTERS'], 'has JSON as its state', put({ state: '{"session":"123456789012"}' })),
  request(VPREQ['STATE-CHARACTERS'], 'has a number as its state', put({ state: 1 })),
  request(VPREQ['STATE-LENGTH'], 'asks for a presentation without holder binding, and has a short state', makeRequest({ require_cryptographic_holder_binding: false }, { state: '12345' })),
  request(VPREQ.ASKS, 'asks for nothing', (all) => drop('dcql_query', 'transaction_data', 'verifier_info')(all)),
  request(VPREQ.ASKS, 'asks by a presentation definition', (all) => ({ ...drop('dcql_query', 'transaction_data', 'verifier_info')(all), presentation_definition: { id: 'a', input_descriptors: [] } })),
  request(VPREQ['ONE-QUERY'], 'asks by a query and by a scope', put({ scope: 'com.example.member' })),
  request(VPREQ['ONE-QUERY'], 'asks by a query, and has an empty scope', put({ scope: '' })),
  request(VPREQ.QUERY, 'has its query as a string', (all) => ({ ...drop('transaction_data', 'verifier_info')(all), dcql_query: JSON.stringify(makeQuery({})) })),
  request(VPREQ.QUERY, 'has its query in an array', (all) => ({ ...drop('transaction_data', 'verifier_info')(all), dcql_query: [makeQuery({})] })),
  request(VPREQ.METADATA, 'has its metadata as a string', (all) => ({ ...all, response_mode: 'direct_post', client_metadata: '{"vp_formats_supported":{}}' }), {}, [VPREQ.FORMATS]),
  request(VPREQ.FORMATS, 'has no formats in its metadata', setMetadata({}, 'vp_formats_supported')),
  request(VPREQ['FORMAT-NAMED'], 'has the format of a draft in its metadata', setMetadata({ vp_formats_supported: { 'vc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'] }, mso_mdoc: {} } })),
  request(VPREQ['FORMAT-NAMED'], 'asks for an mdoc, and has no such format in its metadata', setMetadata({ vp_formats_supported: { 'dc+sd-jwt': {} } })),
  request(VPREQ['RESPONSE-URI'], 'has no address for a response by POST', (all) => ({ ...drop('response_uri')(all), client_id: 'verifier' })),
  request(VPREQ['RESPONSE-URI'], 'has a redirect address for a response by POST', (all) => ({ ...drop('response_uri')(all), client_id: 'verifier', redirect_uri: responseUri }), {}, [VPREQ['NO-REDIRECT']]),
  request(VPREQ['NO-REDIRECT'], 'has a redirect address beside the response address', put({ redirect_uri: responseUri })),
  request(VPREQ.ADDRESS, 'has a path as its response address', put({ client_id: 'verifier', response_uri: '/response' })),
  request(VPREQ.ADDRESS, 'has a fragment in its response address', put({ client_id: 'verifier', response_uri: `${responseUri}#a` })),
  request(VPREQ['KEY-GIVEN'], 'asks for encryption without a key', setMetadata({}, 'jwks')),
  request(VPREQ['KEY-GIVEN'], 'asks for encryption with a key for signatures', setMetadata({ jwks: { keys: [{ ...encryptionKey, use: 'sig', alg: 'ES256' }] } })),
  request(VPREQ['KEY-ALG'], 'has a key for encryption without `alg`', setMetadata({ jwks: { keys: [drop('alg')(encryptionKey)] } })),
  request(VPREQ['ENC-UNUSED'], 'names content encryptions for plain text', put({ response_mode: 'direct_post' })),
  request(VPREQ.TRANSACTIONS, 'has no transaction data in an array', put({ transaction_data: [] })),
  request(VPREQ.TRANSACTIONS, 'has transaction data as an object', put({ transaction_data: [usualTransaction] })),
  request(VPREQ['TRANSACTION-KNOWN'], 'has transaction data for a credential that it does not ask for', put(transact({ credential_ids: ['member', 'card'] }))),
  request(VPREQ['TRANSACTION-BOUND'], 'has transaction data for a credential without holder binding', makeRequest({ require_cryptographic_holder_binding: false }, { state, ...transact({ credential_ids: ['one'] }) })),
  request(VPREQ.INFO, 'has no verifier info in an array', put({ verifier_info: [] })),
  request(VPREQ.INFO, 'has verifier info as a string', put({ verifier_info: 'eyJ.eyJ.c2ln' })),
  request(VPREQ['INFO-FORMAT'], 'has verifier info without a format', put({ verifier_info: [{ data: 'a' }] })),
  request(VPREQ['INFO-FORMAT'], 'has verifier info without data', put({ verifier_info: [{ format: 'jwt' }] })),
  request(VPREQ['INFO-IDS'], 'has verifier info for a credential that it does not ask for', put({ verifier_info: [{ format: 'jwt', data: 'a', credential_ids: ['card'] }] })),
  request(VPREQ['INFO-IDS'], 'has verifier info for no credential', put({ verifier_info: [{ format: 'jwt', data: 'a', credential_ids: [] }] })),
]

// biome-ignore format: a table, one row a line.
const ofClients: readonly Fault[] = [
  request(VPCLIENT.ORIGIN, 'names its origin as its client', put({ client_id: `origin:${origin}` })),
  request(VPCLIENT.REDIRECT, 'has another address in its client', put({ client_id: 'redirect_uri:https://other.example/response' })),
  request(VPCLIENT.REDIRECT, 'has an address in its client that has one slash more', put({ client_id: `redirect_uri:${responseUri}/` })),
  request(VPCLIENT.FEDERATION, 'has a name as its federation entity', put({ client_id: `openid_federation:${host}` })),
  request(VPCLIENT.DID, 'has a URL as its DID', put({ client_id: 'decentralized_identifier:https://verifier.example' })),
  request(VPCLIENT.DID, 'has a DID URL with a fragment as its DID', put({ client_id: 'decentralized_identifier:did:example:123#1' })),
  object(VPCLIENT.KID, 'names no key of its DID', decentral, withHeader({}, 'x5c')),
  object(VPCLIENT.CERTIFICATE, 'has no certificate', keep, withHeader({}, 'x5c')),
  object(VPCLIENT.CERTIFICATE, 'has a certificate in base64url', keep, withHeader({ x5c: [certify().toString('base64url')] }), listInstances(jwtsOf.object, 'JWS-HEADER')),
  object(VPCLIENT.CHAIN, 'has two certificates of which neither certifies the other', keep, withCertificate(certify(), certify({ serial: 3, issuer: 'Another authority' }))),
  object(VPCLIENT.CHAIN, 'has a certificate that has expired', keep, withCertificate(certify({ notBefore: days(-20), notAfter: days(-10) }))),
  object(VPCLIENT.CHAIN, 'has a certificate that is not valid yet', keep, withCertificate(certify({ notBefore: days(10), notAfter: days(20) }))),
  object(VPCLIENT.TRUSTED, 'has a certificate of an unknown authority', keep, withCertificate(certify({ issuer: 'Other', issuerKey: keys.holder }))),
  object(VPCLIENT.DNS, 'has a client that its certificate does not name', put({ client_id: 'x509_san_dns:other.example' }), {}, [VPCLIENT.HOST]),
  object(VPCLIENT.DNS, 'has a certificate with a wildcard for names below its client', keep, withCertificate(certify(nameHosts(`*.${host}`)))),
  object(VPCLIENT.DNS, 'has a certificate without DNS names', keep, withCertificate(certify({ extensions: [] }))),
  object(VPCLIENT.DNS, 'has a URL as its DNS name', put({ client_id: `x509_san_dns:${origin}` }), {}, [VPCLIENT.HOST]),
  object(VPCLIENT.HOST, 'sends the response to another host', put({ response_uri: 'https://other.example/response' })),
  object(VPCLIENT.HASH, 'has the hash of another certificate', put({ client_id: hashId(certify({ serial: 9 })) })),
  object(VPCLIENT.HASH, 'has the hash of its certificate in hexadecimal digits', put({ client_id: `x509_hash:${Buffer.from(hashId(certify()).slice(10), 'base64url').toString('hex')}` })),
  object(VPCLIENT.ATTESTED, 'has no attestation', asAttested, withHeader({}, 'x5c')),
  object(VPCLIENT.SUBJECT, 'has the attestation of another verifier', put({ client_id: 'verifier_attestation:other.example' }), attested(attest())),
  object(VPCLIENT.PLACES, 'sends the response to an address that its attestation does not have', asAttested, attested(attest({ redirect_uris: [`${origin}/other`] }))),
  make(VPOBJ.JWS, 'has two parts in its request object', { about: 'vp-request-object', write: (text) => text.slice(0, text.lastIndexOf('.')) }),
  make(VPOBJ.JWS, 'has padding in its request object', { about: 'vp-request-object', write: (text) => `${text}==` }),
  object(VPOBJ.TYP, 'has `JWT` as its type', keep, withHeader({ typ: 'JWT' })),
  object(VPOBJ.TYP, 'has no type', keep, withHeader({}, 'typ')),
  object(VPOBJ.SIGNED, 'is signed by another key than that of its certificate', keep, { key: keys.holder }),
  object(VPOBJ.SIGNED, 'is signed by another key than that of its attestation', asAttested, attested(attest(), keys.holder)),
  make(VPOBJ.SIGNED, 'has a nonce that was altered after it was signed', { about: 'vp-request-object', write: (text) => alterPayload(text) }),
  object(VPOBJ.AUD, 'has its own name as the audience', put({ aud: host })),
  object(VPOBJ.NESTED, 'has the address of another request object', put({ request_uri: `${origin}/request/2` })),
  object(VPOBJ['WALLET-NONCE'], 'has no nonce of the wallet', drop('wallet_nonce')),
  object(VPOBJ['WALLET-NONCE'], 'has its own nonce in the place of that of the wallet', put({ wallet_nonce: 'abc' })),
  object(VPOBJ.ALG, 'has a MAC by a client with a certificate', keep, withHeader({ alg: 'HS256' })),
  object(VPOBJ.ALG, 'has no algorithm of a client with a certificate', keep, withHeader({ alg: 'none' })),
]

/** A request object whose claims are not those that were signed. */
function alterPayload(text: string): string {
  const [head, , signature] = text.split('.')
  const [, payload] = writeRequestObject({ nonce: 'abcdefghijklmnopqrstuv' }).split('.')
  return [head, payload, signature].join('.')
}

// biome-ignore format: a table, one row a line.
const ofQueries: readonly Fault[] = [
  query(DCQL.CREDENTIALS, 'asks for no credential', () => ({ credentials: [] })),
  query(DCQL.CREDENTIALS, 'asks for an object of credentials', () => ({ credentials: { member: { format: 'dc+sd-jwt' } } })),
  query(DCQL.ID, 'has a credential without id', () => makeQuery({ id: undefined as never })),
  query(DCQL.ID, 'has a credential with a URL as its id', () => makeQuery({ id: 'https://types.example/member' })),
  query(DCQL.ID, 'has a credential with an empty id', () => makeQuery({ id: '' })),
  query(DCQL.UNIQUE, 'has two credentials of one id', () => changeQuery(put({ id: 'mdl' })), {}, [DCQL['OPTIONS-KNOWN']]),
  query(DCQL.FORMAT, 'has a credential without format', () => makeQuery({ format: undefined as never })),
  query(DCQL.FORMAT, 'has an array of formats', () => makeQuery({ format: ['dc+sd-jwt'] })),
  query(DCQL.META, 'has a credential without `meta`', () => makeQuery({ meta: undefined as never })),
  query(DCQL.META, 'has `null` as `meta`', () => makeQuery({ meta: null })),
  query(DCQL.VCT, 'has a type as a string', () => makeQuery({ meta: { vct_values: 'https://types.example/member' } })),
  query(DCQL['VCT-NAME'], 'has a type that others may choose as well', () => makeQuery({ meta: { vct_values: ['https://types.example/member', 'membership'] } })),
  query(DCQL.VCT, 'has no types in an array', () => makeQuery({ meta: { vct_values: [] } })),
  query(DCQL.VCT, 'has the type of an mdoc for an SD-JWT', () => makeQuery({ meta: { doctype_value: 'a' } })),
  query(DCQL.DOCTYPE, 'has document types in an array', setSecond({ meta: { doctype_value: ['org.iso.18013.5.1.mDL'] } })),
  query(DCQL.DOCTYPE, 'has an empty document type', setSecond({ meta: { doctype_value: '' } })),
  query(DCQL.DOCTYPE, 'has the type of an SD-JWT for an mdoc', setSecond({ meta: { vct_values: ['org.iso.18013.5.1.mDL'] } })),
  query(DCQL.TYPES, 'has types in one array', () => makeQuery({ format: 'jwt_vc_json', meta: { type_values: ['IDCredential'] } })),
  query(DCQL.TYPES, 'has an empty array of types', () => makeQuery({ format: 'ldp_vc', meta: { type_values: [[]] } })),
  query(DCQL.MULTIPLE, 'has `"true"` as `multiple`', setFirst({ multiple: 'true' })),
  query(DCQL.BINDING, 'has 0 for no holder binding', setFirst({ require_cryptographic_holder_binding: 0 })),
  query(DCQL.BINDING, 'has `"false"` for no holder binding', setFirst({ require_cryptographic_holder_binding: 'false' })),
  query(DCQL.AUTHORITIES, 'has no trusted authority in an array', setFirst({ trusted_authorities: [] })),
  query(DCQL.AUTHORITIES, 'has a trusted authority as a string', setFirst({ trusted_authorities: ['s9tIpPmhxdiuNkHMEWNpYim8S8Y'] })),
  query(DCQL.AUTHORITY, 'has a trusted authority without type', setFirst({ trusted_authorities: [{ values: ['a'] }] })),
  query(DCQL.AUTHORITY, 'has a trusted authority with one value', setFirst({ trusted_authorities: [{ type: 'openid_federation', value: 'https://trust.example' }] })),
  query(DCQL.AKI, 'has an authority key in hexadecimal digits with colons', setFirst({ trusted_authorities: [{ type: 'aki', values: ['B3:DB:48:A4'] }] })),
  query(DCQL.CLAIMS, 'asks for no claim in an array', setFirst({ claims: [], claim_sets: undefined as never })),
  query(DCQL.CLAIMS, 'asks for a claim by its name', setFirst({ claims: ['given_name'], claim_sets: undefined as never })),
  query(DCQL.PATH, 'has a path as a string', () => makeQuery({ claims: [{ path: 'given_name' }] })),
  query(DCQL.PATH, 'has an empty path', () => makeQuery({ claims: [{ path: [] }] })),
  query(DCQL.PATH, 'has a negative index in a path', () => makeQuery({ claims: [{ path: ['degrees', -1] }] })),
  query(DCQL.PATH, 'has a claim without path', () => makeQuery({ claims: [{ id: 'a' }] })),
  query(DCQL['PATH-MDOC'], 'has one name as the path into an mdoc', setSecond({ claims: [{ path: ['family_name'] }] })),
  query(DCQL['PATH-MDOC'], 'has three names as the path into an mdoc', setSecond({ claims: [{ path: ['org.iso.18013.5.1', 'driving_privileges', 'code'] }] })),
  query(DCQL.TWICE, 'asks for a claim twice', () => makeQuery({ claims: [{ path: ['a'], values: ['1'] }, { path: ['a'], values: ['2'] }] })),
  query(DCQL['CLAIM-ID'], 'has a claim with a dot in its id', () => makeQuery({ claims: [{ id: 'address.city', path: ['a'] }] })),
  query(DCQL['CLAIM-ID'], 'has a claim with a number as its id', () => makeQuery({ claims: [{ id: 1, path: ['a'] }] })),
  query(DCQL['CLAIM-UNIQUE'], 'has two claims of one id', () => makeQuery({ claims: [{ id: 'a', path: ['a'] }, { id: 'a', path: ['b'] }] })),
  query(DCQL['CLAIM-NAMED'], 'has a claim without id beside claim sets', () => makeQuery({ claims: [{ id: 'a', path: ['a'] }, { path: ['b'] }], claim_sets: [['a']] })),
  query(DCQL.VALUES, 'has a value that is no array', () => makeQuery({ claims: [{ path: ['a'], values: 'x' }] })),
  query(DCQL.VALUES, 'has `null` as a value', () => makeQuery({ claims: [{ path: ['a'], values: [null] }] })),
  query(DCQL.VALUES, 'has a fraction as a value', () => makeQuery({ claims: [{ path: ['a'], values: [1.5] }] })),
  query(DCQL.RETAIN, 'has `"false"` as its intent to retain', setSecond({ claims: [{ path: ['a', 'b'], intent_to_retain: 'false' }] })),
  query(DCQL.SETS, 'has one claim set that is no array', () => makeQuery({ claims: [{ id: 'a', path: ['a'] }], claim_sets: ['a'] })),
  query(DCQL.SETS, 'has no claim sets in an array', () => makeQuery({ claims: [{ id: 'a', path: ['a'] }], claim_sets: [] })),
  query(DCQL['SETS-ALONE'], 'has claim sets without claims', () => makeQuery({ claim_sets: [['a']] })),
  query(DCQL['SETS-KNOWN'], 'has a claim in a set that it does not ask for', () => makeQuery({ claims: [{ id: 'a', path: ['a'] }], claim_sets: [['a', 'b']] })),
  query(DCQL['SETS-KNOWN'], 'has the name of a claim in a set', () => makeQuery({ claims: [{ id: 'a', path: ['given_name'] }], claim_sets: [['given_name']] })),
  query(DCQL.OPTIONS, 'has no credential sets in an array', put({ credential_sets: [] })),
  query(DCQL.OPTIONS, 'has a credential set without options', put({ credential_sets: [{ required: true }] })),
  query(DCQL.OPTIONS, 'has an empty option', put({ credential_sets: [{ options: [['member'], []] }] })),
  query(DCQL.OPTIONS, 'has an option that is no array', put({ credential_sets: [{ options: ['member'] }] })),
  query(DCQL['OPTIONS-KNOWN'], 'has a credential in an option that it does not ask for', put({ credential_sets: [{ options: [['member', 'card']] }] })),
  query(DCQL.REQUIRED, 'has `"no"` as `required`', put({ credential_sets: [{ options: [['member']], required: 'no' }] })),
]

// biome-ignore format: a table, one row a line.
const ofDocuments: readonly Fault[] = [
  metadata(VPMETA.JWKS, 'has its keys in an array alone', put({ jwks: [encryptionKey] })),
  metadata(VPMETA.KID, 'has a key without `kid`', put({ jwks: { keys: [drop('kid')(encryptionKey)] } })),
  metadata(VPMETA.KID, 'has two keys of one `kid`', put({ jwks: { keys: [encryptionKey, { ...encryptionKey, use: 'sig', alg: 'ES256' }] } })),
  metadata(VPMETA.USE, 'has a key for signatures beside one for encryption, and says so by `alg` alone', put({ jwks: { keys: [drop('use')(encryptionKey), { ...drop('use')(encryptionKey), kid: 's', alg: 'ES256' }] } })),
  metadata(VPMETA.USE, 'has a key for signatures beside one for encryption, and says what one of them is for', put({ jwks: { keys: [encryptionKey, { ...drop('use')(encryptionKey), kid: 's', alg: 'ES256' }] } })),
  metadata(VPMETA.PUBLIC, 'has a private key', put({ jwks: { keys: [{ ...encryptionKey, d: keys.other.d }] } })),
  metadata(VPMETA.ENC, 'has one content encryption as a string', put({ encrypted_response_enc_values_supported: 'A128GCM' })),
  metadata(VPMETA.ENC, 'has no content encryption in an array', put({ encrypted_response_enc_values_supported: [] })),
  metadata(VPMETA.FORMATS, 'has its formats in an array', put({ vp_formats_supported: ['dc+sd-jwt'] })),
  metadata(VPMETA.FORMATS, 'has algorithms as a format', setFormat('dc+sd-jwt', ['ES256'])),
  metadata(VPMETA['SD-JWT'], 'has an algorithm as a string', setFormat('dc+sd-jwt', { 'sd-jwt_alg_values': 'ES256' })),
  metadata(VPMETA['SD-JWT'], 'has no algorithm for key binding in an array', setFormat('dc+sd-jwt', { 'kb-jwt_alg_values': [] })),
  metadata(VPMETA.MDOC, 'has a number as the algorithms of mdocs', setFormat('mso_mdoc', { issuerauth_alg_values: -7 })),
  metadata(VPMETA.MDOC, 'has no algorithm of devices in an array', setFormat('mso_mdoc', { deviceauth_alg_values: [] })),
  metadata(VPMETA.W3C, 'has no algorithm of JWTs in an array', setFormat('jwt_vc_json', { alg_values: [] })),
  metadata(VPMETA.W3C, 'has a suite as a string', setFormat('ldp_vc', { cryptosuite_values: 'ecdsa-rdfc-2019' })),
  make(VPDATA.JSON, 'has transaction data in plain JSON', { content: put({ transaction_data: [JSON.stringify(usualTransaction)] }) }),
  make(VPDATA.JSON, 'has transaction data in base64', { content: put({ transaction_data: [`${Buffer.from(JSON.stringify({ ...usualTransaction, a: '??>>' })).toString('base64')}=`] }) }),
  data(VPDATA.TYPE, 'has transaction data without type', drop('type')),
  data(VPDATA.TYPE, 'has types of transaction data in an array', put({ type: ['payment'] })),
  data(VPDATA.IDS, 'has transaction data for no credential', put({ credential_ids: [] })),
  data(VPDATA.IDS, 'has transaction data for a credential as a string', put({ credential_ids: 'member' })),
  data(VPDATA['HASH-NAMES'], 'has a hash algorithm as Java writes it', put({ transaction_data_hashes_alg: ['sha-256', 'SHA-512'] })),
  data(VPDATA['HASH-NAMES'], 'has a hash algorithm without its hyphen', put({ transaction_data_hashes_alg: ['sha256'] })),
  data(VPDATA.HASHES, 'has a hash algorithm as a string', put({ transaction_data_hashes_alg: 'sha-256' })),
  make(VPATT.JWS, 'has an attestation of two parts', { about: 'vp-request-object', content: asAttested, ...withHeader({ jwt: 'eyJ0eXAiOiJ2ZXJpZmllci1hdHRlc3RhdGlvbitqd3QifQ.e30' }, 'x5c') }),
  attestation(VPATT.TYP, 'has `JWT` as the type of its attestation', keep, { ...withHeader({ typ: 'JWT' }), facts: {} }),
  attestation(VPATT.ISS, 'has an attestation without issuer', drop('iss')),
  attestation(VPATT.ISS, 'has an attestation without subject', drop('sub')),
  attestation(VPATT.EXP, 'has an attestation that never expires', drop('exp')),
  attestation(VPATT.EXP, 'has a date as the expiry of its attestation', put({ exp: '2027-01-01' })),
  attestation(VPATT.CURRENT, 'has an attestation that has expired', put({ exp: sampleTime - 3600 })),
  attestation(VPATT.CURRENT, 'has an attestation that is not valid yet', put({ nbf: sampleTime + 3600 })),
  attestation(VPATT.CNF, 'has an attestation without a key', drop('cnf')),
  attestation(VPATT.CNF, 'has an attestation with the hash of a key', put({ cnf: { jkt: 'abc' } })),
  post(VPPOST.FORM, 'posts its nonce as JSON', keep, { http: { headers: form } }),
  post(VPPOST.FORM, 'posts a JSON object', keep, { http: { headers: form }, write: (text) => writeBody(text, '{"wallet_nonce":"abc"}') }),
  post(VPPOST.ACCEPT, 'accepts JSON', keep, { http: { headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' } } }),
  post(VPPOST.ACCEPT, 'accepts nothing by name', keep, { http: { headers: { 'Content-Type': 'application/x-www-form-urlencoded' } } }),
  post(VPPOST.METADATA, 'posts metadata that is no JSON', put({ wallet_metadata: '{"vp_formats_supported":{},}' })),
  wallet(VPPOST.FORMATS, 'has no formats in the metadata of the wallet', drop('vp_formats_supported')),
  wallet(VPPOST.PREFIXES, 'has no prefix in an array', put({ client_id_prefixes_supported: [] })),
  wallet(VPPOST.PREFIXES, 'has a prefix as a string', put({ client_id_prefixes_supported: 'x509_san_dns' })),
  make(VPPOST.OBJECT, 'comes as a JWT of any kind', { about: 'vp-request-object', http: { status: 200, headers: { 'Content-Type': 'application/jwt' } } }),
]

// biome-ignore format: a table, one row a line.
const ofDc: readonly Fault[] = [
  dc(VPDC.PROTOCOL, 'has the protocol of a draft', put({ protocol: 'openid4vp' })),
  dc(VPDC.PROTOCOL, 'has another version', put({ protocol: 'openid4vp-v2-unsigned' })),
  dc(VPDC.DATA, 'has its request as a string', put({ data: JSON.stringify(dcRequest) })),
  dc(VPDC.FORM, 'says that it is signed, and is not', put({ protocol: 'openid4vp-v1-signed' })),
  dc(VPDC.FORM, 'says that it has several signatures, and is a compact JWS', () => ({ protocol: 'openid4vp-v1-multisigned', data: { request: overDc({ ...signedDcRequest }) } })),
  dc(VPDC.UNSIGNED, 'has a client in a request that is not signed', put({ data: { ...dcRequest, client_id: host } })),
  dc(VPDC.MODE, 'asks the API for a response by POST', put({ data: { ...dcRequest, client_id: 'a', response_mode: 'direct_post.jwt', response_uri: responseUri } }), {}, [VPDC.UNSIGNED]),
  dc(VPDC.MODE, 'names no response mode', put({ data: drop('response_mode')(dcRequest) })),
  dc(VPDC.MODE, 'names no response mode, signed', asSigned(writeMultisigned(drop('response_mode')(shared), ownHeader, otherHeader))),
  dc(VPDC.MODE, 'asks the API for a response by POST, signed', asSigned(writeRequestObject())),
  object(VPDC.MODE, 'names no response mode beside the origins that it expects', signedOverDc(drop('response_mode'))),
  object(VPDC.CLIENT, 'has no client in a signed request', signedOverDc(drop('client_id'))),
  dc(VPDC.CLIENT, 'has a client for one of two signatures', asSigned(writeMultisigned(drop('client_id', 'verifier_info')(signedDcRequest), ownHeader, requestHeader))),
  dc(VPDC.PROTECTED, 'has its client in the payload of several signatures', asSigned(writeMultisigned(drop('verifier_info')(signedDcRequest), ownHeader, otherHeader))),
  dc(VPDC.PROTECTED, 'has verifier info in the payload of several signatures', asSigned(writeMultisigned(drop('client_id')(signedDcRequest), ownHeader, otherHeader))),
  dc(VPDC.PAYLOAD, 'has its nonce in a header', asSigned(writeMultisigned(shared, { ...ownHeader, nonce }, otherHeader))),
  dc(VPDC.PAYLOAD, 'has the origins that it expects in the headers', asSigned(writeMultisigned(shared, ...[ownHeader, otherHeader].map(put({ expected_origins: [origin] }))))),
  dc(VPDC.COMPACT, 'has one signature in JSON', asSigned(writeMultisigned(shared, ownHeader))),
  object(VPDC.ORIGINS, 'expects no origin', signedOverDc(drop('expected_origins'))),
  object(VPDC.ORIGINS, 'expects an origin as a string', signedOverDc(put({ expected_origins: origin }))),
  object(VPDC.SCHEMES, 'expects a page without TLS', signedOverDc(put({ expected_origins: [origin, 'http://verifier.example'] }))),
  object(VPDC.SCHEMES, 'expects the origin of a socket', signedOverDc(put({ expected_origins: [origin, 'wss://verifier.example'] }))),
  object(VPDC.EXPECTED, 'expects another origin', signedOverDc(put({ expected_origins: ['https://other.example'] }))),
  object(VPDC.EXPECTED, 'expects its origin with a slash', signedOverDc(put({ expected_origins: [`${origin}/`] }))),
]

export const requestFaults: readonly Fault[] = [...ofRequests, ...ofClients, ...ofQueries, ...ofDocuments, ...ofDc]
