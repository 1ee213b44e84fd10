import type { SessionResult } from '../../model/check.ts'
import type { JsonObject, JsonValue } from '../../protocol/encoding/json.ts'
import { listProblem } from '../kit/results.ts'
import { HAIPAS } from './requirements.ts'

const isAddress = (value: JsonValue | undefined): boolean => typeof value === 'string' && URL.canParse(value)

const has = (list: JsonValue | undefined, name: string): boolean => Array.isArray(list) && list.includes(name)

/** Whether an authorization server has the authorization code grant; without a list it has (RFC 8414, section 2). */
const isGranting = ({ authorization_endpoint: endpoint, grant_types_supported: grants }: JsonObject): boolean =>
  isAddress(endpoint) && (grants === undefined || has(grants, 'authorization_code'))

/** Looks for the authorization code grant in the metadata of all authorization servers of an issuer. */
export const checkGrants = (servers: readonly JsonObject[]): SessionResult =>
  listProblem(HAIPAS.GRANT, servers.some(isGranting) ? '' : 'no authorization server has it')

const clientAlgorithms = ['', '_pop'].map((part) => `client_attestation${part}_signing_alg_values_supported`)

/** Looks at the metadata of the authorization server that gives the tokens. */
export function* checkServer(server: JsonObject): Generator<SessionResult> {
  const announced = clientAlgorithms.filter((name) => server[name] !== undefined)
  const missing = announced.find((name) => !has(server[name], 'ES256'))
  if (announced.length > 0) yield listProblem(HAIPAS.ALGS, missing === undefined ? '' : `\`${missing}\` has it not`)
  if (!isGranting(server)) return
  const { pushed_authorization_request_endpoint: endpoint, code_challenge_methods_supported: methods } = server
  yield listProblem(HAIPAS.PUSH, isAddress(endpoint) ? '' : 'there is no `pushed_authorization_request_endpoint`')
  const isSupported = has(methods, 'S256')
  yield listProblem(HAIPAS.S256, isSupported ? '' : methods === undefined ? 'it is absent' : 'it has other methods')
}

/** Looks at how long a pushed request is good. What is no number is another finding. */
export const checkLifetime = ({ expires_in: seconds }: JsonObject): readonly SessionResult[] =>
  typeof seconds === 'number' ? [listProblem(HAIPAS.LIFETIME, seconds < 600 ? '' : `\`expires_in\` is ${seconds}`)] : []

/** A server that redirects with its identifier says so. */
export const checkAnnounced = (
  parameters: URLSearchParams,
  { authorization_response_iss_parameter_supported: isSupported }: JsonObject,
): readonly SessionResult[] =>
  parameters.has('iss') ? [listProblem(HAIPAS['ISS-ANNOUNCED'], isSupported === true ? '' : 'it is not `true`')] : []

/** Looks whether an authorization server has refresh tokens. */
export const checkRefreshing = (
  { refresh_token: token }: JsonObject,
  { grant_types_supported: grants }: JsonObject,
): readonly SessionResult[] => [
  listProblem(HAIPAS.REFRESH, token !== undefined || has(grants, 'refresh_token') ? '' : 'there is no `refresh_token`'),
]

/** Looks whether a refresh token is the same after it was used. */
export const checkRotation = (token: string, { refresh_token: next = token }: JsonObject): readonly SessionResult[] => [
  listProblem(HAIPAS['REFRESH-SAME'], next === token ? '' : 'it is another one'),
]

/** Looks for the issuer in a redirection with a code. */
export const checkReturn = (parameters: URLSearchParams): SessionResult =>
  listProblem(HAIPAS.ISS, parameters.has('iss') ? '' : 'there is no `iss`')
