import { encodeBase64url } from '../../../protocol/encoding/base64url.ts'
import type { JsonObject, JsonValue } from '../../../protocol/encoding/json.ts'
import { makeActorVariant } from '../../kit/actor-changes.ts'
import { setMembers as put } from '../../kit/samples.ts'
import { toPublic } from '../../sd-jwt/sample.ts'
import keys from '../../sd-jwt/sample-keys.json' with { type: 'json' }
import { usualTypeSteps } from '../../sd-jwt-vc/actors/read-types.ts'
import { fetchListBy } from '../actors/fetch-list.ts'
import { presentationValidations, type VpVerifierSteps } from '../actors/verifier-steps.ts'
import { drop } from '../changes.ts'
import { requireEncrypted, setQuery } from '../wallet/requests.ts'
import {
  askForPresent,
  askSeveral,
  changeAnswer,
  changeRequest,
  combine,
  look,
  nameAlgorithms,
  readIssuers,
  readTypes,
  removeWrong,
  reopen,
  requireMdoc,
  set,
  skip,
  type VerifierMutation,
  type VerifierVariant,
} from './faults.ts'
import { isSignedByUsual, readBinding, readIssuer } from './header-keys.ts'

const variant = makeActorVariant<VpVerifierSteps>('VP')

const key: JsonObject = { ...toPublic(keys.other), kid: 'response-key', use: 'enc', alg: 'ECDH-ES' }

/** Asks for encrypted responses. */
const askEncryption = (members: JsonObject = {}, own: JsonObject = key): VerifierMutation =>
  changeRequest((all) => ({
    ...all,
    response_mode: 'direct_post.jwt',
    client_metadata: { vp_formats_supported: { 'dc+sd-jwt': {} }, jwks: { keys: [own] }, ...members },
  }))

/** Asks for responses that are encrypted to another key than the usual one. */
const sealTo = (own: Readonly<Record<string, string>>, alg: string, members: JsonObject = {}): VerifierMutation =>
  combine(
    set({ chooseKey: () => own }),
    askEncryption(members, { ...toPublic(own), kid: 'response-key', use: 'enc', alg }),
  )

const type = 'https://types.example/membership'

const makeCredential = (id: string, more: JsonObject = {}): JsonObject => ({
  id,
  format: 'dc+sd-jwt',
  meta: { vct_values: [type] },
  claims: [{ path: ['given_name'] }],
  ...more,
})

const askOne = (more: JsonObject): VerifierMutation => setQuery({ credentials: [makeCredential('one', more)] })

const transaction = encodeBase64url(
  JSON.stringify({ type: 'https://types.example/payment', credential_ids: ['member'], amount: '12.00' }),
)

const askTransaction = changeRequest(put({ transaction_data: [transaction] as JsonValue[] }))

const answerRefusal = (status: number, body = ''): VerifierMutation =>
  changeAnswer('response', (response) => (response.status === 400 ? { ...response, status, body } : response))

/** Keeps each list that was fetched. */
function keepLists(): VpVerifierSteps['getList'] {
  const kept = new Map<string, string | undefined>()
  return async (uri, fetch) => {
    if (!kept.has(uri)) kept.set(uri, await fetchListBy()(uri, fetch))
    return kept.get(uri)
  }
}

// biome-ignore format: a table, one row a line.
export const verifierVariants: readonly VerifierVariant[] = [
  variant('has its parameters in the link', combine(set({ delivery: 'value', prefix: 'redirect_uri' }))),
  variant('is named by its address, and leaves out `response_uri`', combine(set({ delivery: 'value', prefix: 'redirect_uri' }), changeRequest(drop('response_uri')))),
  variant('is named by its address, leaves out `response_uri` and asks for an mdoc', combine(set({ delivery: 'value', prefix: 'redirect_uri' }), requireMdoc(), changeRequest(drop('response_uri')))),
  variant('takes Key Binding JWTs by several algorithms', nameAlgorithms('ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519', 'RS256')),
  variant('takes Key Binding JWTs by ES384 alone', combine(nameAlgorithms('ES384'), look('binding-signed', (usual, facts) => facts.presentations.every(({ value }) => readBinding(value)?.header.alg === 'ES384') && usual(facts)))),
  variant('has its request object in the link', set({ delivery: 'object' })),
  variant('gives its request object by GET', set({ delivery: 'get' })),
  variant('gives its request object by GET, as a JWT of any kind', combine(set({ delivery: 'get' }), changeAnswer('request', (response) => ({ ...response, headers: { ...response.headers, 'content-type': 'application/jwt' } })))),
  variant('is named by the hash of its certificate', set({ prefix: 'x509_hash' })),
  variant('has claims in its request object that are not known', set({ object: put({ 'x-note': 'a', iss: 'https://verifier.example', jti: 'a' }) })),
  variant('has an expiry in its request object', set({ object: (all) => ({ ...all, exp: Number(all.iat) + 300, nbf: Number(all.iat) }) })),
  variant('gives no state', changeRequest(drop('state'))),
  variant('has UUIDs as its response codes', set({ makeCode: (_, random) => random(16).toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') })),
  variant('has nonces that begin with a number', set({ makeNonce: (count, random) => `${1000 + count}.${random(16).toString('base64url')}` })),
  variant('takes presentations of any age', (steps) => ({ ...steps, validations: { ...steps.validations, 'binding-time': (facts) => steps.validations['binding-time']({ ...facts, presentations: facts.presentations.map((each) => ({ ...each, now: Math.min(each.now, Number(readBinding(each.value)?.payload.iat ?? each.now)) })) }) } })),
  variant('takes several responses in one session', skip('session-unused')),
  variant('takes another response after one that was refused', reopen),
  variant('takes another response after one that was refused, and answers all by 200', combine(reopen, answerRefusal(200, '{}'))),
  variant('asks for encrypted responses', askEncryption()),
  variant('asks for encryption with A256GCM', askEncryption({ encrypted_response_enc_values_supported: ['A256GCM'] })),
  variant('asks for encryption with a key without `use`', askEncryption({}, drop('use')(key))),
  variant('asks for encryption with a key that wraps another', askEncryption({}, { ...key, alg: 'ECDH-ES+A256KW' })),
  variant('asks for encryption with a key on P-384', sealTo(keys.p384, 'ECDH-ES')),
  variant('asks for encryption with a key on P-521 that wraps another, by AES and HMAC', sealTo(keys.p521, 'ECDH-ES+A128KW', { encrypted_response_enc_values_supported: ['A256CBC-HS512'] })),
  variant('asks for encryption with an RSA key', sealTo(keys.rsa, 'RSA-OAEP-256', { encrypted_response_enc_values_supported: ['A192GCM'] })),
  variant('takes responses in plain text as well', combine(askEncryption(), skip('encrypted'))),
  variant('sends users nowhere', changeAnswer('response', (response) => (response.status === 200 ? { ...response, body: '{}' } : response))),
  variant('answers with members that are not known', changeAnswer('response', (response) => (response.status === 200 ? { ...response, body: JSON.stringify({ 'x-note': 'a', ...JSON.parse(response.body) }) } : response))),
  variant('answers all responses by 200, and rejects later', changeAnswer('response', (response) => (response.status === 400 ? { ...response, status: 200, body: '{}' } : response))),
  variant('refuses by 403 without a body', answerRefusal(403)),
  variant('refuses by 422', answerRefusal(422, '{"error":"invalid_presentation"}')),
  variant('asks for no claims', askOne({ claims: undefined as never })),
  variant('asks for one of two sets of claims', askOne({ claims: [{ id: 'a', path: ['given_name'] }, { id: 'b', path: ['family_name'] }, { id: 'c', path: ['age_over_18'] }], claim_sets: [['c'], ['a', 'b']] })),
  variant('asks for a value', askOne({ claims: [{ path: ['nationality'], values: ['IN', 'XX'] }] })),
  variant('asks for a value, and does not compare it', combine(askOne({ claims: [{ path: ['nationality'], values: ['IN', 'XX'] }] }), skip('values-right'))),
  variant('asks for the value of an element, and does not compare it', combine(requireMdoc({ claims: [{ path: ['org.iso.18013.5.1', 'family_name'], values: ['Example', 'Sample'] }] }), skip('values-right'))),
  variant('asks for elements of arrays', askOne({ claims: [{ path: ['nationalities', null] }, { path: ['degrees', 0, 'name'] }] })),
  variant('asks for claims that are never hidden', askOne({ claims: [{ path: ['iss'] }, { path: ['given_name'] }] })),
  variant('asks for two credentials', setQuery({ credentials: [makeCredential('one'), makeCredential('two', { claims: [{ path: ['email'] }] })] })),
  variant('asks for one of several credentials', setQuery({ credentials: [makeCredential('one', { format: 'jwt_vc_json', meta: { type_values: [['a']] } }), makeCredential('two')], credential_sets: [{ options: [['one'], ['two']] }] })),
  variant('asks for a credential that may be left out', setQuery({ credentials: [makeCredential('one'), makeCredential('two')], credential_sets: [{ options: [['one']] }, { options: [['two']], required: false }] })),
  variant('asks for two credentials, or for one in place of both', setQuery({ credentials: [makeCredential('one'), makeCredential('two'), makeCredential('three', { claims: [{ path: ['email'] }] })], credential_sets: [{ options: [['one', 'two'], ['three']] }] })),
  variant('takes several copies', askOne({ multiple: true })),
  variant('takes several copies, and discards those that are wrong', combine(askSeveral, removeWrong(...presentationValidations.filter((name) => name !== 'binding-nonce')))),
  variant('asks for several copies, and takes one alone', combine(askSeveral, look('token-single', (usual, facts) => facts.presentations.length < 2 && usual(facts)))),
  variant('asks for one of several types', askOne({ meta: { vct_values: [type, 'https://types.example/another'] } })),
  variant('asks for a credential without holder binding', askOne({ require_cryptographic_holder_binding: false })),
  variant('asks for an mdoc', requireMdoc()),
  variant('asks for an mdoc, encrypted', combine(askEncryption(), requireMdoc())),
  variant('asks for an mdoc of any type with elements of two name spaces', requireMdoc({ meta: {}, claims: [{ path: ['org.iso.18013.5.1', 'birth_date'] }, { path: ['org.iso.18013.5.1.aamva', 'sex'], values: [1] }] })),
  variant('asks for an mdoc and an SD-JWT VC', setQuery({ credentials: [makeCredential('one'), { id: 'two', format: 'mso_mdoc', meta: { doctype_value: 'org.example.member' }, claims: [{ path: ['org.example', 'number'], intent_to_retain: false }] }] })),
  variant('asks for a transaction', askTransaction),
  variant('does not fetch status lists', set({ getList: async () => undefined })),
  variant('takes the keys of issuers from their metadata', readIssuers),
  variant('knows its issuer by the key in its certificate alone', look('issuer-signed', (_, { presentations }) => presentations.every(({ value }) => readIssuer(value)?.header.alg === 'ES256' && isSignedByUsual(readIssuer(value), toPublic(keys.issuer))))),
  variant('processes type metadata', readTypes()),
  variant('processes type metadata, and leaves those with SHA-512 alone', readTypes({ isIntact: (text, integrity) => !`${integrity}`.startsWith('sha512') && usualTypeSteps.isIntact(text, integrity) })),
  variant('follows no redirections of metadata', combine(readIssuers, set({ issuerRedirections: 0 }))),
  variant('asks for status lists as CWTs', set({ getList: fetchListBy({ headers: { accept: 'application/statuslist+cwt' } }) })),
  variant('asks for status lists that are not compressed', set({ getList: fetchListBy({ headers: { accept: 'application/statuslist+jwt' } }) })),
  variant('asks for the status list of the present', askForPresent),
  variant('fetches the lists of aggregations', set({ getList: fetchListBy({ aggregates: 'all' }) })),
  variant('follows twenty redirections', set({ getList: fetchListBy({ most: 20 }) })),
  variant('keeps status lists', (steps) => ({ ...steps, getList: keepLists() })),
  variant('does not look at what was signed of a transaction', combine(askTransaction, skip('transaction-signed'))),
]

/** What the plan for verifiers by links does without: nothing is posted to these by a wallet. */
// biome-ignore format: a table, one row a line.
export const dcVerifierVariants: readonly VerifierVariant[] = [
  variant('puts its requests to the Digital Credentials API', set({ delivery: 'unsigned' })),
  variant('puts signed requests to the Digital Credentials API', set({ delivery: 'signed', prefix: 'x509_hash' })),
  variant('puts requests with two signatures to the Digital Credentials API', set({ delivery: 'multisigned' })),
  variant('puts requests for encrypted mdocs to the Digital Credentials API', combine(set({ delivery: 'unsigned' }), requireMdoc(), requireEncrypted())),
]
