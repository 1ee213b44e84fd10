import { createHash } from 'node:crypto'
import { isObject, type JsonObject, parseJson, readText } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { computeThumbprint } from '../../../protocol/jose/jwk.ts'
import type { VciRequestFacts, VciValidation, VciValidationName } from './issuer-steps.ts'
import { clients, configurationId } from './names.ts'

/** The authorization details of a request that are about credentials. */
export function readDetails({ authorization_details: text }: JsonObject): readonly JsonObject[] {
  const read = attempt(() => parseJson(readText(text)))
  const details = 'value' in read && Array.isArray(read.value) ? read.value.filter(isObject) : []
  return details.filter(({ type }) => type === 'openid_credential')
}

/** Whether a wallet may have its user redirected there. The port of this machine may be any (RFC 8252, section 7.3). */
function isRegistered(client: string, uri: string): boolean {
  const isLoopback = /^http:\/\/127\.0\.0\.1:\d+\//.test(uri)
  const registered = clients.get(client) ?? []
  return registered.includes(isLoopback ? uri.replace(/:\d+\//, '/') : uri)
}

const hashVerifier = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')

/** The configurations that a request is about: those of its details or, where it has none, those of its scopes. */
export function listWanted(request: JsonObject, { credential_configurations_supported: all }: JsonObject): string[] {
  const scopes = readText(request.scope).split(' ')
  const ids = readDetails(request).map(({ credential_configuration_id: id }) => readText(id))
  const entries = Object.entries(isObject(all) ? all : {})
  if (ids.length > 0) return entries.map(([id]) => id).filter((id) => ids.includes(id))
  return entries.filter(([, each]) => isObject(each) && scopes.includes(readText(each.scope))).map(([id]) => id)
}

/** Whether a request is bound to no key, or to that of the proof that came (RFC 9449, section 10). */
const isOfKey = ({ dpop_jkt: bound }: JsonObject, { dpop }: VciRequestFacts): boolean =>
  bound === undefined || (dpop?.key !== undefined && computeThumbprint(dpop.key) === bound)

/** Whether a code or a pushed request is a minute old at most. */
const isYoung: VciValidation = ({ age = 0 }) => age <= 60

/** What the reference authorization server demands of the authorization code grant. */
export const authorizationValidations = {
  'client-known': ({ request }) => clients.has(readText(request.client_id)),
  'redirect-registered': ({ request }) => isRegistered(readText(request.client_id), readText(request.redirect_uri)),
  'pushed-known': ({ request, isKnown }) => request.request_uri === undefined || isKnown,
  'pushed-client': ({ request, authorization }) =>
    authorization === undefined || authorization.client_id === request.client_id,
  'pushed-fresh': isYoung,
  'code-fresh': isYoung,
  'pushed-unused': ({ isUsed }) => !isUsed,
  'pushed-where-required': ({ request, server }) =>
    request.request_uri !== undefined || server.require_pushed_authorization_requests !== true,
  'pushed-plain': ({ request }) => request.request_uri === undefined,
  'pushed-key': (facts) => facts.dpop === undefined || isOfKey(facts.request, facts),
  'response-type': ({ request }) => request.response_type === 'code',
  'challenge-method': ({ request }) => request.code_challenge === undefined || request.code_challenge_method === 'S256',
  'scope-known': ({ request, metadata }) =>
    listWanted(request, metadata).length > 0 || readText(request.scope).split(' ').includes(configurationId),
  'code-client': ({ request, authorization = {} }) => request.client_id === authorization.client_id,
  'code-redirect': ({ request, authorization = {} }) => request.redirect_uri === authorization.redirect_uri,
  'code-key': (facts) => isOfKey(facts.authorization ?? {}, facts),
  'verifier-right': ({ request, authorization = {} }) =>
    authorization.code_challenge === undefined ||
    hashVerifier(readText(request.code_verifier)) === authorization.code_challenge,
} as const satisfies { readonly [K in VciValidationName]?: VciValidation }
