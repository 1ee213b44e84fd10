// Credo as a wallet: node credo-wallet.mjs FOLDER ROOT-FILE
// Credo makes every request, and verifies the credential. Here is the key, and what is said of the end.

import { readFileSync } from 'node:fs'
import { Kms, openAgent } from '../credo.mjs'
import { given, load, takeLines } from '../kit.mjs'

const { OpenId4VcModule } = await load('@credo-ts/openid4vc')
const root = readFileSync(given[0], 'utf8').replaceAll(/-----[^-]+-----|\s/g, '')
const agent = await openAgent({ openid4vc: new OpenId4VcModule() }, [root])
const { holder } = agent.openid4vc

async function makeBinding() {
  const { keyId, publicJwk } = await agent.kms.createKey({ type: { kty: 'EC', crv: 'P-256' } })
  const key = Kms.PublicJwk.fromPublicJwk(publicJwk)
  key.keyId = keyId
  return { method: 'jwk', keys: [key] }
}

async function take({ offer, txnCode }) {
  const resolvedCredentialOffer = await holder.resolveCredentialOffer(offer)
  const token = await holder.requestToken({ resolvedCredentialOffer, ...(txnCode && { txCode: txnCode }) })
  const first = await holder.requestCredentials({
    ...{ resolvedCredentialOffer, accessToken: token.accessToken, cNonce: token.cNonce, dpop: token.dpop },
    credentialBindingResolver: makeBinding,
  })
  const credentials = await fetchDeferred(first, { resolvedCredentialOffer, token })
  for (const { notificationId } of credentials)
    if (notificationId)
      await holder.sendNotification({
        ...{ metadata: resolvedCredentialOffer.metadata, notificationId, notificationEvent: 'credential_accepted' },
        ...{ accessToken: token.accessToken, dpop: token.dpop },
      })
}

/** Asks for what is deferred, as long as the issuer wishes, and three times at most. */
async function fetchDeferred({ credentials, deferredCredentials }, given, tries = 3) {
  const { resolvedCredentialOffer, token, before } = given
  const [next] = deferredCredentials
  if (!next) return credentials
  const deferred = { ...before, ...next } // what is deferred again comes without the names of its keys
  if (tries === 0) throw new Error('the credential is deferred again')
  await new Promise((resolve) => setTimeout(resolve, 1000 * (deferred.interval ?? 5)))
  const response = await holder.requestDeferredCredentials({
    ...{ ...deferred, issuerMetadata: resolvedCredentialOffer.metadata, accessToken: token.accessToken },
    dpop: token.dpop,
  })
  return fetchDeferred(response, { ...given, before: deferred }, tries - 1)
}

await takeLines(take)
