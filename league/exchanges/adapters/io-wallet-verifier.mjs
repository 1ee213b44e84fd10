// @pagopa/io-wallet-oid4vp as a verifier: node io-wallet-verifier.mjs FOLDER JWKS-FILE SIGNER-FILE
// The library makes requests, and reads responses. Credentials and queries are left to the application: @sd-jwt/sd-jwt-vc and dcql.

import { drawText, given, load, makeCallbacks, makeKey, openSigner, randomUUID, serve } from '../kit.mjs'
import { openVerifier } from '../verify.mjs'

const [{ createAuthorizationRequest, parseAuthorizationResponse }, { IoWalletSdkConfig, ItWalletSpecsVersion }] =
  await Promise.all(['@pagopa/io-wallet-oid4vp', '@pagopa/io-wallet-utils'].map(load))
const [{ DcqlPresentationResult, DcqlQuery }, jose] = await Promise.all(['dcql', 'jose'].map(load))
const verifyCredential = await openVerifier(given[0])
const { x5c, clientId, sign } = await openSigner(jose, given[1])
const encryption = makeKey('response-key')
const config = new IoWalletSdkConfig({ itWalletSpecsVersion: ItWalletSpecsVersion.V1_3 })

const query = {
  credentials: [
    {
      id: 'member',
      format: 'dc+sd-jwt',
      meta: { vct_values: ['https://types.example/member'] },
      claims: [{ path: ['given_name'] }],
    },
  ],
}

const describeClient = (origin) => ({
  application_type: 'web',
  client_id: origin,
  client_name: 'League',
  encrypted_response_enc_values_supported: ['A256GCM'],
  jwks: { keys: [{ ...encryption.publicJwk, use: 'enc', alg: 'ECDH-ES' }] },
  logo_uri: `${origin}/logo`,
  request_uris: [`${origin}/request`],
  response_uris: [`${origin}/response`],
  vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'], 'kb-jwt_alg_values': ['ES256'] } },
})

async function makeSession(origin) {
  const id = randomUUID()
  const requestUri = `${origin}/request/${id}`
  const made = await createAuthorizationRequest({
    ...{ config, callbacks: { signJwt: async (_, { header, payload }) => ({ jwt: await sign(header, payload) }) } },
    authorizationRequestPayload: {
      ...{ client_id: clientId, iss: clientId, response_type: 'vp_token', response_mode: 'direct_post.jwt' },
      ...{ response_uri: `${origin}/response/${id}`, nonce: drawText(), state: id, dcql_query: query },
      client_metadata: describeClient(origin),
    },
    jar: { jwtSigner: { method: 'x5c', alg: 'ES256', kid: 'verifier', x5c }, requestUri, expiresInSeconds: 300 },
  })
  return {
    id,
    link: made.authorizationRequest,
    object: made.jar.authorizationRequestJwt,
    payload: made.authorizationRequestPayload,
  }
}

async function readResponse({ payload }, body) {
  const { presentations } = await parseAuthorizationResponse({
    authorizationRequestPayload: payload,
    authorizationResponse: Object.fromEntries(new URLSearchParams(body)),
    callbacks: makeCallbacks(jose, { keys: [encryption] }),
  })
  const verify = (each) => verifyCredential(each, { nonce: payload.nonce, audience: clientId })
  const presented = await Promise.all(
    Object.entries(presentations).map(async ([id, some]) => [id, await Promise.all([some].flat().map(verify))]),
  )
  const dcqlQuery = DcqlQuery.parse(query)
  const result = DcqlPresentationResult.fromDcqlPresentation(Object.fromEntries(presented), { dcqlQuery })
  if (!result.can_be_satisfied) throw new Error('the query is not satisfied')
}

await serve(async (origin) => {
  const sessions = new Map()
  return async ({ path, body }) => {
    const [, place, id] = path.split('/')
    if (place === 'new') {
      const session = await makeSession(origin)
      sessions.set(session.id, session)
      return { json: { request: session.link, result: `${origin}/result/${session.id}` } }
    }
    const session = sessions.get(id)
    if (!session) return { status: 404 }
    if (place === 'request')
      return { headers: { 'content-type': 'application/oauth-authz-req+jwt' }, text: session.object }
    if (place === 'result') return { json: { accepted: session.accepted ?? false } }
    if (session.isUsed) return { status: 400, json: { error: 'invalid_request' } }
    session.isUsed = true
    await readResponse(session, body)
    session.accepted = true
    return { json: {} }
  }
})
