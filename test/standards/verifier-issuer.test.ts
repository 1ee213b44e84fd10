import { X509Certificate } from 'node:crypto'
import { request as callPlain } from 'node:http'
import { request as call } from 'node:https'
import { expect, it, onTestFinished } from 'vitest'
import { makeServerTls } from '../../src/files/tls.ts'
import { listFailed } from '../../src/harness/seen.ts'
import { serve } from '../../src/wire/server/server.ts'
import type { FetchList } from '../../suites/openid4vp/actors/verifier-steps.ts'
import { createReferenceVpVerifier } from '../../suites/openid4vp/harness/reference-verifier.ts'
import { issuerTrust } from '../../suites/openid4vp/harness/verifier/issuer-trust.ts'
import { tryServedVerifier } from '../../suites/openid4vp/harness/verifier/try-served-verifier.ts'
import { combine, readIssuers, set, type VerifierMutation } from '../../suites/openid4vp/verifier/faults.ts'
import { sampleTime } from '../../suites/sd-jwt/sample.ts'
import { findPort } from '../ports.ts'

const sendOver =
  (ca: string): FetchList =>
  ({ url, method, headers }) =>
    new Promise((resolve) => {
      const begin = url.startsWith('http:') ? callPlain : call
      const sent = begin(url, { ca, method, headers, agent: false }, async (response) => {
        let body = ''
        for await (const part of response.setEncoding('utf8')) body += part
        const fields = Object.entries(response.headers).map(([name, value]) => [name, `${value}`])
        resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(fields), body })
      })
      sent.on('error', () => resolve({ status: 502, headers: {}, body: '' })).end()
    })

/** Tests a verifier that fetches the metadata of the issuer over TLS. */
async function tryVerifier(change: VerifierMutation, only = 'VPUSE-ISSUER*') {
  const { encryption, authority, faulty } = await makeServerTls(['127.0.0.1'])
  const place = { host: '127.0.0.1', port: await findPort(), tls: encryption, faulty }
  const issuer = `https://127.0.0.1:${place.port}/issuer`
  const server = await serve(
    (url) => {
      const send = sendOver(authority)
      const verifier = createReferenceVpVerifier(url, () => sampleTime, change, send, undefined, issuer)
      return async (request) => {
        const own = { method: request.method, url: request.url, headers: Object.fromEntries(request.headers) }
        const { status, headers, body } = await verifier.handle({ ...own, body: await request.text() })
        return new Response(body, { status, headers })
      }
    },
    { host: '127.0.0.1', port: 0 },
  )
  onTestFinished(server.close)
  return tryServedVerifier({
    ...{ requests: [`${server.url}/vp/new`], hasProbes: true, hasStatus: true, patience: 0, allowPrivate: true },
    ...{ place, issuer },
    options: {
      now: sampleTime,
      anchors: [new X509Certificate(issuerTrust.root).toString()],
      selection: { only: [only], skip: [] },
    },
  })
}

it('publishes a key that nothing else names, and passes a verifier that fetches it', async () => {
  const seen = await tryVerifier(readIssuers)
  const trials = seen.trials.filter(({ row }) => row.id.startsWith('VPUSE-ISSUER'))

  expect(seen.obstacle).toBeUndefined()
  expect(listFailed(seen)).toEqual([])
  expect(trials.map(({ outcome }) => outcome)).toEqual(Array(6).fill('held'))
  expect(seen.recording?.messages.map(({ endpoint }) => endpoint)).toContain('jwt-vc-issuer')
})

it('finds a verifier that takes the metadata of any issuer', async () => {
  const seen = await tryVerifier(combine(readIssuers, set({ isIssuerSame: () => true })))

  expect(listFailed(seen)).toEqual(['VPUSE-ISSUER-SAME'])
})

it('has no certificates in the credentials of an issuer that publishes its key', async () => {
  const seen = await tryVerifier((steps) => steps)

  expect(seen.obstacle).toContain('the valid presentation is rejected')
})

it('finds a verifier that follows the metadata of an issuer to the port without TLS', async () => {
  const right = await tryVerifier(readIssuers, 'VPUSE-PLAIN')
  const wrong = await tryVerifier(combine(readIssuers, set({ takesPlainIssuers: true })), 'VPUSE-PLAIN')

  expect(right.trials.filter(({ row }) => row.id === 'VPUSE-PLAIN').map(({ outcome }) => outcome)).toEqual(['held'])
  expect(listFailed(right)).toEqual([])
  expect(listFailed(wrong)).toEqual(['VPUSE-PLAIN'])
})
