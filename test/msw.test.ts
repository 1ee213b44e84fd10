import dns from 'node:dns'
import { Socket } from 'node:net'
import { HttpRequestInterceptor } from '@mswjs/interceptors/http'
import { defineNetwork, InterceptorSource } from 'msw/experimental'
import { setupServer } from 'msw/node'
import { request } from 'undici'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { HttpRequest, HttpResponse } from '../model/wire.ts'
import { handlers, type Reference, type ReferenceOptions, reference } from '../src/msw.ts'
import { verify } from '../src/verify/verify.ts'
import { callInProcess } from '../src/wire/server/app.ts'
import { deliveredIn, objectIn, type Said, sessionWith } from './callers.ts'
import { playWhole } from './whole-run.ts'

/** A time at which every key and every certificate of the fixtures is good. */
const now = 1_795_000_000

/** How code under test calls: with the `fetch` of Node, or with undici of its own. */
const byFetch = (asked: HttpRequest): Promise<HttpResponse> => callInProcess((each) => fetch(each))(asked)

async function byUndici({ method, url, headers, body }: HttpRequest): Promise<HttpResponse> {
  const answer = await request(url, { method, headers, ...(body !== undefined && { body }) })
  const fields = Object.entries(answer.headers).map(([name, value]) => [name, String(value)])
  return { status: answer.statusCode, headers: Object.fromEntries(fields), body: await answer.body.text() }
}

/** Puts reference actors behind `fetch` until the test is over. */
function behindFetch(options: ReferenceOptions = {}): Reference {
  const cast = reference({ now, ...options })
  const server = setupServer(...cast.handlers)
  server.listen({ onUnhandledFrame: 'error' })
  onTestFinished(() => server.close())
  return cast
}

/** Puts them behind everything that speaks HTTP/1.1, undici's own connections included. */
async function behindSockets(options: ReferenceOptions = {}): Promise<Reference> {
  const cast = reference({ now, ...options })
  const network = defineNetwork({
    sources: [new InterceptorSource({ interceptors: [new HttpRequestInterceptor()] })],
    handlers: cast.handlers,
    onUnhandledFrame: 'error',
    context: { quiet: true },
  })
  await network.enable()
  onTestFinished(() => network.disable())
  return cast
}

const bases = {
  issuer: 'https://issuer.example',
  status: 'https://status.example',
  walletBackend: 'https://wallet.example',
  verifier: 'https://verifier.example',
}

/** A whole session of the code under test, which is honest. */
const session = ({ accounts }: Reference, more: Partial<Parameters<typeof sessionWith>[0]> = {}): Promise<Said> =>
  sessionWith({
    bases,
    answering: { profile: 'document', decisions: {} },
    account: accounts[0],
    now,
    call: byFetch,
    ...more,
  })

const wholeSession = ['issuerConfig', 'offer', 'issuerMetadata', 'nonce', 'validate', 'walletCallback']

describe('a session with the reference actors', () => {
  it('goes from Issuer Config to the wallet backend by `fetch`, and is received', async () => {
    const cast = behindFetch()

    await session(cast)

    expect(cast.received().map(({ endpoint, to, response }) => [endpoint, to, response.status])).toEqual(
      wholeSession.map((endpoint) => [endpoint, endpoint === 'walletCallback' ? 'wallet backend' : 'issuer', 200]),
    )
    expect(cast.received()[0]?.request).toMatchObject({ method: 'POST', url: 'https://issuer.example/issuer-config' })
  })

  it('goes the same way by undici, where its connections are intercepted', async () => {
    const cast = await behindSockets()

    await session(cast, { call: byUndici })

    expect(cast.received().map(({ endpoint }) => endpoint)).toEqual(wholeSession)
  })

  it('uses the given addresses and answers', async () => {
    const elsewhere = 'https://staging.test/credentials'
    const decisions = { 'endpoints.nonce.path': '/fresh' }
    const addresses = { issuer: elsewhere, 'status-service': elsewhere, 'wallet-backend': 'http://localhost:8080' }
    const cast = behindFetch({ addresses, profile: 'document-rfc9901', decisions })

    const said = await session(cast, {
      bases: { ...bases, issuer: elsewhere, status: elsewhere, walletBackend: 'http://localhost:8080' },
      answering: { profile: 'document-rfc9901', decisions: decisions },
    })

    expect(said.get('nonce')?.asked.url).toBe(`${elsewhere}/fresh`)
    expect(said.get('walletCallback')?.replied.status).toBe(200)
    expect(cast.received().map(({ endpoint }) => endpoint)).toEqual(wholeSession)
  })

  it('knows the people that were given', async () => {
    const account = { deviceId: 'device-0009', uid: '000000000019', sessionToken: 'their-own-token' }
    const cast = behindFetch({ accounts: [account] })

    const known = await session(cast)
    const unknown = await session(cast, { account: { ...account, sessionToken: 'another' } })

    expect(cast.accounts).toEqual([account])
    expect(known.get('validate')?.replied.status).toBe(200)
    expect(unknown.get('validate')?.replied.status).toBe(401)
  })

  it('is the same under the same seed', async () => {
    const codes = (seed: number) => reference({ now, seed }).offer()

    expect(await codes(7)).toEqual(await codes(7))
    expect(await codes(7)).not.toEqual(await codes(8))
  })
})

describe('the reference actors', () => {
  it('have an offer ready for each account', async () => {
    const cast = behindFetch()
    const [, second] = cast.accounts

    const made = await cast.offer(second)
    const url = cast.endpoints.offer?.url.replace('{id}', made?.credentialIdentifier ?? '') ?? ''
    const fetched = await byFetch({ method: 'GET', url, headers: {} })

    expect(objectIn(fetched)).toEqual(made?.offer)
  })

  it('change the status of a credential, and revoke it for good', async () => {
    const cast = behindFetch()
    const { credential, id } = deliveredIn(await session(cast))
    const presented = async () => {
      const { method = '', url = '' } = cast.endpoints.presentation ?? {}
      return objectIn(await byFetch({ method, url, headers: {}, body: JSON.stringify({ presentation: credential }) }))
    }

    const before = await presented()
    cast.setStatus(id, 'revoked')
    const after = await presented()

    expect(cast.issued()).toContain(id)
    expect(before).toMatchObject({ accepted: true })
    expect(after).toMatchObject({ accepted: false, refused: ['STATUS-OBEYED'] })
    expect(() => cast.setStatus(id, 'active')).toThrow(TypeError)
    expect(() => cast.setStatus('unknown', 'active')).toThrow(TypeError)
  })

  it.each<readonly [string, ReferenceOptions, readonly string[]]>([
    ['lie where a fault says so, and nowhere else', { fault: 'SD-DIGEST/joins-the-parts-with-dots' }, ['SD-DIGEST']],
    ['tell the truth where nothing is said', {}, []],
  ])('%s', async (_, options, failed) => {
    const cast = behindFetch(options)

    const { credential } = deliveredIn(await session(cast))
    const jwks = objectIn(await byFetch({ method: 'GET', url: cast.endpoints.jwks?.url ?? '', headers: {} }))
    const known = { jwks, issuer: bases.issuer, statusBase: bases.status, now }
    const { results } = verify(credential, { as: 'credential', ...known })

    expect(results.filter(({ outcome }) => outcome === 'failed').map(({ requirement: { id } }) => id)).toEqual(failed)
  })

  it('may live beside others, whom they call by `fetch`', async () => {
    const issuer = reference({ now, roles: ['issuer', 'status-service'] })
    const backend = reference({ now, roles: ['wallet-backend'] })
    const server = setupServer(...issuer.handlers, ...backend.handlers)
    server.listen({ onUnhandledFrame: 'error' })
    onTestFinished(() => server.close())

    const said = await session(issuer)

    expect(said.get('walletCallback')?.replied.status).toBe(200)
    expect(issuer.received().at(-1)).toMatchObject({ endpoint: 'jwks', to: 'issuer' })
  })

  it.each<readonly [string, ReferenceOptions]>([
    ['a fault that nobody knows', { fault: 'SD-DIGEST/does-nothing' }],
    ['a fault of somebody who is not here', { fault: 'SD-DIGEST/joins-the-parts-with-dots', roles: ['verifier'] }],
    ['a fault and a variant', { fault: 'SD-DIGEST/joins-the-parts-with-dots', variant: 'a' }],
    ['an answer to nothing', { decisions: { ['sd.digest' as string]: 'md5' } }],
    ['an address that is none', { addresses: { issuer: 'issuer.example' } }],
  ])('refuse %s', (_, options) => {
    expect(() => handlers(options)).toThrow(expect.objectContaining({ name: 'HarnessError' }))
  })
})

describe('what the reference actors do not know', () => {
  it('is answered with what they do, at their own addresses', async () => {
    behindFetch()

    const replied = await byFetch({ method: 'GET', url: 'https://status.example/statuses/1', headers: {} })

    expect(replied.status).toBe(404)
    expect(objectIn(replied)).toMatchObject({ known: ['GET /credentials/status/{id}'] })
  })

  it('is left to others everywhere else', async () => {
    const cast = behindFetch({ addresses: { issuer: 'https://api.example/issuer' } })

    for (const url of ['https://api.example/other', 'https://api.example/issuers', 'https://elsewhere.example/nonce']) {
      await expect(fetch(url)).rejects.toThrow(TypeError)
    }
    expect(cast.received()).toEqual([])
  })
})

describe('a run of all reference actors', () => {
  it('makes no request', async () => {
    const seen: string[] = []
    const server = setupServer()
    server.events.on('request:start', ({ request: { url } }) => void seen.push(url))
    server.listen({ onUnhandledFrame: 'error' })
    onTestFinished(() => server.close())

    const { report } = await playWhole()

    expect(report.verdict.result).toBe('conformant')
    expect(seen).toEqual([])
  })

  it('opens no socket and resolves no name', async () => {
    const connect = vi.spyOn(Socket.prototype, 'connect')
    const lookup = vi.spyOn(dns, 'lookup')
    onTestFinished(() => {
      connect.mockRestore()
      lookup.mockRestore()
    })

    const { report } = await playWhole()

    expect(report.verdict.result).toBe('conformant')
    expect(connect).not.toHaveBeenCalled()
    expect(lookup).not.toHaveBeenCalled()
  })
})
