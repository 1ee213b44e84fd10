import { createHash } from 'node:crypto'
import type { HttpRequest, HttpResponse } from '../../../../model/wire.ts'
import { readText } from '../../../../protocol/encoding/json.ts'
import { writeJws } from '../../../../protocol/jose/jws.ts'
import type { VciEndpoint } from '../issuer-steps.ts'
import { callIssuer, toPublicPart, type VciWalletContext } from './context.ts'

/** Makes a key for access tokens, where the authorization server announces that it binds them (RFC 9449). */
export function makeDpopKey(context: VciWalletContext): void {
  const { dpop_signing_alg_values_supported: algs } = context.facts.server
  if (context.steps.usesDpop && Array.isArray(algs) && algs.includes('ES256')) context.dpopKey = context.makeKey()
}

/** Sends a request with the access token, if there is one, and with a proof of its key, if it is bound to one. */
export async function callWithToken(
  context: VciWalletContext,
  endpoint: VciEndpoint,
  request: HttpRequest,
): Promise<HttpResponse> {
  const { token_type: type, access_token: token } = context.facts.token
  const authorization = token === undefined ? {} : { authorization: `${readScheme(type)} ${readText(token)}` }
  const isBound = context.dpopKey && (token === undefined || /^dpop$/i.test(readText(type)))
  const sendOnce = (): Promise<HttpResponse> => {
    const proof = isBound ? { dpop: writeProof(context, endpoint, request) } : {}
    const headers = { ...request.headers, ...authorization, ...proof }
    return callIssuer(context, endpoint, { ...request, headers })
  }
  const first = await sendOnce()
  const isNonceWanted = isBound && /use_dpop_nonce/.test(`${first.headers['www-authenticate']}${first.body}`)
  return isNonceWanted ? sendOnce() : first
}

const readScheme = (type: unknown): string => (/^dpop$/i.test(readText(type)) ? 'DPoP' : 'Bearer')

function writeProof(
  { steps, facts, dpopKey: own = {}, dpopNonces, random, now, makeKey }: VciWalletContext,
  endpoint: VciEndpoint,
  request: HttpRequest,
): string {
  const dpopKey = steps.chooseDpopKey(own, endpoint, makeKey)
  const { origin, pathname } = new URL(request.url)
  const { access_token: token } = facts.token
  const nonce = dpopNonces.get(origin)
  const claims = {
    jti: random(16).toString('base64url'),
    htm: request.method,
    htu: `${origin}${pathname}`,
    iat: now(),
    ...(token !== undefined && { ath: createHash('sha256').update(readText(token)).digest('base64url') }),
    ...(nonce !== undefined && { nonce }),
  }
  const header = steps.dpopHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk: toPublicPart(dpopKey) }, dpopKey)
  return writeJws(header, steps.dpopClaims(claims, request), dpopKey)
}
