import { isIP, type LookupFunction } from 'node:net'
import { describe, expect, it } from 'vitest'
import { chooseForbidden, isForbiddenHost, isLoopback, privateAddresses } from '../../src/wire/client/address-policy.ts'
import { ask, lossOf, reaching } from './calls.ts'
import { serving } from './servers.ts'

const isPrivate = (address: string): boolean => privateAddresses.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

const fine = () => serving((_, response) => response.end('fine'))

/** Resolves every name to the same addresses. */
const resolvingTo =
  (...addresses: readonly string[]): LookupFunction =>
  (_, options, done) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }))
    if (options.all) done(null, found)
    else done(null, found[0]?.address ?? '', found[0]?.family)
  }

describe('an address', () => {
  it.each([
    '127.0.0.1',
    '127.255.255.255',
    '10.1.2.3',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '100.100.100.200',
    '169.254.169.254',
    '168.63.129.16',
    '192.0.0.192',
    '0.0.0.0',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:0:127.0.0.1',
    '::ffff:0:8.8.8.8',
    '::ffff:10.0.0.1',
    '64:ff9b::a9fe:a9fe',
    '2002:7f00:1::',
    'fd00:ec2::254',
    'fe80::1',
    'ff02::1',
    '203.0.113.7',
    '198.51.100.7',
    '192.0.2.7',
    '192.88.99.1',
    '2001:db8::1',
    '100::1',
    '3fff::1',
    '5f00::1',
    '::ffff:169.254.169.254',
    '64:ff9b::c0a8:0101',
  ])('%s is private', (address) => {
    expect(isPrivate(address)).toBe(true)
  })

  it.each([
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '100.128.0.0',
    '192.0.1.1',
    '203.0.112.255',
    '100:0:0:1::1',
    '169.253.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::808:808',
    '2606:4700::1111',
    '2001:4860:4860::8888',
  ])('%s is public', (address) => {
    expect(isPrivate(address)).toBe(false)
  })
})

describe('a URL out of a message', () => {
  const hosts = [
    ['127.0.0.1'],
    ['localhost'],
    ['2130706433'],
    ['0x7f.1'],
    ['[::ffff:127.0.0.1]'],
    ['inside.example', '127.0.0.1'],
    ['inside.example', '::ffff:127.0.0.1'],
    ['inside.example', '127.0.0.1', '::1'],
  ]

  it.each(hosts)('leads to no private address: %s %s', async (host, ...addresses) => {
    const { port } = new URL(await fine())
    const options = addresses.length > 0 ? { lookup: resolvingTo(...addresses) } : {}
    const transport = await reaching({ url: 'https://issuer.example' }, options)
    const url = `http://${host}:${port}/`

    const lost = await lossOf(ask(transport, { url, origin: 'message' }))

    expect(lost.kind).toBe('configuration')
    expect(await ask(transport, { url, origin: 'configured' })).toMatchObject({ body: 'fine' })
  })

  it.each(hosts)('leads there if that is allowed: %s %s', async (host, ...addresses) => {
    const { port } = new URL(await fine())
    const options = addresses.length > 0 ? { lookup: resolvingTo(...addresses) } : {}
    const transport = await reaching({ url: 'https://issuer.example', allowPrivate: true }, options)

    expect(await ask(transport, { url: `http://${host}:${port}/`, origin: 'message' })).toMatchObject({ body: 'fine' })
  })

  it.each(['localhost.', 'x.localhost', 'metadata.google.internal', 'printer.local', 'nas.home.arpa'])(
    'leads to no name of a machine near a proxy, known here or not: %s',
    async (host) => {
      const unknown: LookupFunction = (_, __, done) => done(new Error('not found'), '')

      expect(await isForbiddenHost(new URL(`http://${host}/`), privateAddresses, unknown)).toBe(true)
      const longer = new URL(`http://${host}.issuer.example/`.replace('..', '.'))
      expect(await isForbiddenHost(longer, privateAddresses, unknown)).toBe(false)
    },
  )

  it.each(['127.1', '0177.0.0.1', '0x7f000001', '017700000001', '127.0.0.1.', '①②⑦.⓪.⓪.①', '[0:0:0:0:0:ffff:7f00:1]'])(
    'leads to no other spelling of this machine: %s',
    async (host) => {
      expect(await isForbiddenHost(new URL(`http://${host}/`))).toBe(true)
    },
  )

  it('leads to the target, wherever that is', async () => {
    const url = await fine()
    const transport = await reaching({ url })

    expect(await ask(transport, { url: `${url}/other`, origin: 'message' })).toMatchObject({ body: 'fine' })
  })

  it('leads to no other port of the target', async () => {
    const [url, other] = [await fine(), await fine()]
    const transport = await reaching({ url })

    expect(await lossOf(ask(transport, { url: other, origin: 'message' }))).toMatchObject({ kind: 'configuration' })
  })

  it('leads to another port of this machine only where a target that is on it may name one', async () => {
    const [url, other] = [await fine(), await fine()]
    const near = await reaching({ url }, { allowLoopback: true })
    const far = await reaching({ url: 'https://issuer.example' }, { allowLoopback: true })

    expect(await ask(near, { url: other, origin: 'message' })).toMatchObject({ body: 'fine' })
    expect(await lossOf(ask(far, { url: other, origin: 'message' }))).toMatchObject({ kind: 'configuration' })
  })

  it('takes no connection that was opened for a URL of our own', async () => {
    const url = await fine()
    const transport = await reaching({ url: 'https://issuer.example' })

    await ask(transport, { url })

    expect(await lossOf(ask(transport, { url, origin: 'message' }))).toMatchObject({ kind: 'configuration' })
  })
})

describe('a URL out of a message of a target on this machine', () => {
  const forbidden = chooseForbidden(true)

  it.each([
    ['127.0.0.1'],
    ['127.255.255.255'],
    ['localhost'],
    ['localhost.'],
    ['x.localhost'],
    ['2130706433'],
    ['0x7f.1'],
    ['0177.1'],
    ['[::1]'],
    ['[0:0:0:0:0:0:0:1]'],
    ['[::ffff:127.0.0.1]'],
    ['inside.example', '127.0.0.1'],
  ])('leads to this machine: %s %s', async (host, ...addresses) => {
    expect(await isForbiddenHost(new URL(`http://${host}/`), forbidden, resolvingTo(...addresses))).toBe(false)
    expect(await isForbiddenHost(new URL(`http://${host}/`), privateAddresses, resolvingTo(...addresses))).toBe(true)
    expect(isLoopback(`http://${host}/`)).toBe(addresses.length === 0)
  })

  it.each([
    ['10.0.0.1'],
    ['167772161'],
    ['012.0.0.1'],
    ['0xa.0.0.1'],
    ['0x0a000001'],
    ['10.1'],
    ['192.168.1.1'],
    ['172.16.0.1'],
    ['169.254.169.254'],
    ['0.0.0.0'],
    ['0'],
    ['[::]'],
    ['[::ffff:10.0.0.1]'],
    ['[::ffff:0.0.0.0]'],
    ['[::127.0.0.1]'],
    ['[::ffff:0:127.0.0.1]'],
    ['[64:ff9b::7f00:1]'],
    ['[fd00::1]'],
    ['[fe80::1]'],
    ['inside.example', '10.0.0.1'],
    ['inside.example', '::ffff:10.0.0.1'],
  ])('leads to no other private place: %s %s', async (host, ...addresses) => {
    const lookup = resolvingTo(...addresses)
    const transport = await reaching({ url: await fine() }, { allowLoopback: true, lookup })

    const lost = await lossOf(ask(transport, { url: `http://${host}:9/`, origin: 'message' }))

    expect(lost.kind).toBe('configuration')
    expect(await isForbiddenHost(new URL(`http://${host}/`), forbidden, lookup)).toBe(true)
    expect(isLoopback(`http://${host}/`)).toBe(false)
  })
})
