// Credo as a verifier: node credo-verifier.mjs FOLDER ROOT-FILE
// Credo has every endpoint. Here are the query, and an address that gives requests and their results.

import { readFileSync } from 'node:fs'
import { makeCertificate, openAgent } from '../credo.mjs'
import { given, load, openServer } from '../kit.mjs'

const { OpenId4VcModule } = await load('@credo-ts/openid4vc')
const express = (await load('express')).default
const root = readFileSync(given[0], 'utf8').replaceAll(/-----[^-]+-----|\s/g, '')

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

await openServer(async (origin) => {
  const app = express()
  const openid4vc = new OpenId4VcModule({ app, verifier: { baseUrl: `${origin}/credo` } })
  const agent = await openAgent({ openid4vc }, [root])
  const certificate = await makeCertificate(agent, origin)
  const { verifier } = agent.openid4vc
  const { verifierId } = await verifier.createVerifier()

  async function makeRequest() {
    const { authorizationRequest, verificationSession } = await verifier.createAuthorizationRequest({
      ...{ verifierId, dcql: { query }, responseMode: given[1] ?? 'direct_post.jwt' },
      requestSigner: { method: 'x5c', x5c: [certificate], clientIdPrefix: 'x509_hash' },
    })
    return { request: authorizationRequest, result: `${origin}/result/${verificationSession.id}` }
  }

  async function answer({ path }) {
    if (path === '/new') return { json: await makeRequest() }
    const { state } = await verifier.getVerificationSessionById(path.slice('/result/'.length))
    return { json: { accepted: state === 'ResponseVerified' } }
  }
  return { answer, has: (path) => path === '/new' || path.startsWith('/result/'), handle: app }
})
