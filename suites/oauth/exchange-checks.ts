import type { SessionResult } from '../../model/check.ts'
import type { HttpResponse } from '../../model/wire.ts'
import { isObject, type JsonObject, parseTolerantly, readText } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import { listPrivateMembers } from '../../protocol/jose/jwk.ts'
import { readJws } from '../../protocol/jose/jws.ts'
import { explainComputed } from '../kit/guessable-values.ts'
import { listProblem } from '../kit/results.ts'
import { isMac } from '../token-status-list/secured-checks.ts'
import { VCIAUTH, VCICLIENT, VCIDPOP, VCIPAR, VCISERVER } from './requirements.ts'

/** Parameters of a request to an authorization server. */
export type Form = Readonly<Record<string, string>>

const show = (value: unknown): string => (typeof value === 'string' ? `\`${value.slice(0, 60)}\`` : 'absent')

/** What the metadata of an authorization server lacks for the authorization code grant. */
export function checkCodeServer(server: JsonObject): SessionResult {
  const { authorization_endpoint: endpoint, response_types_supported: types } = server
  const problems = [
    ...(typeof endpoint === 'string' && URL.canParse(endpoint) ? [] : ['there is no `authorization_endpoint`']),
    ...(Array.isArray(types) && types.includes('code') ? [] : ['`response_types_supported` does not have `code`']),
  ]
  return listProblem(VCIAUTH.METADATA, problems.join(' and '))
}

/** Looks whether a credential without a scope can be asked for at one of the authorization servers; nothing, where one of them does not say. */
export function checkDetailTypes(
  servers: readonly JsonObject[],
  { credential_configurations_supported: all }: JsonObject,
): readonly SessionResult[] {
  const configurations = Object.values(isObject(all) ? all : {}).filter(isObject)
  const lists = servers.map(({ authorization_details_types_supported: types }) => types)
  if (lists.includes(undefined) || configurations.every(({ scope }) => scope !== undefined)) return []
  const isThere = lists.some((types) => Array.isArray(types) && types.includes('openid_credential'))
  return [listProblem(VCISERVER.DETAILS, isThere ? '' : 'it is not there')]
}

/** Looks for private members in a set of keys. */
export const checkPublicKeys = (keys: readonly JsonObject[]): SessionResult =>
  listProblem(
    VCISERVER.KEYS,
    keys.some((key) => key.kty === 'oct' || listPrivateMembers(key).length > 0) ? 'a key is private, or a secret' : '',
  )

/** Compares a redirection with the request that led to it. */
export function* checkRedirection(
  parameters: URLSearchParams,
  sent: Form,
  server: JsonObject,
  fragment?: URLSearchParams,
): Generator<SessionResult> {
  if (!['code', 'error'].some((name) => parameters.has(name)) && fragment?.has('code'))
    return yield listProblem(VCIAUTH.CODE, '`code` is in the fragment')
  const names = [...parameters.keys()]
  const repeated = names.find((name, i) => names.indexOf(name) !== i)
  const isRepeated = repeated === undefined ? '' : `\`${repeated.slice(0, 40)}\` appears twice`
  const state = parameters.get('state') ?? undefined
  const isSame = state === sent.state
  if (parameters.has('code')) {
    yield listProblem(VCIAUTH.CODE, isRepeated)
    yield listProblem(VCIAUTH.STATE, isSame ? '' : `\`state\` is ${state === undefined ? 'absent' : 'another one'}`)
  } else yield listProblem(VCIAUTH.ERROR, findErrorProblem(parameters, isSame))
  yield* checkIssuer(parameters.get('iss'), server)
}

function findErrorProblem(parameters: URLSearchParams, isSame: boolean): string {
  if (!parameters.has('error')) return 'there is neither `code` nor `error`'
  return isSame ? '' : '`state` is not that of the request'
}

function* checkIssuer(iss: string | null, server: JsonObject): Generator<SessionResult> {
  const isAnnounced = server.authorization_response_iss_parameter_supported === true
  if (iss === null && !isAnnounced) return
  yield listProblem(
    VCIAUTH.ISS,
    iss === server.issuer ? '' : `\`iss\` is ${show(iss)}, and the authorization server is ${show(server.issuer)}`,
  )
}

/** Judges how a pushed request was taken. */
export function checkPushed(status: number, content: JsonObject): SessionResult {
  const { request_uri: uri, expires_in: seconds } = content
  const problems = [
    ...(status === 201 ? [] : [`the status code is ${status}`]),
    ...(uri === undefined ? ['there is no `request_uri`'] : []),
    ...(seconds === undefined || seconds === 0 ? ['there is no positive `expires_in`'] : []),
  ]
  return listProblem(VCIPAR.RESPONSE, problems.join(', '))
}

/** Looks at the algorithms for DPoP proofs; nothing, where none are announced. */
export function checkDpopAlgorithms({ dpop_signing_alg_values_supported: algs }: JsonObject): readonly SessionResult[] {
  if (algs === undefined) return []
  const isGood = Array.isArray(algs) && algs.every((alg) => typeof alg === 'string' && alg !== 'none' && !isMac(alg))
  return [listProblem(VCIDPOP.ALGS, isGood ? '' : 'it is not an array of signature algorithms')]
}

/** Judges whether the type of a token says that it is bound; nothing, where neither request nor response has to do with keys. */
export function checkTokenType(
  { token_type: type, access_token: token }: JsonObject,
  isProven: boolean,
): readonly SessionResult[] {
  const isBound = /^dpop$/i.test(readText(type))
  if (!isProven && !isBound) return []
  const read = attempt(() => readJws(readText(token)).payload.cnf)
  const names = 'value' in read && isObject(read.value) && read.value.jkt !== undefined
  const problem = !isProven
    ? 'it is `DPoP`, and the request has no proof'
    : names && !isBound
      ? 'it is not `DPoP`, and the token names a key'
      : ''
  return [listProblem(VCIDPOP.TYPE, problem)]
}

/** Says whether nonces for DPoP proofs can be guessed; nothing, where a server gave fewer than two of them. */
export function checkDpopNonces(nonces: readonly string[], now: number): readonly SessionResult[] {
  const different = [...new Set(nonces)]
  if (different.length < 2) return []
  return [listProblem(VCIDPOP['NONCE-GUESSED'], explainComputed(different, { now, least: 2 }) ?? '')]
}

/** Judges a response with `use_dpop_nonce`, and whether the nonce was of use. */
export function checkDpopNonce(nonce: string | undefined, isWantedAgain: boolean): SessionResult {
  if (nonce === undefined) return listProblem(VCIDPOP.NONCE, 'there is no `DPoP-Nonce`')
  return listProblem(VCIDPOP.NONCE, isWantedAgain ? 'a nonce is required again, although the request has it' : '')
}

/** Judges a response of the endpoint for challenges. */
export function checkServedChallenge({ status, headers, body }: HttpResponse): SessionResult {
  const read = attempt(() => parseTolerantly(body))
  const challenge = 'value' in read ? read.value.attestation_challenge : undefined
  const problems = [
    ...(status === 200 ? [] : [`the status code is ${status}`]),
    ...(typeof challenge === 'string' && challenge !== '' ? [] : ['there is no `attestation_challenge`']),
    ...(/\bno-store\b/i.test(headers['cache-control'] ?? '') ? [] : ['`Cache-Control` has no `no-store`']),
  ]
  return listProblem(VCICLIENT['CHALLENGE-SERVED'], problems.join(' and '))
}

/** Judges a response with `use_attestation_challenge`, and whether the challenge was of use. */
export function checkChallenge(challenge: string | undefined, isWantedAgain: boolean): SessionResult {
  if (challenge === undefined) return listProblem(VCICLIENT.CHALLENGE, 'there is no challenge')
  return listProblem(
    VCICLIENT.CHALLENGE,
    isWantedAgain ? 'a challenge is required again, although the request has it' : '',
  )
}
