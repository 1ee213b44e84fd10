import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { RecordHead } from '../../model/record.ts'
import { plainPaint } from '../../reporters/text/paint.ts'
import { serve } from '../../src/cli/commands/serve.ts'
import { readArguments } from '../../src/terminal/arguments.ts'
import { listFlags } from '../../src/terminal/command.ts'
import { makeServerIdentity } from '../../src/wire/server/self-signed.ts'
import { listBaseUrls } from '../../suites/document/run/routes/addresses.ts'
import { openListener } from '../../suites/document/run/routes/target-connections.ts'
import { serveDriven } from '../../suites/document/serve/serve-driven.ts'
import { folderWith } from '../temporary-folder.ts'
import { settings as usual } from '../whole-run.ts'
import { listening } from '../wire/servers.ts'
import { assay } from './console.ts'
import { load, rejection } from './load-settings.ts'

const time = '1795000000'

/** A wallet that takes orders at an address until the test is over, and trusts this authority. */
async function wallet(ca?: string): Promise<string> {
  const argv = ['wallet', '--port', '0', '--quiet', '--now', time, '--seed', '1', ...(ca ? ['--ca', ca] : [])]
  const [url, ended] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()]
  const terminal = { out: url.resolve, err: () => {}, paint: plainPaint, stdin: () => Buffer.of() }
  const over = serveDriven(readArguments('serve', listFlags(serve), argv), terminal, ended.promise)
  onTestFinished(async () => {
    ended.resolve()
    await over
  })
  return url.promise
}

/** Plays a run with a wallet at the other side of a door. */
async function run(url: string, ...argv: readonly string[]) {
  const out = join(folderWith(), 'out')
  const cheap = ['--members', '0', '--now', time, '--seed', '1']
  const { code, err } = await assay(['run', '--target', `wallet=${url}`, '--out', out, '--quiet', ...cheap, ...argv])
  const read = (name: string): string => readFileSync(join(out, name), 'utf8')
  return { code, err, head: () => headOf(read('record.ndjson')), report: () => JSON.parse(read('report.json')) }
}

const headOf = (record: string): RecordHead => JSON.parse(record.slice(0, record.indexOf('\n')))

/** A certificate that somebody else made, in files. */
function given(...names: readonly string[]) {
  const { cert, key, authority } = makeServerIdentity(names, Date.now() / 1000)
  const folder = folderWith({ 'cert.pem': cert, 'key.pem': key, 'ca.pem': authority })
  return { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem'), ca: join(folder, 'ca.pem') }
}

describe('through a door with TLS', () => {
  it('a wallet that trusts what was made for the run conforms', async () => {
    const ca = join(folderWith(), 'ca.pem')

    const { code, head, report } = await run(await wallet(ca), '--listen', '127.0.0.1:0', '--tls', '--write-ca', ca)

    expect(report().verdict).toMatchObject({ result: 'conformant', exitCode: 0 })
    expect(code).toBe(0)
    expect(head().addresses?.listener).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
  })

  it('a wallet that trusts a certificate of our own conforms', async () => {
    const { cert, key, ca } = given('127.0.0.1')

    const { code } = await run(await wallet(ca), '--listen', '127.0.0.1:0', '--tls-cert', cert, '--tls-key', key)

    expect(code).toBe(0)
  })

  it.each([
    ['nothing', undefined],
    ['somebody else', given],
  ])('a wallet that trusts %s is lost, for the reason that it has', async (_, other) => {
    const { code, report } = await run(await wallet(other?.('127.0.0.1').ca), '--listen', '127.0.0.1:0', '--tls')

    expect(code).toBe(4)
    expect(report().sessions).toContainEqual(
      expect.objectContaining({
        reason: expect.stringMatching(/the certificate of .* an authority that is not trusted/),
      }),
    )
  })
})

describe('the authority of a certificate that is made', () => {
  it('is written by a run that has its port, and by nobody else', async () => {
    const port = await listening(createServer())
    const ca = join(folderWith({ 'ca.pem': 'of another run' }), 'ca.pem')
    const door = (port: number) => ['--listen', `127.0.0.1:${port}`, '--tls', '--write-ca', ca]

    const taken = await run(await wallet(), ...door(port))
    const looked = await assay(['doctor', '--out', join(folderWith(), 'out'), ...door(0)])

    expect(taken).toMatchObject({ code: 2, err: expect.stringContaining('the port is in use') })
    expect(looked.out).toContain('✔ listen')
    expect(readFileSync(ca, 'utf8')).toBe('of another run')
  })

  it('has to go somewhere', async () => {
    const ca = join(folderWith(), 'placeholderAddresses', 'ca.pem')

    const { code, err } = await run(await wallet(), '--listen', '127.0.0.1:0', '--tls', '--write-ca', ca)

    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(`cannot write ${ca}`) })
  })
})

const hasIpv6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))

describe('at an address of IPv6', () => {
  it('a door has it in brackets', () => {
    const at = (more: object) => listBaseUrls({ ...usual, listen: { host: '::1', port: 4801, ...more } }).issuer

    expect([at({}), at({ tls: true })]).toEqual(['http://[::1]:4801', 'https://[::1]:4801'])
  })

  it.for([false, true])('a wallet finds it there (TLS: %s)', async (isSecure, { skip }) => {
    skip(!hasIpv6, 'this machine has no ::1')
    const ca = join(folderWith(), 'ca.pem')
    const tls = isSecure ? ['--tls', '--write-ca', ca] : []

    const { code, head } = await run(await wallet(isSecure ? ca : undefined), '--listen', '[::1]:0', ...tls)

    expect(code).toBe(0)
    expect(head().addresses?.listener).toMatch(isSecure ? /^https:\/\/\[::1\]:\d+$/ : /^http:\/\/\[::1\]:\d+$/)
  })
})

describe('a port that a URL leaves out', () => {
  it('is told all the same', async ({ skip }) => {
    const listen = { host: '127.0.0.1', port: 443, tls: true } as const
    const door = await openListener(usual, listen).catch((error: Error) => skip(error.message))
    onTestFinished(door.close)

    expect(listBaseUrls(door.settings).issuer).toBe('https://127.0.0.1:443')
  })
})

describe('what is said of the door', () => {
  const listen = async (...argv: readonly string[]) => (await load({ argv })).settings.listen

  it('is said in a file, whose folder its paths start from', async () => {
    const own = { port: 1, tls: { cert: 'c.pem', key: 'k.pem' } }

    const made = await load({ config: { listen: { port: 1, tls: true, writeCa: 'ca.pem' } } })
    const { settings } = await load({ config: { listen: own }, files: { 'c.pem': '', 'k.pem': '' } })

    expect(made.settings.listen).toEqual({
      host: '127.0.0.1',
      port: 1,
      tls: true,
      writeCa: expect.stringMatching(/^\/.*ca\.pem$/),
    })
    expect(settings.listen?.tls).toEqual({
      cert: expect.stringMatching(/^\/.*c\.pem$/),
      key: expect.stringMatching(/^\/.*k\.pem$/),
    })
  })

  it('is said with flags, of which a certificate of our own says more than TLS alone', async () => {
    const at = { host: '::1', port: 0 }
    const own = ['--tls-cert', 'c', '--tls-key', 'k']

    expect(await listen('--listen', '[::1]:0', '--tls')).toEqual({ ...at, tls: true })
    expect(await listen('--listen', '[::1]:0', '--tls', ...own)).toEqual({ ...at, tls: { cert: 'c', key: 'k' } })
  })

  it('is taken back with a variable', async () => {
    const config = { listen: { port: 1, tls: true, writeCa: 'ca.pem' } }
    const environment = { ASSAY_TLS: '0' }

    expect((await load({ config, environment })).settings.listen).toEqual({ host: '127.0.0.1', port: 1 })
    expect((await load({ environment })).settings.listen).toBeUndefined()
  })

  it.each([
    [['--tls'], 'pass --listen HOST:PORT'],
    [['--listen', 'localhost:0', '--tls-cert', 'c'], 'must be given together'],
    [['--listen', 'localhost:0', '--write-ca', 'f'], '--write-ca needs --tls'],
    [['--listen', 'localhost:0', '--tls-cert', 'c', '--tls-key', 'k', '--write-ca', 'f'], '--tls-cert gives your own'],
  ])('is refused where it does not go together: %j', async (argv, words) => {
    expect((await rejection({ argv })).message).toContain(words)
  })

  it.each([
    ['half a certificate', { tls: { cert: 'c' } }, 'listen.tls: `key` is missing'],
    ['a text', { tls: 'yes' }, 'listen.tls: it must be true or false or an object'],
    ['a file that is none', { tls: { cert: 'c', key: 'k' } }, 'listen.tls.cert: there is no file c'],
  ])('is refused by its key: %s', async (_, more, words) => {
    expect((await rejection({ config: { listen: { port: 1, ...more } } })).message).toContain(words)
  })
})
