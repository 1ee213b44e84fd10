import { readdirSync, readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { caps } from '../../src/wire/client/limits.ts'
import { ask, fetched, lossOf, reaching } from './calls.ts'
import { deadUrl, serving, talking } from './servers.ts'

const ok = 'HTTP/1.1 200 OK\r\n'

describe('an answer', () => {
  it('is handed back with its status, its header and its body', async () => {
    const url = await serving((_, response) => response.writeHead(200, { 'X-Name': 'Value' }).end('{"ü":1}'))

    const { status, headers, body, octets, tls } = await fetched(url)

    expect({ status, name: headers['x-name'], body, octets, tls }).toEqual({
      status: 200,
      name: 'Value',
      body: '{"ü":1}',
    })
  })

  it.each([400, 404, 500, 503])('is an answer with status %i too', async (status) => {
    const url = await serving((_, response) => response.writeHead(status).end('no'))

    expect(await fetched(url)).toMatchObject({ status, body: 'no' })
  })

  it('is a redirect that is not followed', async () => {
    let calls = 0
    const url = await serving((_, response) => {
      calls++
      response.writeHead(302, { location: '/' }).end()
    })

    expect(await fetched(url)).toMatchObject({ status: 302, headers: { location: '/' } })
    expect(calls).toBe(1)
  })

  it('has repeated and hostile header fields as what they are', async () => {
    const header = '__proto__: a\r\nConstructor: b\r\nset-cookie: c\r\nSet-Cookie: d\r\nx: <script>\r\n'
    const url = await talking((socket) => socket.write(`${ok}${header}content-length: 0\r\n\r\n`))

    const { headers } = await fetched(url)

    expect(Object.entries(headers)).toContainEqual(['__proto__', 'a'])
    expect(headers).toMatchObject({ constructor: 'b', 'set-cookie': 'c, d', x: '<script>' })
  })

  it('has octets beside its body where they are not UTF-8', async () => {
    const octets = Buffer.from([0x61, 0xff, 0x62])
    const url = await serving((_, response) => response.end(octets))

    expect(await fetched(url)).toMatchObject({ body: 'a\ufffdb', octets: octets.toString('base64') })
  })
})

describe('a call', () => {
  it('arrives as it was asked', async () => {
    const seen: unknown[] = []
    const url = await serving(async (request, response) => {
      const chunks = await request.setEncoding('utf8').toArray()
      seen.push([request.method, request.url, request.headers['x-key'], chunks.join('')])
      response.end()
    })

    await ask(await reaching({ url }), { method: 'POST', url: `${url}/a?b=c`, headers: { 'x-key': 'k' }, body: '{}' })

    expect(seen).toEqual([['POST', '/a?b=c', 'k', '{}']])
  })

  it.each(['nonsense', 'file:///etc/passwd', 'ftp://127.0.0.1/', 'http://name:word@127.0.0.1/'])(
    'of %s is not made',
    async (url) => {
      const transport = await reaching({ url: 'http://127.0.0.1' })

      expect(await lossOf(ask(transport, { url }))).toMatchObject({ kind: 'configuration' })
    },
  )

  it.each([{ method: 'A B' }, { headers: { x: 'a\r\nb: c' } }])('that is not HTTP is not made: %o', async (asked) => {
    const url = await serving((_, response) => response.end())
    const transport = await reaching({ url })

    expect(await lossOf(ask(transport, { url, ...asked }))).toMatchObject({ kind: 'configuration' })
    expect(await ask(transport, { url })).toMatchObject({ status: 200 })
  })

  it('is told of without its query', async () => {
    const url = await deadUrl()

    const { message } = await lossOf(ask(await reaching({ url }), { url: `${url}/path?code=secret#secret` }))

    expect(message).toBe(`GET ${url}/path: nothing listens there`)
  })
})

describe('a loss', () => {
  const talks: readonly (readonly [kind: string, what: string, talk: (socket: Socket) => void])[] = [
    ['none', 'an honest answer', (socket) => socket.write(`${ok}content-length: 2\r\n\r\nok`)],
    ['unreachable', 'a connection closed before an answer', (socket) => socket.destroy()],
    ['unreachable', 'a reset before an answer', (socket) => socket.resetAndDestroy()],
    ['protocol', 'something else than HTTP', (socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n')],
    ['protocol', 'a header with control characters', (socket) => socket.end(`${ok}x: \x1b[31m\r\n\r\n`)],
    ['protocol', 'a header of 20 kB', (socket) => socket.write(`${ok}x: ${'y'.repeat(20_000)}\r\n\r\n`)],
    ['protocol', 'a connection closed in the body', (socket) => socket.end(`${ok}content-length: 9\r\n\r\nok`)],
    ['protocol', 'a broken chunk', (socket) => socket.end(`${ok}transfer-encoding: chunked\r\n\r\nZZ\r\n`)],
    ['timeout', 'silence', () => undefined],
    ['timeout', 'half a header', (socket) => socket.write(`${ok}x: y`)],
    ['timeout', 'half a body', (socket) => socket.write(`${ok}content-length: 9\r\n\r\nok`)],
  ]

  it.each(talks)('is %s for %s', async (kind, _, talk) => {
    const url = await talking(talk)

    expect(await lossOf(fetched(url, { timeout: 0.2 }))).toMatchObject({ kind })
  })

  it('is unreachable where nothing listens', async () => {
    expect(await lossOf(fetched(await deadUrl()))).toMatchObject({ kind: 'unreachable' })
  })

  it('is unreachable for an unknown name', async () => {
    const lookup = (_: string, __: unknown, done: (error: NodeJS.ErrnoException, address: string) => void) =>
      done(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }), '')

    expect(await lossOf(fetched('http://issuer.example', {}, { lookup }))).toMatchObject({ kind: 'unreachable' })
  })

  it('is protocol for a body without end, at the cap', async () => {
    let sent = 0
    const chunk = Buffer.alloc(65_536)
    const url = await serving((_, response) => {
      const pour = (error?: Error | null): void => {
        if (error) return
        sent += chunk.length
        response.write(chunk, pour)
      }
      pour()
    })

    expect(await lossOf(fetched(url))).toMatchObject({ kind: 'protocol' })
    expect(sent).toBeLessThan(30 * caps.wire)
  })

  it('is none for a body that is as long as the cap', async () => {
    const url = await serving((_, response) => response.end(Buffer.alloc(caps.wire, 'a')))

    expect((await fetched(url)).body).toHaveLength(caps.wire)
  })

  it('is timeout for a body that comes drop by drop', async () => {
    const url = await serving((_, response) => {
      const drip = setInterval(() => response.write('.'), 10)
      response.on('close', () => clearInterval(drip))
    })

    expect(await lossOf(fetched(url, { timeout: 0.2 }))).toMatchObject({ kind: 'timeout' })
  })

  it('is timeout for a handshake that never goes on', async () => {
    const url = (await talking(() => undefined)).replace('http:', 'https:')

    expect(await lossOf(fetched(url, { timeout: 0.2 }))).toMatchObject({ kind: 'timeout' })
  })
})

describe('an interruption', () => {
  it('ends a call at once, even while it connects', async () => {
    const url = (await talking(() => undefined)).replace('http:', 'https:')
    const stop = new AbortController()
    const transport = await reaching({ url })

    const call = lossOf(ask(transport, { url, signal: stop.signal }))
    stop.abort()

    expect(await call).toMatchObject({ kind: 'interrupted' })
  })

  it('ends a call within its body', async () => {
    const stop = new AbortController()
    const url = await serving((_, response) => {
      response.write('a', () => stop.abort())
    })
    const transport = await reaching({ url })

    expect(await lossOf(ask(transport, { url, signal: stop.signal }))).toMatchObject({ kind: 'interrupted' })
  })

  it('comes of a signal that was given before, and nothing is sent', async () => {
    const url = await serving(() => expect.unreachable())
    const transport = await reaching({ url })

    expect(await lossOf(ask(transport, { url, signal: AbortSignal.abort() }))).toMatchObject({ kind: 'interrupted' })
  })

  it('comes of closing the transport', async () => {
    const asked = Promise.withResolvers<void>()
    const url = await serving(() => asked.resolve())
    const transport = await reaching({ url })

    const call = lossOf(ask(transport, { url }))
    await asked.promise
    await transport.close()

    expect(await call).toMatchObject({ kind: 'interrupted' })
    expect(await lossOf(ask(transport, { url }))).toMatchObject({ kind: 'interrupted' })
  })

  it('leaves other calls alone', async () => {
    const url = await serving((_, response) => response.end('fine'))
    const transport = await reaching({ url })

    await lossOf(ask(transport, { url, signal: AbortSignal.abort() }))

    expect(await ask(transport, { url })).toMatchObject({ body: 'fine' })
  })
})

describe('undici', () => {
  it('is loaded when something is reached, and not before', () => {
    const eager = readdirSync('src/wire/client').filter((name) =>
      /^import (?!type)[^';]*? from 'undici'/m.test(readFileSync(`src/wire/client/${name}`, 'utf8')),
    )

    expect(eager).toEqual([])
  })
})

describe('a target', () => {
  it('may give a call a time that is no round number', async () => {
    const url = await serving((_, response) => response.end())

    expect(await fetched(url, { timeout: 300.57 })).toMatchObject({ status: 200 })
  })

  it.each(['nonsense', 'file:///tmp'])('at %s cannot be reached', async (url) => {
    expect(await lossOf(reaching({ url }))).toMatchObject({ kind: 'configuration' })
  })

  it('keeps its connections from call to call', async () => {
    const sockets = new Set<unknown>()
    const url = await serving((request, response) => {
      sockets.add(request.socket)
      response.end()
    })
    const transport = await reaching({ url })

    for (let i = 0; i < 6; i++) await ask(transport, { url })

    expect(sockets.size).toBeLessThan(3)
  })
})
