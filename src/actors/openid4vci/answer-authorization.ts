import type { HttpRequest, HttpResponse } from '../../../model/wire.ts'
import { type JsonObject, readText } from '../../../protocol/encoding/json.ts'
import { collectFacts, drawName, keepEntry, respondWithError, respondWithJson, type VciContext } from './context.ts'
import { findRefusal } from './refusals.ts'

/** Parameters of a form or of a query. */
export const readParameters = (text: string): JsonObject => Object.fromEntries(new URLSearchParams(text))

/** Keeps an authorization request that a wallet pushes (RFC 9126). */
export function answerPushedRequest(context: VciContext, call: HttpRequest): HttpResponse {
  const { steps, state } = context
  const request = readParameters(call.body ?? '')
  const error = findRefusal('push', steps.validations, collectFacts(context, call, request))
  if (error !== undefined) return respondWithError(error)
  const response = steps.push({
    request_uri: `urn:ietf:params:oauth:request_uri:${drawName(context)}`,
    expires_in: 60,
  })
  keepEntry(state.pushed, readText(response.request_uri), { authorization: request, isUsed: false })
  return respondWithJson(201, response)
}

/** Redirects a user, who agrees at once, back to the wallet with a code. */
export function answerAuthorizationRequest(context: VciContext, call: HttpRequest): HttpResponse {
  const { steps, state, base } = context
  const sent = readParameters(new URL(call.url, base).search)
  const pushed = state.pushed.get(readText(sent.request_uri))
  const request = { ...sent, ...pushed?.authorization }
  const facts = collectFacts(context, call, request, {
    isKnown: pushed !== undefined,
    isUsed: pushed?.isUsed === true,
    ...(pushed && { authorization: sent }),
  })
  const problem = findRefusal('client', steps.validations, facts)
  if (problem !== undefined) return respondWithJson(400, { error: problem })
  const error = findRefusal('authorization', steps.validations, facts)
  if (error !== undefined) return redirectUser(context, request, { error })
  if (pushed) pushed.isUsed = true
  const code = drawName(context)
  keepEntry(state.codes, code, { authorization: request, isUsed: false })
  return redirectUser(context, request, { code })
}

function redirectUser({ steps, server }: VciContext, request: JsonObject, result: JsonObject): HttpResponse {
  const parameters = steps.authorization({
    ...result,
    ...(request.state !== undefined && { state: request.state }),
    ...(server.authorization_response_iss_parameter_supported === true && { iss: server.issuer ?? '' }),
  })
  const location = new URL(readText(request.redirect_uri))
  for (const [name, value] of Object.entries(parameters)) location.searchParams.set(name, readText(value))
  return { status: 302, headers: { location: location.href, 'cache-control': 'no-store' }, body: '' }
}
