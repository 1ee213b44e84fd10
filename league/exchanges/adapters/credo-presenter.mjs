// Credo as a wallet that presents: node credo-presenter.mjs FOLDER ROOT-FILE CREDENTIAL-FILE KEY-FILE
// Credo reads the request, chooses the credential and presents it. Here are the credential and its key.

import { readFileSync } from 'node:fs'
import { openAgent, SdJwtVcRecord } from '../credo.mjs'
import { given, load, takeLines } from '../kit.mjs'
import { openReturn } from '../present.mjs'

const { OpenId4VcModule } = await load('@credo-ts/openid4vc')
const [rootFile, credentialFile, holderFile] = given
const root = readFileSync(rootFile, 'utf8').replaceAll(/-----[^-]+-----|\s/g, '')
const agent = await openAgent({ openid4vc: new OpenId4VcModule() }, [root])
const { holder } = agent.openid4vc

const { kty, crv, x, y, d } = JSON.parse(readFileSync(holderFile, 'utf8'))
const { keyId } = await agent.kms.importKey({ privateJwk: { kty, crv, x, y, d } })
const compactSdJwtVc = readFileSync(credentialFile, 'utf8').trim()
await agent.sdJwtVc.store({
  record: new SdJwtVcRecord({ credentialInstances: [{ compactSdJwtVc, kmsKeyId: keyId }] }),
})

await takeLines(async ({ link }) => {
  const { authorizationRequestPayload, dcql, transactionData } = await holder.resolveOpenId4VpAuthorizationRequest(link)
  if (transactionData) throw new Error('transaction data of an unknown type')
  if (!dcql?.queryResult.can_be_satisfied) throw new Error('no credential for the query')
  const credentials = holder.selectCredentialsForDcqlRequest(dcql.queryResult)
  const { ok, redirectUri, serverResponse } = await holder.acceptOpenId4VpAuthorizationRequest({
    ...{ authorizationRequestPayload, dcql: { credentials } },
  })
  if (!ok) throw new Error(`the verifier answers by ${serverResponse.status}`)
  await openReturn({ redirect_uri: redirectUri })
})
