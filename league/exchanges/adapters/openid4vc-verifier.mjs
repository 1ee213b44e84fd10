// @openid4vc/openid4vp as a verifier: node openid4vc-verifier.mjs FOLDER JWKS-FILE
// The library makes requests, and reads responses. Credentials and queries are left to the application: @sd-jwt/sd-jwt-vc and dcql.

import { drawText, given, load, makeCallbacks, makeKey, randomUUID, serve } from '../kit.mjs'
import { openVerifier } from '../verify.mjs'

const [{ Openid4vpVerifier }, { DcqlPresentationResult, DcqlQuery }, jose] = await Promise.all(
  ['@openid4vc/openid4vp', 'dcql', 'jose'].map(load),
)
const { setGlobalConfig } = await load('@openid4vc/openid4vci')
setGlobalConfig({ allowInsecureUrls: true }) // what runs here has no TLS
const verifyCredential = await openVerifier(given[0])
const encryption = makeKey('response-key')
const verifier = new Openid4vpVerifier({ callbacks: makeCallbacks(jose, { keys: [encryption] }) })

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

const { alg: _, ...publicJwk } = encryption.publicJwk
const encryptionMetadata = {
  jwks: { keys: [{ ...publicJwk, use: 'enc', alg: 'ECDH-ES' }] },
  encrypted_response_enc_values_supported: ['A128GCM'],
}
const clientMetadata = {
  ...(given[1] === 'encrypted' && encryptionMetadata),
  vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'], 'kb-jwt_alg_values': ['ES256'] } },
}

async function makeRequest(origin, isEncrypted) {
  const id = randomUUID()
  const responseUri = `${origin}/response/${id}`
  const { authorizationRequest, authorizationRequestPayload } = await verifier.createOpenId4vpAuthorizationRequest({
    authorizationRequestPayload: {
      response_type: 'vp_token',
      client_id: `redirect_uri:${responseUri}`,
      response_uri: responseUri,
      response_mode: isEncrypted ? 'direct_post.jwt' : 'direct_post',
      nonce: drawText(),
      state: id,
      dcql_query: query,
      client_metadata: clientMetadata,
    },
  })
  return { id, link: authorizationRequest, payload: authorizationRequestPayload }
}

async function readResponse({ payload }, body) {
  const authorizationResponse = Object.fromEntries(new URLSearchParams(body))
  const { dcql } = await verifier.parseOpenid4vpAuthorizationResponse({
    authorizationRequestPayload: payload,
    authorizationResponse,
    callbacks: makeCallbacks(jose, { keys: [encryption] }),
  })
  const { nonce, client_id: audience } = payload
  const presented = await Promise.all(
    Object.entries(dcql.presentations).map(async ([id, some]) => [
      id,
      await Promise.all(some.map((each) => verifyCredential(each, { nonce, audience }))),
    ]),
  )
  const dcqlQuery = DcqlQuery.parse(payload.dcql_query)
  const result = DcqlPresentationResult.fromDcqlPresentation(Object.fromEntries(presented), { dcqlQuery })
  if (!result.can_be_satisfied) throw new Error('the query is not satisfied')
}

await serve(async (origin) => {
  const sessions = new Map()
  return async ({ path, body }) => {
    const [, place, id] = path.split('/')
    if (place === 'new') {
      const session = await makeRequest(origin, given[1] === 'encrypted')
      sessions.set(session.id, session)
      return { json: { request: session.link, result: `${origin}/result/${session.id}` } }
    }
    const session = sessions.get(id)
    if (!session) return { status: 404 }
    if (place === 'result') return { json: { accepted: session.accepted ?? false } }
    if (session.isUsed) return { status: 400, json: { error: 'invalid_request' } }
    session.isUsed = true
    await readResponse(session, body)
    session.accepted = true
    return { json: {} }
  }
})
