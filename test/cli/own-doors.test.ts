import { connect, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { plainPaint } from '../../reporters/text/paint.ts'
import { serve as serveCommand } from '../../src/cli/commands/serve.ts'
import { readArguments } from '../../src/terminal/arguments.ts'
import { listFlags } from '../../src/terminal/command.ts'
import { type ServeOptions, serve } from '../../src/wire/server/server.ts'
import { createStateStore } from '../../suites/document/actors/services/state-store.ts'
import { openListener } from '../../suites/document/run/routes/target-connections.ts'
import { serveDriven } from '../../suites/document/serve/serve-driven.ts'
import { settings } from '../whole-run.ts'
import { serving as servingHttp } from '../wire/servers.ts'
import { serving } from './serving.ts'

// What others may do at the servers of ours, and what they may not.

/** An identity app that takes commands until the test is over. */
async function identityApp(...flags: readonly string[]): Promise<string> {
  const argv = ['identity-app', '--port', '0', '--quiet', '--seed', '1', ...flags]
  const [url, ended] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()]
  const terminal = { out: url.resolve, err: () => {}, paint: plainPaint, stdin: () => Buffer.of() }
  const over = serveDriven(readArguments('serve', listFlags(serveCommand), argv), terminal, ended.promise)
  onTestFinished(async () => {
    ended.resolve()
    await over
  })
  return url.promise
}

/** An issuer that counts its calls. */
async function countingIssuer() {
  const called: (string | undefined)[] = []
  const url = await servingHttp((request, response) => {
    called.push(request.url)
    response.writeHead(404).end()
  })
  return { url, called }
}

const share = (issuer: string): string =>
  JSON.stringify({
    ...{ verb: 'share', session: 'first', issuer, statusService: issuer, walletBackend: issuer },
    ...{ offer: 'value', deviceId: 'device-0001', uid: '000000000019', sessionToken: 'token' },
  })

const post = (url: string, body: string, headers: Readonly<Record<string, string>>): Promise<Response> =>
  fetch(url, { method: 'POST', body, headers })

const json = { 'content-type': 'application/json' }

describe('an actor that takes commands', () => {
  it.each([
    ['a form', 415, { 'content-type': 'application/x-www-form-urlencoded' }],
    ['plain text', 415, { 'content-type': 'text/plain' }],
    ['text with a parameter that looks like JSON', 415, { 'content-type': 'text/plain; a=application/json' }],
    ['JSON of a page elsewhere', 403, { ...json, origin: 'https://attacker.example' }],
    ['JSON of a page on another port', 403, { ...json, origin: 'http://127.0.0.1:1' }],
    ['JSON of a sandboxed page', 403, { ...json, origin: 'null' }],
  ])('carries out nothing that comes as %s', async (_, status, headers) => {
    const [url, { url: issuer, called }] = [await identityApp(), await countingIssuer()]

    expect((await post(url, share(issuer), headers)).status).toBe(status)
    expect(called).toEqual([])
  })

  it('carries out what a driver sends', async () => {
    const [url, { url: issuer, called }] = [await identityApp(), await countingIssuer()]

    await post(url, share(issuer), { 'content-type': 'application/json; charset=utf-8' })

    expect(called).toHaveLength(1)
  })

  it('calls private addresses for callers of other machines only where it was said', async () => {
    const { url: issuer, called } = await countingIssuer()
    const far = ['--host', '127.1'] // a spelling that is not taken for this machine alone
    const [plain, allowed] = [await identityApp(...far), await identityApp(...far, '--allow-private')]

    const refused = await post(plain, share(issuer), json)

    expect(refused.status).toBe(502)
    expect(await refused.json()).toMatchObject({ error: expect.stringContaining('--allow-private') })
    expect(called).toEqual([])
    await post(allowed, share(issuer), json)
    expect(called).toHaveLength(1)
  })
})

describe('the status of a credential', () => {
  it('is set by no page of another origin', async () => {
    const { facts } = await serving('--admin')
    const url = `${facts.url}/assay/status/unknown`
    const put = (headers: Readonly<Record<string, string>>) =>
      fetch(url, { method: 'PUT', body: '{"status":"revoked"}', headers })

    expect((await put({ origin: 'https://attacker.example' })).status).toBe(403)
    expect((await put({})).status).toBe(404)
    expect((await put({ origin: facts.url })).status).toBe(404)
  })
})

describe('the page of a manual target', () => {
  it('takes forms of its own origin, behind a tunnel too, and of no other', async () => {
    const page = { path: '/assay/token', page: async () => new Response('page') }
    const listen = { host: '127.0.0.1', port: 0, publicUrl: 'https://tunnel.example' }
    const { url, close } = await openListener(settings, listen, page)
    onTestFinished(close)
    const statusOf = async (origin: string): Promise<number> =>
      (await post(`${url}/assay/token`, 'act=skip', { origin })).status

    expect(await Promise.all([url, 'https://tunnel.example'].map(statusOf))).toEqual([200, 200])
    expect(await Promise.all(['https://attacker.example', 'null'].map(statusOf))).toEqual([403, 403])
  })
})

describe('the memory of a server', () => {
  it('forgets the entries that were not used for longest', () => {
    const { get, set } = createStateStore(3)
    for (const key of ['a', 'b', 'c']) set(key, {})
    get('a')
    set('d', {})

    expect(['a', 'b', 'c', 'd'].map((key) => get(key) !== undefined)).toEqual([true, false, true, true])
  })
})

/** A server of ours until the test is over. */
async function opened(options: Partial<ServeOptions> = {}) {
  const handler = async (request: Request) => new Response(`${(await request.text()).length}`)
  const { url, close } = await serve(() => handler, { host: '127.0.0.1', port: 0, ...options })
  onTestFinished(close)
  return url
}

/** A connection that says something, and is open until the test is over. */
function connection(url: string, text: string): Promise<Socket> {
  const { promise, resolve } = Promise.withResolvers<Socket>()
  const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text, () => resolve(socket)))
  socket.on('error', () => socket.destroy())
  onTestFinished(() => void socket.destroy())
  return promise
}

const header = (length: number): string => `POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${length}\r\n\r\n`

describe('very many clients', () => {
  it('are answered, a thousand at once, beside as many slow ones', async () => {
    const url = await opened({ patience: { header: 60_000, request: 60_000, close: 20 } })
    const slow = Array.from({ length: 900 }, (_, i) => connection(url, i % 2 ? 'POST / HTT' : `${header(1_000)}x`))
    await Promise.all(slow)

    const answers = await Promise.all(Array.from({ length: 1_000 }, () => post(url, 'x'.repeat(1_000), {})))

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await Promise.all(slow)).filter(({ destroyed }) => destroyed)).toEqual([])
  })

  it('are not taken beyond a number', async () => {
    const url = await opened({ connections: 2 })
    await Promise.all([connection(url, 'G'), connection(url, 'G')])

    await expect(fetch(url)).rejects.toThrow()
  })

  it('do not fill the memory with bodies that they have announced', async () => {
    const url = await opened({ limit: 1_000, total: 2_500 })
    const slow = await Promise.all([1, 2].map(() => connection(url, `${header(1_000)}x`)))
    const busy = await post(url, 'x'.repeat(1_000), {})

    expect([busy.status, busy.headers.get('retry-after')]).toEqual([503, '1'])
    expect((await post(url, 'x'.repeat(400), {})).status).toBe(200)
    for (const socket of slow) socket.end('x'.repeat(999))
    await Promise.all(slow.map((socket) => new Promise((done) => socket.resume().once('close', done))))
    expect((await post(url, 'x'.repeat(1_000), {})).status).toBe(200)
  })
})
