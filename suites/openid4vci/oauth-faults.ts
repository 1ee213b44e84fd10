import { createHash } from 'node:crypto'
import type { Requirement } from '../../model/requirement.ts'
import type { HttpResponse } from '../../model/wire.ts'
import { type JsonObject, readText } from '../../protocol/encoding/json.ts'
import { computeThumbprint } from '../../protocol/jose/jwk.ts'
import { writeJws } from '../../protocol/jose/jws.ts'
import { makeActorFault } from '../kit/actor-changes.ts'
import { dropMembers as drop, setMembers } from '../kit/samples.ts'
import { unrelatedKey } from '../kit/unrelated-keys.ts'
import { VCIAUTH, VCICLIENT, VCIDPOP, VCIPAR, VCIPKCE } from '../oauth/requirements.ts'
import type { VciIssuerSteps, VciNamed, VciValidationName } from './actors/issuer-steps.ts'
import { clients } from './actors/names.ts'
import {
  addCredential,
  bindTokens,
  changeBody,
  changeConfigurations,
  changeErrors,
  changeResponse,
  changeServer,
  combine,
  defer,
  validateMore as demand,
  giveChallenges,
  type IssuerFault,
  type IssuerMutation,
  look,
  makeIssuerFault,
  needClientAttestation,
  offerSeveral,
  renameError,
  replaceValidation,
  serveChallenges,
  setSteps as set,
  setCodeGrant,
  setHeaders,
  setStatus,
  skipValidations as skip,
  skipValidationsAt as skipAt,
  verifyByBroughtKey,
} from './issuer-changes.ts'
import { VCITOKEN, VCIUSE } from './requirements.ts'

/** An issuer that offers the authorization code grant, and has a fault. */
const fault = makeActorFault<VciIssuerSteps>({ base: setCodeGrant })

/** An issuer that makes access tokens in its own way. */
function changeToken(
  row: Requirement,
  description: string,
  make: (token: string, count: number) => string,
): IssuerFault {
  return makeIssuerFault(row, description, (steps) => {
    let count = 0
    return {
      ...steps,
      token: (response) => ({ ...response, access_token: make(readText(response.access_token), ++count) }),
    }
  })
}

const giveRefresh = set({ refreshes: 'same' })

/** Refuses requests with a scope and details. */
const skipBoth: IssuerMutation = demand(
  'scope-known',
  ({ scope, authorization_details: details }) => scope === undefined || details === undefined,
)

const requirePush = changeServer(setMembers({ require_pushed_authorization_requests: true }))
export const noPush = changeServer(drop('pushed_authorization_request_endpoint'))

const redirect = (change: (parameters: JsonObject) => JsonObject): IssuerMutation => set({ authorization: change })

/** Changes a redirection without a code. */
const redirectWithError = (change: (parameters: JsonObject) => JsonObject): IssuerMutation =>
  redirect((parameters) => (parameters.code === undefined ? change(parameters) : parameters))

/** Answers the response type `token` by a token in the fragment. */
const giveToken: IssuerMutation = (steps) => {
  const isImplicit = ({ response_type: type }: JsonObject): boolean => type === 'token'
  let isToken = false
  return {
    ...look('response-type', (usual, facts) => {
      isToken = isImplicit(facts.request)
      return isToken || usual(facts)
    })(steps),
    send: (endpoint, response) => {
      const given = steps.send(endpoint, response)
      if (endpoint !== 'authorization' || !isToken) return given
      const location = readText(given.headers.location).replace('?', '#').replace('code=', 'access_token=')
      return { ...given, headers: { ...given.headers, location } }
    },
  }
}

const scopesAlone = ({ scope }: JsonObject): boolean => scope === undefined || scope === 'membership'

const withoutNote = ({ 'x-note': note }: JsonObject): boolean => note === undefined

/** Compares what it makes of a challenge. */
const compareVerifier = (description: string, write: (challenge: string) => string): IssuerFault =>
  fault(
    VCIPKCE.VERIFIER,
    description,
    replaceValidation('verifier-right', ({ request, authorization: { code_challenge: challenge } = {} }) => {
      const hashed = createHash('sha256').update(readText(request.code_verifier)).digest('base64url')
      return challenge === undefined || write(hashed) === write(readText(challenge))
    }),
  )

/** Looks at `code_verifier` only where it is there. */
const verifyPresent = look(
  'verifier-right',
  (usual, facts) => facts.request.code_verifier === undefined || usual(facts),
)

/** Knows the code of its first authorization alone. */
const knowFirst: IssuerMutation = (steps) => {
  const first = new Set<string>()
  return demand('code-known', ({ code }) =>
    first.size === 0 ? first.add(readText(code)).size > 0 : first.has(readText(code)),
  )(steps)
}

/** Has references that can be guessed. */
const shortenPushed: IssuerMutation = (steps) => ({
  ...steps,
  push: (content) => ({ ...content, request_uri: `urn:${readText(content.request_uri).slice(-8)}` }),
})

/** Numbers its pushed requests one after the other. */
const countPushed: IssuerMutation = (steps) => {
  let count = 1000
  return { ...steps, push: (content) => ({ ...steps.push(content), request_uri: `urn:pushed:${count++}` }) }
}

/** Numbers its pre-authorized codes one after the other. */
const countCodes: IssuerMutation = (steps) => {
  let count = 1000
  return { ...steps, nameCode: () => `a-code-of-the-issuer-${count++}` }
}

const unscoped = changeConfigurations(drop('scope'))

/** An issuer that binds tokens to keys, and has a fault. */
const bound = makeActorFault<VciIssuerSteps>({ base: bindTokens })

/** Names a key in an access token, and says that it is a bearer token. */
const nameKeyInToken: IssuerMutation = set({
  token: (response) => ({
    ...response,
    token_type: 'Bearer',
    access_token: writeJws({ alg: 'ES256' }, { jti: readText(response.access_token), cnf: { jkt: 'a' } }, unrelatedKey),
  }),
})

/** Has JWTs as access tokens. */
export const signTokens: IssuerMutation = set({
  token: (response) => ({
    ...response,
    access_token: writeJws({ alg: 'ES256', typ: 'at+jwt' }, { jti: readText(response.access_token) }, unrelatedKey),
  }),
})

/** Verifies JWTs by the algorithm that they name, even if it is none. */
const findUnsigned: IssuerMutation = (steps) => ({
  ...steps,
  find: (kind, all, name) => {
    const isUnsigned = kind === 'token' && name.endsWith('.')
    const [known] = isUnsigned ? [...all.keys()].filter((each) => each.split('.')[1] === name.split('.')[1]) : []
    return steps.find(kind, all, known ?? name)
  },
})

const atToken = (...names: readonly VciValidationName[]): IssuerMutation => skipAt('/token', ...names)
const atCredential = (...names: readonly VciValidationName[]): IssuerMutation => skipAt('/credential', ...names)

/** An issuer that wants wallets to authenticate themselves, and has a fault. */
const attested = makeActorFault<VciIssuerSteps>({ base: needClientAttestation })

const attestedCode = makeActorFault<VciIssuerSteps>({ base: combine(setCodeGrant, needClientAttestation) })

/** Looks random: the digest of a secret and a number. */
export const hashCount = (count: number): string =>
  createHash('sha256').update(`a secret of the issuer ${count}`).digest('base64url')

/**
 * Has a new nonce for proofs of keys in every response, and takes those that it gave. If a nonce is for one proof, it comes
 * only with the refusal of a proof without one.
 */
export const countNonces =
  (write: (count: number) => string, isForOne = false): IssuerMutation =>
  (steps) => {
    let count = 1_000_000
    const given = new Set<unknown>()
    const draw = (): string => {
      const nonce = write(count++)
      given.add(nonce)
      return nonce
    }
    return combine(
      bindTokens,
      look(
        'dpop-nonce',
        (_, { dpop: { jws, key } = {} }) => !jws || !key || given[isForOne ? 'delete' : 'has'](jws.payload.nonce),
      ),
      set({
        send: (endpoint, response) => {
          const { headers, ...sent } = steps.send(endpoint, response)
          if (isForOne && !JSON.stringify([headers, sent]).includes('use_dpop_nonce')) return { headers, ...sent }
          return { ...sent, headers: { ...headers, 'dpop-nonce': draw() } }
        },
      }),
    )(steps)
  }

export const dropField =
  (name: string) =>
  ({ headers: { [name]: _, ...headers }, ...response }: HttpResponse): HttpResponse => ({ ...response, headers })

/** Remembers the last code that was used, and no other. */
export const keepLastCode: IssuerMutation = (steps) => {
  let last: unknown
  return look('code-unused', (usual, facts) => {
    const { code = facts.request['pre-authorized_code'] } = facts.request
    if (!usual(facts)) return code !== last
    last = code
    return true
  })(steps)
}

/** Takes the verifier of any challenge that it has seen. */
const takeAnyVerifier: IssuerMutation = (steps) => {
  const challenges = new Set<string>()
  return combine(
    look('challenge-method', (usual, facts) => {
      challenges.add(readText(facts.request.code_challenge))
      return usual(facts)
    }),
    replaceValidation('verifier-right', ({ request }) =>
      challenges.has(createHash('sha256').update(readText(request.code_verifier)).digest('base64url')),
    ),
  )(steps)
}

/** Takes the proof of any key to which a token is bound. */
const takeAnyBoundKey =
  (name: 'dpop-key' | 'refresh-key'): IssuerMutation =>
  (steps) => {
    const known = new Set<string>()
    return combine(
      look('dpop-jti', (usual, facts) => {
        const { dpop, url } = facts
        if (dpop?.key && url.endsWith('/token') && facts.request.grant_type !== 'refresh_token')
          known.add(computeThumbprint(dpop.key) ?? '')
        return usual(facts)
      }),
      look(
        name,
        (usual, facts) => usual(facts) || known.has((facts.dpop?.key && computeThumbprint(facts.dpop.key)) ?? ''),
      ),
    )(steps)
  }

/** Has one store for two kinds. */
const findInEither =
  (kind: VciNamed, otherKind: VciNamed): IssuerMutation =>
  (steps) => {
    const stores = new Map<VciNamed, ReadonlyMap<string, unknown>>()
    return {
      ...steps,
      find: <T>(own: VciNamed, all: ReadonlyMap<string, T>, name: string) => {
        stores.set(own, all)
        const other = own === kind ? stores.get(otherKind) : undefined
        // A name in the other store stands for the first in this one.
        const [first] = all.keys()
        return steps.find(own, all, other?.has(name) && first !== undefined ? first : name)
      },
    }
  }

/** Changes what is found of the access tokens that were given for refresh tokens. */
const changeRefreshed =
  (change: <T>(grant: T) => T | undefined): IssuerMutation =>
  (steps) => {
    const refreshed = new Set<unknown>()
    return {
      ...steps,
      find: (kind, all, name) => {
        const found = steps.find(kind, all, name)
        if (kind === 'refresh token') refreshed.add(found)
        return kind === 'token' && refreshed.has(found) ? change(found) : found
      },
    }
  }

/** Gives tokens for a scope that was not authorized, where a refresh token comes with it. */
const widenScopes: IssuerMutation = (steps) => {
  let last: unknown
  const widened = new Set<unknown>()
  return combine(
    look('refresh-known', (usual, facts) => {
      if (readText(facts.request.scope).includes('seniority')) widened.add(last)
      return usual(facts)
    }),
    (own) => ({
      ...own,
      find: (kind, all, name) => {
        const found = own.find(kind, all, name)
        if (kind === 'refresh token') last = found
        return kind === 'token' && found && widened.has(found) ? { ...found, configurations: undefined } : found
      },
    }),
  )(steps)
}

const forgetRefreshed = combine(
  giveRefresh,
  changeRefreshed(() => undefined),
)
const unbindRefreshed = changeRefreshed((grant) => grant && { ...grant, boundTo: undefined })

const hideChallenge = changeResponse('token', dropField('oauth-client-attestation-challenge'))

const giveNonce = set({ dpopNonce: 'a nonce for proofs' })

// biome-ignore format: a table, one row a line.
export const oauthFaults: readonly IssuerFault[] = [
  fault(VCIAUTH.METADATA, 'does not say which response types it has', changeServer(drop('response_types_supported'))),
  fault(VCIAUTH.FRESH, 'has the same `request_uri` for all pushed requests', set({ push: setMembers({ request_uri: 'urn:pushed:always-the-same' }) })),
  fault(VCIAUTH.FRESH, 'counts its pushed requests', countPushed),
  fault(VCIAUTH.FRESH, 'has a `request_uri` of twelve characters', shortenPushed),
  fault(VCIDPOP['NONCE-GUESSED'], 'counts its nonces for DPoP proofs', countNonces((count) => `nonce-for-dpop-${count}`)),
  fault(VCIDPOP['NONCE-GUESSED'], 'has digests of a counter as its nonces for DPoP proofs', countNonces((count) => createHash('sha256').update(`${count - 1_000_000}`).digest('base64url'))),
  changeToken(VCITOKEN.GUESSED, 'counts its access tokens', (_, count) => `access-token-number-${1000 + count}`),
  changeToken(VCITOKEN.GUESSED, 'has access tokens of eight characters', (token) => token.slice(0, 8)),
  changeToken(VCITOKEN.GUESSED, 'hashes a counter as its access token', (_, count) => createHash('sha256').update(`${count}`).digest('hex')),
  makeIssuerFault(VCITOKEN.GUESSED, 'counts its pre-authorized codes', countCodes),
  makeIssuerFault(VCITOKEN.GUESSED, 'has pre-authorized codes of eight characters', set({ nameCode: (code) => code.slice(0, 8) })),
  fault(VCITOKEN.GUESSED, 'counts its refresh tokens', set({ refreshes: 'same', refreshToken: (_, count) => `refresh-token-number-${1000 + count}` })),
  fault(VCITOKEN.GUESSED, 'has refresh tokens of eight characters', set({ refreshes: 'same', refreshToken: (token) => token.slice(0, 8) })),
  fault(VCIAUTH.AGAIN, 'knows the code of its first authorization alone', knowFirst),
  fault(VCIAUTH.REFRESH, 'gives refresh tokens, and takes none', combine(giveRefresh, skip('refresh-known'), demand('refresh-unused', () => false))),
  fault(VCIAUTH.REFRESH, 'gives refresh tokens that name their grant only', combine(giveRefresh, demand('refresh-client', ({ grant_type: type }) => type !== 'refresh_token'))),
  fault(VCIAUTH['REFRESH-KNOWN'], 'takes any refresh token', combine(giveRefresh, skip('refresh-known'))),
  fault(VCIAUTH.REFRESH, 'gives access tokens for refresh tokens that it does not take', forgetRefreshed),
  fault(VCIAUTH['REFRESH-KNOWN'], 'takes access tokens as refresh tokens', combine(giveRefresh, findInEither('refresh token', 'token'))),
  fault(VCIUSE.AUTHORIZED, 'takes refresh tokens as access tokens', combine(giveRefresh, findInEither('token', 'refresh token'))),
  fault(VCIUSE.AUTHORIZED, 'takes authorization codes as access tokens', findInEither('token', 'code')),
  makeIssuerFault(VCIUSE.AUTHORIZED, 'takes pre-authorized codes as access tokens', findInEither('token', 'code')),
  makeIssuerFault(VCIUSE.AUTHORIZED, 'takes access tokens that say that they are not signed', combine(signTokens, findUnsigned)),
  fault(VCIUSE['GRANTED-ALONE'], 'issues what the user did not authorize', combine(addCredential, skip('configuration-granted'))),
  fault(VCIUSE['GRANTED-ALONE'], 'gives tokens for all that it has to any code', combine(addCredential, set({ grant: () => ['membership', 'seniority'] }))),
  fault(VCIUSE['GRANTED-ALONE'], 'gives tokens for all that it has to refresh tokens', combine(giveRefresh, addCredential, changeRefreshed((grant) => grant && { ...grant, configurations: undefined }))),
  fault(VCIUSE['GRANTED-ALONE'], 'takes any scope with a refresh token', combine(giveRefresh, addCredential, widenScopes)),
  fault(VCIDPOP.TOKEN, 'does not verify DPoP proofs with refresh tokens', combine(giveRefresh, bindTokens, look('dpop-signed', (usual, facts) => facts.request.grant_type === 'refresh_token' || usual(facts)))),
  fault(VCIDPOP.BOUND, 'does not bind the access tokens that it gives for refresh tokens', combine(giveRefresh, bindTokens, unbindRefreshed)),
  fault(VCIAUTH['REFRESH-CLIENT'], 'takes refresh tokens of any client', combine(giveRefresh, skip('refresh-client'))),
  fault(VCIAUTH['REFRESH-CLIENT'], 'takes refresh tokens of any client, and gives a new one each time', combine(setCodeGrant, set({ refreshes: 'rotated' }), skip('refresh-client'))),
  fault(VCIAUTH['REFRESH-CLIENT'], 'takes refresh tokens of any client that it knows', combine(giveRefresh, replaceValidation('refresh-client', ({ refreshOf, request }) => refreshOf === undefined || clients.has(readText(request.client_id))))),
  fault(VCIAUTH['REFRESH-KEY'], 'takes refresh tokens with any key', combine(giveRefresh, bindTokens, skip('refresh-key'))),
  fault(VCIAUTH['REFRESH-KEY'], 'takes refresh tokens with any key to which it has bound a token', combine(giveRefresh, bindTokens, takeAnyBoundKey('refresh-key'))),
  fault(VCIAUTH['SCOPES-EACH'], 'reads the first of several scopes', combine(setCodeGrant, offerSeveral, set({ grant: (all) => all.slice(0, 1) }))),
  fault(VCIAUTH['SCOPES-EACH'], 'knows one scope at a time', combine(setCodeGrant, offerSeveral, demand('scope-known', ({ scope }) => !readText(scope).includes('seniority'))), []),
  fault(VCIAUTH.SUBSET, 'gives a token for all details, whatever part is asked for', combine(setCodeGrant, offerSeveral, set({ grant: () => ['membership', 'seniority'] })), [VCIUSE['GRANTED-ALONE']]),
  fault(VCIAUTH['BOTH-DETAILED'], 'follows the scope where there are details as well', combine(setCodeGrant, set({ token: drop('authorization_details') }))),
  fault(VCIAUTH.BOTH, 'takes a scope or details, and not both', skipBoth),
  fault(VCIAUTH.METADATA, 'has another response type in its metadata', changeServer(setMembers({ response_types_supported: ['token'] }))),
  fault(VCIAUTH.CODE, 'has `iss` twice in a redirection', changeResponse('authorization', (response) => ({ ...response, headers: { ...response.headers, location: readText(response.headers.location).replace(/[?&](iss=[^&]*)/, '&$1&$1').replace('callback&', 'callback?') } }))),
  fault(VCIAUTH.CODE, 'has its code in the fragment', changeResponse('authorization', (response) => ({ ...response, headers: { ...response.headers, location: readText(response.headers.location).replace('?', '#') } }))),
  fault(VCIAUTH.STATE, 'leaves out `state`', redirect((all) => (all.code === undefined ? all : drop('state')(all)))),
  fault(VCIAUTH.STATE, 'cuts `state`', redirect((all) => (all.code === undefined ? all : { ...all, state: readText(all.state).slice(0, 16) }))),
  fault(VCIAUTH.STATE, 'decodes `state` once more', redirect((all) => (all.code === undefined ? all : { ...all, state: decodeURIComponent(readText(all.state)) }))),
  fault(VCIAUTH.ISS, 'announces `iss`, and leaves it out', redirect(drop('iss'))),
  fault(VCIAUTH.ISS, 'has the token endpoint as `iss`', redirect((all) => ({ ...all, iss: `${readText(all.iss)}/token` }))),
  fault(VCIAUTH.ISS, 'leaves out `iss` beside an error', redirectWithError(drop('iss'))),
  fault(VCIAUTH.ERROR, 'leaves out `error`', redirectWithError(drop('error'))),
  fault(VCIAUTH.ERROR, 'leaves out `state` beside an error', redirectWithError(drop('state'))),
  fault(VCIAUTH.TYPE, 'answers any response type by a code', combine(noPush, skip('response-type'))),
  fault(VCIAUTH.TYPE, 'gives a token without a code', combine(noPush, giveToken)),
  fault(VCIAUTH.STATELESS, 'wants a state', demand('scope-known', ({ state }) => state !== undefined)),
  fault(VCIPAR.METHOD, 'takes pushed requests by GET', set({ pushMethods: ['POST', 'GET'] })),
  fault(VCIPAR.INNER, 'reads what comes beside `request_uri`', set({ readsBeside: true })),
  fault(VCIPAR.INNER, 'has the `state` beside `request_uri` in its redirection', (steps) => ({ ...steps, pushed: (form, sent) => drop('state')(steps.pushed(form, sent)), readsBeside: true }), [VCIAUTH.STATE]),
  fault(VCIAUTH.REDIRECT, 'redirects to any address', combine(noPush, skip('redirect-registered'))),
  fault(VCIAUTH.REDIRECT, 'redirects to addresses that begin with a registered one', combine(noPush, look('redirect-registered', (usual, facts) => usual({ ...facts, request: { ...facts.request, redirect_uri: readText(facts.request.redirect_uri).replace(/\/other$/, '') } })))),
  fault(VCIAUTH.SCOPES, 'refuses scopes that it does not know', demand('scope-known', scopesAlone)),
  fault(VCIAUTH.INVENTED, 'takes any authorization code', skip('code-known', 'code-client', 'code-redirect'), [VCIAUTH.CLIENT, VCIAUTH['SAME-URI']]),
  fault(VCIAUTH.ONCE, 'takes an authorization code twice', skip('code-unused')),
  fault(VCIAUTH.ONCE, 'remembers only the last authorization code that was used', keepLastCode),
  fault(VCIAUTH.ONCE, 'notes too late that an authorization code is used', set({ takeNote: setImmediate })),
  fault(VCIAUTH.REVOKED, 'does not revoke the token of a code that is used twice', set({ isRevoking: false })),
  fault(VCIAUTH.CLIENT, 'takes the code of another client', skip('code-client')),
  fault(VCIAUTH.CLIENT, 'takes codes of any client that it knows', replaceValidation('code-client', ({ request }) => clients.has(readText(request.client_id)))),
  fault(VCIAUTH.CLIENT, 'takes codes of clients whose name begins with that of its own', replaceValidation('code-client', ({ request, authorization = {} }) => readText(request.client_id).startsWith(readText(authorization.client_id)))),
  fault(VCIAUTH.CLIENT, 'compares clients in any letters', replaceValidation('code-client', ({ request, authorization = {} }) => readText(request.client_id).toLowerCase() === readText(authorization.client_id).toLowerCase())),
  fault(VCIAUTH.CLIENT, 'takes a code without `client_id`', look('code-client', (usual, facts) => facts.request.client_id === undefined || usual(facts))),
  attestedCode(VCIAUTH.CLIENT, 'takes codes of any client that authenticates itself', skip('code-client')),
  fault(VCIAUTH['SAME-URI'], 'does not look at `redirect_uri` of a token request', skip('code-redirect')),
  fault(VCIAUTH['SAME-URI'], 'compares the beginning of `redirect_uri` of a token request', replaceValidation('code-redirect', ({ request, authorization = {} }) => readText(request.redirect_uri).startsWith(readText(authorization.redirect_uri)))),
  fault(VCIPKCE.VERIFIER, 'takes the challenge as the verifier', look('verifier-right', (usual, facts) => facts.request.code_verifier === facts.authorization?.code_challenge || usual(facts))),
  compareVerifier('compares the first half of the challenge', (all) => all.slice(0, 22)),
  compareVerifier('compares the second half of the challenge', (all) => all.slice(22)),
  compareVerifier('compares the challenge in any letters', (all) => all.toLowerCase()),
  fault(VCIPKCE.VERIFIER, 'does not look at the verifier', skip('verifier-right')),
  fault(VCIPKCE.VERIFIER, 'takes the verifier of any session', takeAnyVerifier),
  fault(VCIPKCE.VERIFIER, 'verifies only where there is a verifier', verifyPresent),
  fault(VCIPKCE.METHOD, 'takes any method for the challenge', skip('challenge-method')),
  fault(VCIPAR.RESPONSE, 'answers a pushed request by 200', changeResponse('push', (response) => (response.status === 201 ? setStatus(200)(response) : response))),
  fault(VCIPAR.RESPONSE, 'does not say how long a pushed request is good', set({ push: drop('expires_in') })),
  fault(VCIPAR.TYPES, 'says in a string how long a pushed request is good', set({ push: setMembers({ expires_in: '60' }) })),
  fault(VCIPAR.CLIENT, 'takes the pushed request of another client', skip('pushed-client')),
  fault(VCIPAR.CLIENT, 'takes pushed requests of any client that it knows', replaceValidation('pushed-client', ({ authorization }) => authorization === undefined || clients.has(readText(authorization.client_id)))),
  fault(VCIPAR.ONCE, 'takes a pushed request twice', skip('pushed-unused')),
  fault(VCIPAR.EXPIRES, 'takes pushed requests after their lifetime', skip('pushed-fresh')),
  fault(VCIPAR.PLAIN, 'takes a pushed request with `request_uri`', skip('pushed-plain')),
  fault(VCIPAR.VALIDATES, 'looks at pushed requests only later', look('response-type', (usual, facts) => facts.url.endsWith('/push') || usual(facts))),
  fault(VCIPAR.ERROR, 'says 403 for a pushed request', changeResponse('push', changeErrors(setStatus(403)))),
  fault(VCIPAR.ERROR, 'has no `error` for a pushed request', changeResponse('push', changeErrors(changeBody(() => ({ message: 'no' }))))),
  fault(VCIPAR.REQUIRED, 'requires that requests are pushed, and takes others', combine(requirePush, skip('pushed-where-required'))),
  fault(VCIUSE.IGNORES, 'refuses unknown parameters of an authorization request', demand('scope-known', withoutNote)),
  fault(VCIUSE.IGNORES, 'refuses unknown parameters of a token request for a code', demand('code-known', withoutNote)),
  fault(VCIUSE.DETAILS, 'returns no details where the authorization request has them', combine(unscoped, set({ token: drop('authorization_details') }))),

  makeIssuerFault(VCIDPOP.ALGS, 'announces MACs for DPoP proofs', changeServer(setMembers({ dpop_signing_alg_values_supported: ['ES256', 'HS256'] }))),
  makeIssuerFault(VCIDPOP.ALGS, 'announces one algorithm for DPoP proofs as a string', changeServer(setMembers({ dpop_signing_alg_values_supported: 'ES256' }))),
  bound(VCIDPOP.TOKEN, 'takes any JWT as a DPoP proof of a token request', atToken('dpop-typ')),
  fault(VCIDPOP.TYPE, 'says that its tokens are bound, though it binds none', set({ token: setMembers({ token_type: 'DPoP' }) })),
  bound(VCIDPOP.TYPE, 'says that a token with a key is for any bearer', combine(nameKeyInToken, skip('dpop-scheme', 'dpop-present'))),
  bound(VCIDPOP.TOKEN, 'does not verify DPoP proofs of token requests', atToken('dpop-signed')),
  bound(VCIDPOP.TOKEN, 'takes DPoP proofs of token requests by any algorithm, signed or not', atToken('dpop-signed', 'dpop-alg')),
  bound(VCIDPOP.TOKEN, 'takes DPoP proofs of token requests for other methods and addresses', atToken('dpop-htm', 'dpop-htu')),
  bound(VCIDPOP.TOKEN, 'takes old DPoP proofs of token requests', atToken('dpop-fresh')),
  bound(VCIDPOP.TOKEN, 'takes DPoP proofs of token requests without `jti`', atToken('dpop-jti')),
  bound(VCIDPOP.TOKEN, 'takes private keys in DPoP proofs of token requests', atToken('dpop-public')),
  bound(VCIDPOP.ERROR, 'says `invalid_request` of a DPoP proof', changeResponse('token', renameError('invalid_dpop_proof', 'invalid_request'))),
  bound(VCIDPOP.RESOURCE, 'takes any JWT as a DPoP proof of a credential request', atCredential('dpop-typ')),
  bound(VCIDPOP.RESOURCE, 'does not verify DPoP proofs of credential requests', atCredential('dpop-signed')),
  bound(VCIDPOP.RESOURCE, 'takes DPoP proofs of credential requests for other addresses', atCredential('dpop-htu')),
  bound(VCIDPOP.RESOURCE, 'takes DPoP proofs of credential requests with any nonce', combine(giveNonce, atCredential('dpop-nonce'))),
  bound(VCIDPOP.RESOURCE, 'takes DPoP proofs for addresses that begin with its own', replaceValidation('dpop-htu', ({ dpop, url }) => readText(dpop?.jws?.payload.htu ?? url).startsWith(url)), [VCIDPOP.TOKEN]),
  bound(VCIDPOP.RESOURCE, 'takes DPoP proofs for the beginning of its address', replaceValidation('dpop-htu', ({ dpop, url }) => url.startsWith(readText(dpop?.jws?.payload.htu))), [VCIDPOP.TOKEN]),
  bound(VCIDPOP.RESOURCE, 'reads the first of two `DPoP` header fields', set({ readDpop: ({ headers: { dpop }, separate = [] }) => (separate.includes('dpop') ? dpop?.split(', ')[0] : dpop) }), [VCIDPOP.TOKEN]),
  bound(VCIDPOP.RESOURCE, 'compares methods in any letters', replaceValidation('dpop-htm', ({ dpop, method }) => readText(dpop?.jws?.payload.htm ?? method).toUpperCase() === method), [VCIDPOP.TOKEN]),
  bound(VCIDPOP.RESOURCE, 'takes DPoP proofs of the future', look('dpop-fresh', (usual, facts) => Number(facts.dpop?.jws?.payload.iat) > facts.now || usual(facts)), [VCIDPOP.TOKEN]),
  bound(VCIDPOP.RESOURCE, 'does not look at `crit` of DPoP proofs', skip('dpop-understood'), [VCIDPOP.TOKEN]),
  bound(VCIDPOP.RESOURCE, 'takes DPoP proofs without the nonce that it wants', combine(giveNonce, look('dpop-nonce', (usual, facts) => facts.dpop?.jws?.payload.nonce === undefined || usual(facts))), [VCIDPOP.TOKEN]),
  bound(VCIDPOP.BOUND, 'compares the beginning of the hash of a token', replaceValidation('dpop-ath', ({ boundTo, dpop, token }) => boundTo === undefined || createHash('sha256').update(token).digest('base64url').startsWith(readText(dpop?.jws?.payload.ath).padEnd(1, '-')))),
  bound(VCIDPOP.BOUND, 'takes bound tokens as bearer tokens at the endpoint for deferred credentials', combine(defer, skipAt('/deferred', 'dpop-present', 'dpop-scheme'))),
  bound(VCIDPOP.BOUND, 'takes bound tokens with the DPoP proof of any key with notifications', skipAt('/notification', 'dpop-key')),
  bound(VCIDPOP.BOUND, 'takes a bound token with the DPoP proof of any key to which it has bound one', takeAnyBoundKey('dpop-key')),
  bound(VCIDPOP.BOUND, 'takes a bound token with the DPoP proof of any key', atCredential('dpop-key')),
  bound(VCIDPOP.BOUND, 'takes a bound token with the DPoP proof for another token', atCredential('dpop-ath')),
  bound(VCIDPOP.BOUND, 'takes a bound token without a DPoP proof', atCredential('dpop-present')),
  bound(VCIDPOP.BOUND, 'takes a bound token as a bearer token', atCredential('dpop-present', 'dpop-scheme')),
  fault(VCIDPOP.CODE, 'does not compare keys with that of an authorization request', combine(bindTokens, skip('code-key'))),
  fault(VCIDPOP.CODE, 'does not compare keys with that of an authorization request, which cannot be pushed', combine(bindTokens, noPush, skip('code-key'))),
  fault(VCIDPOP.CODE, 'ignores the DPoP proof of a pushed request', combine(bindTokens, set({ pushed: (_, request) => request }))),
  bound(VCIDPOP.TOKEN, 'takes any JWT as a DPoP proof, and each nonce once', combine(countNonces(hashCount, true), skip('dpop-typ')), [VCIDPOP.RESOURCE]),
  bound(VCIDPOP.NONCE, 'wants a nonce in DPoP proofs, and gives none', combine(giveNonce, changeResponse('token', dropField('dpop-nonce')))),
  bound(VCIDPOP.NONCE, 'wants another nonce each time', combine(giveNonce, changeResponse('token', setHeaders({ 'dpop-nonce': 'another nonce' })))),

  attested(VCICLIENT.TRUSTED, 'takes the wallet attestation of any provider', skip('wallet-signed')),
  attested(VCICLIENT.TRUSTED, 'trusts the keys that wallet attestations bring along', verifyByBroughtKey('wallet-signed', 'jwk')),
  attested(VCICLIENT.TRUSTED, 'trusts the keys that wallet attestations bring along, if their identifier is known', verifyByBroughtKey('wallet-signed', 'jwk', ({ kid }) => kid === 'wallet-provider')),
  attested(VCICLIENT.TRUSTED, 'trusts the certificates of wallet attestations', verifyByBroughtKey('wallet-signed', 'x5c')),
  attested(VCICLIENT.TRUSTED, 'takes wallet attestations by any algorithm, signed or not', skip('wallet-signed', 'wallet-alg')),
  attested(VCICLIENT.VALID, 'takes any JWT as a wallet attestation', skip('wallet-typ')),
  attested(VCICLIENT.VALID, 'takes wallet attestations that have ended', skip('wallet-current')),
  attested(VCICLIENT.VALID, 'takes wallet attestations that are not valid yet', look('wallet-current', (usual, facts) => facts.client?.attestation?.payload.nbf !== undefined || usual(facts))),
  attested(VCICLIENT.POP, 'takes proofs for wallet attestations that are not valid yet', look('pop-fresh', (usual, facts) => facts.client?.pop?.payload.nbf !== undefined || usual(facts))),
  attested(VCICLIENT.VALID, 'takes private keys in wallet attestations', skip('wallet-public')),
  attested(VCICLIENT.SAME, 'takes the wallet attestation of another client', skip('wallet-client')),
  attested(VCICLIENT.SAME, 'compares the client of a wallet attestation with that of its proof alone', replaceValidation('wallet-client', ({ client: { attestation, pop } = {} }) => attestation?.payload.sub === pop?.payload.iss)),
  attested(VCICLIENT.REFRESH, 'takes refresh tokens from any instance of a wallet', combine(giveRefresh, skip('refresh-instance'))),
  attestedCode(VCICLIENT.REFRESH, 'takes refresh tokens from any instance of a wallet, and gives a new one each time', combine(set({ refreshes: 'rotated' }), skip('refresh-instance'))),
  attested(VCICLIENT.POP, 'does not verify proofs for wallet attestations', skip('pop-signed')),
  attested(VCICLIENT.POP, 'takes proofs for other servers', skip('pop-aud')),
  attested(VCICLIENT.VALID, 'does not look at `crit` of wallet attestations', skip('wallet-understood')),
  attested(VCICLIENT.POP, 'does not look at `crit` of proofs for wallet attestations', skip('pop-understood')),
  attested(VCICLIENT.POP, 'takes proofs for servers whose name begins with its own', replaceValidation('pop-aud', ({ client, server }) => readText(client?.pop?.payload.aud ?? server.issuer).startsWith(readText(server.issuer)))),
  attested(VCICLIENT.POP, 'takes old proofs for wallet attestations', skip('pop-fresh')),
  attested(VCICLIENT.POP, 'takes any challenge', combine(giveChallenges, skip('pop-challenge'))),
  attested(VCICLIENT.POP, 'looks at proofs for wallet attestations when they are pushed alone', combine(setCodeGrant, skipAt('/token', 'pop-signed', 'pop-typ'))),
  attested(VCICLIENT.NEEDED, 'takes wallets without an attestation', skip('wallet-present')),
  attested(VCICLIENT.CHALLENGE, 'wants a challenge, and gives none', combine(giveChallenges, hideChallenge)),
  attested(VCICLIENT.CHALLENGE, 'gives challenges at an endpoint, and none with what it refuses for the lack of one', combine(serveChallenges, hideChallenge)),
  attested(VCICLIENT['CHALLENGE-ERROR'], 'says `invalid_client` of a proof without the challenge', combine(serveChallenges, changeResponse('token', renameError('use_attestation_challenge', 'invalid_client')))),
  attested(VCICLIENT['CHALLENGE-SERVED'], 'lets caches keep its challenges', combine(serveChallenges, changeResponse('challenge', setHeaders({ 'cache-control': 'max-age=60' })))),
  attested(VCICLIENT['CHALLENGE-SERVED'], 'has its challenge under the name of nonces', combine(serveChallenges, changeResponse('challenge', changeBody(({ attestation_challenge: challenge = '' }) => ({ c_nonce: challenge }))))),
  attested(VCICLIENT['CHALLENGE-SERVED'], 'answers 201 for a challenge', combine(serveChallenges, changeResponse('challenge', setStatus(201)))),
]
