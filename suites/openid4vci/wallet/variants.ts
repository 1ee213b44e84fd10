import type { HttpRequest } from '../../../model/wire.ts'
import { isObject, readText } from '../../../protocol/encoding/json.ts'
import { makeActorVariant } from '../../kit/actor-changes.ts'
import { dropMembers, setMembers } from '../../kit/samples.ts'
import { certifyHost } from '../../sd-jwt/test-authority.ts'
import { usualTypeSteps } from '../../sd-jwt-vc/actors/read-types.ts'
import type { VciWalletSteps } from '../actors/wallet-steps.ts'
import {
  asksSigned,
  changeContent,
  changeRequest,
  chooseNonce,
  combine,
  fillBatch,
  isEarly,
  look,
  readTypes,
  set,
  setHeader,
  type WalletVariant,
} from './faults.ts'

const variant = makeActorVariant<VciWalletSteps>('VCI', { subject: 'a wallet ' })

/** The other address that metadata might have. */
function moveWellKnown(request: HttpRequest): HttpRequest {
  const [, name = '', path = ''] = /\/\.well-known\/([\w-]+)(.*)$/.exec(request.url) ?? []
  return { ...request, url: `${new URL(request.url).origin}${path}/.well-known/${name}` }
}

const note = { 'x-note': ['a'] }

// biome-ignore format: a table, one row a line.
export const walletVariants: readonly WalletVariant[] = [
  variant('is the usual wallet', (steps) => steps),
  variant('takes the last credential of an offer', set({ chooseOffered: (ids) => ids.at(-1) })),
  variant('asks for the scopes of all that is offered', set({ writeScope: (_, all) => all.join(' ') })),
  variant('keeps credentials that are not valid yet', look('credential-current', (usual, facts) => facts.credentials.some((text) => isEarly(text, facts.now)) || usual(facts))),
  variant('never notifies', set({ notifies: false })),
  variant('encrypts to the first key of an issuer or to none', look('metadata-members', (usual, facts) => usual(facts) && !/"keys":\[\{"kty":"x-kty"/.test(JSON.stringify(facts.metadata)))),
  variant('takes no metadata with formats that it does not know', look('metadata-members', (usual, facts) => usual(facts) && !JSON.stringify(facts.metadata).includes('"x-format"'))),
  variant('wants credentials for three keys', fillBatch(3)),
  variant('uses no DPoP', set({ usesDpop: false })),
  variant('has the nonce before the latest one in DPoP proofs', chooseNonce((all) => (all.length > 2 ? all.at(-2) : undefined))),
  variant('asks for encryption wherever it is announced', set({ asksEncryption: ({ credential_response_encryption: announced }) => isObject(announced) })),
  variant('encrypts requests wherever it can', set({ encrypts: (_, { credential_request_encryption: announced }) => isObject(announced) })),
  variant('knows no credentials without a scope', look('metadata-members', (usual, facts) => usual(facts) && JSON.stringify(facts.metadata).includes('"scope"'))),
  variant('has no encryption', (steps) => ({ ...steps, validations: { ...steps.validations, 'metadata-members': ({ metadata }) => !/"encryption_required":true/.test(JSON.stringify(metadata)) } })),
  variant('knows no mdocs', (steps) => ({ ...steps, validations: { ...steps.validations, 'metadata-members': ({ metadata }) => JSON.stringify(metadata).includes('"format":"dc+sd-jwt"') } })),
  variant('takes no deferred credentials', set({ takesDeferred: false })),
  variant('gives up after a nonce that is refused', set({ retries: 0 })),
  variant('is patient with nonces', set({ retries: 5 })),
  variant('is a client with a name', set({ form: (form) => ({ ...form, client_id: 'wallet' }), proofClaims: setMembers({ iss: 'wallet' }) })),
  variant('is a client with a name that its proofs do not have', set({ form: (form) => ({ ...form, client_id: 'wallet' }) })),
  variant('requests details', set({ form: (form, { issuer }) => ({ ...form, authorization_details: JSON.stringify([{ type: 'openid_credential', credential_configuration_id: 'membership', locations: [issuer] }]) }) })),
  variant('requests details of all that is offered, and takes the last', set({ chooseOffered: (ids) => ids.at(-1), form: (form, { offer, issuer }) => ({ ...form, authorization_details: JSON.stringify(Object(offer).credential_configuration_ids.map((id: string) => ({ type: 'openid_credential', credential_configuration_id: id, locations: [issuer] }))) }) })),
  variant('requests a scope', set({ form: (form, { issuer }) => ({ ...form, scope: 'membership', resource: issuer }) })),
  variant('requests a scope that is not of a credential', set({ form: (form) => ({ ...form, scope: 'openid' }) })),
  variant('looks for metadata at two addresses', set({ sendBefore: (request, endpoint) => (endpoint === 'issuerMetadata' || endpoint === 'serverMetadata' ? [moveWellKnown(request)] : []) })),
  variant('asks for metadata by HEAD first', set({ sendBefore: (request, endpoint) => (endpoint === 'issuerMetadata' ? [{ ...request, method: 'HEAD' }] : []) })),
  variant('asks for a credential without its token first', set({ sendBefore: ({ headers: { authorization: _, ...headers }, ...request }, endpoint) => (endpoint === 'credential' ? [{ ...request, headers }] : []) })),
  variant('notifies twice', set({ sendBefore: (request, endpoint) => (endpoint === 'notification' ? [request] : []) })),
  variant('asks for signed metadata', asksSigned),
  variant('asks for signed metadata, and trusts no signer', combine(asksSigned, look('metadata-signed', (_, { signedMetadata }) => signedMetadata === undefined))),
  variant('asks for signed metadata, and uses plain ones', combine(set({ sendBefore: (request, endpoint) => (endpoint === 'issuerMetadata' ? [setHeader('accept', 'application/jwt')(request)] : []) }), look('metadata-signed', (_, { signedMetadata }) => signedMetadata === undefined))),
  variant('asks for signed metadata, and does not look at what they say of themselves', combine(asksSigned, look('metadata-named', () => true))),
  variant('wants its language and names itself', (steps) => ({ ...steps, send: (request, endpoint, facts) => setHeader('accept-language', 'hi, en;q=0.5')(setHeader('user-agent', 'Wallet/1.0')(steps.send(request, endpoint, facts))) })),
  variant('has media types with parameters', combine(changeRequest('notification', setHeader('content-type', 'application/json; charset=utf-8')), changeRequest('token', setHeader('content-type', 'application/x-www-form-urlencoded;charset=UTF-8')))),
  variant('writes the scheme in small letters', changeRequest('credential', (request) => setHeader('authorization', readText(request.headers.authorization).replace('Bearer', 'bearer'))(request))),
  variant('has parameters of its own in its requests', combine(changeContent('credential', setMembers(note)), changeContent('notification', setMembers(note)), set({ form: (form) => ({ ...form, 'x-note': 'a' }) }))),
  variant('has claims of its own in its proofs', (steps) => { let count = 0; return set({ proofClaims: (claims) => ({ ...claims, jti: `proof ${++count}`, exp: 4_000_000_000, 'x-note': 1 }), attestation: setMembers({ certification: 'https://example.com/certificate', 'x-note': 1 }) })(steps) }),
  variant('explains its notifications', changeContent('notification', setMembers({ event_description: 'All went well.' }))),
  variant('shows its keys in certificates', set({ proofHeader: ({ jwk: _, ...header }, _facts, key) => ({ ...header, x5c: [certifyHost('wallet.example', { kty: 'EC', crv: readText(key.crv), x: readText(key.x), y: readText(key.y) }).toString('base64')] }) })),
  variant('asks for authorization by details, and for no scope', set({ authorization: ({ scope: _, resource, ...form }) => ({ ...form, authorization_details: JSON.stringify([{ type: 'openid_credential', credential_configuration_id: 'membership', ...(resource !== undefined && { locations: [resource] }), claims: [{ path: ['degrees', null, 0] }, { path: ['name'], mandatory: true }] }, { type: 'payment', amount: 1 }]) }) })),
  variant('asks for a scope beside details of another type', set({ authorization: (form) => (form.scope === undefined ? form : { ...form, authorization_details: JSON.stringify([{ type: 'payment' }]) }) })),
  variant('leaves its address to what was registered', set({ authorization: ({ redirect_uri: _, ...form }) => form, form: ({ redirect_uri: _, ...form }) => form })),
  variant('has a challenge of the method plain', (steps) => { let last = ''; return { ...steps, makeVerifier: (random) => { last = steps.makeVerifier(random); return last }, authorization: ({ code_challenge_method: _, ...form }) => ({ ...form, code_challenge: last }) } }),
  variant('has a verifier of 128 characters', set({ makeVerifier: (random) => random(96).toString('base64url') })),
  variant('has several audiences in the proof of its attestation, and an attestation of a year', set({ clientClaims: (claims) => ({ ...claims, exp: Number(claims.exp) + 365 * 86_400, 'x-note': 1 }), clientProofClaims: (claims) => ({ ...claims, aud: ['https://other.example', String(claims.aud)], exp: Number(claims.iat) + 60 }) })),
  variant('writes the usual port in the address of DPoP proofs', set({ dpopClaims: (claims) => ({ ...claims, htu: readText(claims.htu).replace(/^(https:\/\/[^/:]+)(?=\/)/, '$1:443') }) })),
  variant('does not name itself with a code where it authenticates itself', set({ form: (form, { server }) => (server.token_endpoint_auth_methods_supported === undefined ? form : dropMembers('client_id')(form)) })),
  variant('takes its time', set({ chooseWait: (interval) => 3 * interval + 0.5 })),
  variant('accepts any language', changeRequest('issuerMetadata', setHeader('accept-language', '*, de-CH-1996;q=0.75,zh-Hant ; q=0'))),
  variant('asks for a scope of its own beside that of the credential', set({ authorization: (form) => (form.scope === undefined ? form : { ...form, scope: `openid ${form.scope}` }) })),
  variant('does not look at `state`, as it has a challenge', set({ isStateSame: () => true })),
  variant('has one `state` for all requests, as it has a challenge', set({ authorization: (form) => ({ ...form, state: 'the-state-of-all-requests-1' }) })),
  variant('sends no `state`, as it has a challenge', set({ authorization: ({ state: _, ...form }) => form })),
  variant('processes type metadata', readTypes()),
  variant('processes type metadata, and leaves those with SHA-512 alone', readTypes({ isIntact: (text, integrity) => !`${integrity}`.startsWith('sha512') && usualTypeSteps.isIntact(text, integrity) })),
  variant('follows no redirections of the metadata of an issuer', set({ keysRedirections: 0 })),
  variant('asks for the metadata of an issuer by HEAD first', set({ sendBefore: (request, endpoint) => (endpoint === 'keys' ? [{ ...request, method: 'HEAD' }] : []) })),
  variant('does not authenticate itself', set({ attestsClient: false })),
  variant('takes credentials of one type alone', (steps) => ({ ...steps, validations: { ...steps.validations, 'credential-current': (facts) => facts.credentials.every((text) => !Buffer.from(text.split('.')[1] ?? '', 'base64url').toString().includes('types.example/other')) && steps.validations['credential-current'](facts) } })),
]
