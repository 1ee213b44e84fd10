import { makeFacet } from '../../model/foundation/facet.ts'
import {
  byProbes,
  hygiene,
  inExchange,
  interoperability,
  must,
  mustNot,
  privacy,
  section,
  security,
  should,
  stated,
} from '../../model/requirement.ts'
import { jwtFoundation } from '../jose/jwt-rules.ts'
import { keyFoundation } from '../jose/key-rules.ts'
import { exposedKey } from '../kit/consequences.ts'

const server = 'oauth-server-metadata'

const oauth = (number: string): string => `RFC 6749, section ${number}`
const par = (number: string): string => `RFC 9126, section ${number}`
const pkce = (number: string): string => `RFC 7636, section ${number}`

const unusable = interoperability('Wallets cannot start or complete the authorization.')
const injected = security("A wallet uses an attacker's code as its user's.")
const refreshed = security('An attacker who sees a refresh token can obtain new credentials with it.')
const stolen = security('An attacker who sees a code can obtain the credential with it.')
const mixedUp = security('A wallet sends its code to another authorization server, which then uses it.')
const redirected = security("The user's code is sent to an attacker's address.")
const readableOnTheWay = security('Tokens and codes can be read in transit.')
const unclear = interoperability('The wallet cannot tell what went wrong.')
const exposed = privacy('The parameters of an authorization can be read and changed in the browser.')

// biome-ignore format: a table, one row a line.
export const VCISERVER = section('VCISERVER', '12.3', {
  JSON: must('issuer', 'Metadata of an authorization server is a JSON object.', server, { standard: 'RFC 8414, section 3.2', consequence: unusable }),
  TYPES: stated('issuer', 'The members of the metadata of an authorization server, if present, have the types that are defined for them.', server, { standard: 'RFC 8414, section 2; RFC 9126, section 5; RFC 9207, section 3', consequence: unusable }),
  HTTPS: must('issuer', 'The endpoints in the metadata of an authorization server are HTTPS URLs, and those for authorization and tokens have no fragment.', server, { standard: `${oauth('3.1 and 3.2')}; RFC 8414, section 2`, consequence: readableOnTheWay }),
  SCOPES: stated('issuer', '`scopes_supported` of an authorization server, if present, is an array of values of `scope`.', server, { standard: `${oauth('3.3')}; RFC 8414, section 2`, consequence: unusable }),
  LANGUAGES: stated('issuer', '`ui_locales_supported` of an authorization server, if present, is an array of language tags.', server, { standard: 'RFC 8414, section 2', consequence: hygiene('Users see a page in a language that is not theirs.') }),
  DETAILS: stated('issuer', '`authorization_details_types_supported`, if present, has `openid_credential` where a credential has no `scope`.', inExchange('the metadata of the issuer and of its authorization server'), { standard: 'RFC 9396, section 10', consequence: unusable }),
  KEYS: mustNot('issuer', 'The keys at `jwks_uri` of an authorization server are public.', inExchange('the keys of the authorization server'), { standard: 'RFC 8414, section 2; RFC 7517, section 9.2', consequence: exposedKey }),
})

// biome-ignore format: a table, one row a line.
export const VCIAUTH = section('VCIAUTH', '5', {
  METADATA: stated('issuer', 'The metadata of an authorization server for the authorization code grant has `authorization_endpoint`, and `response_types_supported` with `code`.', inExchange('the metadata of the authorization server'), { section: '12.3', standard: 'RFC 8414, section 2', consequence: unusable }),
  CODE: must('issuer', 'The user is redirected with `code`, and no parameter is repeated.', inExchange('an authorization request and its response'), { section: '5.2', standard: oauth('3.1 and 4.1.2'), consequence: unusable }),
  STATE: must('issuer', 'The user is redirected with the `state` of the request, unchanged.', inExchange('an authorization request and its response'), { section: '5.2', standard: oauth('4.1.2'), consequence: injected }),
  ISS: stated('issuer', '`iss` in a redirect is the authorization server, and is present if its metadata announces it.', inExchange('an authorization request and its response'), { section: '5.2', standard: 'RFC 9207, section 2 and 2.3', consequence: mixedUp }),
  FRESH: must('issuer', 'Each authorization has its own unpredictable code, and each pushed request its own unpredictable `request_uri`.', inExchange('compare the codes and the `request_uri`s of several authorizations'), { section: '5.2', standard: `${oauth('10.5 and 10.10')}; ${par('2.2')}`, consequence: injected }),
  AGAIN: stated('issuer', 'The code of a second authorization is exchanged for a token, like that of the first.', inExchange('a second authorization, before anything wrong is sent'), { section: '6', standard: oauth('4.1.4'), consequence: unusable }),
  ERROR: must('issuer', 'A redirect without a code has `error`, and the `state` of the request.', byProbes('an authorization request with a `response_type` that does not exist'), { section: '5.3', standard: oauth('4.1.2.1'), consequence: unclear }),
  TYPE: stated('issuer', 'No code or token is issued for a `response_type` that does not exist or is not in the metadata.', byProbes('authorization requests with other values of `response_type`'), { standard: oauth('3.1.1'), consequence: unclear }),
  STATELESS: should('issuer', 'A code is issued for an authorization request without `state`.', byProbes('an authorization request without `state`'), { standard: oauth('4.1.1'), consequence: unusable }),
  REDIRECT: must('issuer', 'No user is redirected to an address that the client has not registered.', byProbes('an authorization request with another `redirect_uri`'), { standard: oauth('3.1.2.4 and 4.1.2.1'), consequence: redirected }),
  REFRESH: stated('issuer', 'A refresh token can be exchanged for an access token.', byProbes('a token request with the refresh token that the issuer gave'), { section: '13.5', standard: oauth('6'), consequence: unusable }),
  'REFRESH-KNOWN': must('issuer', 'No access token is issued for an unknown refresh token.', byProbes('a token request with a made-up refresh token'), { section: '13.5', standard: oauth('6'), consequence: refreshed }),
  'REFRESH-CLIENT': must('issuer', 'A refresh token can be used only by the client to which it was issued.', byProbes('a token request of another client with the refresh token'), { section: '13.5', standard: oauth('6 and 10.4'), consequence: refreshed }),
  'REFRESH-KEY': must('issuer', 'A refresh token of a client that does not authenticate is bound to the key of its access tokens.', byProbes('a token request with the refresh token and a DPoP proof of another key'), { section: '13.5', standard: 'RFC 9449, section 5', consequence: refreshed }),
  BOTH: must('issuer', 'A code is issued for an authorization request with `scope` and `authorization_details`.', byProbes('an authorization request with both'), { section: '5.1.2', standard: 'OpenID4VCI 1.0, section 5.1.2', consequence: unusable }),
  'BOTH-DETAILED': must('issuer', 'A token for a request with `scope` and `authorization_details` covers the details: the token response has them.', inExchange('the token response after an authorization request with both'), { section: '5.1.2', standard: 'OpenID4VCI 1.0, section 5.1.2', consequence: unusable }),
  'SCOPES-EACH': must('issuer', 'Each of several `scope` values counts: a token for two scopes is valid for the credentials of both.', byProbes('an authorization request with the scopes of two offered credentials'), { section: '5.1.2', standard: 'OpenID4VCI 1.0, section 5.1.2', consequence: unusable }),
  SUBSET: should('issuer', 'If a token request names only some of the authorized details, the token is for only those.', byProbes('a token request for one of two credentials'), { section: '6.1.1', standard: 'OpenID4VCI 1.0, section 6.1.1', consequence: unusable }),
  SCOPES: must('issuer', 'Unknown values of `scope` are ignored.', byProbes('an authorization request with a made-up scope beside the usual one'), { section: '5.1.2', standard: 'OpenID4VCI 1.0, section 5.1.2', consequence: unusable }),
  INVENTED: stated('issuer', 'No token is issued for an unknown authorization code.', byProbes('a token request with a made-up code'), { section: '6.1', standard: oauth('4.1.3'), consequence: stolen }),
  ONCE: stated('issuer', 'An authorization code can be used once.', byProbes('the same token request twice'), { section: '6.1', standard: oauth('4.1.2'), consequence: stolen }),
  REVOKED: should('issuer', 'If a code is used twice, its access token is revoked.', byProbes('a credential request with the token of a code that was used twice'), { section: '6.1', standard: oauth('4.1.2'), consequence: stolen }),
  CLIENT: stated('issuer', 'An authorization code can be used only by the client to which it was issued.', byProbes('a token request of another client'), { section: '6.1', standard: oauth('4.1.3'), consequence: stolen }),
  'SAME-URI': stated('issuer', 'No token is issued if `redirect_uri` differs from that of the authorization request.', byProbes('token requests with another `redirect_uri`'), { section: '6.1', standard: oauth('4.1.3'), consequence: injected }),
})

// biome-ignore format: a table, one row a line.
export const VCIPKCE = section('VCIPKCE', '5', {
  VERIFIER: stated('issuer', 'No token is issued without the `code_verifier` of the challenge; a wrong one is answered with `invalid_grant`.', byProbes('token requests without `code_verifier`, and with another one'), { section: '6.1', standard: pkce('4.6'), consequence: stolen }),
  METHOD: stated('issuer', 'No code is issued for an unsupported `code_challenge_method`.', byProbes('an authorization request with a `code_challenge_method` that does not exist'), { standard: pkce('4.4.1'), consequence: stolen }),
})

// biome-ignore format: a table, one row a line.
export const VCIPAR = section('VCIPAR', '5.1.4', {
  JSON: stated('issuer', 'The response to a pushed request is a JSON object.', 'oauth-pushed-response', { standard: par('2.2'), consequence: unusable }),
  TYPES: stated('issuer', 'In the response to a pushed request, `request_uri` is a string and `expires_in` a whole number of seconds.', 'oauth-pushed-response', { standard: par('2.2'), consequence: unusable }),
  RESPONSE: stated('issuer', 'A pushed request is answered with 201 and a JSON object with `request_uri` and a positive `expires_in`.', inExchange('a pushed authorization request and its response'), { standard: par('2.2'), consequence: unusable }),
  CLIENT: stated('issuer', 'A `request_uri` can be used only by the client that pushed the request.', byProbes('an authorization request of another client'), { standard: par('2.2'), consequence: injected }),
  ONCE: should('issuer', 'A `request_uri` can be used once.', byProbes('the same authorization request twice'), { standard: par('4'), consequence: injected }),
  METHOD: stated('issuer', 'The pushed authorization request endpoint returns no `request_uri` for a method other than POST.', byProbes('a pushed request with GET'), { standard: par('2.3'), consequence: exposed }),
  INNER: should('issuer', 'Parameters outside the pushed request are not used.', byProbes('authorization requests with a `state` beside `request_uri`'), { standard: `${par('4')}; RFC 9101, section 6.3`, consequence: exposed }),
  EXPIRES: must('issuer', 'No code is issued for an expired `request_uri`.', byProbes('with --patience 120, a `request_uri` that is used too late'), { standard: par('4'), consequence: injected }),
  PLAIN: stated('issuer', 'A pushed request with `request_uri` is rejected.', byProbes('a pushed request with `request_uri`'), { standard: par('2.1'), consequence: exposed }),
  VALIDATES: should('issuer', 'A pushed request is validated like a request at the authorization endpoint.', byProbes('pushed requests with another `response_type`, or another `redirect_uri`'), { standard: par('2.1'), consequence: redirected }),
  ERROR: stated('issuer', 'An error of the pushed authorization request endpoint is a JSON object with `error`, and has the status code 400, or 401 if client authentication failed.', byProbes('a pushed request that is rejected'), { standard: par('2.3'), consequence: unclear }),
  REQUIRED: stated('issuer', 'If the metadata requires pushed requests, no code is issued for an authorization request that was not pushed.', byProbes('an authorization request that was not pushed'), { standard: par('5'), consequence: exposed }),
})

const dpop = (number: string): string => `RFC 9449, section ${number}`

const copied = security('An attacker who copies a token or a proof can use it elsewhere.')

// biome-ignore format: a table, one row a line.
export const VCIDPOP = section('VCIDPOP', '6', {
  JWS: stated('wallet', 'A DPoP proof is a compact JWS of a JSON object.', 'oauth-dpop-proof', { section: '13.2', refusedBy: 'issuer', standard: dpop('4.2'), consequence: copied }),
  ALGS: stated('issuer', '`dpop_signing_alg_values_supported`, if present, is an array of signature algorithms without `none`.', inExchange('the metadata of the authorization server'), { section: '12.3', standard: dpop('4.2 and 5.1'), consequence: copied }),
  TYPE: must('issuer', '`token_type` is `DPoP` if the access token is bound to the key of a DPoP proof in the request, and only then.', inExchange('a token request and its response'), { section: '6.2', standard: dpop('5'), consequence: unusable }),
  TOKEN: stated('issuer', 'No token is issued for an invalid DPoP proof.', byProbes('token requests with DPoP proofs that are wrong in one place'), { section: '6.3', standard: dpop('4.3 and 5'), consequence: copied }),
  ERROR: stated('issuer', 'The error for an invalid DPoP proof is `invalid_dpop_proof`.', byProbes('token requests with DPoP proofs that are wrong in one place'), { section: '6.3', standard: dpop('5'), consequence: unclear }),
  RESOURCE: stated('issuer', 'A credential request with an invalid DPoP proof is rejected.', byProbes('credential requests with DPoP proofs that are wrong in one place'), { section: '8', standard: dpop('4.3 and 7.1'), consequence: copied }),
  BOUND: stated('issuer', 'An access token that is bound to a key is accepted only with a proof made with this key for this token.', byProbes('credential requests without a proof, with that of another key, and with the token as a bearer token'), { section: '8', standard: dpop('7.1 and 7.2'), consequence: copied }),
  CODE: must('issuer', 'If a code is bound to a key by `dpop_jkt`, or by a DPoP proof with the pushed request, no token is issued for another key.', byProbes('token requests with the DPoP proof of another key than that of the authorization request'), { section: '6.1', standard: dpop('10 and 10.1'), consequence: stolen }),
  NONCE: stated('issuer', 'A response with `use_dpop_nonce` has a nonce in `DPoP-Nonce`, and a request with this nonce is accepted.', inExchange('a request with a DPoP proof, and its response'), { section: '6.3', standard: dpop('8'), consequence: unusable }),
  'NONCE-GUESSED': must('issuer', 'A nonce in `DPoP-Nonce` is unpredictable.', inExchange('compare the nonces of several responses'), { section: '6.3', standard: dpop('8'), consequence: copied }),
})

const attestation = (number: string): string => `draft-ietf-oauth-attestation-based-client-auth-07, section ${number}`

const disguised = security("An attacker's application passes for a wallet of a trusted provider.")

// biome-ignore format: a table, one row a line.
export const VCICLIENT = section('VCICLIENT', 'E', {
  JWS: must('wallet', 'A wallet attestation is a compact JWS of a JSON object.', 'oauth-client-attestation', { refusedBy: 'issuer', standard: attestation('5.1'), consequence: disguised }),
  'POP-JWS': must('wallet', 'The proof for a wallet attestation is a compact JWS of a JSON object.', 'oauth-client-attestation-pop', { refusedBy: 'issuer', standard: attestation('5.2'), consequence: disguised }),
  TRUSTED: must('issuer', 'A wallet attestation is accepted only if a trusted wallet provider signed it.', byProbes('requests with a wallet attestation that another key signed'), { standard: `OpenID4VCI 1.0, section E; ${attestation('9, item 5')}`, consequence: disguised }),
  VALID: stated('issuer', 'A request with an invalid wallet attestation is rejected.', byProbes('requests with wallet attestations that are wrong in one place'), { standard: attestation('5.1 and 9'), consequence: disguised }),
  POP: stated('issuer', 'A request with a wallet attestation is rejected without a valid proof made with its key.', byProbes('requests with proofs that are wrong in one place'), { standard: attestation('5.2 and 9'), consequence: disguised }),
  SAME: stated('issuer', 'A wallet attestation is accepted only from the client that it names.', byProbes('requests with the wallet attestation of another client'), { standard: attestation('6.3 and 9, item 13'), consequence: disguised }),
  REFRESH: must('issuer', 'A refresh token of a wallet with an attestation is bound to the key of its attestation.', byProbes('a token request with the refresh token and a wallet attestation of another key'), { section: '13.5', standard: attestation('10.3'), consequence: refreshed }),
  NEEDED: stated('issuer', 'A request without a wallet attestation is rejected if wallet attestations are the only way to authenticate.', byProbes('requests without a wallet attestation'), { standard: `${oauth('3.2.1')}; RFC 8414, section 2`, consequence: disguised }),
  CHALLENGE: stated('issuer', 'A response with `use_attestation_challenge` has a challenge, and a request with this challenge is accepted.', inExchange('a request with a wallet attestation, and its response'), { standard: attestation('6.2'), consequence: unusable }),
  'CHALLENGE-ERROR': must('issuer', 'A proof for a wallet attestation without an expected challenge is rejected with `use_attestation_challenge`.', byProbes('token requests with proofs without the challenge, and with another one'), { standard: attestation('6.2'), consequence: unusable }),
  'CHALLENGE-SERVED': must('issuer', 'A response of `challenge_endpoint` has the status code 200, `attestation_challenge`, and `Cache-Control` with `no-store`.', inExchange('a request to `challenge_endpoint`'), { standard: attestation('8'), consequence: unusable }),
})

/** The keys in what wallets show to authorization servers. */
export const keysOf = {
  dpop: makeFacet(keyFoundation, {
    kind: 'oauth-dpop-proof',
    table: 'VCIDPOP',
    section: '13.2',
    binds: 'wallet',
    refusedBy: ['issuer'],
    subject: 'The key in the header of a DPoP proof',
  }),
  client: makeFacet(keyFoundation, {
    kind: 'oauth-client-attestation',
    table: 'VCICLIENT',
    section: 'E',
    binds: 'wallet',
    refusedBy: ['issuer'],
    subject: 'The key in `cnf` of a wallet attestation',
  }),
} as const

/** The signed tokens that they show. */
export const jwtsOf = {
  dpop: makeFacet(jwtFoundation, {
    kind: 'oauth-dpop-proof',
    table: 'VCIDPOP',
    section: '13.2',
    binds: 'wallet',
    refusedBy: ['issuer'],
    subject: 'A DPoP proof',
  }),
  client: makeFacet(jwtFoundation, {
    kind: 'oauth-client-attestation',
    table: 'VCICLIENT',
    section: 'E',
    binds: 'wallet',
    refusedBy: ['issuer'],
    subject: 'A wallet attestation',
    rulings: { 'JWT-CURRENT': { off: 'VCIWALLET-CLIENT-ATTESTATION compares `exp` with the time of the wallet.' } },
  }),
  pop: makeFacet(jwtFoundation, {
    kind: 'oauth-client-attestation-pop',
    table: 'VCICLIENT-POP',
    section: 'E',
    binds: 'wallet',
    refusedBy: ['issuer'],
    subject: 'The proof for a wallet attestation',
  }),
} as const
