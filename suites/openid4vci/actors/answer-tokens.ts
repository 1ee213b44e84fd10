import type { HttpRequest, HttpResponse } from '../../../model/wire.ts'
import { isObject, type JsonObject, readText } from '../../../protocol/encoding/json.ts'
import { computeThumbprint } from '../../../protocol/jose/jwk.ts'
import { readParameters } from './answer-authorization.ts'
import { listWanted } from './authorization-validations.ts'
import {
  collectFacts,
  drawName,
  keepEntry,
  respondWithError,
  respondWithJson,
  type VciCode,
  type VciContext,
  type VciRefreshToken,
} from './context.ts'
import type { VciRequestFacts } from './issuer-steps.ts'
import { configurationId, preAuthorizedGrant } from './names.ts'
import { findRefusal } from './refusals.ts'

/** A new offer, with the transaction code that belongs to it. */
export function makeVciOffer(context: VciContext): HttpResponse {
  const { base, steps, state } = context
  const code = steps.nameCode(drawName(context))
  const txCode = steps.nameTxCode?.(drawName(context))
  const preAuthorized = {
    'pre-authorized_code': code,
    ...(txCode !== undefined && { tx_code: { length: txCode.length } }),
  }
  const offer = steps.offer({
    credential_issuer: base,
    credential_configuration_ids: [configurationId],
    grants: { [preAuthorizedGrant]: preAuthorized, authorization_code: { issuer_state: drawName(context) } },
  })
  const { credential_configuration_ids: ids } = offer
  const offered = Array.isArray(ids) ? { offered: ids.map(readText) } : {}
  const own = txCode === undefined ? offered : { ...offered, txCode }
  keepEntry(state.codes, code, { ...own, givenAt: context.now(), isUsed: false })
  const content = JSON.stringify(offer)
  const id = steps.nameOffer(drawName(context))
  keepEntry(state.offers, id, content)
  const [name, value] = steps.isOfferReferred
    ? ['credential_offer_uri', `${base}/offers/${id}`]
    : ['credential_offer', content]
  return respondWithJson(200, {
    offer: `openid-credential-offer://?${name}=${encodeURIComponent(value)}`,
    ...(txCode !== undefined && { tx_code: txCode }),
  })
}

/** An offer to which a link refers. */
export function findVciOffer({ state }: VciContext, path: string): HttpResponse | undefined {
  const text = state.offers.get(path.split('/offers/')[1] ?? '')
  return text === undefined ? undefined : { ...respondWithJson(200, {}), body: text }
}

/** What an access token is for, where a wallet wants to know it. */
const describeGrant = (id: string): JsonObject => ({
  type: 'openid_credential',
  credential_configuration_id: id,
  credential_identifiers: [`${id}-1`],
})

/** The configurations that a token is for: those of the token request, of the authorization, or of the offer. */
function listGranted({ metadata }: VciContext, request: JsonObject, code: VciCode | undefined): readonly string[] {
  const { authorization, offered = [configurationId] } = code ?? {}
  const named = [request, authorization ?? {}].find((each) => each.authorization_details !== undefined)
  const wanted = named ? listWanted(named, metadata) : authorization && listWanted(authorization, metadata)
  return wanted && wanted.length > 0 ? wanted : offered
}

/** Exchanges a code for an access token. */
export function answerTokenRequest(context: VciContext, call: HttpRequest): HttpResponse {
  const { steps, state } = context
  const request = readParameters(call.body ?? '')
  if (request.grant_type === 'refresh_token' && steps.refreshes !== 'never')
    return answerRefresh(context, call, request)
  const isCode = request.grant_type === 'authorization_code'
  if (!isCode && request.grant_type !== preAuthorizedGrant) return respondWithError('unsupported_grant_type')
  const found = steps.find('code', state.codes, readText(isCode ? request.code : request['pre-authorized_code']))
  const code = isCode === (found?.authorization !== undefined) ? found : undefined
  const facts = collectFacts(context, call, request, {
    isKnown: code !== undefined,
    isUsed: code?.isUsed === true,
    ...(code?.txCode !== undefined && { txCode: code.txCode }),
    ...(code?.authorization && { authorization: code.authorization, age: context.now() - code.givenAt }),
  })
  const error = findRefusal(isCode ? 'codeToken' : 'token', steps.validations, facts)
  if (error !== undefined) {
    if (isCode && steps.isRevoking && code?.token !== undefined) state.grants.delete(code.token)
    return respondWithError(error)
  }
  return giveToken(context, facts, code)
}

function giveToken(
  context: VciContext,
  { request, server, dpop, client: authenticated }: VciRequestFacts,
  code: VciCode | undefined,
): HttpResponse {
  const { steps, state } = context
  const isDetailed = [request, code?.authorization ?? {}].some((each) => each.authorization_details !== undefined)
  const configurations = steps.grant(listGranted(context, request, code))
  const isBinding = server.dpop_signing_alg_values_supported !== undefined
  const boundTo = isBinding && dpop?.key ? computeThumbprint(dpop.key) : undefined
  const response = steps.token({
    access_token: drawName(context),
    token_type: boundTo === undefined ? 'Bearer' : 'DPoP',
    expires_in: 300,
    ...(isDetailed && { authorization_details: configurations.map(describeGrant) }),
  })
  const token = readText(response.access_token)
  if (code) steps.takeNote(() => Object.assign(code, { isUsed: true, token }))
  const grant = {
    identifiers: listIdentifiers(response),
    configurations,
    ...(boundTo !== undefined && { boundTo }),
  }
  keepEntry(state.grants, token, grant)
  const instance = authenticated?.key && computeThumbprint(authenticated.key)
  const holder = { client: readText(request.client_id), ...(instance !== undefined && { instance }) }
  return respondWithJson(200, { ...response, ...giveRefreshToken(context, { ...grant, ...holder, isUsed: false }) })
}

function giveRefreshToken(context: VciContext, own: VciRefreshToken): JsonObject {
  if (context.steps.refreshes === 'never') return {}
  const { refreshTokens } = context.state
  const name = context.steps.refreshToken(drawName(context), refreshTokens.size)
  keepEntry(refreshTokens, name, own)
  return { refresh_token: name }
}

/** Exchanges a refresh token for an access token (RFC 6749, section 6). */
function answerRefresh(context: VciContext, call: HttpRequest, request: JsonObject): HttpResponse {
  const { steps, state } = context
  const found = steps.find('refresh token', state.refreshTokens, readText(request.refresh_token))
  const facts = collectFacts(context, call, request, {
    isKnown: found !== undefined,
    isUsed: found?.isUsed === true,
    ...(found && { refreshOf: found }),
  })
  const error = findRefusal('refresh', steps.validations, facts)
  if (error !== undefined) return respondWithError(error)
  const own = found ?? { identifiers: [], client: '', isUsed: false }
  if (steps.refreshes === 'rotated') own.isUsed = true
  const isBound = own.boundTo !== undefined
  const response = { access_token: drawName(context), token_type: isBound ? 'DPoP' : 'Bearer', expires_in: 300 }
  keepEntry(state.grants, response.access_token, own)
  const next = steps.refreshes === 'rotated' ? giveRefreshToken(context, { ...own, isUsed: false }) : {}
  return respondWithJson(200, { ...response, ...next })
}

function listIdentifiers({ authorization_details: details }: JsonObject): readonly string[] {
  return (Array.isArray(details) ? details.filter(isObject) : []).flatMap(({ credential_identifiers: ids }) =>
    Array.isArray(ids) ? ids.map(readText) : [],
  )
}

export function answerNonceRequest({ steps, state, random }: VciContext): HttpResponse {
  const nonce = steps.makeNonce(state.nonces.size, random)
  keepEntry(state.nonces, nonce, true)
  return respondWithJson(200, { c_nonce: nonce })
}
