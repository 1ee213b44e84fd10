import type { JsonObject } from '../../protocol/encoding/json.ts'
import { keepMembers as keep, markOpen, setMembers as put, type SampleVariant, sampleVariant } from '../kit/samples.ts'
import { listDocuments, usualType } from '../sd-jwt-vc/sample.ts'
import { variants as variantsOfVc } from '../sd-jwt-vc/variants.ts'
import { drop, makeQuery } from './changes.ts'
import { wrapCredential } from './credential-faults.ts'
import { nonce, origin, responseUri, usualTransaction, writeTransaction } from './request-sample.ts'
import { VPRESP } from './response-requirements.ts'
import {
  changeSession,
  dcSession,
  hashData,
  makeBound,
  present,
  presentMdoc,
  presentPlain,
  seal,
  sealedRequest,
  transaction,
} from './response-sample.ts'
import type { VpChange } from './sample.ts'
import { makeW3cJwt, makeW3cProof } from './w3c-sample.ts'

const make = sampleVariant<VpChange>('VP')

type Variant = SampleVariant<VpChange>
type Content = NonNullable<VpChange['content']>

const response = (description: string, content: Content, more: VpChange = {}): Variant =>
  make(description, { ...more, about: 'vp-response', content })

const token = (members: JsonObject): Content => put({ vp_token: members })

const beside = (request: JsonObject | undefined, facts: VpChange['facts'] = {}): VpChange => ({
  facts: { presentationRequest: request, ...facts },
})

/** A session with another query, and without transaction data. */
const ask = (query: JsonObject | undefined, more: JsonObject = {}): VpChange =>
  beside(changeSession({ dcql_query: query as never, transaction_data: undefined as never, ...more }))

const one = (names: readonly string[], binding?: null): Content =>
  token({ one: [presentPlain(names, binding === null ? { binding } : {})] })

const claims = (...paths: readonly JsonObject['path'][]): JsonObject => ({
  claims: paths.map((path) => ({ path })) as never,
})

const inPost = (more: VpChange = {}): VpChange => ({ ...more, about: 'vp-http-request', isAnswer: true })

const inAnswer = (status: number, headers: JsonObject, more: VpChange = {}): VpChange => ({
  ...more,
  about: 'vp-endpoint-response',
  http: { status, headers },
})

const json = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

const fragment = changeSession({
  response_mode: 'fragment',
  response_uri: undefined as never,
  redirect_uri: `${origin}/cb`,
})

const unhashed = (more: JsonObject = {}): JsonObject =>
  changeSession({
    transaction_data: [writeTransaction({ ...drop('transaction_data_hashes_alg')(usualTransaction), ...more })],
  })

const overDc = { presentationRequest: dcSession }

const audience = { aud: `origin:${origin}` }

/** What is given where the request is not. */
const unknown = beside(undefined, { audience: 'x509_san_dns:verifier.example', nonce })

// biome-ignore format: a table, one row a line.
const ofResponses: readonly Variant[] = [
  response('is the usual response', keep),
  response('is a response without request', keep, unknown),
  response('is a response with parameters that are not known', put({ iss: 'https://wallet.example', 'x-note': {} })),
  response('is a response with an ID token', put({ id_token: 'eyJ.eyJ.c2ln' })),
  response('is a response to a request by scope', put({ vp_token: { anything: [presentPlain(['age'])] } }), ask(undefined, { scope: 'com.example.member' })),
  response('is a response without state to a request without', drop('state'), beside(changeSession({ state: undefined as never }))),
  response('is a response by the other claim set', token({ member: [present({}, ['degrees', 'year', 'element'])] })),
  response('is a response with the other credential of the set', token({ club: [present({}, ['age'])] })),
  response('is a response with copies of a credential', token({ club: [present({}, ['age']), presentPlain(['age'])] })),
  markOpen(response('is a response with all that may be left out', token({ member: [present()], w3c: [makeW3cJwt({})], ldp: [makeW3cProof({})], mdl: [presentMdoc()] })), VPRESP['W3C-SIGNED']),
  markOpen(response('is a response with several audiences and domains', token({ member: [present()], w3c: [makeW3cJwt({ aud: ['a', 'x509_san_dns:verifier.example'] })], ldp: [makeW3cProof({ domain: ['x509_san_dns:verifier.example'] })] })), VPRESP['W3C-SIGNED']),
  response('is a response with a claim of another value, for which it was not asked', one(['age']), ask(makeQuery({ claims: [{ path: ['age'], values: [41, 42] }] }))),
  response('is a response with a claim that is not hidden', one([]), ask(makeQuery(claims(['member'], ['address', 'country'])))),
  response('is a response with all of an object', one(['street', 'city']), ask(makeQuery(claims(['address'])))),
  response('is a response with one element of an array', one(['en']), ask(makeQuery(claims(['languages', 0])))),
  response('is a response with all elements of an array', one(['en', 'ta']), ask(makeQuery(claims(['languages', null])))),
  response('is a response with what is inside of a hidden claim', one(['degrees', 'element', 'year', 'en']), ask(makeQuery(claims(['degrees', 0, 'year'], ['languages', 0])))),
  response('is a response with no hidden claim', one([]), ask(makeQuery({}))),
  response('is a response with no claim of an empty set', one([]), ask(makeQuery({ claims: [{ id: 'a', path: ['email'] }], claim_sets: [['a'], []] }))),
  response('is a response with the claims of two queries for one credential', token({ a: [presentPlain(['age', 'given_name'])], b: [presentPlain(['age', 'given_name'])] }), ask({ credentials: [['a', 'age'], ['b', 'given_name']].map(([id = '', path = '']) => ({ id, format: 'dc+sd-jwt', meta: {}, claims: [{ path: [path] }] })) })),
  response('is a response of a type that extends the one of the query', one([]), { facts: { ...ask(makeQuery({ meta: { vct_values: ['urn:base'] } })).facts, typeMetadata: listDocuments({ vct: usualType, extends: 'urn:base' }, { vct: 'urn:base' }) } }),
  response('is a response without holder binding', one([], null), ask(makeQuery({ require_cryptographic_holder_binding: false }))),
  response('is a response with holder binding that was not required', one([]), ask(makeQuery({ require_cryptographic_holder_binding: false }))),
  markOpen(response('is a response with a credential of another format', token({ one: [{ anything: true }] }), ask(makeQuery({ format: 'x-format' }))), VPRESP['W3C-SIGNED']),
  response('is a response of a type that is also the one of the query', token({ one: [presentPlain([], { payload: (own) => ({ ...own, aka_vcts: ['urn:base'] }) })] }), { facts: { ...ask(makeQuery({ meta: { vct_values: ['urn:base'] } })).facts, typeMetadata: listDocuments({ vct: usualType }) } }),
  response('is a response in JSON', token({ one: [JSON.parse(presentPlain([], { form: 'flattened' }))] }), ask(makeQuery({}))),
  markOpen(response('is a response with a W3C credential without holder binding', token({ one: [makeW3cJwt({ aud: 'a', nonce: undefined as never, vp: undefined as never, vc: {} })] }), ask(makeQuery({ format: 'jwt_vc_json', require_cryptographic_holder_binding: false }))), VPRESP['W3C-SIGNED']),
  response('is a response that signs transaction data in a way of its type', token({ member: [makeBound({ transaction_data_hashes: undefined as never, transaction_data_hashes_alg: undefined as never, payment: { amount: '12.00' } })] }), beside(unhashed())),
  response('is a response with the default hash of transaction data', token({ member: [makeBound({ transaction_data_hashes: [hashData(writeTransaction(drop('transaction_data_hashes_alg')(usualTransaction)))], transaction_data_hashes_alg: undefined as never })] }), beside(unhashed())),
  response('is a response that names the default hash', token({ member: [makeBound({ transaction_data_hashes: [hashData(writeTransaction(drop('transaction_data_hashes_alg')(usualTransaction)))] })] }), beside(unhashed())),
  response('is a response with transaction data of two kinds', token({ member: [makeBound({ transaction_data_hashes: [hashData(transaction), hashData(writeTransaction(usualTransaction))] })] }), beside(changeSession({ transaction_data: [transaction, writeTransaction(usualTransaction)] }))),
  response('is an error', ({ state = '' }) => ({ error: 'access_denied', error_description: 'The user declined.', state })),
  response('is an error with a code of its own', ({ state = '' }) => ({ error: 'x.wallet/locked', error_uri: 'https://wallet.example/errors', state })),
  response('is an error over the API', () => ({ error: 'invalid_request' }), { facts: overDc }),
  response('is a response over the API', token({ member: [makeBound(audience)] }), { facts: overDc }),
  response('is a response over the API without state', ({ vp_token: _, ...rest }) => ({ ...drop('state')(rest), vp_token: { member: [makeBound(audience)] } }), { facts: overDc }),
  response('is an encrypted response over the API', () => ({ response: seal(JSON.stringify({ vp_token: { member: [makeBound(audience)] } })) }), beside({ ...dcSession, response_mode: 'dc_api.jwt' })),
]

// biome-ignore format: a table, one row a line.
const ofSending: readonly Variant[] = [
  make('is an encrypted response', { about: 'vp-encrypted-response', ...beside(sealedRequest) }),
  make('is an encrypted response without state', { about: 'vp-encrypted-response', content: drop('state'), ...beside(sealedRequest) }),
  make('is an encrypted response whose request is not known', { about: 'vp-encrypted-response', ...unknown }),
  make('is an encrypted response with parties', { about: 'vp-encrypted-response', header: put({ apu: 'YQ', apv: 'Yg', typ: 'JWT', cty: 'json' }), ...beside(sealedRequest) }),
  make('is an encrypted response with the default content encryption', { about: 'vp-encrypted-response', ...beside({ ...sealedRequest, client_metadata: { jwks: { keys: [{ kid: 'e1', alg: 'ECDH-ES' }] } } }) }),
  make('is an encrypted response to a client that is registered', { about: 'vp-encrypted-response', ...beside({ ...sealedRequest, client_metadata: undefined as never }) }),
  make('is posted', inPost()),
  make('is posted to an address with a query', { ...inPost(), http: { target: '/response?session=1', headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' } }, ...beside(changeSession({ response_uri: `${responseUri}?session=1` })) }),
  make('is posted to the whole address', { ...inPost(), http: { target: responseUri } }),
  make('is posted encrypted', inPost({ content: () => ({ response: seal(JSON.stringify({ vp_token: { member: [present()] } })) }), ...beside(sealedRequest) })),
  make('is posted encrypted with its state beside it', inPost({ content: ({ state = '' }) => ({ response: seal(JSON.stringify({ vp_token: { member: [present()] } })), state }), ...beside(sealedRequest) })),
  make('is posted as an error in plain text, where encryption was asked for', inPost({ content: ({ state = '' }) => ({ error: 'access_denied', state }), ...beside(sealedRequest) })),
  make('is posted without request', inPost(unknown)),
  make('is a response by redirect', { about: 'vp-response-link', ...beside(fragment) }),
  make('is a response by redirect in the query', { about: 'vp-response-link', write: (text) => text.replace('#', '?'), ...beside({ ...fragment, response_mode: 'query' }) }),
  make('is an error by redirect', { about: 'vp-response-link', content: ({ state = '' }) => ({ error: 'access_denied', state }), ...beside(fragment) }),
  make('is the usual answer to a response', { about: 'vp-endpoint-response' }),
  make('is an answer that sends the user to an app', { about: 'vp-endpoint-response', content: put({ redirect_uri: 'com.example.app:/cb?code=1', 'x-note': 1 }) }),
  make('comes as the usual answer', inAnswer(200, json)),
  make('comes as an answer without address', inAnswer(200, json, { content: () => ({}) })),
  make('comes as an error of the verifier', inAnswer(400, json, { content: () => ({ error: 'invalid_request' }) })),
  make('comes as an error in plain text', inAnswer(500, { 'content-type': 'text/plain' }, { write: () => 'no' })),
]

/** Legal credentials of SD-JWT VC, each in the presentation of a response. */
const ofCredentials: readonly Variant[] = variantsOfVc
  .filter(({ change }) => change.type === undefined && change.issuer === undefined)
  .map(({ id, change, acceptedBy: _, ...rest }) => ({ ...rest, id: `VP-${id}`, change: wrapCredential(change) }))

export const responseVariants: readonly Variant[] = [...ofResponses, ...ofSending, ...ofCredentials]
