// @openid4vc/openid4vci and @openid4vc/oauth2 as an issuer with an authorization server of its own: node openid4vc-issuer.mjs FOLDER
// The libraries make and check messages. What they leave to the application is here: codes, nonces, notifications, the credential.

import { drawText, hash, load, makeCallbacks, makeKey, now, randomUUID, serve } from '../kit.mjs'

const [{ Openid4vciIssuer, setGlobalConfig }, oauth2, { SDJwtVcInstance }, jose] = await Promise.all(
  ['@openid4vc/openid4vci', '@openid4vc/oauth2', '@sd-jwt/sd-jwt-vc', 'jose'].map(load),
)
setGlobalConfig({ allowInsecureUrls: true }) // what runs here has no TLS

const [tokenKey, issuerKey] = [makeKey('token-key'), makeKey('issuer-key')]
const callbacks = makeCallbacks(jose, { keys: [tokenKey, issuerKey] })
const issuer = new Openid4vciIssuer({ callbacks })
const server = new oauth2.Oauth2AuthorizationServer({ callbacks })
const resource = new oauth2.Oauth2ResourceServer({ callbacks })
const preAuthorized = oauth2.preAuthorizedCodeGrantIdentifier

const configuration = {
  format: 'dc+sd-jwt',
  vct: 'https://types.example/member',
  scope: 'member',
  cryptographic_binding_methods_supported: ['jwk'],
  credential_signing_alg_values_supported: ['ES256'],
  proof_types_supported: { jwt: { proof_signing_alg_values_supported: ['ES256'] } },
  credential_metadata: { claims: [{ path: ['given_name'] }] },
}

const describeIssuer = (origin) =>
  issuer.createCredentialIssuerMetadata({
    credential_issuer: origin,
    authorization_servers: [origin],
    credential_endpoint: `${origin}/credential`,
    nonce_endpoint: `${origin}/nonce`,
    notification_endpoint: `${origin}/notification`,
    batch_credential_issuance: { batch_size: 3 },
    credential_configurations_supported: { member: configuration },
  })

const describeServer = (origin) =>
  server.createAuthorizationServerMetadata({
    issuer: origin,
    token_endpoint: `${origin}/token`,
    jwks_uri: `${origin}/jwks`,
    'pre-authorized_grant_anonymous_access_supported': true,
    dpop_signing_alg_values_supported: ['ES256'],
    grant_types_supported: [preAuthorized],
    response_types_supported: [],
    token_endpoint_auth_methods_supported: ['none'],
  })

async function issueCredential(origin, holder) {
  const instance = new SDJwtVcInstance({
    ...{ hasher: hash, hashAlg: 'sha-256', saltGenerator: drawText, signAlg: 'ES256' },
    signer: async (input) => {
      const key = await jose.importJWK(issuerKey.privateJwk, 'ES256')
      const [head, body] = input.split('.')
      const header = JSON.parse(Buffer.from(head, 'base64url'))
      const jws = await new jose.CompactSign(Buffer.from(body, 'base64url')).setProtectedHeader(header).sign(key)
      return jws.split('.')[2]
    },
  })
  const { kty, crv, x, y } = holder
  const claims = {
    iss: origin,
    iat: now(),
    vct: configuration.vct,
    cnf: { jwk: { kty, crv, x, y } },
    given_name: 'Asha',
  }
  return instance.issue(claims, { _sd: ['given_name'] }, { header: { kid: issuerKey.publicJwk.kid } })
}

/** The endpoints of one issuer. */
function open(origin) {
  const [issuerMetadata, serverMetadata] = [describeIssuer(origin), describeServer(origin)]
  const metadata = {
    credentialIssuer: issuerMetadata,
    authorizationServers: [serverMetadata],
    knownCredentialConfigurations: issuer.getKnownCredentialConfigurationsSupported(issuerMetadata),
  }
  const [codes, nonces, notifications] = [new Map(), new Map(), new Set()]

  const toRequest = ({ method, url, headers }) => ({ method, url: url.href, headers: new Headers(headers) })

  async function requireToken(call) {
    const request = toRequest(call)
    return resource.verifyResourceRequest({ request, resourceServer: origin, authorizationServers: [serverMetadata] })
  }

  async function offer() {
    const [code, txCode] = [drawText(), '493536']
    codes.set(code, { txCode, expires: new Date(Date.now() + 300_000) })
    const { credentialOffer } = await issuer.createCredentialOffer({
      issuerMetadata: metadata,
      credentialConfigurationIds: ['member'],
      grants: { [preAuthorized]: { 'pre-authorized_code': code, tx_code: { length: 6, input_mode: 'numeric' } } },
    })
    return { json: { offer: credentialOffer, tx_code: txCode } }
  }

  async function token(call) {
    const request = toRequest(call)
    const parsed = server.parseAccessTokenRequest({
      accessTokenRequest: Object.fromEntries(new URLSearchParams(call.body)),
      request,
    })
    const code = parsed.grant.preAuthorizedCode ?? ''
    const known = codes.get(code)
    const { dpop } = await server.verifyPreAuthorizedCodeAccessTokenRequest({
      ...{ grant: parsed.grant, request, accessTokenRequest: parsed.accessTokenRequest },
      authorizationServerMetadata: serverMetadata,
      expectedPreAuthorizedCode: known ? code : 'no such code',
      ...(known && { expectedTxCode: known.txCode, preAuthorizedCodeExpiresAt: known.expires }),
      ...(parsed.dpop?.jwt && { dpop: { required: false, jwt: parsed.dpop.jwt, allowedSigningAlgs: ['ES256'] } }),
    })
    codes.delete(code)
    const answer = await server.createAccessTokenResponse({
      ...{ audience: origin, authorizationServer: origin, expiresInSeconds: 300, subject: 'asha', scope: 'member' },
      signer: { method: 'jwk', alg: 'ES256', publicJwk: tokenKey.publicJwk },
      ...(dpop && { dpop: { jwk: dpop.jwk } }),
    })
    return { json: answer }
  }

  function nonce() {
    const cNonce = drawText()
    nonces.set(cNonce, new Date(Date.now() + 300_000))
    return { json: issuer.createNonceResponse({ cNonce }) }
  }

  async function verifyProof(jwt) {
    const { nonce: cNonce = '' } = jose.decodeJwt(jwt)
    const { signer } = await issuer.verifyCredentialRequestJwtProof({
      ...{ issuerMetadata: metadata, jwt },
      expectedNonce: nonces.has(cNonce) ? cNonce : 'no such nonce',
      nonceExpiresAt: nonces.get(cNonce),
    })
    return signer.publicJwk
  }

  async function credential(call) {
    await requireToken(call)
    const { credentialRequest, credentialConfigurationId, proofs } = issuer.parseCredentialRequest({
      issuerMetadata: metadata,
      credentialRequest: JSON.parse(call.body),
    })
    if (!credentialConfigurationId) return { status: 400, json: { error: 'unknown_credential_identifier' } }
    const jwts = proofs?.jwt ?? []
    if (jwts.length === 0 || jwts.length > 3) return { status: 400, json: { error: 'invalid_proof' } }
    const holders = await Promise.all(jwts.map(verifyProof))
    const credentials = await Promise.all(
      holders.map(async (holder) => ({ credential: await issueCredential(origin, holder) })),
    )
    const notificationId = randomUUID()
    notifications.add(notificationId)
    const response = await issuer.createCredentialResponse({ credentialRequest, credentials, notificationId })
    return { json: response.credentialResponse ?? response } // newer versions give an encrypted one beside it
  }

  async function notification(call) {
    await requireToken(call)
    const { notification_id: id } = JSON.parse(call.body)
    return notifications.has(id) ? { status: 204 } : { status: 400, json: { error: 'invalid_notification_id' } }
  }

  const answers = {
    '/offer': offer,
    '/.well-known/openid-credential-issuer': async () => ({ json: issuerMetadata }),
    '/.well-known/oauth-authorization-server': async () => ({ json: serverMetadata }),
    '/.well-known/jwt-vc-issuer': async () => ({ json: { issuer: origin, jwks: { keys: [issuerKey.publicJwk] } } }),
    '/jwks': async () => ({ json: { keys: [tokenKey.publicJwk] } }),
    ...{ '/token': token, '/nonce': async () => nonce(), '/credential': credential, '/notification': notification },
  }
  return async (call) => answers[call.path]?.(call)
}

await serve(async (origin) => open(origin))
