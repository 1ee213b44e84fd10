import { describe, expect, it } from 'vitest'
import type { Profile } from '../model/decision.ts'
import { runLive } from '../suites/document/prove/live-run.ts'

/** What an honest play comes to under some answers: everything that is not well. */
async function unwell(given: Readonly<Record<string, string>>, under: Profile = 'document') {
  const results = await runLive({}, { profile: under, decisions: given })
  const passed = results.filter(({ outcome }) => outcome === 'passed').length
  const bad = results.filter(({ outcome }) => ['failed', 'cantTell', 'harnessError'].includes(outcome))
  return {
    isJudged: passed > 100,
    bad: bad.map(({ requirement, outcome, reason }) => [requirement.id, outcome, reason]),
  }
}

const settings = [
  { 'endpoints.validate.method': 'PUT', 'endpoints.validate.path': '/v2/check' },
  { 'endpoints.issuerConfig.method': 'PUT', 'endpoints.issuerConfig.path': '/begin' },
  { 'endpoints.nonce.method': 'GET', 'endpoints.nonce.path': '/n' },
  { 'endpoints.offer.url': '{issuer_url}/offers/{id}/full', 'endpoints.offer.method': 'POST' },
  { 'endpoints.offer.url': '{issuer_url}/offers/{code}' },
  { 'endpoints.walletCallback.method': 'PUT', 'endpoints.walletCallback.path': '/inbox' },
  { 'endpoints.jwks.path': '/keys', 'endpoints.status.method': 'POST', 'endpoints.issuerMetadata.method': 'POST' },
  { 'metadata.path': 'insertion' },
  { 'auth.sessionToken.header': 'X-Session', 'auth.sessionToken.format': 'bare' },
  { 'auth.issuerConfig': 'bearer', 'auth.nonce': 'bearer', 'auth.jwks': 'bearer', 'auth.status': 'bearer' },
  { 'nonce.responseField': 'nonce', 'validate.field': 'encrypted_credential_request', 'callback.field': 'credential' },
  { 'deeplink.uri': 'https://app.example/open', 'deeplink.parameter': 'q' },
  { 'response.nesting': 'encrypt-then-sign' },
  { 'response.nesting': 'credential-only' },
  { 'request.proof': 'proofs' },
  { 'code.presented': 'request' },
  { 'status.form': 'object' },
  { 'sd.digest': 'disclosure', 'sd.order': 'salt-name-value', 'sd.alg': 'sha-256' },
] as const

describe('a valid exchange', () => {
  it.each(settings)('goes well where parties agreed on %j', async (given) => {
    expect(await unwell(given)).toEqual({ isJudged: true, bad: [] })
  })

  it.each(['document', 'document-rfc9901', 'document-openid4vci'] as const)(
    'goes well under the profile %s',
    async (profile) => {
      expect((await unwell({}, profile)).bad).toEqual([])
    },
  )
})
