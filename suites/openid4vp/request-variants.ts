import type { JsonObject } from '../../protocol/encoding/json.ts'
import { keepMembers as keep, markOpen, setMembers as put, type SampleVariant, sampleVariant } from '../kit/samples.ts'
import { sampleTime, toPublic } from '../sd-jwt/sample.ts'
import keys from '../sd-jwt/sample-keys.json' with { type: 'json' }
import { drop, makeQuery, makeRequest, setFormat, setMetadata } from './changes.ts'
import { VPCLIENT, VPOBJ } from './request-requirements.ts'
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
  rootCertificate,
  signedDcRequest,
  state,
  writeMultisigned,
  writeRequestObject,
} from './request-sample.ts'
import type { VpChange } from './sample.ts'

const make = sampleVariant<VpChange>('VP')

type Variant = SampleVariant<VpChange>
type Content = NonNullable<VpChange['content']>

const request = (description: string, content: Content, more: VpChange = {}): Variant =>
  make(description, { ...more, content })

const about =
  (kind: NonNullable<VpChange['about']>) =>
  (description: string, content: Content, more: VpChange = {}): Variant =>
    make(description, { ...more, about: kind, content })

const link = about('vp-request-link')
const object = about('vp-request-object')
const query = about('vp-dcql-query')
const metadata = about('vp-client-metadata')
const dc = about('vp-dc-request')

const redirected: JsonObject = {
  response_type: 'vp_token',
  response_mode: 'fragment',
  nonce,
  dcql_query: makeQuery({}),
}

const withHeader = (members: JsonObject, ...without: readonly string[]): Pick<VpChange, 'header'> => ({
  header: (all) => ({ ...drop(...without)(all), ...members }),
})

const withoutCertificate = (members: JsonObject): Pick<VpChange, 'header'> => withHeader(members, 'x5c')

const otherHeader: JsonObject = {
  alg: 'ES256',
  ...encodeCertificates(certify({ serial: 7 })),
  client_id: hashId(certify({ serial: 7 })),
  verifier_info: [{ format: 'jwt', data: 'a' }],
}

const multisigned = writeMultisigned(
  drop('client_id', 'verifier_info')(signedDcRequest),
  { ...requestHeader, client_id: `x509_san_dns:${host}` },
  otherHeader,
)

const ask =
  (members: JsonObject, more: JsonObject = {}): Content =>
  () =>
    makeQuery(members, more)

// biome-ignore format: a table, one row a line.
export const requestVariants: readonly Variant[] = [
  make('is the usual request', {}),
  request('is a request with what is required alone', () => ({ ...redirected, client_id: 'verifier' })),
  request('is a request of a client that is registered by a URL', () => ({ ...redirected, client_id: 'https://verifier.example/cb', redirect_uri: 'https://verifier.example/cb' })),
  request('is a request of a client with a prefix of another specification', put({ client_id: 'urn:example:verifier', response_mode: 'direct_post' as never, client_metadata: {} })),
  request('is a request of a client with a colon after a name in capitals', put({ client_id: 'Redirect_URI:a', response_mode: 'direct_post', client_metadata: {} })),
  request('is a request that has its address in its client alone', drop('response_uri')),
  request('is a request by redirect to an app', () => ({ ...redirected, client_id: 'redirect_uri:com.example.app:/cb', redirect_uri: 'com.example.app:/cb', client_metadata: { vp_formats_supported: {} } })),
  request('is a request of a federation entity, with a trust chain', () => ({ ...redirected, client_id: 'openid_federation:https://verifier.example', trust_chain: ['a.b.c'] })),
  request('is a request of a DID with a path of its method', () => ({ ...redirected, client_id: 'decentralized_identifier:did:web:verifier.example:tenants:1', client_metadata: { vp_formats_supported: {} } })),
  request('is a request by scope', () => ({ response_type: 'vp_token', response_mode: 'fragment', client_id: 'verifier', nonce, scope: 'com.example.member' })),
  request('is a request with a query, and with the scope of OpenID Connect', () => ({ ...redirected, client_id: 'verifier', response_type: 'vp_token id_token', scope: 'openid', id_token_type: 'subject_signed_id_token' })),
  request('is a request for a code', () => ({ ...redirected, client_id: 'verifier', response_type: 'code', response_mode: 'query' })),
  request('is a request with parameters that are not known', put({ 'x-note': 1, claims: {}, presentation_definition: {} })),
  request('is a request with a long nonce of every character that is allowed', put({ nonce: 'AZaz09-._~'.repeat(20) })),
  request('is a request without holder binding that has a state', makeRequest({ require_cryptographic_holder_binding: false }, { state })),
  request('is a request with a short state', put({ state: '1' })),
  request('is a request without a state', drop('state')),
  request('is a request for encryption by a client that is registered', put({ client_id: 'verifier', client_metadata: undefined as never })),
  request('is a request for encryption with keys of other kinds', setMetadata({ jwks: { keys: [{ ...toPublic(keys.rsa), kid: 'r', alg: 'RSA-OAEP-256', use: 'enc' }, { kty: 'OKP', crv: 'X25519', x: 'WPX7wnwq10hFNK9aDSyG1QlLswE_CJY14LdhcFUIVVc', kid: 'x', alg: 'ECDH-ES' }, { kty: 'AKP', alg: 'ML-KEM-768', pub: 'a', kid: 'k' }] } })),
  request('is a request for encryption with the default content encryption', setMetadata({}, 'encrypted_response_enc_values_supported')),
  request('is a request for plain text with a key without `alg`', (all) => ({ ...all, response_mode: 'direct_post', client_metadata: { vp_formats_supported: {}, jwks: { keys: [{ ...drop('alg', 'use')(encryptionKey) }] } } })),
  request('is a request for plain text with a key for signatures beside it', setMetadata({ jwks: { keys: [encryptionKey, { ...toPublic(keys.issuer), kid: 's', use: 'sig' }] } })),
  request('is a request without transaction data and verifier info', drop('transaction_data', 'verifier_info')),
  request('is a request with verifier info that is an object, for all credentials', put({ verifier_info: [{ format: 'x-registration', data: { a: 1 }, more: 2 }] })),
  request('is a request with metadata of a client that is not known', setMetadata({ client_name: 'Verifier', logo_uri: 'https://verifier.example/logo.png', 'x-note': [] })),
  link('is a link that refers to a request object', keep),
  link('is a link that refers to a request object by GET', put({ request_uri_method: 'get' })),
  link('is a link to a wallet on the web, with a request object of a URN', ({ client_id }) => ({ client_id, request_uri: 'urn:ietf:params:oauth:request_uri:1' }) as JsonObject, { write: (text) => text.replace('openid4vp://', 'https://wallet.example/authorize') }),
  link('is a link with its query, with pluses for blanks', () => ({ client_id: `redirect_uri:${origin}/cb`, response_type: 'vp_token', response_mode: 'direct_post', response_uri: `${origin}/cb`, nonce, dcql_query: makeQuery({}), client_metadata: { vp_formats_supported: { 'dc+sd-jwt': {} } } }), { write: (text) => text.replaceAll('%2C', '%2C+') }),
  link('is a link with a request object', () => ({ client_id: `x509_san_dns:${host}`, request: writeRequestObject() })),
  link('is a link that refers to a request object, with the metadata of its client', put({ client_metadata: { vp_formats_supported: {} } })),
  link('is a link with the parameters of its request', () => ({ ...redirected, client_id: `redirect_uri:${responseUri}`, redirect_uri: responseUri, client_metadata: { vp_formats_supported: { 'dc+sd-jwt': {} } } })),
  link('is a link with the name of its client in another script', put({ client_metadata: { client_name: 'सत्यापनकर्ता', vp_formats_supported: {} } })),
  link('is a long link for a response by redirect', () => ({ ...redirected, client_id: `redirect_uri:${responseUri}`, redirect_uri: responseUri, client_metadata: { logo_uri: `data:image/png;base64,${'A'.repeat(3000)}`, vp_formats_supported: {} } })),
  link('is a link with a scope, of a client that is registered', () => ({ response_type: 'vp_token', client_id: 'verifier', response_mode: 'fragment', nonce, scope: 'com.example.member' })),
  object('is a request object', keep),
  object('is a request object without `aud`, with `iss`', (all) => ({ ...drop('aud')(all), iss: 'https://other.example' })),
  object('is a request object for a wallet that is known', put({ aud: 'https://wallet.example' })),
  object('is a request object for several', put({ aud: ['https://self-issued.me/v2', 'https://wallet.example'] })),
  object('is a request object by the second DNS name of its certificate', put({ client_id: `x509_san_dns:www.${host}`, response_uri: `https://www.${host}/response` })),
  object('is a request object by a DNS name in other letters', keep, withHeader(encodeCertificates(certify(nameHosts('Verifier.Example'))))),
  object('is a request object by a DNS name with a wildcard', put({ client_id: `x509_san_dns:www.${host}`, response_uri: `https://www.${host}/response` }), withHeader(encodeCertificates(certify(nameHosts(`*.${host}`))))),
  object('is a request object with its root', keep, withHeader(encodeCertificates(certify(), rootCertificate))),
  markOpen(object('is a request object whose trusted roots are not known', keep, { facts: { anchors: undefined } }), VPCLIENT.TRUSTED),
  object('is a request object by the hash of its certificate', put({ client_id: hashId(certify()), response_uri: 'https://other.example/response' })),
  object('is a request object by the hash of a certificate without DNS names', put({ client_id: hashId(certify({ extensions: [] })) }), withHeader(encodeCertificates(certify({ extensions: [] })))),
  object('is a request object by an attestation', put({ client_id: `verifier_attestation:${host}` }), withoutCertificate({ jwt: attest() })),
  object('is a request object by an attestation of the whole client', put({ client_id: `verifier_attestation:${host}` }), withoutCertificate({ jwt: attest({ sub: `verifier_attestation:${host}`, redirect_uris: undefined as never, more: 1 }) })),
  markOpen(object('is a request object of a DID', put({ client_id: 'decentralized_identifier:did:example:123' }), withoutCertificate({ kid: 'did:example:123#1' })), VPOBJ.SIGNED),
  markOpen(object('is a request object of a client that is registered, with a MAC', put({ client_id: 'verifier' }), withoutCertificate({ alg: 'HS256' })), VPOBJ.SIGNED),
  object('is a request object of a client that is registered, with its key', put({ client_id: 'verifier' }), { ...withoutCertificate({ kid: 'v' }), facts: { jwks: { keys: [{ ...toPublic(keys.issuer), kid: 'v' }] } } }),
  object('is a request object with the media type in its type', keep, withHeader({ typ: 'application/oauth-authz-req+jwt' })),
  object('is a request object for a wallet without nonce', drop('wallet_nonce'), { facts: { walletNonce: undefined } }),
  object('is a request object for the API', () => signedDcRequest, { facts: { origin } }),
  object('is a request object for the API, whose origin is not known', put({ ...signedDcRequest, expected_origins: ['http://localhost:8080', 'android:apk-key-hash:abc'] }), { facts: { origin: undefined } }),
  query('is the usual query', keep),
  query('is a query without conditions', ask({})),
  query('is a query with members that are not known', ask({ 'x-note': 1, meta: { vct_values: ['urn:a'], more: 1 } }, { 'x-note': {} })),
  query('is a query for a format of another specification', ask({ format: 'x-format', meta: { anything: 1 }, claims: [{ path: ['a'], intent_to_retain: 'yes' }] })),
  query('is a query for the types of W3C credentials', ask({ format: 'ldp_vc', meta: { type_values: [['VerifiableCredential', 'a'], ['b']] } })),
  query('is a query for an mdoc without conditions', ask({ format: 'mso_mdoc', claims: [{ path: ['org.iso.18013.5.1', 'portrait'] }] })),
  query('is a query for several of a kind, without holder binding', ask({ multiple: true, require_cryptographic_holder_binding: false })),
  query('is a query by every kind of path and value', ask({ claims: [{ path: ['a', null, 'b'] }, { path: ['a', 0, 'b'] }, { path: ['a', '0', 'b'], values: ['x', 1, true, 0] }, { path: [''] }] })),
  query('is a query for types that are a URN, a name below a domain and a UUID', () => makeQuery({ meta: { vct_values: ['urn:eudi:pid:1', 'com.example.member', '2f1f9f5e-6d2f-4d0a-9b0e-2e6f0f0c1a5b'] } })),
  query('is a query with ids on claims without sets', ask({ id: 'A-1_b', claims: [{ id: 'A_-9', path: ['a'] }, { path: ['b'] }] })),
  query('is a query with an empty claim set', ask({ claims: [{ id: 'a', path: ['a'] }], claim_sets: [['a'], []] })),
  query('is a query by authorities of other kinds', ask({ trusted_authorities: [{ type: 'openid_federation', values: ['https://trust.example'] }, { type: 'x-list', values: ['a b'], more: 1 }] })),
  query('is a query for the same credential twice', () => ({ credentials: ['a', 'b'].map((id) => ({ id, format: 'dc+sd-jwt', meta: { vct_values: ['urn:x'] }, claims: [{ path: ['c'] }] })) })),
  query('is a query with an optional set, and with a credential in no set', () => ({ ...makeQuery({}), credential_sets: [{ options: [['one'], ['one']], required: false, purpose: 'a' }] })),
  metadata('is the usual metadata', keep),
  metadata('is metadata with formats without algorithms, and with unknown ones', put({ vp_formats_supported: { mso_mdoc: {}, 'x-format': { a: 'b' }, jwt_vc_json: { alg_values: ['ES256K'] } } })),
  metadata('is metadata with content encryptions that are not known', (all) => ({ ...setFormat('mso_mdoc', { deviceauth_alg_values: [-65_537, -9] })(all), encrypted_response_enc_values_supported: ['A256CBC-HS512', 'x'] })),
  metadata('is metadata with two keys for encryption that do not say so', put({ jwks: { keys: [drop('use')(encryptionKey), { ...drop('use')(encryptionKey), kid: 'e2', alg: 'ECDH-ES+A256KW' }] } })),
  metadata('is metadata with keys for different purposes that say so', put({ jwks: { keys: [encryptionKey, { ...encryptionKey, kid: 's', use: 'sig', alg: 'ES256' }] } })),
  metadata('is metadata with keys whose purpose is not known', put({ jwks: { keys: [drop('use', 'alg')(encryptionKey), { ...drop('use', 'alg')(encryptionKey), kid: 'e2' }] } })),
  metadata('is metadata of an empty key set', put({ jwks: { keys: [] } })),
  make('is the usual transaction data', { about: 'vp-transaction-data' }),
  make('is transaction data with hash algorithms of other specifications', { about: 'vp-transaction-data', content: () => ({ type: 'payment', credential_ids: ['a'], transaction_data_hashes_alg: ['sha-256-128', 'sha3-512', 'x-example-hash'] }) }),
  make('is transaction data without hash algorithms, for several credentials', { about: 'vp-transaction-data', content: () => ({ type: 'payment', credential_ids: ['a', 'b'], payee: { name: 'x' } }) }),
  make('is the usual attestation', { about: 'vp-verifier-attestation' }),
  make('is an attestation without `iat`, with claims that are not known', { about: 'vp-verifier-attestation', content: (all) => ({ ...drop('iat', 'redirect_uris')(all), nbf: sampleTime - 5, policy: {} }) }),
  dc('is a request to the API', keep),
  dc('is a request to the API for plain text', put({ data: { ...dcRequest, response_mode: 'dc_api', client_metadata: { vp_formats_supported: {} } } })),
  dc('is a request to the API with origins that count for nothing', put({ data: { ...dcRequest, expected_origins: [] } })),
  dc('is a request to the API without state and holder binding', put({ data: { ...drop('transaction_data', 'verifier_info')(dcRequest), dcql_query: makeQuery({ require_cryptographic_holder_binding: false }) } })),
  dc('is a signed request to the API', () => ({ protocol: 'openid4vp-v1-signed', data: { request: writeRequestObject({ ...signedDcRequest, response_uri: undefined as never, state: undefined as never }) } })),
  dc('is a request to the API with several signatures', () => ({ protocol: 'openid4vp-v1-multisigned', data: { request: multisigned } }), { facts: { origin } }),
  dc('is a request to the API with several signatures in its data', () => ({ protocol: 'openid4vp-v1-multisigned', data: multisigned }), { facts: { origin } }),
  dc('is what a page puts to the API, with a request of another protocol', (all) => ({ digital: { requests: [all, { protocol: 'org-iso-mdoc', data: { deviceRequest: 'a' } }] }, mediation: 'required' })),
  make('posts its nonce and its metadata', { about: 'vp-http-request' }),
  make('posts its nonce alone, and accepts more', { about: 'vp-http-request', content: drop('wallet_metadata'), http: { headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8', accept: 'text/html, application/oauth-authz-req+jwt;q=0.9' } } }),
  make('is the metadata of a wallet', { about: 'vp-wallet-metadata' }),
  make('is the metadata of a wallet without prefixes', { about: 'vp-wallet-metadata', content: drop('client_id_prefixes_supported') }),
  make('comes as a JWT of any kind after a request with GET', { about: 'vp-request-object', http: { status: 200, headers: { 'content-type': 'application/jwt' } }, facts: { request: { method: 'GET' }, walletNonce: undefined } }),
  make('comes as a request object', { about: 'vp-request-object', http: { status: 200, headers: { 'content-type': 'application/oauth-authz-req+jwt; charset=utf-8' } } }),
]
