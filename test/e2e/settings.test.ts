import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import keys from '../../fixtures/keys.json' with { type: 'json' }
import type { Target } from '../../model/target.ts'
import type { Writable } from '../../protocol/encoding/json.ts'
import type { Jwk } from '../../protocol/jose/jwk.ts'
import { serve } from '../../src/cli/commands/serve.ts'
import { readArguments } from '../../src/terminal/arguments.ts'
import { listFlags } from '../../src/terminal/command.ts'
import { toPublicKey } from '../../suites/document/actors/steps/environment.ts'
import type { ActorMutation } from '../../suites/document/model/actors.ts'
import { readServePlan } from '../../suites/document/serve/serve-plan.ts'
import { startServer } from '../../suites/document/serve/start-server.ts'
import { assay } from '../cli/console.ts'
import { type Serving, serving } from '../cli/serving.ts'
import { authority, client } from '../wire/certificates.ts'
import { front, proxying, withBody } from './fronts.ts'
import { playing, time, withOutcome } from './playing.ts'

const folder = mkdtempSync(join(tmpdir(), 'assay-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => void vi.unstubAllEnvs())

/** An issuer and its status service at one place, as targets. */
const targetsAt = (url: string, more: Partial<Target> = {}) => ({
  issuer: { url, ...more },
  'status-service': { url, ...more },
})

/** Plays against what is served, under the answers that it was served with. */
const playedAt = ({ facts: { url, profile, decisions } }: Serving, more?: Partial<Target>) =>
  playing(targetsAt(url, more), { settings: { profile, decisions: decisions } })

/** Answers as flags. */
const answering = (given: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(given).flatMap(([id, value]) => ['--decision', `${id}=${value}`])

const renamed = {
  'endpoints.issuerConfig.path': '/v3/start',
  'endpoints.offer.url': '{issuer_url}/v3/offers/{id}/fetch?form=json',
  'metadata.path': 'append',
  'endpoints.nonce.path': '/v3/nonces',
  'endpoints.validate.path': '/v3/requests',
  'endpoints.jwks.path': '/v3/keys',
}

const methods = {
  'endpoints.issuerConfig.method': 'PUT',
  'endpoints.validate.method': 'PUT',
  'endpoints.offer.method': 'POST',
  'endpoints.issuerMetadata.method': 'POST',
  'endpoints.nonce.method': 'GET',
  'endpoints.jwks.method': 'POST',
  'endpoints.status.method': 'POST',
}

const names = {
  'nonce.responseField': 'nonce',
  'validate.field': 'encrypted_credential_request',
  'callback.field': 'credential',
  'deeplink.parameter': 'r',
  'deeplink.uri': 'https://app.example/open',
}

const guards = Object.fromEntries(
  ['issuerConfig', 'offer', 'issuerMetadata', 'nonce', 'walletCallback', 'jwks', 'status'].map((endpoint) => [
    `auth.${endpoint}`,
    'bearer',
  ]),
)

const bareToken = { 'auth.sessionToken.header': 'X-Session', 'auth.sessionToken.format': 'bare' }

describe('a conforming issuer', () => {
  it.each([
    ['other methods', answering(methods)],
    ['other paths', answering(renamed)],
    ['other names', answering(names)],
    ['a bare token in a header of its own', answering(bareToken)],
    ['a token wanted everywhere', answering(guards)],
    ['a bare token wanted everywhere, and other methods and paths', answering({ ...guards, ...bareToken, ...renamed })],
    ['a response that is encrypted, then signed', answering({ 'response.nesting': 'encrypt-then-sign' })],
    ['a response of which only the credential is encrypted', answering({ 'response.nesting': 'credential-only' })],
    ['credentials that stay closed for the identity app', answering({ 'callback.credentialForm': 'encrypted' })],
    ['two keys for requests, one of them on a curve', ['--variant', 'META/publishes-a-second-key-an-ec-key']],
    ['the answers of RFC 9901', ['--profile', 'document-rfc9901']],
    ['the answers of SD-JWT VC', ['--profile', 'document-sd-jwt-vc']],
    ['the answers of OpenID4VCI', ['--profile', 'document-openid4vci']],
  ])('with %s conforms', async (_, argv) => {
    const { report } = await playedAt(await serving('issuer', 'status-service', ...argv))

    expect(withOutcome(report, 'failed')).toEqual([])
    expect(report.verdict).toMatchObject({ result: 'conformant', exitCode: 0 })
  })

  it('with a key on a curve for requests, and no other, conforms', async () => {
    const deviation: ActorMutation = {
      issuer: (honest) => ({ ...honest, metadata: () => withKey(honest.metadata(), toPublicKey(keys.issuerSealEc)) }),
    }
    const chosen = {
      id: '',
      description: '',
      breaks: [],
      mutation: deviation,
      settings: { profile: 'document', decisions: {} },
    } as const
    const plan = await readServePlan(
      readArguments('serve', listFlags(serve), ['issuer', 'status-service', '--port', '0']),
    )
    const { facts, close } = await startServer({ ...plan, chosen, now: time }, { request: () => {}, call: () => {} })
    onTestFinished(close)

    const { report, messages: hops } = await playing(targetsAt(facts.url))

    const { request } = hops.find(({ endpoint }) => endpoint === 'deeplink') ?? {}
    expect(headerIn(request?.url ?? '')).toContain('"alg":"ECDH-ES')
    expect(report.verdict).toMatchObject({ result: 'conformant', exitCode: 0 })
  })

  it('below a path conforms', async () => {
    const { url, lead } = await front((request, onward) => onward(request))
    const base = `${url}/tenant-a/v2`
    const { facts } = await serving('issuer', 'status-service', '--public-url', base, ...answering(renamed))
    lead(facts.url)

    const { report } = await playing(targetsAt(base), { settings: { decisions: renamed } })

    expect(withOutcome(report, 'failed')).toEqual([])
    expect(report.verdict.exitCode).toBe(0)
  })

  it.each([
    [
      'methods',
      { 'endpoints.issuerConfig.method': 'PUT' },
      {},
      'issuerConfig was answered with status 404; the reason given: not_found',
    ],
    ['paths', { 'endpoints.validate.path': '/v3/requests' }, {}, ', at POST /credential/validate'],
    ['tokens', guards, bareToken, 'issuerConfig was answered with status 401'],
  ])('of whose %s nobody was told is called in vain, which is no verdict', async (_, theirs, ours, reason) => {
    const { facts } = await serving('issuer', 'status-service', ...answering(theirs))

    const { report } = await playing(targetsAt(facts.url), { settings: { decisions: ours } })

    expect(report.verdict).toMatchObject({ result: 'inconclusive', exitCode: 3 })
    expect(report.sessions.find(({ ended }) => ended === 'stopped')?.reason).toContain(reason)
  })
})

/** Metadata with one key for requests. */
function withKey(metadata: Writable, key: Jwk): Writable {
  const { credential_request_encryption: encryption, ...rest } = Object(metadata)
  return { ...rest, credential_request_encryption: { ...encryption, jwks: { keys: [key] } } }
}

/** The header of the JWE in a deeplink. */
const headerIn = (link: string): string => Buffer.from(link.split(/[=.]/)[1] ?? '', 'base64url').toString()

/** Runs the command with a configuration of its own; what it ends with, and what it says. */
async function configured(targets: object, name = 'config') {
  const config = join(folder, `${name}.json`)
  writeFileSync(config, JSON.stringify({ targets, now: time }))
  const argv = ['--config', config, '--out', join(folder, 'out'), '--members', '0']
  const { code, out, err } = await assay(['run', ...argv])
  return { code, said: `${out}\n${err}` }
}

describe('TLS', () => {
  it('is trusted with the authority that was written, and not without', async () => {
    const ca = join(folder, 'ca.pem')
    const { facts } = await serving('--tls', '--write-ca', ca)

    const trusting = await configured(targetsAt(facts.url, { tls: { ca: 'ca.pem' } }))
    const wary = await configured(targetsAt(facts.url))

    expect(trusting.code).toBe(0)
    expect(wary.code).toBe(4)
    expect(wary.said).toContain('give its authority as targets.issuer.tls.ca')
  })

  it('shows our certificate where one is wanted, and misses it where none was given', async () => {
    const paths = { ca: join(folder, 'mutual.pem'), theirs: join(folder, 'callers.pem') }
    const ours = { cert: join(folder, 'client.pem'), key: join(folder, 'client.key') }
    writeFileSync(paths.theirs, authority)
    writeFileSync(ours.cert, client.cert)
    writeFileSync(ours.key, client.key)
    const { facts } = await serving('--tls', '--write-ca', paths.ca, '--client-ca', paths.theirs)

    const known = await configured(targetsAt(facts.url, { tls: { ca: paths.ca, ...ours } }))
    const unknown = await configured(targetsAt(facts.url, { tls: { ca: paths.ca } }))

    expect(known.code).toBe(0)
    expect(unknown.code).toBe(4)
    expect(unknown.said).toMatch(/client certificate/)
  })
})

describe('a proxy', () => {
  it.each([[], ['--tls']])('of the target carries every call: %s', async (...tls) => {
    const { facts } = await serving('issuer', 'status-service', ...tls)
    const { proxy, seen } = await proxying()
    const { authority: ca } = facts

    const { report } = await playing(targetsAt(facts.url, { proxy }), {
      ...(ca !== undefined && { reached: { pem: { ca } } }),
    })

    expect(report.verdict.exitCode).toBe(0)
    expect(seen.length).toBeGreaterThan(tls.length === 0 ? 10 : 0)
  })

  it('of the environment carries them as well, and its death is told of', async () => {
    const { facts } = await serving('issuer', 'status-service')
    const { proxy, seen } = await proxying()

    vi.stubEnv('HTTP_PROXY', proxy)
    const alive = await configured(targetsAt(facts.url))
    vi.stubEnv('HTTP_PROXY', 'http://127.0.0.1:9')
    const dead = await configured(targetsAt(facts.url))

    expect(alive.code).toBe(0)
    expect(seen.length).toBeGreaterThan(10)
    expect(dead.code).toBe(4)
  })
})

describe('a gateway that wants more, and answers in an envelope of its own', () => {
  /** Lets through who shows a key and a parameter, and who says for whom a request is. */
  const pass = async (request: Request, onward: (request: Request) => Promise<Response>): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url)
    if (request.headers.get('x-api-key') !== 'key-of-the-gateway') return new Response(null, { status: 403 })
    if (pathname === '/nonce') return enveloped(searchParams.get('tenant') === 'acme', await onward(request))
    if (pathname !== '/credential/validate') return onward(request)
    const { holder, about, ...body } = Object(await request.json())
    if (!/^\d{12}$/.test(holder) || about?.code === undefined) return new Response(null, { status: 422 })
    return onward(new Request(request.url, { method: 'POST', headers: request.headers, body: JSON.stringify(body) }))
  }

  async function enveloped(isWelcome: boolean, answer: Response): Promise<Response> {
    if (!isWelcome) return new Response(null, { status: 403 })
    const { c_nonce } = JSON.parse(await answer.text())
    return withBody(answer, JSON.stringify({ data: { nonce: c_nonce } }))
  }

  const headers = { 'X-Api-Key': 'key-of-the-gateway' }
  const requests: NonNullable<Target['requests']> = {
    nonce: { query: { tenant: 'acme' }, answer: { c_nonce: '/data/nonce' } },
    validate: { body: { holder: '{uid}', about: { code: '{code}' } } },
  }

  /** A gateway with an issuer behind it. */
  async function gateway(): Promise<string> {
    const { url, lead } = await front(pass)
    const { facts } = await serving('issuer', 'status-service', '--public-url', url)
    lead(facts.url)
    return url
  }

  it('is called as it wants', async () => {
    const { report } = await playing(targetsAt(await gateway(), { headers, requests }))

    expect(withOutcome(report, 'failed')).toEqual([])
    expect(report.verdict.exitCode).toBe(0)
  })

  it.each([
    ['another key', { headers: { 'X-Api-Key': 'another' }, requests }, 3],
    ['no parameter', { headers, requests: { ...requests, nonce: {} } }, 3],
    ['nobody named', { headers, requests: { ...requests, validate: {} } }, 3],
    ['the nonce looked for elsewhere', { headers, requests: { ...requests, nonce: { query: { tenant: 'acme' } } } }, 3],
    ['a placeholder that is none', { headers, requests: { ...requests, validate: { body: { of: '{who}' } } } }, 3],
  ])('turns away a call with %s', async (_, more, code) => {
    const { report } = await playing(targetsAt(await gateway(), more))

    expect(report.verdict.exitCode).toBe(code)
    expect(report.sessions.find(({ ended }) => ended !== 'completed')?.reason).toBeDefined()
  })
})
