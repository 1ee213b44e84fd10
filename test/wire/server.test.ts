import { X509Certificate } from 'node:crypto'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { HarnessError } from '../../model/errors.ts'
import { createHandler, type FetchHandler } from '../../src/wire/server/app.ts'
import type { ServedRequest } from '../../src/wire/server/limit-handler.ts'
import { makeServerIdentity } from '../../src/wire/server/self-signed.ts'
import { type ServeOptions, type Server, serve } from '../../src/wire/server/server.ts'
import { fetched, lossOf } from './calls.ts'
import { authority, client } from './certificates.ts'

const echo: FetchHandler = async (request) => new Response(`${request.method} ${await request.text()}`)

/** A server that is closed when its test is over. */
async function opened(handler: FetchHandler, options: Partial<ServeOptions> = {}): Promise<Server> {
  const server = await serve(() => handler, { host: '127.0.0.1', port: 0, ...options })
  onTestFinished(server.close)
  return server
}

const post = (url: string, body: string | ReadableStream): Promise<Response> =>
  fetch(url, { method: 'POST', body, ...(body instanceof ReadableStream && { duplex: 'half' as const }) })

describe('a server', () => {
  it('answers at a port that was free, and tells its handler the address', async () => {
    const server = await serve((url) => async () => new Response(url), { host: '127.0.0.1', port: 0 })
    onTestFinished(server.close)

    expect(await (await fetch(server.url)).text()).toBe(server.url)
  })

  it('hands over a body as it came', async () => {
    const { url } = await opened(echo)

    expect(await (await post(url, 'आशा')).text()).toBe('POST आशा')
  })

  it.each([
    ['a byte order mark', Buffer.from('\ufeff{}'), '\ufeff{}'],
    ['octets that are not UTF-8', Buffer.from('{"a":"Zürich"}', 'latin1'), '{"a":"Z\udcfcrich"}'],
  ])('hands over a body with %s as it came', async (_, body, expected) => {
    const bodies: unknown[] = []
    const handler = createHandler(async (request) => {
      bodies.push(request.body)
      return { status: 204, headers: {}, body: '' }
    })
    const { url } = await opened(handler)

    await fetch(url, { method: 'POST', body })

    expect(bodies).toEqual([expected])
  })

  it('says that it cannot listen on a port that is in use', async () => {
    const { url } = await opened(echo)

    const second = serve(() => echo, { host: '127.0.0.1', port: Number(new URL(url).port) })

    await expect(second).rejects.toMatchObject({ code: 'ERR_LISTEN' })
  })

  it('gives its port back if there is nothing to serve', async () => {
    const ports: number[] = []
    const failing = serve(
      (url) => {
        ports.push(Number(new URL(url).port))
        throw new HarnessError('ERR_DECISION', 'nothing to serve')
      },
      { host: '127.0.0.1', port: 0 },
    )
    await expect(failing).rejects.toMatchObject({ code: 'ERR_DECISION' })

    expect(await (await fetch((await opened(echo, { port: ports[0] ?? 0 })).url)).text()).toBe('GET ')
  })
})

describe('a body', () => {
  const chunked = (length: number): ReadableStream =>
    new Blob(['a'.repeat(length)]).stream().pipeThrough(new TransformStream())

  it.each([
    ['says its length', (length: number) => 'a'.repeat(length)],
    ['does not say its length', chunked],
  ])('is taken up to the limit and refused beyond, if it %s', async (_, bodyOf) => {
    const { url } = await opened(echo, { limit: 100_000 })

    const [good, bad] = [await post(url, bodyOf(100_000)), await post(url, bodyOf(100_001))]

    expect(await good.text()).toBe(`POST ${'a'.repeat(100_000)}`)
    expect(bad.status).toBe(413)
    expect(await bad.json()).toMatchObject({ error: 'content_too_large' })
  })
})

describe('a handler that throws', () => {
  it('makes an answer that says nothing, and is told to whoever watches', async () => {
    const seen: ServedRequest[] = []
    const broken: FetchHandler = () => Promise.reject(new Error('the secret reason'))
    const { url } = await opened(broken, { watch: (served) => void seen.push(served) })

    const response = await fetch(url)

    expect(response.status).toBe(500)
    expect(await response.text()).toBe('{"error":"server_error"}')
    expect(seen.map(({ defect }) => String(defect))).toEqual(['Error: the secret reason'])
  })
})

describe('a connection', () => {
  it('is ended if its header takes too long', async () => {
    const patience = { header: 50, request: 100, close: 50 }
    const { url } = await opened(echo, { patience })
    const socket = connect(Number(new URL(url).port), '127.0.0.1')

    socket.write('GET / HTTP/1.1\r\nhost: ')

    expect(await text(socket)).toContain('408')
  })

  it('may finish what it is about before the server closes, and nothing comes after it', async () => {
    const [begun, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow: FetchHandler = async () => {
      begun.resolve()
      await finish.promise
      return new Response('done')
    }
    const { url, close } = await opened(slow)
    const answer = fetch(url)
    await begun.promise

    const closed = close()
    finish.resolve()

    expect(await (await answer).text()).toBe('done')
    await closed
    await expect(fetch(url)).rejects.toThrow()
  })

  it('does not keep a server open for ever', async () => {
    const begun = Promise.withResolvers<void>()
    const endless: FetchHandler = () => {
      begun.resolve()
      return new Promise(() => {})
    }
    const { url, close } = await opened(endless, { patience: { header: 60_000, request: 60_000, close: 20 } })
    const answer = fetch(url)
    await begun.promise

    await Promise.all([close(), expect(answer).rejects.toThrow()])
  })
})

describe('TLS', () => {
  const now = Math.floor(new Date('2026-11-18').getTime() / 1000)
  const own = makeServerIdentity(['localhost', '127.0.0.1', '::1', '2001:db8::7:0:1'], now)

  it('is spoken with a certificate that names the server and comes from its own authority', () => {
    const [certificate, root] = [new X509Certificate(own.cert), new X509Certificate(own.authority)]

    expect(certificate.checkHost('localhost')).toBe('localhost')
    for (const address of ['127.0.0.1', '::1', '2001:db8::7:0:1']) expect(certificate.checkIP(address)).toBe(address)
    expect(certificate.checkHost('elsewhere.example')).toBeUndefined()
    expect(certificate.checkIP('127.0.0.2')).toBeUndefined()
    expect(certificate.verify(root.publicKey)).toBe(true)
    expect([certificate.ca, root.ca]).toEqual([false, true])
    expect(certificate.validTo).toMatch(/^Feb 16 .* 2027/)
  })

  it('is trusted only by clients that trust that authority', async () => {
    const tls = makeServerIdentity(['localhost', '127.0.0.1'], Math.floor(Date.now() / 1000))
    const { url } = await opened(echo, { tls })

    const trusting = await fetched(url, {}, { pem: { ca: tls.authority } })
    const loss = await lossOf(fetched(url))

    expect(trusting).toMatchObject({ status: 200, body: 'GET ' })
    expect(loss).toMatchObject({ kind: 'tls' })
  })

  it('is left out by callers that may, at the same port', async () => {
    const tls = makeServerIdentity(['127.0.0.1'], Math.floor(Date.now() / 1000))
    const tell: FetchHandler = async ({ method, url }) => new Response(`${method} ${new URL(url).protocol}`)
    const { url } = await opened(tell, { tls, takesPlain: true })

    const secure = await fetched(url, {}, { pem: { ca: tls.authority } })
    const plain = await post(url.replace('https:', 'http:'), 'a')

    expect(secure.body).toBe('GET https:')
    expect(await plain.text()).toBe('POST http:')
  })

  it('wants a certificate of its callers, where one was asked for', async () => {
    const tls = makeServerIdentity(['127.0.0.1'], Math.floor(Date.now() / 1000))
    const { url } = await opened(echo, { tls: { ...tls, clientAuthority: authority } })

    const known = await fetched(url, {}, { pem: { ca: tls.authority, ...client } })
    const stranger = makeServerIdentity(['Client'], Math.floor(Date.now() / 1000))
    const none = await lossOf(fetched(url, {}, { pem: { ca: tls.authority } }))
    const other = await lossOf(fetched(url, {}, { pem: { ca: tls.authority, cert: stranger.cert, key: stranger.key } }))

    expect(known.status).toBe(200)
    expect(none.kind).toBe('tls')
    expect(other.kind).not.toBe('none')
  })

  it('is refused with a key that is not that of the certificate', async () => {
    const [one, other] = [makeServerIdentity(['localhost'], now), makeServerIdentity(['localhost'], now)]

    const serving = serve(() => echo, { host: '127.0.0.1', port: 0, tls: { cert: one.cert, key: other.key } })

    await expect(serving).rejects.toMatchObject({ code: 'ERR_LISTEN' })
  })
})
