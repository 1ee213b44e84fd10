import type { JsonObject } from '../../protocol/encoding/json.ts'
import { readChain } from '../../protocol/x509/certificate.ts'
import { findChainFaults } from '../../protocol/x509/chain.ts'
import { makeActorFault, makeActorVariant } from '../kit/actor-changes.ts'
import { dropMembers as drop, setMembers } from '../kit/samples.ts'
import { setEntries } from '../mdoc/sample.ts'
import { VCICLIENT, VCIDPOP } from '../oauth/requirements.ts'
import type { VciIssuerSteps, VciRequestFacts } from '../openid4vci/actors/issuer-steps.ts'
import { preAuthorizedGrant } from '../openid4vci/actors/names.ts'
import { issueMdocs } from '../openid4vci/issued-mdoc.ts'
import { addStatusList } from '../openid4vci/issued-status.ts'
import {
  bindTokens,
  changeMetadata,
  changeResponse,
  changeServer,
  combine,
  giveChallenges,
  type IssuerFault,
  type IssuerMutation,
  type IssuerVariant,
  look,
  needClientAttestation,
  setSteps as set,
  setCodeGrant,
  skipValidations as skip,
  verifyByBroughtKey,
} from '../openid4vci/issuer-changes.ts'
import { countNonces, hashCount } from '../openid4vci/oauth-faults.ts'
import { VCIUSE } from '../openid4vci/requirements.ts'
import { toPublic } from '../sd-jwt/sample.ts'
import keys from '../sd-jwt/sample-keys.json' with { type: 'json' }
import { certifyHost, testAuthority } from '../sd-jwt/test-authority.ts'
import { isSelfSigned } from './certificate-checks.ts'
import { HAIPAS, HAIPVC, HAIPVCI } from './requirements.ts'

const certificates = [certifyHost('issuer.example', toPublic(keys.issuer)).toString('base64')]

/** The header with the certificate of the reference issuer. */
export const certified: JsonObject = { x5c: certificates }

/** Demands a challenge in every authorization request, and a proof of a key in every token request. */
const demandChallenge = look('challenge-method', (usual, facts) =>
  facts.request.code_challenge === undefined ? false : usual(facts),
)
const isTokenRequest = ({ request }: VciRequestFacts): boolean => request.grant_type !== undefined
const demandProof = look('dpop-present', (usual, facts) =>
  isTokenRequest(facts) ? facts.dpop !== undefined : usual(facts),
)

const requirePush = changeServer(setMembers({ require_pushed_authorization_requests: true }))

/** Does what HAIP 1.0 demands of an issuer and its authorization server, for offers of both grants. */
const followHaip = combine(
  bindTokens,
  needClientAttestation,
  requirePush,
  demandChallenge,
  demandProof,
  set({ credentialHeader: setMembers(certified), refreshes: 'same' }),
)

/** The reference issuer under HAIP 1.0. */
export const makeHaip: IssuerMutation = combine(setCodeGrant, followHaip)

const offerPreAuthorized = set({
  offer: ({ grants, ...offer }) => ({ ...offer, grants: { [preAuthorizedGrant]: Object(grants)[preAuthorizedGrant] } }),
})

const fault = makeActorFault<VciIssuerSteps>({ base: makeHaip })

const placeStatus = (idx: number): JsonObject => ({
  status: { status_list: { idx, uri: 'https://status.example/lists/1' } },
})

/** Gives each credential another place in a status list. */
const givePlaces =
  (choose: (count: number) => number): IssuerMutation =>
  (steps) => {
    let count = 0
    return { ...steps, credentialClaims: (claims) => ({ ...claims, ...placeStatus(choose(count++)) }) }
  }

const isS256 = ({ code_challenge_method: method }: JsonObject): boolean => method === 'S256'

/** Takes a verifier that is its own challenge. */
const takePlain = combine(
  look('challenge-method', (_, { request: { code_challenge: challenge, code_challenge_method: method } }) =>
    challenge === undefined ? false : method === 'S256' || method === 'plain',
  ),
  look(
    'verifier-right',
    (usual, facts) =>
      (!isS256(facts.authorization ?? {}) && facts.authorization?.code_challenge === facts.request.code_verifier) ||
      usual(facts),
  ),
)

/** Names itself when it redirects, though its metadata do not say so. */
const returnUnannounced: IssuerMutation = (steps) => {
  let id = ''
  return {
    ...steps,
    serverMetadata: (server) => {
      id = server
      return drop('authorization_response_iss_parameter_supported')(steps.serverMetadata(server))
    },
    authorization: (parameters) => ({ ...parameters, iss: id }),
  }
}

/** Finds the access token of a request in its URL as well. */
const readQueryToken: IssuerMutation = (steps) => ({
  ...steps,
  readToken: (call) => new URLSearchParams(call.url.split('?')[1] ?? '').get('access_token') ?? steps.readToken(call),
  validations: { ...steps.validations, 'dpop-scheme': () => true },
})

/** Whether the first certificate of a header names the authority of the trusted wallet provider. */
const namesAuthority = ({ x5c }: JsonObject): boolean =>
  readChain(x5c)[0]?.issuer.includes('Assay test authority') === true

/** Whether the certificates of a header certify each other, up to one that certifies itself. */
function hasRoot({ x5c }: JsonObject): boolean {
  const chain = readChain(x5c)
  return chain.length > 1 && chain.slice(-1).every(isSelfSigned) && findChainFaults(chain).length === 0
}

const usualReturn = 'http://127.0.0.1:4801/callback'

const takeMissingReturn = combine(
  look('redirect-registered', (usual, facts) => facts.request.redirect_uri === undefined || usual(facts)),
  set({ pushed: (request) => ({ redirect_uri: usualReturn, ...request }) }),
)

// biome-ignore format: a table, one row a line.
export const haipIssuerFaults: readonly IssuerFault[] = [
  fault(HAIPAS.GRANT, 'has the pre-authorized code grant alone', combine(offerPreAuthorized, changeServer((server) => ({ ...drop('authorization_endpoint', 'pushed_authorization_request_endpoint', 'require_pushed_authorization_requests')(server), grant_types_supported: [preAuthorizedGrant] })))),
  fault(HAIPAS.PUSH, 'has no endpoint for pushed requests', changeServer(drop('pushed_authorization_request_endpoint', 'require_pushed_authorization_requests'))),
  fault(HAIPAS.PUSHED, 'takes requests that were not pushed', changeServer(drop('require_pushed_authorization_requests'))),
  fault(HAIPAS['CODE-EXPIRES'], 'takes codes of any age', skip('code-fresh')),
  fault(HAIPAS.LIFETIME, 'keeps pushed requests for ten minutes', set({ push: setMembers({ expires_in: 600 }) })),
  fault(HAIPAS['REDIRECT-URI'], 'knows where to redirect where nothing is named', takeMissingReturn),
  fault(HAIPAS.S256, 'does not say that it has S256', changeServer(drop('code_challenge_methods_supported'))),
  fault(HAIPAS.S256, 'says that it has the method `plain`', changeServer(setMembers({ code_challenge_methods_supported: ['plain'] }))),
  fault(HAIPAS.PKCE, 'takes requests without a challenge', look('challenge-method', (_, { request }) => request.code_challenge === undefined || isS256(request))),
  fault(HAIPAS.PKCE, 'takes the method `plain`', takePlain),
  fault(HAIPAS.ISS, 'redirects without `iss`', changeServer(drop('authorization_response_iss_parameter_supported'))),
  fault(HAIPAS['ISS-ANNOUNCED'], 'redirects with `iss`, and does not say so', returnUnannounced),
  fault(HAIPAS.QUERY, 'takes access tokens in the URL', readQueryToken),
  fault(HAIPVCI.BATCH, 'issues batches that it does not announce', combine(changeMetadata(drop('batch_credential_issuance')), skip('proofs-few'))),
  fault(HAIPAS.CLIENT, 'takes clients that do not authenticate themselves', combine(changeServer(setMembers({ token_endpoint_auth_methods_supported: ['none', 'attest_jwt_client_auth'] })), skip('wallet-present'))),
  fault(HAIPAS.CLIENT, 'has no way for clients to authenticate themselves', changeServer(drop('token_endpoint_auth_methods_supported'))),
  fault(HAIPAS.BOUND, 'gives bearer tokens to wallets without a DPoP proof', look('dpop-present', (_, { boundTo, dpop }) => boundTo === undefined || dpop !== undefined)),
  fault(HAIPAS['PUSHED-KEY'], 'does not compare `dpop_jkt` with the DPoP proof beside it', skip('pushed-key')),
  fault(HAIPAS.CLOCK, 'takes DPoP proofs of any future', look('dpop-fresh', (usual, facts) => Number(facts.dpop?.jws?.payload.iat) > facts.now || usual(facts)), [VCIDPOP.RESOURCE, VCIDPOP.TOKEN]),
  fault(HAIPAS.CLOCK, 'takes proofs for wallet attestations of any future', look('pop-fresh', (usual, facts) => Number(facts.client?.pop?.payload.iat) > facts.now || usual(facts)), [VCICLIENT.POP]),
  fault(HAIPAS.CLOCK, 'refuses DPoP proofs of a clock that is a little fast', look('dpop-fresh', (usual, facts) => !(Number(facts.dpop?.jws?.payload.iat) > facts.now) && usual(facts))),
  fault(VCICLIENT.TRUSTED, 'trusts certificates of wallet attestations that name a known authority', verifyByBroughtKey('wallet-signed', 'x5c', namesAuthority)),
  fault(VCICLIENT.TRUSTED, 'trusts the roots that wallet attestations bring along', verifyByBroughtKey('wallet-signed', 'x5c', hasRoot)),
  fault(HAIPAS.REFRESH, 'has no refresh tokens', set({ refreshes: 'never' })),
  fault(HAIPAS['REFRESH-SAME'], 'gives a new refresh token each time', set({ refreshes: 'rotated' })),
  fault(HAIPAS.ALGS, 'verifies wallet attestations by another algorithm', changeServer(setMembers({ client_attestation_signing_alg_values_supported: ['ES384'] }))),
  fault(HAIPVC.INDEX, 'has one place in a status list for all credentials', set({ credentialClaims: setMembers(placeStatus(7)) }), [VCIUSE['BATCH-STATUS']]),
  fault(HAIPVC['INDEX-RANDOM'], 'counts its places in a status list', givePlaces((count) => count)),
  fault(HAIPVC['INDEX-RANDOM'], 'counts its places in a status list from another number', givePlaces((count) => 4711 + count)),
  fault(HAIPVC['INDEX-RANDOM'], 'counts its places in a status list in threes, and swaps each two', givePlaces((count) => 3 * (count ^ 1))),
  fault(HAIPVC['LIST-X5C'], 'names the key of its status list by `kid` alone', addStatusList({ header: (all) => ({ ...all, kid: 'issuer-key' }) })),
  fault(HAIPVC['LIST-ANCHOR'], 'has the root in its status list', addStatusList((format) => (format === 'jwt' ? { header: ({ kid: _, ...all }) => ({ ...all, x5c: [...certificates, testAuthority.toString('base64')] }) } : {}))),
  fault(HAIPVCI.X5C, 'signs its metadata without certificates', set({ metadataHeader: { kid: 'issuer-key' } })),
  fault(HAIPVCI.ANCHOR, 'signs its metadata with the root', set({ metadataHeader: { x5c: [...certificates, testAuthority.toString('base64')] } })),
  fault(HAIPVC['MSO-STATUS'], 'issues mdocs with a status of its own', issueMdocs({ object: setEntries({ status: new Map([['revocation', 'https://status.example/1']]) }) })),
  fault(HAIPVC.X5C, 'names its key by `kid` alone', set({ credentialHeader: (header) => header })),
]

const variant = makeActorVariant<VciIssuerSteps>('HAIP', { base: makeHaip })

// biome-ignore format: a table, one row a line.
export const haipIssuerVariants: readonly IssuerVariant[] = [
  variant('is an issuer of this profile', (steps) => steps),
  variant('is an issuer of mdocs', issueMdocs()),
  variant('is an issuer that gives refresh tokens later', combine(set({ refreshes: 'never' }), changeServer(setMembers({ grant_types_supported: ['authorization_code', preAuthorizedGrant, 'refresh_token'] })))),
  variant('is an issuer that signs its metadata', set({ metadataHeader: certified })),
  variant('is an issuer with a status list', givePlaces((count) => (count * 611_953 + 4711) % 1_000_003)),
  variant('is an issuer with a nonce for DPoP proofs', set({ dpopNonce: 'a nonce for proofs' })),
  variant('is an issuer that takes each nonce for DPoP proofs once', countNonces(hashCount, true)),
  variant('is an issuer that serves its status list', addStatusList()),
  variant('is an issuer with a challenge for wallet attestations', giveChallenges),
  variant('is an issuer with the pre-authorized code grant as well', set({ offer: (offer) => offer })),
  variant('is an issuer that offers a pre-authorized code alone', offerPreAuthorized),
  variant('is an issuer that offers by the scheme of this profile', changeResponse('offer', (response) => ({ ...response, body: response.body.replace('openid-credential-offer:', 'haip-vci:') }))),
  variant('is an issuer that says nothing of required pushed requests, and refuses others', combine(changeServer(drop('require_pushed_authorization_requests')), look('pushed-where-required', (_, { request }) => request.request_uri !== undefined))),
  variant('is an issuer that says no more than that it has wallet attestations', changeServer(drop('client_attestation_signing_alg_values_supported', 'client_attestation_pop_signing_alg_values_supported'))),
  variant('is an issuer that wants a challenge only at its token endpoint', combine(look('challenge-method', (_, { request }) => request.code_challenge === undefined || isS256(request)), look('verifier-right', (usual, facts) => facts.authorization?.code_challenge !== undefined && usual(facts)))),
  variant('is an issuer that lets authenticated clients push any address', look('redirect-registered', (_, { request }) => typeof request.redirect_uri === 'string')),
  variant('is an issuer that redirects nowhere where nothing is named', combine(look('redirect-registered', (usual, facts) => (facts.request.redirect_uri === undefined && facts.url.endsWith('/push')) || usual(facts)))),
]
