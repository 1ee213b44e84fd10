import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { detectAnswers } from '../../suites/document/init/detect.ts'
import { inspectTarget } from '../../suites/document/init/inspect.ts'
import { folderWith } from '../temporary-folder.ts'
import { serving as answering, deadUrl } from '../wire/servers.ts'
import { assay } from './console.ts'
import { serving } from './serving.ts'

/** What an issuer answers, by what is asked: a body, or a status. */
type Answers = Readonly<Record<string, object | number>>

/** An issuer that answers this and nothing else, and what it was asked. */
async function issuer(answersAt: (base: string) => Answers) {
  const asked: string[] = []
  const base = await answering((request, response) => {
    const line = `${request.method} ${request.url}`
    asked.push(line)
    const answer = answersAt(`http://${request.headers.host}/a`)[line] ?? 404
    response.writeHead(typeof answer === 'number' ? answer : 200)
    response.end(typeof answer === 'number' ? '' : JSON.stringify(answer))
  })
  return { base: `${base}/a`, asked }
}

/** The answers that are inferred from a look at it. */
async function inferred(answersAt: (base: string) => Answers) {
  const { base, asked } = await issuer(answersAt)
  const glimpse = await inspectTarget(base, 'issuer')
  const answers = detectAnswers(glimpse, base).map(({ decision, answer }) => [decision, answer])
  return { ...glimpse, asked, answers: Object.fromEntries(answers) }
}

const key = { kty: 'EC', crv: 'P-256', kid: 'one', x: 'x', y: 'y' }

describe('a look at an issuer', () => {
  it('finds everything that the reference issuer publishes', async () => {
    const { facts } = await serving('issuer', 'status-service')
    const folder = folderWith()

    const { code, err, out } = await assay(['init', folder, '--url', facts.url])

    const text = readFileSync(join(folder, 'harness.config.ts'), 'utf8')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('endpoints.nonce.path = "/nonce"')
    expect(text).toContain('// - credential configuration identity_credential, format vc+sd-jwt')
    expect(text).toContain('// - key EC P-256 ES256, kid issuer-2026')
    expect(text).toContain('// - requests are encrypted to RSA 2048 RSA-OAEP-256, kid request-2026, enc A256GCM')
    expect(text).toContain("'nonce.responseField': 'c_nonce'")
  })

  it('finds what is not at the usual places', async () => {
    const { answers, missed } = await inferred((base) => ({
      'GET /.well-known/openid-credential-issuer/a': {
        nonce_endpoint: `${base}/n`,
        credential_endpoint: `${base}/c`,
        jwks_uri: `${base}/k`,
      },
      'GET /a/k': { keys: [key] },
      'GET /a/n': { nonce: 'n' },
    }))

    expect(missed).toEqual([])
    expect(answers).toEqual({
      'metadata.path': 'insertion',
      'auth.issuerMetadata': 'none',
      'endpoints.issuerMetadata.method': 'GET',
      'endpoints.nonce.path': '/n',
      'endpoints.validate.path': '/c',
      'endpoints.jwks.path': '/k',
      'auth.jwks': 'none',
      'endpoints.nonce.method': 'GET',
      'auth.nonce': 'none',
      'nonce.responseField': 'nonce',
    })
  })

  it('leaves open which of two names of a nonce counts', async () => {
    const { answers } = await inferred(() => ({ 'POST /a/nonce': { nonce: 'n', c_nonce: 'n' } }))

    expect(answers).toMatchObject({ 'endpoints.nonce.method': 'POST' })
    expect(answers).not.toHaveProperty(['nonce.responseField'])
  })

  it.each([
    [{ challenge: 'rX3b7Qm1ZkT0pUuYw9cE5A', expires_in: 300 }, 'challenge'],
    [{ message: 'not a nonce' }, undefined],
    [{ challenge: 'rX3b7Qm1ZkT0pUuYw9cE5A', id: 'rX3b7Qm1ZkT0pUuYw9cE5B' }, undefined],
  ])('takes the only string as the nonce if it is as long as one: %j', async (body, field) => {
    const { answers } = await inferred(() => ({ 'POST /a/nonce': body }))

    expect(answers['nonce.responseField' as keyof typeof answers]).toBe(field)
  })

  it('sees who wants a token', async () => {
    const { answers, missed = [] } = await inferred(() => ({ 'POST /a/nonce': 401, 'GET /a/nonce': 401 }))

    expect(answers).toEqual({ 'auth.nonce': 'bearer' })
    expect(missed.join()).toContain('401 from POST')
  })

  it('says that a private key is published', async () => {
    const { remarks = [] } = await inferred(() => ({ 'GET /a/jwks': { keys: [{ ...key, d: 'secret' }] } }))

    expect(remarks.join()).toContain('PRIVATE PART: `d`')
    expect(remarks.join()).not.toContain('secret')
  })

  it('calls nobody whom the metadata name elsewhere', async () => {
    const other = await issuer(() => ({}))

    const { answers } = await inferred(() => ({
      'GET /a/.well-known/openid-credential-issuer': { nonce_endpoint: `${other.base}/n`, jwks_uri: `${other.base}/k` },
    }))

    expect(other.asked).toEqual([])
    expect(answers).not.toHaveProperty(['endpoints.nonce.path'])
  })

  it('asks for one nonce and changes nothing else', async () => {
    const { asked } = await inferred(() => ({ 'POST /a/nonce': { c_nonce: 'n' } }))

    expect(asked.filter((line) => !line.startsWith('GET '))).toEqual(['POST /a/nonce'])
  })

  it.each([
    ['nothing', {}],
    ['metadata that are a list', { 'GET /a/.well-known/openid-credential-issuer': [] }],
    ['keys that are no list', { 'GET /a/jwks': { keys: 7 } }],
    ['a nonce that is a number', { 'POST /a/nonce': { c_nonce: 7 } }],
    ['redirects', { 'POST /a/nonce': 302, 'GET /a/jwks': 302 }],
  ] as const)('infers nothing from %s', async (_, answersAt) => {
    const { answers, missed } = await inferred(() => answersAt)

    expect(answers).toEqual({})
    expect(missed).toHaveLength(3)
  })

  it('is one line where nobody listens, and a configuration all the same', async () => {
    const folder = folderWith()

    const { code, err } = await assay(['init', folder, '--url', await deadUrl()])

    expect(code).toBe(0)
    expect(err).toMatch(
      /^assay: warning: GET .*: nothing listens there; the configuration is written without inspecting the target$/,
    )
    expect(readFileSync(join(folder, 'harness.config.ts'), 'utf8')).toContain('nothing listens there')
  })
})

describe('an inspection of another server', () => {
  it.each(['status-service', 'wallet-backend', 'verifier'] as const)('knocks at a %s', async (role) => {
    const base = await answering((_, response) => response.writeHead(404).end())

    expect(await inspectTarget(base, role)).toEqual({ remarks: [`a server answers: 404 from GET ${base}`] })
  })

  it.each(['wallet', 'identity-app'] as const)('does not call a %s', async (role) => {
    expect(await inspectTarget(await deadUrl(), role)).toEqual({})
  })
})
