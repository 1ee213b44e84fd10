import {
  isObject,
  type JsonObject,
  type JsonValue,
  parseAnyJson,
  parseTolerantly,
  readText,
} from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { showPath } from '../../../protocol/encoding/url.ts'
import type { VciEndpoint } from '../actors/issuer-steps.ts'
import type { WalletCall, WalletSession } from '../actors/wallet-session.ts'

// What the checks of sessions look up.

export const listCalls = ({ calls }: WalletSession, ...endpoints: readonly VciEndpoint[]): readonly WalletCall[] =>
  calls.filter(({ endpoint }) => endpoints.some((each) => each === endpoint))

export const readPath = ({ request: { url } }: WalletCall): string =>
  URL.canParse(url) ? new URL(url).pathname : url.slice(0, 200)

/** What a wallet asked for, in words. */
export const nameCalls = (calls: readonly WalletCall[]): string =>
  [...new Set(calls.map((call) => `${call.request.method} ${showPath(call.request.url)}`))].slice(0, 3).join(', ')

export const findMediaType = ({ request: { headers } }: WalletCall): string =>
  headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() ?? ''

export const readForm = ({ request: { body } }: WalletCall): URLSearchParams => new URLSearchParams(body ?? '')

/** The parameters in the URL of a call. */
export const readQuery = ({ request: { url } }: WalletCall): URLSearchParams =>
  new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '')

/** What is wrong where a call to an endpoint does not have all of its query. */
export const listLostQuery = (call: WalletCall, endpoint: JsonValue | undefined): readonly string[] => {
  if (typeof endpoint !== 'string' || !URL.canParse(endpoint)) return []
  const sent = readQuery(call)
  const isLost = [...new URL(endpoint).searchParams].some(([name, value]) => !sent.getAll(name).includes(value))
  return isLost ? ['the query of the endpoint is not kept'] : []
}

/** The parameters of authorization requests, pushed or not; those in a request object are not looked at. */
export const listAuthorizations = (session: WalletSession): readonly URLSearchParams[] =>
  [...listCalls(session, 'push').map(readForm), ...listCalls(session, 'authorization').map(readQuery)].filter(
    (each) => !each.has('request_uri') && !each.has('request'),
  )

/** Parameters of which one is there more than once. */
export const findRepeated = (form: URLSearchParams, names: readonly string[]): readonly string[] =>
  names.filter((name) => form.getAll(name).length > 1)

/** The `authorization_details` of a request: an array of objects, or nothing. */
export function readDetails(form: URLSearchParams): readonly JsonObject[] | undefined {
  const read = attempt(() => parseAnyJson(form.get('authorization_details') ?? ''))
  const details = 'value' in read && Array.isArray(read.value) ? read.value : undefined
  return details?.every(isObject) ? details.filter(isObject) : undefined
}

/** The details that are about credentials. */
export const listOwnDetails = (form: URLSearchParams): readonly JsonObject[] =>
  (readDetails(form) ?? []).filter(({ type }) => type === 'openid_credential')

export const isSuccess = ({ response: { status } }: WalletCall): boolean => status >= 200 && status <= 299

/** The JSON object in the response to a call, if it is not encrypted. */
export function readAnswer({ response: { body } }: WalletCall): JsonObject {
  const read = attempt(() => parseTolerantly(body))
  return 'value' in read ? read.value : {}
}

/** An access token that was issued, with the request for it. */
export interface IssuedToken {
  readonly token: string
  readonly type: string
  /** Its identifiers, each with the configuration that it is of. */
  readonly identifiers: ReadonlyMap<JsonValue, string>
  readonly call: WalletCall
}

export const listTokens = (session: WalletSession): readonly IssuedToken[] =>
  listCalls(session, 'token')
    .filter(isSuccess)
    .map((call) => {
      const { access_token: token, token_type: type, authorization_details: details } = readAnswer(call)
      const identifiers = (Array.isArray(details) ? details : [])
        .filter(isObject)
        .flatMap(({ credential_identifiers: ids, credential_configuration_id: id }) =>
          (Array.isArray(ids) ? ids : []).map((each) => [each, readText(id)] as const),
        )
      return {
        token: readText(token),
        type: readText(type).toLowerCase(),
        identifiers: new Map(identifiers),
        call,
      }
    })

/** The token that a call has. */
export const findToken = ({ request: { headers } }: WalletCall, tokens: readonly IssuedToken[]) =>
  tokens.find(({ token }) => headers.authorization?.replace(/^\S+\s+/, '') === token)

/** The nonces that the issuer gave. */
export const listNonces = (session: WalletSession): readonly JsonValue[] =>
  listCalls(session, 'nonce').flatMap((call) => readAnswer(call).c_nonce ?? [])

/** The proofs of a request, by their type. */
export const listProofs = (content: JsonObject): readonly (readonly [type: string, list: readonly JsonValue[]])[] =>
  isObject(content.proofs)
    ? Object.entries(content.proofs).map(([type, list]) => [type, Array.isArray(list) ? list : []])
    : []
