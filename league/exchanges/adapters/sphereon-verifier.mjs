// @sphereon/did-auth-siop as a verifier: node sphereon-verifier.mjs FOLDER JWKS-FILE SIGNER-FILE
// The library makes requests, and reads responses with DCQL. The credential is left to the application: it is verified by @sd-jwt/sd-jwt-vc.

import { EventEmitter } from 'node:events'
import { drawText, given, hash, load, openSigner, randomUUID, serve } from '../kit.mjs'
import { openVerifier } from '../verify.mjs'

const { default: siop } = await load('@sphereon/did-auth-siop')
const { InMemoryRPSessionManager, PassBy, PropertyTarget, ResponseMode, RevocationVerification, RP, SupportedVersion } =
  siop
const verifyCredential = await openVerifier(given[0])
const { x5c, clientId, sign } = await openSigner(await load('jose'), given[1])
const target = PropertyTarget.REQUEST_OBJECT

// A VP Token without presentations leaves a promise that is rejected, and that nothing awaits: Node would end.
process.on('unhandledRejection', (error) => console.error(error))

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
const metadata = {
  vp_formats_supported: { 'dc+sd-jwt': { 'sd-jwt_alg_values': ['ES256'], 'kb-jwt_alg_values': ['ES256'] } },
}

function openParty(responseUri, nonce) {
  const emitter = new EventEmitter()
  return RP.builder({ requestVersion: SupportedVersion.OID4VP_v1 })
    .withClientId(clientId, [PropertyTarget.AUTHORIZATION_REQUEST, target])
    .withResponseType('vp_token', target)
    .withResponseMode(ResponseMode.DIRECT_POST, target)
    .withResponseUri(responseUri, target)
    .withRequestBy(PassBy.VALUE)
    .withDcqlQuery(query, target)
    .withClientMetadata({ ...metadata, passBy: PassBy.VALUE, targets: target }, target)
    .withSupportedVersions([SupportedVersion.OID4VP_v1])
    .withHasher(hash)
    .withCreateJwtCallback((_, { header, payload }) => sign(header, payload))
    .withVerifyJwtCallback(() => Promise.reject(new Error('no ID token was asked for')))
    .withRevocationVerification(RevocationVerification.NEVER)
    .withPresentationVerification(async (presentation) => {
      await verifyCredential(presentation, { nonce, audience: clientId })
      return { verified: true }
    })
    .withEventEmitter(emitter)
    .withSessionManager(new InMemoryRPSessionManager(emitter))
    .build()
}

async function makeSession(origin) {
  const [id, nonce] = [randomUUID(), drawText()]
  const responseUri = `${origin}/response/${id}`
  const party = openParty(responseUri, nonce)
  const { encodedUri } = await party.createAuthorizationRequestURI({
    ...{ correlationId: id, nonce: { propertyValue: nonce, targets: target } },
    state: { propertyValue: id, targets: target },
    jwtIssuer: { method: 'x5c', alg: 'ES256', x5c, issuer: clientId },
  })
  return { id, nonce, party, link: encodedUri }
}

async function readResponse({ id, nonce, party }, body) {
  const { vp_token: token, ...rest } = Object.fromEntries(new URLSearchParams(body))
  await party.verifyAuthorizationResponse(
    { ...rest, ...(token !== undefined && { vp_token: JSON.parse(token) }) },
    { correlationId: id, state: id, nonce, dcqlQuery: query },
  )
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
    if (place === 'result') return { json: { accepted: session.accepted ?? false } }
    if (session.isUsed) return { status: 400, json: { error: 'invalid_request' } }
    session.isUsed = true
    await readResponse(session, body)
    session.accepted = true
    return { json: {} }
  }
})
