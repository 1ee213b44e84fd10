// Credo as an issuer with an authorization server of its own: node credo-issuer.mjs FOLDER ANCHOR-FILE
// Credo has every endpoint. Here are the claims, and an address that gives offers.

import { writeFileSync } from 'node:fs'
import { makeCertificate, openAgent } from '../credo.mjs'
import { given, load, openServer } from '../kit.mjs'

const { OpenId4VcModule } = await load('@credo-ts/openid4vc')
const express = (await load('express')).default

const configuration = {
  format: 'dc+sd-jwt',
  vct: 'https://types.example/member',
  scope: 'member',
  cryptographic_binding_methods_supported: ['jwk'],
  credential_signing_alg_values_supported: ['ES256'],
  proof_types_supported: { jwt: { proof_signing_alg_values_supported: ['ES256'] } },
  credential_metadata: { claims: [{ path: ['given_name'] }] },
}

await openServer(async (origin) => {
  let certificate
  const issue = ({ holderBinding }) => ({
    type: 'credentials',
    format: 'dc+sd-jwt',
    credentials: holderBinding.keys.map(({ jwk }) => ({
      payload: { vct: configuration.vct, given_name: 'Asha' },
      holder: { method: 'jwk', jwk },
      issuer: { method: 'x5c', x5c: [certificate] },
      disclosureFrame: { _sd: ['given_name'] },
    })),
  })
  const app = express()
  const settings = {
    baseUrl: `${origin}/credo`,
    credentialRequestToCredentialMapper: issue,
    accessTokenExpiresInSeconds: 300,
  }
  const agent = await openAgent({ openid4vc: new OpenId4VcModule({ app, issuer: settings }) })
  certificate = await makeCertificate(agent, origin)
  if (given[0]) writeFileSync(given[0], certificate.toString('pem'))
  const { issuer } = agent.openid4vc
  const { issuerId } = await issuer.createIssuer({
    credentialConfigurationsSupported: { member: configuration },
    dpopSigningAlgValuesSupported: ['ES256'],
    batchCredentialIssuance: { batchSize: 3 },
  })

  async function offer() {
    const { credentialOffer, issuanceSession } = await issuer.createCredentialOffer({
      ...{ issuerId, credentialConfigurationIds: ['member'] },
      preAuthorizedCodeFlowConfig: { txCode: { length: 4, input_mode: 'numeric' } },
    })
    return { json: { offer: credentialOffer, tx_code: issuanceSession.userPin } }
  }
  return { answer: offer, has: (path) => path === '/offer', handle: app }
})
