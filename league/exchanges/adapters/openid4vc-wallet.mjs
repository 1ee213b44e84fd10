// @openid4vc/openid4vci as a wallet: node openid4vc-wallet.mjs FOLDER
// The library makes every request, and reads every answer. The credential is left to the application: it is verified by @sd-jwt/sd-jwt-vc.

import { hash, load, makeCallbacks, makeKey, takeLines } from '../kit.mjs'

const [{ Openid4vciClient, setGlobalConfig }, { SDJwtVcInstance }, jose] = await Promise.all(
  ['@openid4vc/openid4vci', '@sd-jwt/sd-jwt-vc', 'jose'].map(load),
)
setGlobalConfig({ allowInsecureUrls: true }) // what runs here has no TLS

/** The keys of the issuer, from its metadata (SD-JWT VC, section 5). */
async function fetchKeys(issuer) {
  const { origin, pathname } = new URL(issuer)
  const response = await fetch(`${origin}/.well-known/jwt-vc-issuer${pathname.replace(/\/$/, '')}`)
  if (!response.ok) throw new Error(`the keys of the issuer come with ${response.status}`)
  const metadata = await response.json()
  if (metadata.issuer !== issuer) throw new Error('the keys are of another issuer')
  return jose.createLocalJWKSet(metadata.jwks)
}

async function requireCredential(text, holder) {
  const issuer = jose.decodeJwt(text.split('~')[0]).iss
  const keys = await fetchKeys(issuer)
  const instance = new SDJwtVcInstance({
    ...{ hasher: hash, hashAlg: 'sha-256' },
    verifier: async (data, signature) => jose.compactVerify(`${data}.${signature}`, keys).then(Boolean, () => false),
  })
  const { payload } = await instance.verify(text)
  if (payload.cnf?.jwk?.x !== holder.x) throw new Error('the credential is of another key')
}

async function take({ offer, txnCode }) {
  const key = makeKey()
  const encryption = makeKey('response-key')
  const client = new Openid4vciClient({ callbacks: makeCallbacks(jose, { keys: [key, encryption], fetch }) })
  const { kid: _, alg: __, ...publicJwk } = key.publicJwk
  const credentialOffer = await client.resolveCredentialOffer(offer)
  const issuerMetadata = await client.resolveIssuerMetadata(credentialOffer.credential_issuer)
  const { accessTokenResponse } = await client.retrievePreAuthorizedCodeAccessTokenFromOffer({
    ...{ credentialOffer, issuerMetadata },
    ...(txnCode && { txCode: txnCode }),
  })
  const nonce =
    issuerMetadata.credentialIssuer.nonce_endpoint && (await client.requestNonce({ issuerMetadata })).c_nonce
  const [credentialConfigurationId] = credentialOffer.credential_configuration_ids
  const { jwt } = await client.createCredentialRequestJwtProof({
    ...{ issuerMetadata, credentialConfigurationId, nonce },
    signer: { method: 'jwk', alg: 'ES256', publicJwk },
  })
  const access = {
    ...{ issuerMetadata, accessToken: accessTokenResponse.access_token },
    ...askEncryption(issuerMetadata, encryption),
  }
  const { credentialResponse: first } = await client.retrieveCredentials({
    ...{ ...access, credentialConfigurationId, proofs: { jwt: [jwt] } },
  })
  const credentialResponse = await fetchDeferred(client, access, first)
  await keep(client, { issuerMetadata, accessTokenResponse, credentialResponse, publicJwk })
}

/** Asks for an encrypted response where the issuer requires it. Older versions of the library have no such option. */
function askEncryption({ credentialIssuer: { credential_response_encryption: wanted } }, { publicJwk }) {
  if (!wanted?.encryption_required) return {}
  const [enc] = wanted.enc_values_supported
  return { credentialResponseEncryption: { jwk: { ...publicJwk, use: 'enc', alg: 'ECDH-ES' }, alg: 'ECDH-ES', enc } }
}

/** Asks for what is deferred, as long as the issuer wishes, and three times at most. */
async function fetchDeferred(client, access, response, tries = 3) {
  const { transaction_id: transactionId, interval = 5 } = response
  if (!transactionId) return response
  if (tries === 0) throw new Error('the credential is deferred again')
  await new Promise((resolve) => setTimeout(resolve, 1000 * interval))
  const { deferredCredentialResponse } = await client.retrieveDeferredCredentials({ ...access, transactionId })
  return fetchDeferred(client, access, deferredCredentialResponse, tries - 1)
}

async function keep(client, { issuerMetadata, accessTokenResponse, credentialResponse, publicJwk }) {
  const notify = (event) =>
    credentialResponse.notification_id &&
    issuerMetadata.credentialIssuer.notification_endpoint &&
    client.sendNotification({
      issuerMetadata,
      notification: { notificationId: credentialResponse.notification_id, event },
      accessToken: accessTokenResponse.access_token,
    })
  try {
    for (const { credential } of credentialResponse.credentials) await requireCredential(credential, publicJwk)
    await notify('credential_accepted')
  } catch (error) {
    await notify('credential_failure')
    throw error
  }
}

await takeLines(take)
