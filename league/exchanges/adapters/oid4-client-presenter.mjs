// @digitalbazaar/oid4-client as a wallet: node oid4-client-presenter.mjs FOLDER ROOT-FILE CREDENTIAL-FILE KEY-FILE
// The library reads requests, with the certificate of the verifier, and sends responses. Queries and credentials are left to the application.

import { readFileSync } from 'node:fs'
import { given, load, takeLines } from '../kit.mjs'
import { openHolding, openReturn } from '../present.mjs'

const { oid4vp } = await load('@digitalbazaar/oid4-client')
const { authzRequest, authzResponse } = oid4vp
const [rootFile, credentialFile, holderFile] = given
const root = readFileSync(rootFile, 'utf8')
const answerQuery = await openHolding(credentialFile, holderFile)

// `get` does not await its validation: where that fails, Node would end, and a browser goes on.
process.on('unhandledRejection', (error) => console.error(error))

await takeLines(async ({ link }) => {
  const { authorizationRequest } = await authzRequest.get({ url: link, getTrustedCertificates: () => [root] })
  const { client_id: audience, nonce, response_mode: mode } = authorizationRequest
  if (authorizationRequest.transaction_data) throw new Error('transaction data of an unknown type')
  if (!authorizationRequest.dcql_query) throw new Error('no query in DCQL')
  const token = await answerQuery(authorizationRequest.dcql_query, { audience, nonce })
  const { result } = await authzResponse.send({
    authorizationRequest,
    vpToken: mode === 'direct_post' ? JSON.stringify(token) : token,
    vpTokenMediaType: 'application/json',
  })
  await openReturn(result)
})
