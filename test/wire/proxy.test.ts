import { createServer, request } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { ask, fetched, lossOf, reaching } from './calls.ts'
import { authority, serverWith } from './certificates.ts'
import { deadUrl, listening, serving, servingTls } from './servers.ts'

/** A proxy that resolves every name to this machine, and what was asked of it. */
async function proxying() {
  const seen: string[] = []
  const server = createServer((asked, response) => {
    seen.push(`${asked.method} ${asked.url}`)
    const { port, pathname } = new URL(asked.url ?? '')
    request({ host: '127.0.0.1', port, path: pathname }, (answer) => answer.pipe(response)).end()
  })
  server.on('connect', (asked, socket) => {
    seen.push(`CONNECT ${asked.url}`)
    const onward = connect(Number(asked.url?.split(':')[1]), '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'))
    onward.on('error', () => socket.destroy())
    socket.on('error', () => onward.destroy())
    onward.pipe(socket).pipe(onward)
  })
  return { proxy: `http://127.0.0.1:${await listening(server)}`, seen }
}

const fine = () => serving((_, response) => response.end('fine'))

describe('a proxy', () => {
  it('is asked for what the target has, if the target names it', async () => {
    const { proxy, seen } = await proxying()
    const url = await fine()

    const { body } = await fetched(`${url}/path`, { proxy })

    expect({ body, seen }).toEqual({ body: 'fine', seen: [`GET ${url}/path`] })
  })

  it('opens a way for TLS, which is verified all the same', async () => {
    const { proxy, seen } = await proxying()
    const url = await servingTls(serverWith())

    expect(await fetched(url, { proxy }, { pem: { ca: authority } })).toMatchObject({ body: 'fine' })
    expect(await lossOf(fetched(url, { proxy }))).toMatchObject({ kind: 'tls' })
    expect(seen).toEqual([`CONNECT ${new URL(url).host}`, `CONNECT ${new URL(url).host}`])
  })

  it.each(['HTTP_PROXY', 'http_proxy'])('is taken from %s in the environment', async (name) => {
    const { proxy, seen } = await proxying()
    const url = await fine()

    await fetched(url, {}, { environment: { [name]: proxy.replace('http://', '') } })

    expect(seen).toEqual([`GET ${url}/`])
  })

  it('is left out for the hosts in NO_PROXY', async () => {
    const { proxy, seen } = await proxying()
    const url = await fine()

    await fetched(url, {}, { environment: { HTTP_PROXY: proxy, NO_PROXY: '127.0.0.1' } })

    expect(seen).toEqual([])
  })

  it('of the environment gives way to that of the target', async () => {
    const { proxy, seen } = await proxying()
    const url = await fine()

    await fetched(url, { proxy }, { environment: { HTTP_PROXY: await deadUrl(), NO_PROXY: '*' } })

    expect(seen).toEqual([`GET ${url}/`])
  })

  it('that does not run cannot be reached', async () => {
    const proxy = await deadUrl()

    expect(await lossOf(fetched(await fine(), { proxy }))).toMatchObject({ kind: 'unreachable' })
    expect(await lossOf(fetched('https://issuer.example', { proxy }))).toMatchObject({ kind: 'unreachable' })
  })

  it('that opens no way loses the call', async () => {
    const proxy = `http://127.0.0.1:${await listening(
      createServer().on('connect', (_, socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')),
    )}`

    expect(await lossOf(fetched('https://issuer.example', { proxy }))).toMatchObject({ kind: 'unreachable' })
  })

  it.each(['socks5://127.0.0.1', 'http://'])('at %s is none', async (proxy) => {
    const lost = lossOf(reaching({ url: 'https://issuer.example', proxy }))

    expect(await lost).toMatchObject({ kind: 'configuration' })
  })

  it('is not asked for a private address that came out of a message', async () => {
    const { proxy, seen } = await proxying()
    const transport = await reaching({ url: 'https://issuer.example', proxy })

    const lost = await lossOf(ask(transport, { url: 'http://169.254.169.254/latest', origin: 'message' }))

    expect(lost).toMatchObject({ kind: 'configuration' })
    expect(seen).toEqual([])
  })

  it('is asked for a name in a message that it alone can resolve', async () => {
    const { proxy } = await proxying()
    const { port } = new URL(await fine())
    const lookup = (_: string, __: unknown, done: (error: NodeJS.ErrnoException, address: string) => void) =>
      done(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }), '')
    const transport = await reaching({ url: 'https://issuer.example', proxy }, { lookup })

    const { body } = await ask(transport, { url: `http://status.example:${port}/`, origin: 'message' })

    expect(body).toBe('fine')
  })
})
