// @openid4vc/openid4vp as a wallet: node openid4vc-presenter.mjs FOLDER ROOT-FILE CREDENTIAL-FILE KEY-FILE
// The library reads requests and sends responses. Certificates, queries and credentials are left to the application.

import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { drawText, given, load, makeCallbacks, takeLines } from '../kit.mjs'
import { openHolding, openReturn, verifyChain } from '../present.mjs'

const [{ Openid4vpClient, isJarmResponseMode }, { setGlobalConfig }, jose] = await Promise.all(
  ['@openid4vc/openid4vp', '@openid4vc/openid4vci', 'jose'].map(load),
)
setGlobalConfig({ allowInsecureUrls: true }) // what runs here has no TLS
const [rootFile, credentialFile, holderFile] = given
const root = readFileSync(rootFile, 'utf8')
const answerQuery = await openHolding(credentialFile, holderFile)
const callbacks = makeCallbacks(jose)

/** The names in a certificate, by the words of Node. */
function getX509CertificateMetadata(certificate) {
  const names = new X509Certificate(Buffer.from(certificate, 'base64')).subjectAltName?.split(', ') ?? []
  const list = (kind) => names.filter((each) => each.startsWith(kind)).map((each) => each.slice(kind.length))
  return { sanDnsNames: list('DNS:'), sanUriNames: list('URI:') }
}

const client = new Openid4vpClient({
  callbacks: {
    ...callbacks,
    getX509CertificateMetadata,
    verifyJwt: async (signer, jwt) => {
      if (signer.x5c) verifyChain(signer.x5c, root)
      return callbacks.verifyJwt(signer, jwt)
    },
  },
})

/** What a wallet says that encrypts. */
const metadata = {
  ...{ authorization_encryption_alg_values_supported: ['ECDH-ES'], authorization_signing_alg_values_supported: [] },
  authorization_encryption_enc_values_supported: ['A128GCM', 'A256GCM'],
}

await takeLines(async ({ link }) => {
  const { params } = client.parseOpenid4vpAuthorizationRequest({ authorizationRequest: link })
  const {
    authorizationRequestPayload,
    client: verifier,
    dcql,
    transactionData,
  } = await client.resolveOpenId4vpAuthorizationRequest({
    ...{ authorizationRequestPayload: params, responseMode: { type: 'direct_post' } },
  })
  if (!['x509_hash', 'x509_san_dns', 'redirect_uri'].includes(verifier.prefix)) throw new Error('an unknown client')
  if (transactionData) throw new Error('transaction data of an unknown type')
  const { nonce, response_mode: mode } = authorizationRequestPayload
  const { authorizationResponsePayload, jarm } = await client.createOpenid4vpAuthorizationResponse({
    authorizationRequestPayload,
    authorizationResponsePayload: {
      vp_token: await answerQuery(dcql?.query, { audience: verifier.effective, nonce }),
    },
    ...(isJarmResponseMode(mode) && { jarm: { encryption: { nonce: drawText() }, serverMetadata: metadata } }),
  })
  const { response } = await client.submitOpenid4vpAuthorizationResponse({
    ...{ authorizationRequestPayload, authorizationResponsePayload, jarm },
  })
  if (!response.ok) throw new Error(`the verifier answers by ${response.status}`)
  await openReturn(await response.json())
})
