import type { HttpResponse } from '../../model/wire.ts'
import { type JsonObject, readText } from '../../protocol/encoding/json.ts'
import { makeActorVariant } from '../kit/actor-changes.ts'
import { dropMembers as drop, setMembers } from '../kit/samples.ts'
import { setEntries, setLabel } from '../mdoc/sample.ts'
import { toPublic } from '../sd-jwt/sample.ts'
import keys from '../sd-jwt/sample-keys.json' with { type: 'json' }
import type { VciIssuerSteps } from './actors/issuer-steps.ts'
import { issueMdocs, offerBothFormats, writeMdocTime } from './issued-mdoc.ts'
import { addStatusList } from './issued-status.ts'
import { serveTypes } from './issued-types.ts'
import {
  addCredential,
  askTxCode,
  bindTokens,
  changeBody,
  changeConfiguration,
  changeConfigurations,
  changeMetadata,
  changeResponse,
  changeServer,
  combine,
  countSalts,
  defer,
  giveChallenges,
  type IssuerMutation,
  type IssuerVariant,
  limitCodes,
  look,
  needAttestation,
  needClientAttestation,
  offerSeveral,
  requireEncryption,
  serveChallenges,
  serveKeys,
  setSteps as set,
  setCodeGrant,
  setHeaders,
  skipValidations as skip,
} from './issuer-changes.ts'
import { countNonces, hashCount, noPush, signTokens } from './oauth-faults.ts'

const variant = makeActorVariant<VciIssuerSteps>('VCI')

const identifiers = setMembers({
  authorization_details: [
    {
      type: 'openid_credential',
      credential_configuration_id: 'membership',
      credential_identifiers: ['member-7', 'member-8'],
    },
  ],
})

/** As OpenID Connect Core, section 3.1.3.2, has it where one address is registered. */
const compareUriIfPresent = look(
  'code-redirect',
  (usual, facts) => facts.request.redirect_uri === undefined || usual(facts),
)

/** Takes a challenge in one proof alone. */
const takeChallengesOnce: IssuerMutation = (steps) => {
  const used = new Set<string>()
  return look('pop-challenge', (usual, facts) => {
    const challenge = readText(facts.client?.pop?.payload.challenge)
    const isFresh = !used.has(challenge)
    used.add(challenge)
    return isFresh && usual(facts)
  })(steps)
}

/** Issues once for each access token. */
const useTokenOnce: IssuerMutation = (steps) => {
  const used = new Set<string>()
  let last = ''
  return {
    ...look('authorized', (usual, facts) => {
      if (facts.request.notification_id === undefined) last = facts.token
      const isSpent = used.has(facts.token) && facts.request.notification_id === undefined
      return !isSpent && usual(facts)
    })(steps),
    bind: (keys) => {
      used.add(last)
      return steps.bind(keys)
    },
  }
}

/** Has its digests in any order. */
const shuffle = (digests: readonly string[]): readonly string[] =>
  digests.toSorted((one, other) => Buffer.compare(turn(one), turn(other)))

const turn = (digest: string): Buffer => Buffer.from(digest).reverse()

/** Takes a nonce for one credential alone. */
const useNonceOnce: IssuerMutation = (steps) => {
  const used = new Set<unknown>()
  let last: readonly unknown[] = []
  return {
    ...look('proof-nonce-known', (usual, facts) => {
      last = facts.proofs.map((proof) => proof?.jws.payload.nonce)
      return last.every((each) => !used.has(each)) && usual(facts)
    })(steps),
    bind: (keys) => {
      for (const nonce of last) used.add(nonce)
      return steps.bind(keys)
    },
  }
}

const unbound = changeConfigurations(drop('cryptographic_binding_methods_supported', 'proof_types_supported'))

const elsewhere = changeMetadata((metadata) => ({
  ...metadata,
  authorization_servers: [`${new URL(`${metadata.credential_issuer}`).origin}/login/of/others`],
}))

/** Has a second authorization server, which alone knows details of credentials without a scope. */
const detailsElsewhere: IssuerMutation = combine(
  changeConfigurations(drop('scope')),
  changeMetadata((metadata) => {
    const { origin } = new URL(`${metadata.credential_issuer}`)
    return { ...metadata, authorization_servers: [readText(metadata.credential_issuer), `${origin}/login/of/others`] }
  }),
  changeServer(({ issuer, ...metadata }) => {
    const isOther = readText(issuer).endsWith('/others')
    const types = isOther ? ['openid_credential'] : ['payment_initiation']
    return { issuer: issuer ?? '', ...metadata, authorization_details_types_supported: types }
  }),
)

/** Adds members to every error. */
const addToErrors =
  (members: JsonObject) =>
  (response: HttpResponse): HttpResponse =>
    response.status >= 400 && response.body.startsWith('{')
      ? { ...response, body: JSON.stringify({ ...(JSON.parse(response.body) as JsonObject), ...members }) }
      : response

const explain = addToErrors({
  error_description: 'This is wrong.',
  error_uri: 'https://issuer.example/errors',
  trace: ['a', 1],
})

/** Encrypts all responses, by these algorithms. */
const encryptBy = (alg: string, enc: string): IssuerMutation =>
  changeMetadata((metadata) => ({
    ...metadata,
    credential_response_encryption: {
      alg_values_supported: [alg],
      enc_values_supported: [enc],
      encryption_required: true,
    },
  }))

/** Says 403, and no more, where there is no access token. */
const forbidTokenless: IssuerMutation = (steps) => {
  let isTokenless = false
  const notice: IssuerMutation = (all) => ({
    ...all,
    readToken: (call) => {
      isTokenless = call.headers.authorization === undefined
      return all.readToken(call)
    },
  })
  const forbid = changeResponse('credential', (response) =>
    response.status === 401 && isTokenless ? { ...response, status: 403, headers: {}, body: '' } : response,
  )
  return combine(notice, forbid)(steps)
}

// biome-ignore format: a table, one row a line.
export const issuerVariants: readonly IssuerVariant[] = [
  variant('is the usual issuer', (steps) => steps),
  variant('gives all offers at one address, and lets none be kept', combine(set({ isOfferReferred: true, nameOffer: () => 'current' }), changeResponse('offer', setHeaders({ 'cache-control': 'no-store' })))),
  variant('has a status list for its credentials', addStatusList()),
  variant('announces the aggregation of its status lists', combine(addStatusList({ structure: (all) => ({ ...all, aggregation_uri: 'https://status.example/all' }) }), changeServer(setMembers({ status_list_aggregation_endpoint: 'https://status.example/all' })))),
  variant('has a credential that it does not offer', addCredential),
  variant('offers two credentials', offerSeveral),
  variant('offers two credentials by the authorization code grant', combine(setCodeGrant, offerSeveral)),
  variant('has JWTs as access tokens', signTokens),
  variant('has a credential that it does not offer, by the authorization code grant', combine(setCodeGrant, addCredential, set({ refreshes: 'same' }))),
  variant('has two credentials of one scope', combine(setCodeGrant, addCredential, changeConfigurations(setMembers({ scope: 'membership' })), skip('configuration-granted'))),
  variant('grants more than it was asked for, and says so', combine(setCodeGrant, addCredential, set({ grant: () => ['membership', 'seniority'], token: setMembers({ scope: 'membership seniority' }) }))),
  variant('gives refresh tokens', set({ refreshes: 'same' })),
  variant('gives refresh tokens that begin with a number', set({ refreshes: 'same', refreshToken: (token, count) => `${1000 + count}.${token}` })),
  variant('gives refresh tokens by the authorization code grant', combine(setCodeGrant, set({ refreshes: 'same' }))),
  variant('gives a new refresh token each time', combine(setCodeGrant, set({ refreshes: 'rotated' }))),
  variant('binds its refresh tokens to keys', combine(setCodeGrant, bindTokens, set({ refreshes: 'rotated' }))),
  variant('shuffles the digests of its claims', set({ hiddenClaims: ['given_name', 'member_since', 'city', 'level', 'club'].map((name) => [name, 'a value'] as const), orderDigests: shuffle })),
  variant('has no nonce endpoint', changeMetadata(drop('nonce_endpoint'))),
  variant('asks for a transaction code', askTxCode),
  variant('takes no transaction code after two that were wrong', combine(askTxCode, limitCodes)),
  variant('offers by reference', set({ isOfferReferred: true })),
  variant('has an authorization server elsewhere', elsewhere),
  variant('has an authorization server of its own for credentials without a scope', detailsElsewhere),
  variant('gives credential identifiers with its tokens', set({ token: identifiers })),
  variant('requires encrypted responses', requireEncryption('credential_response_encryption')),
  variant('requires encrypted requests and responses', combine(requireEncryption('credential_request_encryption'), requireEncryption('credential_response_encryption'))),
  variant('requires encrypted requests', requireEncryption('credential_request_encryption')),
  variant('has no encryption', changeMetadata(drop('credential_request_encryption', 'credential_response_encryption'))),
  variant('encrypts responses, and understands no encrypted requests', changeMetadata(drop('credential_request_encryption'))),
  variant('announces encryption by algorithms that few have', changeMetadata((metadata) => ({
    ...metadata,
    credential_request_encryption: { jwks: { keys: [{ kty: 'OKP', crv: 'X25519', x: 'hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo', kid: 'x', alg: 'ECDH-ES' }] }, enc_values_supported: ['A256GCM'], encryption_required: false },
    credential_response_encryption: { alg_values_supported: ['RSA-OAEP-384', 'HPKE-0'], enc_values_supported: ['A192CBC-HS384'], encryption_required: false },
  }))),
  variant('encrypts responses by a key that A128KW wraps', encryptBy('ECDH-ES+A128KW', 'A192GCM')),
  variant('encrypts responses to RSA keys', encryptBy('RSA-OAEP-256', 'A128CBC-HS256')),
  variant('defers', defer),
  variant('defers, and requires encryption', combine(defer, requireEncryption('credential_request_encryption'), requireEncryption('credential_response_encryption'))),
  variant('issues no batches', changeMetadata(drop('batch_credential_issuance'))),
  variant('has the last second of a minute as the end of all credentials', set({ credentialClaims: (claims) => ({ ...claims, exp: 60 * Math.floor(Number(claims.exp) / 60) + 59 }) })),
  variant('issues one credential of a batch', set({ bind: (keys) => keys.slice(0, 1) })),
  variant('requires key attestations', needAttestation),
  variant('ignores key attestations, which it does not require', combine(set({ chooseAttested: () => [] }), skip('attestation-good', 'attestation-holds'))),
  variant('takes key attestations without proofs alone', changeConfiguration({ proof_types_supported: { attestation: { proof_signing_alg_values_supported: ['ES256'] } } })),
  variant('issues a type that is also that of its metadata', set({ credentialClaims: ({ vct = '', ...claims }) => ({ ...claims, vct: `${vct}:de`, aka_vcts: [vct] }) })),
  variant('issues without key binding', unbound),
  variant('publishes the metadata of its type', serveTypes()),
  variant('publishes types with members that are not known', serveTypes('type-noted')),
  variant('issues mdocs', issueMdocs()),
  variant('issues mdocs by codes, and defers', combine(setCodeGrant, issueMdocs(), defer)),
  variant('issues mdocs to keys of EdDSA and P-384', combine(issueMdocs(), changeConfiguration({ proof_types_supported: { jwt: { proof_signing_alg_values_supported: ['ES384', 'EdDSA'] } } }))),
  variant('issues mdocs by an algorithm with its full name', combine(issueMdocs({ auth: { header: setLabel(1, -9) } }), changeConfiguration({ credential_signing_alg_values_supported: [-9] }))),
  variant('issues mdocs that are valid from tomorrow on', issueMdocs(({ now }) => ({ validity: setEntries({ validFrom: writeMdocTime(now - (now % 3600) + 86_400) }) }))),
  variant('offers a credential in two formats', offerBothFormats),
  variant('names the key of a holder by its identifier as well', set({ confirm: (cnf) => ({ ...cnf, kid: 'did:example:1#0' }) })),
  variant('takes proofs by EdDSA and P-384', changeConfiguration({ proof_types_supported: { jwt: { proof_signing_alg_values_supported: ['ES384', 'EdDSA'] } } })),
  variant('takes proofs by every algorithm', changeConfiguration({ proof_types_supported: { jwt: { proof_signing_alg_values_supported: ['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519', 'RS256'] } } })),
  variant('takes proofs by EdDSA alone', changeConfiguration({ proof_types_supported: { jwt: { proof_signing_alg_values_supported: ['EdDSA'] } } })),
  variant('says 403 where the token is not for what is wanted', changeResponse('credential', (response) => (response.body.includes('unknown_credential_configuration') ? { ...response, status: 403, body: '{"error":"insufficient_scope"}' } : response))),
  variant('binds its access tokens to keys', bindTokens),
  variant('binds its access tokens to keys, and has a nonce for proofs', combine(bindTokens, set({ dpopNonce: 'a nonce for proofs' }))),
  variant('binds its access tokens to keys, and codes', combine(setCodeGrant, bindTokens)),
  variant('binds its access tokens to keys, and issues once for each', combine(bindTokens, useTokenOnce)),
  variant('announces proofs of keys, and binds nothing', combine(bindTokens, set({ token: setMembers({ token_type: 'Bearer' }) }), skip('dpop-scheme', 'dpop-present'))),
  variant('issues credentials that are valid from tomorrow on', set({ credentialClaims: (claims) => ({ ...claims, nbf: Number(claims.iat) + 86_400 }) })),
  variant('has no notifications', combine(changeMetadata(drop('notification_endpoint')), set({ credential: drop('notification_id') }))),
  variant('has members of its own everywhere', combine(changeMetadata(setMembers({ 'x-note': 1 })), set({ offer: setMembers({ 'x-note': { a: 1 } }), token: setMembers({ 'x-note': 'a' }), credential: setMembers({ 'x-note': [] }) }))),
  variant('explains its errors', combine(changeResponse('credential', explain), changeResponse('token', explain), changeResponse('notification', explain), changeResponse('deferred', explain))),
  variant('has media types with parameters', changeResponse('credential', (response) => (response.headers['content-type'] === 'application/json' ? setHeaders({ 'content-type': 'application/json; charset=utf-8' })(response) : response))),
  variant('has a random nonce for DPoP proofs in every response', countNonces(hashCount)),
  variant('takes each nonce for DPoP proofs once, and gives another one only then', countNonces(hashCount, true)),
  variant('has salts with the time before 80 random bits', countSalts((all) => `01J${(1_760_000_000 + all).toString(32).toUpperCase()}${hashCount(all).slice(0, 14)}`)),
  variant('gives the same nonce for a while', set({ makeNonce: () => 'dGhlIHNhbWUgZm9yIGEgd2hpbGU' })),
  variant('takes a nonce once', useNonceOnce),
  variant('issues once for each access token', useTokenOnce),
  variant('has a nonce in its errors, as drafts had', changeResponse('credential', addToErrors({ c_nonce: 'dGhlIHNhbWUgZm9yIGEgd2hpbGU' }))),
  variant('says 403 without an access token', forbidTokenless),
  variant('has no details of its errors', changeResponse('credential', (response) => (response.status === 400 && !response.body.includes('unknown') ? { ...response, body: '{"error":"credential_request_denied"}' } : response))),
  variant('offers the authorization code grant alone', setCodeGrant),
  variant('offers the authorization code grant, without pushed requests', combine(setCodeGrant, noPush)),
  variant('requires that authorization requests are pushed', combine(setCodeGrant, changeServer(setMembers({ require_pushed_authorization_requests: true })))),
  variant('has neither PKCE nor `iss` nor pushed requests', combine(setCodeGrant, noPush, changeServer(drop('code_challenge_methods_supported', 'authorization_response_iss_parameter_supported')), skip('verifier-right', 'challenge-method'))),
  variant('takes any client, wherever it redirects to', combine(setCodeGrant, skip('client-known', 'redirect-registered'))),
  variant('takes a token request without `redirect_uri`', combine(setCodeGrant, compareUriIfPresent)),
  variant('publishes public keys of its authorization server', serveKeys({ ...toPublic(keys.other), kid: 'server-key', use: 'sig' })),
  variant('has metadata of its authorization server with scopes and locales', changeServer(setMembers({ scopes_supported: ['openid', 'membership', 'urn:example:a/b'], ui_locales_supported: ['en', 'de-CH', 'zh-Hant-TW', 'x-klingon'], authorization_details_types_supported: ['openid_credential', 'payment_initiation'] }))),
  variant('has no scopes', combine(setCodeGrant, changeConfigurations(drop('scope')))),
  variant('offers without a state', combine(setCodeGrant, (steps) => ({ ...steps, offer: ({ grants: _, ...offer }) => offer }))),
  variant('redirects with parameters of its own', combine(setCodeGrant, set({ authorization: setMembers({ session_state: 'a', 'x-note': 'b c' }) }))),
  variant('explains errors of authorization on a page', combine(setCodeGrant, changeResponse('authorization', (response) => (/[?&]error=/.test(response.headers.location ?? '') ? { status: 400, headers: { 'content-type': 'text/html' }, body: '<p>no</p>' } : response)))),
  variant('issues once for each access token of a code', combine(setCodeGrant, useTokenOnce)),
  variant('has an authorization server elsewhere, and codes', combine(setCodeGrant, elsewhere)),
  variant('has wallets authenticate themselves', needClientAttestation),
  variant('has wallets authenticate themselves, and codes', combine(setCodeGrant, needClientAttestation)),
  variant('has wallets authenticate themselves, and binds its refresh tokens to them', combine(setCodeGrant, needClientAttestation, set({ refreshes: 'rotated' }))),
  variant('has wallets authenticate themselves with a challenge', combine(setCodeGrant, needClientAttestation, giveChallenges)),
  variant('has wallets authenticate themselves with a challenge that is always the same', combine(setCodeGrant, needClientAttestation, set({ nameChallenge: () => 'a challenge' }))),
  variant('has wallets authenticate themselves with challenges that are good for one request', combine(setCodeGrant, needClientAttestation, giveChallenges, takeChallengesOnce)),
  variant('has an endpoint for challenges', combine(needClientAttestation, serveChallenges)),
  variant('has an endpoint for challenges, and gives more than one there', combine(needClientAttestation, serveChallenges, changeResponse('challenge', changeBody(setMembers({ 'x-challenge': 'a' }))))),
  variant('lets wallets authenticate themselves, and takes others', combine(needClientAttestation, changeServer(setMembers({ token_endpoint_auth_methods_supported: ['none', 'attest_jwt_client_auth'] })), skip('wallet-present'))),
  variant('has wallets authenticate themselves, and binds its access tokens to keys', combine(setCodeGrant, needClientAttestation, bindTokens, set({ dpopNonce: 'a nonce for proofs' }))),
]
