import { createSecureServer } from 'node:http2'
import { describe, expect, it } from 'vitest'
import { fetched, lossOf, reaching } from './calls.ts'
import { authority, client, encryptedClientKey, flaws, serverWith } from './certificates.ts'
import { listening, serving, servingTls } from './servers.ts'

const trusting = { pem: { ca: authority } }

describe('a certificate', () => {
  it('is accepted from the authority that was given, and told', async () => {
    const url = await servingTls(serverWith())

    const { body, tls } = await fetched(url, {}, trusting)

    expect(body).toBe('fine')
    expect(tls).toMatchObject({ protocol: 'TLSv1.3', certificate: { subject: 'CN=localhost', issuer: 'CN=Authority' } })
  })

  it.each(Object.entries(flaws))('that is %s is not', async (_, flaw) => {
    const url = await servingTls(serverWith(flaw))

    expect(await lossOf(fetched(url, {}, trusting))).toMatchObject({ kind: 'tls' })
  })

  it('of another host is not', async () => {
    const url = await servingTls(serverWith(), '127.0.0.1')

    expect(await lossOf(fetched(url, {}, trusting))).toMatchObject({ kind: 'tls' })
  })

  it('of an authority that was not named is not', async () => {
    const url = await servingTls(serverWith())

    expect(await lossOf(fetched(url))).toMatchObject({ kind: 'tls' })
  })

  it.each([
    [{}, 'comes from an authority that is not trusted here: give its authority as targets.issuer.tls.ca'],
    [flaws.selfSigned, 'is self-signed: give its authority as targets.issuer.tls.ca'],
  ])('that is refused is told of with advice', async (flaw, text) => {
    const url = await servingTls(serverWith(flaw))

    const { message } = await lossOf(fetched(url))

    expect(message).toBe(`GET ${url}/: the certificate of ${new URL(url).host} ${text}`)
  })
})

describe('a handshake', () => {
  it('fails with a server that does not speak TLS', async () => {
    const url = (await serving((_, response) => response.end())).replace('http:', 'https:')

    expect(await lossOf(fetched(url))).toMatchObject({ kind: 'tls' })
  })

  it('of TLS is not HTTP', async () => {
    const url = (await servingTls(serverWith())).replace('https:', 'http:')

    expect(await lossOf(fetched(url))).not.toMatchObject({ kind: 'none' })
  })
})

describe('a client certificate', () => {
  const wanting = { ...serverWith(), ca: authority, requestCert: true, rejectUnauthorized: true }

  it('is shown where it is wanted', async () => {
    const url = await servingTls(wanting)

    expect(await fetched(url, {}, { pem: { ca: authority, ...client } })).toMatchObject({ body: 'fine' })
  })

  it('may have an encrypted key', async () => {
    const url = await servingTls(wanting)
    const own = { cert: client.cert, key: encryptedClientKey('word'), passphrase: 'word' }

    expect(await fetched(url, {}, { pem: { ca: authority, ...own } })).toMatchObject({ body: 'fine' })
  })

  it.each(['TLSv1.2', 'TLSv1.3'] as const)('is missed where it is wanted, by %s', async (maxVersion) => {
    const url = await servingTls({ ...wanting, maxVersion })

    expect(await lossOf(fetched(url, {}, trusting))).toMatchObject({ kind: 'tls' })
  })

  it('of another authority leaves the call unanswered, where a server closes in silence', async () => {
    const url = await servingTls(wanting)

    const lost = await lossOf(fetched(url, {}, { pem: { ca: authority, ...serverWith(flaws.selfSigned) } }))

    expect(lost).toMatchObject({ kind: 'unreachable', message: expect.stringContaining('targets.issuer.tls.cert') })
  })

  it.each([
    ['an authority that is none', { ca: 'nonsense' }],
    ['a certificate that is none', { ...client, cert: 'nonsense' }],
    ['a key that is none', { ...client, key: 'nonsense' }],
    ['the key of another', { ...client, key: serverWith().key }],
    ['a key that cannot be decrypted', { ...client, key: encryptedClientKey('word'), passphrase: 'other' }],
  ])('cannot be used with %s', async (_, pem) => {
    const lost = lossOf(reaching({ url: 'https://localhost' }, { pem }))

    expect(await lost).toMatchObject({ kind: 'configuration' })
  })
})

describe('HTTP/2', () => {
  const versions: readonly (readonly [http2: boolean | undefined, version: string])[] = [
    [undefined, '1.1'],
    [false, '1.1'],
    [true, '2.0'],
  ]

  it.each(versions)('is spoken only if it is allowed: %s', async (http2, version) => {
    const server = createSecureServer({ ...serverWith(), allowHTTP1: true }, (request, response) => {
      response.end(request.httpVersion)
    })
    const url = `https://localhost:${await listening(server)}`

    const { body, status } = await fetched(url, http2 === undefined ? {} : { http2 }, trusting)

    expect({ status, body }).toEqual({ status: 200, body: version })
  })
})
