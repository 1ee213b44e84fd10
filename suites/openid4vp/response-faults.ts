import { decodeText } from '../../protocol/encoding/base64url.ts'
import type { JsonObject } from '../../protocol/encoding/json.ts'
import { chooseHash } from '../../protocol/sd-jwt/hash-functions.ts'
import { keepMembers as keep, markTolerated, setMembers as put, type SampleFault } from '../kit/samples.ts'
import { KBJWT } from '../sd-jwt/requirements.ts'
import { toPublic } from '../sd-jwt/sample.ts'
import keys from '../sd-jwt/sample-keys.json' with { type: 'json' }
import { listDocuments, usualType } from '../sd-jwt-vc/sample.ts'
import { drop, makeQuery, writeBody } from './changes.ts'
import { makeFaultAbout as about, makeFault as make } from './make-fault.ts'
import { origin, responseUri, usualTransaction, writeTransaction } from './request-sample.ts'
import { VPEND, VPERR, VPJWE, VPRESP, VPSEND, VPSIGN } from './response-requirements.ts'
import {
  changeSession,
  dcSession,
  makeBound,
  present,
  presentMdoc,
  presentPlain,
  seal,
  sealedRequest,
  selectDisclosures,
  sessionRequest,
  transaction,
} from './response-sample.ts'
import type { VpChange } from './sample.ts'
import { makeW3cJwt, makeW3cProof } from './w3c-sample.ts'

type Fault = SampleFault<VpChange>
type Content = NonNullable<VpChange['content']>

const response = about('vp-response')
const sealed = about('vp-encrypted-response')
const link = about('vp-response-link')
const end = about('vp-endpoint-response')

/** Presentations in the place of the usual ones. */
const token = (members: JsonObject): Content => put({ vp_token: members })

const withMember = (text: string): Content => token({ member: [text] })

const beside = (request: JsonObject): VpChange => ({ facts: { presentationRequest: request } })

/** A session with another query, and without transaction data. */
const ask = (query: JsonObject, more: JsonObject = {}): VpChange =>
  beside(changeSession({ dcql_query: query, transaction_data: undefined as never, ...more }))

/** A session that asks for another type, and the metadata of types. */
const askType = (...documents: readonly JsonObject[]): VpChange => {
  const query = makeQuery({ id: 'member', meta: { vct_values: ['urn:other'] }, claims: [{ path: ['given_name'] }] })
  return { facts: { ...ask(query).facts, typeMetadata: listDocuments(...documents) } }
}

const inPost = (http: VpChange['http'], more: VpChange = {}): VpChange => ({
  ...more,
  about: 'vp-http-request',
  isAnswer: true,
  ...(http && { http }),
})

const inAnswer = (status: number, type: string, more: VpChange = {}): VpChange => ({
  ...more,
  about: 'vp-endpoint-response',
  http: { status, headers: { 'Content-Type': type } },
})

const sealedFacts: VpChange['facts'] = { presentationRequest: sealedRequest }

const withHeader = (members: JsonObject): VpChange => ({ header: put(members), facts: sealedFacts })

const supportProofs: VpChange = beside(
  changeSession({
    client_metadata: {
      vp_formats_supported: {
        ...{ 'dc+sd-jwt': {}, mso_mdoc: {}, jwt_vc_json: {} },
        ldp_vc: { proof_type_values: ['DataIntegrityProof'], cryptosuite_values: ['ecdsa-rdfc-2019'] },
      },
    },
  }),
)

/** A session with transaction data that names no hash algorithm. */
const unhashed: JsonObject = changeSession({
  transaction_data: [writeTransaction(drop('transaction_data_hashes_alg')(usualTransaction))],
})

// What is broken beside a good presentation may be discarded; `state` binds where no key does.
// biome-ignore format: a table, one row a line.
const ofResponses: readonly Fault[] = [
  sealed(VPRESP.TOKEN, 'encrypts a state alone', ({ state = '' }) => ({ state }), { facts: sealedFacts }),
  make(VPRESP.TOKEN, 'posts its state alone', inPost({}, { write: (text) => writeBody(text, 'state=1'), ...beside(sessionRequest) })),
  response(VPRESP.TOKEN, 'is encrypted where plain text is asked for', () => ({ response: seal('{}') })),
  markTolerated(response(VPRESP['NO-CODE'], 'has a code beside its presentations', put({ code: 'SplxlOBeZQQYbYS6WxSbIA' }))),
  markTolerated(response(VPRESP['NO-CODE'], 'has an access token beside its presentations', put({ access_token: '2YotnFZFEjr1zCsicMWpAA', token_type: 'Bearer' }))),
  response(VPRESP.OBJECT, 'has one presentation as its `vp_token`', put({ vp_token: present() }), {}, [VPSIGN.ALL]),
  response(VPRESP.OBJECT, 'has an array of presentations as its `vp_token`', put({ vp_token: [present()] }), {}, [VPSIGN.ALL]),
  response(VPRESP.OBJECT, 'has a presentation outside of an array', token({ member: present() }), {}, [VPRESP.SATISFIED, VPSIGN.ALL]),
  markTolerated(response(VPRESP.OBJECT, 'has no presentation of a credential that may be left out', token({ member: [present()], mdl: [] }))),
  markTolerated(response(VPRESP.PRESENTATION, 'has `null` as a presentation', token({ member: [present()], mdl: [null] }), {}, [VPRESP.FORMAT])),
  markTolerated(response(VPRESP.KNOWN, 'has a presentation of a credential that was not asked for', token({ member: [present()], card: ['a'] }))),
  markTolerated(response(VPRESP.KNOWN, 'has a presentation by its format', token({ member: [present()], 'dc+sd-jwt': [present()] }))),
  response(VPRESP.ONE, 'has two presentations of one credential', token({ member: [present(), present()] })),
  response(VPRESP.SATISFIED, 'has no presentation of the credential that is required', token({ mdl: [presentMdoc()] }), {}, [VPSIGN.ALL]),
  response(VPRESP.SATISFIED, 'has one of two credentials that are both required', token({ one: [presentPlain(['given_name'])] }), ask({ credentials: ['one', 'two'].map((id) => ({ id, format: 'dc+sd-jwt', meta: {}, claims: [{ path: ['given_name'] }] })) })),
  markTolerated(response(VPRESP.STATE, 'has no state', drop('state'))),
  markTolerated(response(VPRESP.STATE, 'has the state of another session', put({ state: 'other' }))),
  response(VPRESP.STATE, 'has the state of another session, and no holder binding', ({ vp_token: _, ...all }) => ({ ...all, state: 'other', vp_token: { one: [presentPlain([], { binding: null })] } }), ask(makeQuery({ require_cryptographic_holder_binding: false }))),
  response(VPRESP.STATE, 'has no state in its error', () => ({ error: 'access_denied' })),
  response(VPRESP.FORMAT, 'has a JWT without `~` as an SD-JWT', withMember(present().split('~')[0] ?? ''), {}, [VPSIGN.ALL]),
  markTolerated(response(VPRESP.FORMAT, 'has an SD-JWT as an mdoc', token({ member: [present()], mdl: [presentPlain([])] }))),
  markTolerated(response(VPRESP.FORMAT, 'has a string as a presentation with a proof', token({ member: [present()], ldp: ['{}'] }))),
  response(VPRESP.VCT, 'has a credential of another type', withMember(presentPlain(['given_name'])), askType({ vct: usualType })),
  response(VPRESP.VCT, 'has a credential whose type extends another', withMember(presentPlain(['given_name'])), askType({ vct: usualType, extends: 'urn:a' }, { vct: 'urn:a' })),
  response(VPRESP.CLAIMS, 'has a part of a claim set', withMember(present({}, ['given_name']))),
  response(VPRESP.CLAIMS, 'has no claim that was asked for', withMember(present({}, []))),
  response(VPRESP.CLAIMS, 'has a credential without a claim', token({ one: [presentPlain(['given_name'])] }), ask(makeQuery({ claims: [{ path: ['given_name'] }, { path: ['email'] }] }))),
  response(VPRESP.MORE, 'discloses a claim that was not asked for', withMember(present({}, ['given_name', 'city', 'street']))),
  response(VPRESP.MORE, 'discloses every claim', withMember(present({ present: (all) => all }))),
  response(VPRESP.MORE, 'discloses the claims of both claim sets', withMember(present({}, ['given_name', 'city', 'degrees', 'year', 'element']))),
  response(VPRESP.MORE, 'discloses a claim where none was asked for', token({ one: [presentPlain(['given_name'])] }), ask(makeQuery({}))),
  response(VPRESP.VALUES, 'has another value than one that was asked for', token({ one: [presentPlain(['age'])] }), ask(makeQuery({ claims: [{ path: ['age'], values: [18, '42'] }] }))),
  response(VPRESP.BOUND, 'has no Key Binding JWT', token({ one: [presentPlain([], { binding: null })] }), ask(makeQuery({}))),
  response(VPRESP.ORIGIN, 'has the bare origin as its audience', withMember(makeBound({ aud: origin })), { facts: { presentationRequest: dcSession, origin: undefined, audience: origin } }),
  response(KBJWT.AUDIENCE, 'has its client as its audience over the API', withMember(makeBound({})), { facts: { presentationRequest: dcSession } }, [VPRESP.ORIGIN]),
  response(KBJWT.AUDIENCE, 'has the client without its prefix as its audience', withMember(makeBound({ aud: 'verifier.example' }))),
  response(KBJWT.AUDIENCE, 'has another verifier as its audience', withMember(makeBound({ aud: 'x509_san_dns:other.example' }))),
  response(KBJWT.TRANSACTION, 'has the nonce of another session', withMember(makeBound({ nonce: 'other' }))),
  sealed(KBJWT.TRANSACTION, 'has the nonce of another session, encrypted', withMember(makeBound({ nonce: 'other' })), { facts: sealedFacts }),
  response(KBJWT.HASH, 'has a disclosure added to its presentation', withMember(addDisclosure()), {}, [VPRESP.MORE]),
  markTolerated(response(VPRESP['W3C-NONCE'], 'has the nonce of another session in a JWT', token({ member: [present()], w3c: [makeW3cJwt({ nonce: 'other' })] }))),
  markTolerated(response(VPRESP['W3C-NONCE'], 'has no challenge in a proof', token({ member: [present()], ldp: [makeW3cProof({ challenge: undefined as never })] }))),
  markTolerated(response(VPRESP['W3C-AUDIENCE'], 'has another audience in a JWT', token({ member: [present()], w3c: [makeW3cJwt({ aud: 'verifier.example' })] }))),
  markTolerated(response(VPRESP['W3C-AUDIENCE'], 'has another domain in a proof', token({ member: [present()], ldp: [makeW3cProof({ domain: origin })] }))),
  markTolerated(response(VPRESP['W3C-SIGNED'], 'shows another key than the one that signed a JWT', token({ member: [present()], w3c: [makeW3cJwt({}, { jwk: toPublic(keys.other) })] }))),
  markTolerated(response(VPRESP['W3C-ALG'], 'has a JWT with an algorithm that the verifier does not support', token({ member: [present()], w3c: [makeW3cJwt({}, { alg: 'ES384' })] }))),
  markTolerated(response(VPRESP['W3C-BOUND'], 'has a credential with a proof, and no presentation', token({ member: [present()], ldp: [{ ...makeW3cProof({}), type: ['VerifiableCredential', 'a'] }] }))),
  markTolerated(response(VPRESP['W3C-BOUND'], 'has a credential in a JWT, and no presentation', token({ member: [present()], w3c: [makeW3cJwt({ vp: undefined as never, vc: {} })] }))),
  markTolerated(response(VPRESP['W3C-PLAIN'], 'has a presentation with a proof where none is asked for', token({ one: [makeW3cProof({})] }), ask(makeQuery({ format: 'ldp_vc', require_cryptographic_holder_binding: false })))),
  markTolerated(response(VPRESP['W3C-PLAIN'], 'has a presentation in a JWT where none is asked for', token({ one: [makeW3cJwt({})] }), ask(makeQuery({ format: 'jwt_vc_json', require_cryptographic_holder_binding: false })))),
  markTolerated(response(VPRESP['W3C-PROOF'], 'has a proof of a type that the verifier does not support', token({ member: [present()], ldp: [makeW3cProof({ type: 'Ed25519Signature2020' })] }), supportProofs)),
  markTolerated(response(VPRESP['W3C-PROOF'], 'has a credential with a suite that the verifier does not support', token({ member: [present()], ldp: [{ ...makeW3cProof({}), verifiableCredential: [{ proof: { type: 'DataIntegrityProof', cryptosuite: 'eddsa-rdfc-2022' } }] }] }), supportProofs)),
  response(VPSIGN.ALL, 'signs nothing of transaction data without a hash algorithm', withMember(makeBound({ transaction_data_hashes: undefined as never, transaction_data_hashes_alg: undefined as never })), beside(unhashed)),
  response(VPSIGN.FORM, 'has one hash of transaction data as a string', withMember(makeBound({ transaction_data_hashes: 'abc' })), {}, [VPSIGN.ALL]),
  response(VPSIGN.HASH, 'has the hash of decoded transaction data', withMember(makeBound({ transaction_data_hashes: [hashDecoded()] })), {}, [VPSIGN.ALL]),
  response(VPSIGN.HASH, 'has a hash of other transaction data besides', withMember(makeBound({ transaction_data_hashes: [usualHash(), 'abc'] }))),
  response(VPSIGN.ALG, 'does not name its hash algorithm', withMember(makeBound({ transaction_data_hashes_alg: undefined as never }))),
  response(VPSIGN.ALG, 'names a hash algorithm that was not asked for', withMember(makeBound({ transaction_data_hashes_alg: 'sha-512', transaction_data_hashes: [usualHash('sha-512')] }))),
  response(VPSIGN.ALL, 'signs no transaction data', withMember(makeBound({ transaction_data_hashes: undefined as never, transaction_data_hashes_alg: undefined as never }))),
  response(VPSIGN.ONE, 'signs transaction data with two credentials', token({ member: [present()], club: [present({}, ['age'])] })),
  response(VPERR.CODE, 'has an error with a quote', put({ error: 'access "denied"' })),
  response(VPERR.CODE, 'has a number as its error', put({ error: 400 })),
  response(VPERR.DESCRIPTION, 'has an error description beyond ASCII', put({ error: 'access_denied', error_description: 'Zurückgewiesen' })),
  response(VPERR.ALONE, 'has a description of its error over the API', () => ({ error: 'access_denied', error_description: 'The user declined.' }), beside(dcSession)),
]

/** The hash of the transaction data of the session, as it was received. */
function usualHash(name = 'sha-256'): string {
  return chooseHash({ _sd_alg: name })?.compute(transaction) ?? ''
}

/** The hash of transaction data that was decoded. */
function hashDecoded(): string {
  return chooseHash({})?.compute(decodeText(transaction)) ?? ''
}

/** A presentation with one disclosure more than its Key Binding JWT is over. */
function addDisclosure(): string {
  const [all, usual] = [present({ present: selectDisclosures('given_name', 'city', 'street') }), present()]
  return [...all.split('~').slice(0, -1), usual.split('~').at(-1) ?? ''].join('~')
}

// biome-ignore format: a table, one row a line.
const ofSending: readonly Fault[] = [
  make(VPJWE.FORM, 'has four parts in its encrypted response', { about: 'vp-encrypted-response', write: (text) => text.replace('..', '.'), facts: sealedFacts }),
  sealed(VPJWE.KID, 'does not name the key of its encrypted response', keep, withHeader({ kid: undefined as never })),
  sealed(VPJWE.KID, 'names another key than those of the request', keep, withHeader({ kid: 'e2' })),
  sealed(VPJWE.ALG, 'wraps the key of its encrypted response', keep, withHeader({ alg: 'ECDH-ES+A256KW' })),
  sealed(VPJWE.USE, 'encrypts to a key for signatures', keep, beside(changeSession({ response_mode: 'direct_post.jwt', client_metadata: { jwks: { keys: [{ kid: 'e1', use: 'sig', alg: 'ECDH-ES' }] } } }))),
  sealed(VPJWE.ENC, 'has a content encryption that was not asked for', keep, withHeader({ enc: 'A256CBC-HS512' })),
  sealed(VPJWE.ENC, 'has another content encryption than the default', keep, { ...withHeader({ enc: 'A256GCM' }), ...beside(changeSession({ response_mode: 'direct_post.jwt', client_metadata: { jwks: { keys: [{ kid: 'e1', alg: 'ECDH-ES' }] } } })) }),
  make(VPJWE.JWT, 'compresses its response and does not say so', { about: 'vp-encrypted-response', write: () => seal(JSON.stringify({ vp_token: { member: [present()] } }), {}, { zip: 'DEF' }), facts: sealedFacts }),
  make(VPJWE.JWT, 'says that its response is compressed, and it is not', { about: 'vp-encrypted-response', write: () => seal(JSON.stringify({ vp_token: { member: [present()] } }), { zip: 'DEF' }, { zip: 'none' }), facts: sealedFacts }),
  make(VPJWE.JWT, 'has a signed text in its encrypted response', { about: 'vp-response', content: () => ({ response: seal(makeW3cJwt({})) }), facts: sealedFacts }, [VPRESP.JSON]),
  make(VPSEND.POST, 'posts its response as JSON', inPost({ headers: { 'Content-Type': 'application/json' } })),
  make(VPSEND.POST, 'puts its response', inPost({ method: 'PUT' })),
  make(VPSEND.POST, 'has its response in the body of a JSON request', inPost({ headers: { 'Content-Type': 'application/json' } }, { write: (text) => writeBody(text, '{ "vp_token": {} }'), ...beside(sessionRequest) })),
  make(VPSEND.POST, 'posts its response as parts', inPost({ headers: { 'Content-Type': 'multipart/form-data; boundary=a' } }, { write: (text) => writeBody(text, '--a\r\nContent-Disposition: form-data; name="vp_token"\r\n\r\n{}\r\n--a--'), ...beside(sessionRequest) })),
  make(VPSEND.POST, 'has its response in the query of a GET request', inPost({ method: 'GET', target: '/response?vp_token=%7B%7D' }, { write: (text) => writeBody(text, '') })),
  link(VPSEND['ERROR-MODE'], 'redirects with its error where a POST is asked for', ({ state = '' }) => ({ error: 'access_denied', state }), beside(byRedirect({ response_mode: 'direct_post', response_uri: responseUri }))),
  make(VPSEND.ONCE, 'posts its state twice', inPost({}, { write: (text) => `${text}&state=1` })),
  link(VPSEND.ONCE, 'has its state twice in its redirect', keep, { write: (text) => `${text}&state=1`, ...beside(byRedirect()) }),
  make(VPSEND.ADDRESS, 'posts its response to another path', inPost({ target: '/cb' })),
  make(VPSEND.ADDRESS, 'leaves the query of its address out', inPost({}, beside(changeSession({ response_uri: `${responseUri}?session=1` })))),
  link(VPSEND.ADDRESS, 'redirects to another path', keep, { write: (text) => text.replace('/cb#', '/other#'), ...beside(byRedirect()) }),
  make(VPSEND.ENCRYPTED, 'posts plain text where encryption is asked for', inPost({}, { facts: sealedFacts })),
  link(VPSEND.ENCRYPTED, 'redirects with plain text where encryption is asked for', keep, beside(byRedirect({ response_mode: 'fragment.jwt' }))),
  link(VPSEND.POST, 'redirects with its response where a POST is asked for', keep, beside(byRedirect({ response_mode: 'direct_post', response_uri: responseUri }))),
  link(VPSEND.FRAGMENT, 'has its response in the fragment where the request asks for the query', keep, beside(byRedirect({ response_mode: 'query' }))),
  link(VPSEND.FRAGMENT, 'has its response in the query', keep, { write: (text) => text.replace('#', '?'), ...beside(byRedirect()) }),
  make(VPEND.STATUS, 'answers 204', inAnswer(204, 'application/json', { write: () => '' })),
  make(VPEND.STATUS, 'answers with a redirect of HTTP', inAnswer(302, 'text/plain')),
  make(VPEND.STATUS, 'answers 201', inAnswer(201, 'application/json')),
  make(VPEND.JSON, 'answers with nothing', inAnswer(200, 'application/json', { write: () => '' })),
  make(VPEND.JSON, 'answers `ok`', inAnswer(200, 'application/json', { write: () => '"ok"' })),
  end(VPEND.REDIRECT, 'sends the user to a path', put({ redirect_uri: '/done' })),
  end(VPEND.REDIRECT, 'sends the user to an object', put({ redirect_uri: { url: responseUri } })),
]

/** A session whose response comes by redirect. */
function byRedirect(change: JsonObject = {}): JsonObject {
  return changeSession({
    response_mode: 'fragment',
    response_uri: undefined as never,
    redirect_uri: `${origin}/cb`,
    ...change,
  })
}

export const responseFaults: readonly Fault[] = [...ofResponses, ...ofSending]
