import type { HttpRequest, HttpResponse } from '../../../model/wire.ts'
import { type JsonObject, readText } from '../../../protocol/encoding/json.ts'
import { computeThumbprint } from '../../../protocol/jose/jwk.ts'
import { collectFacts, drawName, keepEntry, respondWithError, respondWithJson, type VciContext } from './context.ts'
import type { VciRequestFacts } from './issuer-steps.ts'
import { findRefusal } from './refusals.ts'

/** Parameters of a form or of a query. One without a value is as good as absent (RFC 6749, section 3.1 and 3.2). */
export const readParameters = (text: string): JsonObject =>
  Object.fromEntries([...new URLSearchParams(text)].filter(([, value]) => value !== ''))

/** Keeps an authorization request that a wallet pushes (RFC 9126). */
export function answerPushedRequest(context: VciContext, call: HttpRequest): HttpResponse {
  const { steps, state } = context
  const request = readParameters(call.body || new URL(call.url, context.base).search)
  const facts = collectFacts(context, call, request)
  const error = findRefusal('push', steps.validations, facts)
  if (error !== undefined) return respondWithError(error)
  const response = steps.push({
    request_uri: `urn:ietf:params:oauth:request_uri:${drawName(context)}`,
    expires_in: 60,
  })
  const authorization = steps.pushed(bindRequest(request, facts), request)
  keepEntry(state.pushed, readText(response.request_uri), { authorization, givenAt: context.now(), isUsed: false })
  return respondWithJson(201, response)
}

/** A proof that comes with a pushed request binds its code to a key (RFC 9449, section 10.1). */
function bindRequest(request: JsonObject, { dpop, server }: VciRequestFacts): JsonObject {
  const isBinding = server.dpop_signing_alg_values_supported !== undefined
  const bound = isBinding && dpop?.key ? computeThumbprint(dpop.key) : undefined
  return bound === undefined ? request : { ...request, dpop_jkt: bound }
}

/** Redirects a user, who agrees at once, back to the wallet with a code. */
export function answerAuthorizationRequest(context: VciContext, call: HttpRequest): HttpResponse {
  const { steps, state, base } = context
  const sent = readParameters(new URL(call.url, base).search)
  const pushed = state.pushed.get(readText(sent.request_uri))
  const beside = !pushed || steps.readsBeside ? sent : { request_uri: sent.request_uri ?? '' }
  const request = { ...beside, ...pushed?.authorization }
  const facts = collectFacts(context, call, request, {
    isKnown: pushed !== undefined,
    isUsed: pushed?.isUsed === true,
    ...(pushed && { authorization: sent, age: context.now() - pushed.givenAt }),
  })
  const problem = findRefusal('client', steps.validations, facts)
  if (problem !== undefined) return respondWithJson(400, { error: problem })
  const error = findRefusal('authorization', steps.validations, facts)
  if (error !== undefined) return redirectUser(context, request, { error })
  if (pushed) pushed.isUsed = true
  const code = drawName(context)
  keepEntry(state.codes, code, { authorization: request, givenAt: context.now(), isUsed: false })
  return redirectUser(context, request, { code })
}

function redirectUser({ steps, server }: VciContext, request: JsonObject, result: JsonObject): HttpResponse {
  const parameters = steps.authorization({
    ...result,
    ...(request.state !== undefined && { state: request.state }),
    ...(server.authorization_response_iss_parameter_supported === true && { iss: server.issuer ?? '' }),
  })
  const address = readText(request.redirect_uri)
  if (!URL.canParse(address)) return respondWithJson(400, { error: 'invalid_request' })
  const location = new URL(address)
  for (const [name, value] of Object.entries(parameters)) location.searchParams.set(name, readText(value))
  return { status: 302, headers: { location: location.href, 'cache-control': 'no-store' }, body: '' }
}
