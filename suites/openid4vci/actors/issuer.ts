import type { EndpointHandler, HttpRequest, HttpResponse } from '../../../model/wire.ts'
import { readText } from '../../../protocol/encoding/json.ts'
import type { Jwk } from '../../../protocol/jose/jwk.ts'
import { writeJws } from '../../../protocol/jose/jws.ts'
import { answerAuthorizationRequest, answerPushedRequest } from './answer-authorization.ts'
import { answerCredentialRequest, answerDeferredRequest, answerNotification } from './answer-credentials.ts'
import { answerNonceRequest, answerTokenRequest, findVciOffer, makeVciOffer } from './answer-tokens.ts'
import { createContext, drawChallenge, respondWithJson, type VciContext, type VciIssuerOptions } from './context.ts'
import type { VciEndpoint } from './issuer-steps.ts'
import { insertWellKnown } from './steps.ts'

type Answer = (context: VciContext, call: HttpRequest) => HttpResponse
type Route = readonly [path: string, endpoint: VciEndpoint, answer: Answer]

/** A reference issuer of OpenID4VCI 1.0, which is its own authorization server. */
export function createVciIssuer(options: VciIssuerOptions): EndpointHandler {
  const { steps, base } = options
  const context = createContext(options)
  const routes = new Map(listRoutes(context).map(([path, ...route]) => [path, route]))
  return async (call) => {
    const { pathname } = new URL(call.url, base)
    const [endpoint, answer] = routes.get(`${call.method} ${pathname}`) ?? []
    if (endpoint && answer) return steps.send(endpoint, addFreshValues(context, endpoint, answer(context, call)))
    const document = steps.document(new URL(call.url, base).href, call.headers.accept ?? '')
    if (document) return steps.send('types', document)
    const offer = findVciOffer(context, pathname)
    return offer ? steps.send('offer', offer) : respondWithJson(404, { error: 'not_found' })
  }
}

/** Gives the nonce for proofs of keys, and a new challenge to wallets that authenticate themselves, where they are wanted. */
function addFreshValues(context: VciContext, endpoint: VciEndpoint, response: HttpResponse): HttpResponse {
  const { dpopNonce } = context.steps
  const challenge = endpoint === 'push' || endpoint === 'token' ? drawChallenge(context) : undefined
  return {
    ...response,
    headers: {
      ...response.headers,
      ...(dpopNonce !== undefined && { 'dpop-nonce': dpopNonce }),
      ...(challenge !== undefined && { 'oauth-client-attestation-challenge': challenge }),
    },
  }
}

function listRoutes({ base, steps, metadata, keys }: VciContext): readonly Route[] {
  const readPath = (url: string): string => new URL(url, base).pathname
  const { authorization_servers: listed, credential_endpoint: endpoint } = metadata
  const servers = Array.isArray(listed) ? listed.map(readText) : [base]
  const issuer: readonly Route[] = [
    [`GET ${readPath(`${base}/offer`)}`, 'offer', makeVciOffer],
    [`GET ${steps.wellKnown(base, 'openid-credential-issuer')}`, 'issuerMetadata', answerMetadataRequest],
    [`GET ${insertWellKnown(base, 'jwt-vc-issuer')}`, 'keys', () => answerKeys(base, keys.signing)],
    [`POST ${readPath(`${base}/nonce`)}`, 'nonce', answerNonceRequest],
    [`POST ${readPath(readText(endpoint))}`, 'credential', answerCredentialRequest],
    [`POST ${readPath(`${base}/deferred`)}`, 'deferred', answerDeferredRequest],
    [`POST ${readPath(`${base}/notification`)}`, 'notification', answerNotification],
  ]
  const authorization = servers.flatMap((server): readonly Route[] => [
    [
      `GET ${insertWellKnown(server, 'oauth-authorization-server')}`,
      'serverMetadata',
      () => respondWithJson(200, steps.serverMetadata(server)),
    ],
    [
      `POST ${readPath(`${server}/challenge`)}`,
      'challenge',
      (context) => respondWithJson(200, { attestation_challenge: drawChallenge(context) ?? '' }),
    ],
    ...steps.pushMethods.map(
      (method): Route => [`${method} ${readPath(`${server}/push`)}`, 'push', answerPushedRequest],
    ),
    [`GET ${readPath(`${server}/authorize`)}`, 'authorization', answerAuthorizationRequest],
    [`POST ${readPath(`${server}/token`)}`, 'token', answerTokenRequest],
  ])
  return [...issuer, ...authorization]
}

/** Gives metadata, signed for those who ask for it. */
function answerMetadataRequest(
  { metadata, steps, keys, now, base }: VciContext,
  { headers }: HttpRequest,
): HttpResponse {
  const plain = respondWithJson(200, metadata)
  if (!steps.metadataHeader || !steps.signsFor(headers.accept ?? '')) return plain
  const header = { typ: 'openidvci-issuer-metadata+jwt', alg: 'ES256', ...steps.metadataHeader }
  const body = writeJws(header, steps.signedMetadata({ ...metadata, sub: base, iat: now() }), keys.signing)
  return { ...plain, headers: { ...plain.headers, 'content-type': 'application/jwt' }, body }
}

/** Metadata for those who verify its credentials, which no browser takes for a page. */
function answerKeys(issuer: string, { kty = '', crv = '', x = '', y = '' }: Jwk): HttpResponse {
  const content = { issuer, jwks: { keys: [{ kid: 'issuer-key', alg: 'ES256', kty, crv, x, y }] } }
  const { headers, ...response } = respondWithJson(200, content)
  const strict = { 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'" }
  return { ...response, headers: { ...headers, ...strict } }
}
