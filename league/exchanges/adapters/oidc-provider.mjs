// oidc-provider as the authorization server of a small issuer: PAR, PKCE and DPoP. node oidc-provider.mjs FOLDER
// The library has every endpoint of OAuth. The metadata of the issuer, nonces and the credential are the application's.

import { createHash } from 'node:crypto'
import { drawText, load, makeKey, now, openServer } from '../kit.mjs'

const [{ default: Provider, interactionPolicy }, jose] = await Promise.all(['oidc-provider', 'jose'].map(load))
const issuerKey = makeKey('issuer-key')

const client = {
  ...{
    client_id: 'assay',
    token_endpoint_auth_method: 'none',
    application_type: 'native',
    id_token_signed_response_alg: 'ES256',
  },
  ...{
    redirect_uris: ['http://127.0.0.1:4801/callback'],
    grant_types: ['authorization_code'],
    response_types: ['code'],
  },
}

/** A user who agrees to everything: no page is shown. */
async function agree(ctx) {
  const grant = new ctx.oidc.provider.Grant({
    clientId: ctx.oidc.client.clientId,
    accountId: ctx.oidc.account.accountId,
  })
  grant.addOIDCScope('openid member')
  grant.addResourceScope(ctx.oidc.provider.issuer, 'member')
  await grant.save()
  return grant
}

const configure = (origin) => ({
  clients: [client],
  scopes: ['openid', 'member'],
  jwks: { keys: [{ ...makeKey('token-key').privateJwk, use: 'sig' }] },
  cookies: { keys: [drawText()] },
  ttl: { AccessToken: 300, AuthorizationCode: 60, Grant: 600, Interaction: 600, Session: 600 },
  pkce: { required: () => true },
  clientAuthMethods: ['none'],
  interactions: { policy: interactionPolicy.base(), url: (_, interaction) => `/interaction/${interaction.uid}` },
  findAccount: async (_, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
  loadExistingGrant: agree,
  features: {
    devInteractions: { enabled: false },
    dPoP: { enabled: true },
    pushedAuthorizationRequests: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => origin,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        scope: 'member',
        audience: origin,
        accessTokenFormat: 'opaque',
        accessTokenTTL: 300,
      }),
    },
  },
})

const configuration = {
  ...{ format: 'dc+sd-jwt', vct: 'https://types.example/member', scope: 'member' },
  cryptographic_binding_methods_supported: ['jwk'],
  credential_signing_alg_values_supported: ['ES256'],
  proof_types_supported: { jwt: { proof_signing_alg_values_supported: ['ES256'] } },
}

async function issueCredential(origin, { kty, crv, x, y }) {
  const claims = {
    iss: origin,
    iat: now(),
    vct: configuration.vct,
    cnf: { jwk: { kty, crv, x, y } },
    given_name: 'Asha',
  }
  const key = await jose.importJWK(issuerKey.privateJwk, 'ES256')
  return `${await new jose.SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ: 'dc+sd-jwt', kid: 'issuer-key' }).sign(key)}~`
}

const refuse = (error, status = 400, headers = {}) => ({ status, headers, json: { error } })
const unauthorized = (error) => refuse(error, 401, { 'www-authenticate': `DPoP error="${error}", algs="ES256"` })

/** The token of a request, and whether its DPoP proof is right: what the library has no function for. */
async function readToken(provider, origin, { headers }) {
  const [, scheme, token] = /^(\w+) (.+)$/.exec(headers.authorization ?? '') ?? []
  const known = token && (await provider.AccessToken.find(token))
  if (!known) return
  const { jkt } = known
  if (!jkt) return scheme.toLowerCase() === 'bearer' ? known : undefined
  if (scheme.toLowerCase() !== 'dpop') return
  const { payload, protectedHeader } = await jose.jwtVerify(headers.dpop ?? '', jose.EmbeddedJWK, {
    ...{ typ: 'dpop+jwt', algorithms: ['ES256'], maxTokenAge: 300, clockTolerance: 60 },
  })
  const ath = createHash('sha256').update(token).digest('base64url')
  const isRight =
    payload.htm === 'POST' &&
    payload.htu === `${origin}/credential` &&
    payload.ath === ath &&
    typeof payload.jti === 'string'
  return isRight && jkt === (await jose.calculateJwkThumbprint(protectedHeader.jwk)) ? known : undefined
}

async function readProof(origin, nonces, jwt) {
  const { payload, protectedHeader } = await jose.jwtVerify(jwt, jose.EmbeddedJWK, {
    ...{ typ: 'openid4vci-proof+jwt', algorithms: ['ES256'], audience: origin, maxTokenAge: 300, clockTolerance: 60 },
  })
  if (protectedHeader.kid || protectedHeader.x5c || protectedHeader.jwk.d) throw new Error('two keys')
  return nonces.has(payload.nonce) ? protectedHeader.jwk : undefined
}

function openIssuer(provider, origin) {
  const nonces = new Set()
  const metadata = {
    credential_issuer: origin,
    credential_endpoint: `${origin}/credential`,
    nonce_endpoint: `${origin}/nonce`,
    credential_configurations_supported: { member: configuration },
  }
  const offer = {
    credential_issuer: origin,
    credential_configuration_ids: ['member'],
    grants: { authorization_code: { issuer_state: 'any' } },
  }

  async function credential(call) {
    const token = await readToken(provider, origin, call).catch(() => undefined)
    if (!token) return unauthorized('invalid_token')
    const request = JSON.parse(call.body)
    if (request.credential_identifier !== undefined) return refuse('unknown_credential_identifier')
    if (request.credential_configuration_id !== 'member') return refuse('unknown_credential_configuration')
    if (Object.keys(request.proofs ?? {}).join() !== 'jwt' || request.proofs.jwt.length !== 1)
      return refuse('invalid_proof')
    if (request.credential_response_encryption) return refuse('invalid_encryption_parameters')
    const holder = await readProof(origin, nonces, request.proofs.jwt[0]).catch(() => null)
    if (!holder) return refuse(holder === null ? 'invalid_proof' : 'invalid_nonce')
    return { json: { credentials: [{ credential: await issueCredential(origin, holder) }] } }
  }

  function nonce() {
    const text = drawText()
    nonces.add(text)
    return { json: { c_nonce: text } }
  }

  const answers = {
    '/offer': () => ({ json: { offer: JSON.stringify(offer) } }),
    '/.well-known/openid-credential-issuer': () => ({ json: metadata }),
    '/.well-known/jwt-vc-issuer': () => ({ json: { issuer: origin, jwks: { keys: [issuerKey.publicJwk] } } }),
    ...{ '/nonce': nonce, '/credential': credential },
  }
  return answers
}

/** Where a page would ask for a login, the user logs in at once. */
async function logIn(provider, request, response) {
  await provider.interactionFinished(request, response, { login: { accountId: 'asha' }, consent: {} })
}

await openServer((origin) => {
  const provider = new Provider(origin, configure(origin))
  const [answers, respond] = [openIssuer(provider, origin), provider.callback()]
  return {
    answer: (call) => answers[call.path]?.(call),
    has: (path) => path in answers,
    handle: (request, response) =>
      request.url.startsWith('/interaction/') ? logIn(provider, request, response) : respond(request, response),
  }
})
