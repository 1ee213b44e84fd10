import { readText } from '../../../protocol/encoding/json.ts'
import { makeActorVariant } from '../../kit/actor-changes.ts'
import { setMembers as put } from '../../kit/samples.ts'
import type { VpWalletSteps } from '../actors/wallet-steps.ts'
import {
  changeResponse,
  chooseOtherKey,
  combine,
  look,
  type PresenterMutation,
  type PresenterVariant,
  set,
} from './faults.ts'

const variant = makeActorVariant<VpWalletSteps>('VP', { subject: 'a wallet ' })

/** Takes only clients with one of these prefixes. */
const takeClients = (...prefixes: readonly string[]): PresenterMutation =>
  look(
    'client-known',
    (usual, facts) => usual(facts) && prefixes.some((each) => readText(facts.request.client_id).startsWith(each)),
  )

// biome-ignore format: a table, one row a line.
export const presenterVariants: readonly PresenterVariant[] = [
  variant('presents as usual', (steps) => steps),
  variant('knows no transactions', look('transaction-known', (_, { request }) => request.transaction_data === undefined)),
  variant('signs transactions by a claim of its own', set({ bindingClaims: ({ transaction_data_hashes: hashes, transaction_data_hashes_alg: _, ...claims }) => ({ ...claims, ...(hashes !== undefined && { payment: { hashes } }) }) })),
  variant('takes no DIDs of the method `web`', look('did-signed', (usual, facts) => usual(facts) && facts.didDocument === undefined)),
  variant('takes no requests of the Digital Credentials API', look('parameters-known', (usual, facts) => usual(facts) && facts.origin === undefined)),
  variant('takes no unsigned requests of the Digital Credentials API', look('parameters-known', (usual, facts) => usual(facts) && (facts.origin === undefined || facts.object !== undefined))),
  variant('validates no signatures behind the Digital Credentials API', combine(...(['client-known', 'client-certified', 'chain-trusted', 'object-signed', 'object-understood'] as const).map((name) => look(name, (usual, facts) => facts.origin !== undefined || usual(facts))))),
  variant('takes no requests with several signatures', look('parameters-known', (usual, facts) => usual(facts) && (facts.signatures ?? []).length < 2)),
  variant('sends no errors', set({ sendsErrors: false })),
  variant('takes no clients but those with a hash', takeClients('x509_hash:')),
  variant('takes no clients but those with a host', takeClients('x509_san_dns:')),
  variant('takes no clients but those without a signature', takeClients('redirect_uri:')),
  variant('takes no clients with a DID', look('client-known', (usual, facts) => usual(facts) && !readText(facts.request.client_id).startsWith('decentralized_identifier:'))),
  variant('takes no clients with an attestation', look('client-known', (usual, facts) => usual(facts) && !readText(facts.request.client_id).startsWith('verifier_attestation:'))),
  variant('takes attestations up to a minute after they have expired', look('attestation-current', (usual, facts) => usual({ ...facts, now: facts.now - 60 }))),
  variant('fetches by GET alone', set({ chooseMethod: () => 'GET' })),
  variant('fetches by GET alone, and does not look at status codes', combine(set({ chooseMethod: () => 'GET' }), look('object-given', () => true))),
  variant('sends no nonce of its own', set({ fetchForm: ({ wallet_metadata: metadata = '' }) => ({ wallet_metadata: metadata }) })),
  variant('posts more than a verifier knows', set({ fetchForm: (form) => ({ ...form, 'x-note': 'a' }) })),
  variant('has no encryption', look('metadata-known', (usual, facts) => usual(facts) && !readText(facts.request.response_mode).endsWith('.jwt'))),
  variant('has no encryption by A256GCM', look('metadata-known', (usual, facts) => usual(facts) && !/"A256GCM"\]/.test(JSON.stringify(facts.request.client_metadata ?? {})))),
  variant('takes request objects up to a minute after they have expired', look('object-current', (usual, facts) => usual({ ...facts, now: facts.now - 60 }))),
  variant('takes no request objects with keys in their headers', look('object-typed', (usual, facts) => usual(facts) && facts.object?.header.jwk === undefined && facts.object?.header.kid === undefined)),
  variant('takes no chains of more than two certificates', look('chain-trusted', (usual, facts) => usual(facts) && !(Array.isArray(facts.object?.header.x5c) && facts.object.header.x5c.length > 2))),
  variant('takes no queries for several copies', look('query-known', (usual, facts) => usual(facts) && !/"multiple":true/.test(JSON.stringify(facts.request.dcql_query ?? {})))),
  variant('posts no metadata of its own', set({ fetchForm: ({ wallet_nonce: nonce = '' }) => ({ wallet_nonce: nonce }) })),
  variant('takes no queries with sets of claims', look('query-known', (usual, facts) => usual(facts) && !/"claim_sets"/.test(JSON.stringify(facts.request.dcql_query ?? {})))),
  variant('takes one query at a time', set({ choose: (choices) => (choices && choices.length > 1 ? undefined : choices) })),
  variant('has parameters of its own in its responses', set({ response: (content, { origin }) => (content.error === undefined || origin === undefined ? { ...content, 'x-note': 'a' } : content) })),
  variant('explains its errors', set({ response: (content, { origin }) => (content.error === undefined || origin !== undefined ? content : { ...content, error_description: 'Not today.' }) })),
  variant('has a clock that is four minutes slow', set({ bindingClaims: (claims) => ({ ...claims, iat: Number(claims.iat) - 240 }) })),
  variant('has claims of its own in its bindings', set({ bindingClaims: put({ jti: 'a', 'x-note': 1 }) })),
  variant('has a media type with a parameter', changeResponse((request) => ({ ...request, headers: { ...request.headers, 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' } }))),
  variant('names its language', (steps) => ({ ...steps, send: (request, facts) => { const sent = steps.send(request, facts); return { ...sent, headers: { ...sent.headers, 'user-agent': '', 'accept-language': 'hi, en;q=0.5' } } } })),
  variant('writes its media type in capitals', changeResponse((request) => ({ ...request, headers: { ...request.headers, 'content-type': 'application/x-www-form-urlencoded; Charset="utf8"' } }))),
  variant('has a word in its header fields of which a claim is a part', (steps) => ({ ...steps, send: (request, facts) => { const sent = steps.send(request, facts); return { ...sent, headers: { ...sent.headers, 'x-note': 'Sample Towns, ForSample Town', 'accept-language': 'Sample Town' } } } })),
  variant('encrypts to a key on P-521 where there is one', chooseOtherKey(({ crv }) => crv === 'P-521')),
  variant('encrypts to a key on P-384 where there is one', chooseOtherKey(({ crv }) => crv === 'P-384')),
  variant('encrypts to a key of RSA where there is one', chooseOtherKey(({ kty }) => kty === 'RSA')),
  variant('names the verifier to whom it encrypts', set({ encryptionHeader: put({ apv: 'bi0wUzZfV3pBMk1q' }) })),
  variant('says that all went well, whatever happened', set({ end: () => ({ accepted: true }) })),
  variant('ends what it does not present', combine(set({ sendsErrors: false }), set({ end: ({ accepted }) => ({ accepted, refused: 'the user declined' }) }))),
]
