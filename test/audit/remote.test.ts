import { mkdirSync, readFileSync, statSync, watch, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { AckPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { AuditReport } from '../../reporters/audit/audit-report.ts'
import { assay } from '../cli/console.ts'
import { authority, serverWith } from '../wire/certificates.ts'
import { deadUrl, listening } from '../wire/servers.ts'
import { explainMissingNats, startNats, startPassage, startWorker } from './nats.ts'
import { flagsIn, folderOf, issue } from './sources.ts'

const noNats = explainMissingNats()
const reason = noNats === undefined ? '' : ` (left out: ${noNats})`

/** So many that they are several portions. */
const credentials = issue(500, {
  draft: (draft, place, first) => {
    if (place === 20 || place === 490) return { ...draft, header: { ...draft.header, typ: 'JWT' } }
    return place === 450 ? { ...draft, payload: { ...draft.payload, id: first.payload.id ?? '' } } : draft
  },
})
const source = `${credentials.join('\n')}\n`
const few = `${credentials.slice(0, 30).join('\n')}\n`

const readReport = (folder: string): AuditReport => JSON.parse(readFileSync(join(folder, 'out/report.json'), 'utf8'))

/** Everything that an audit has written that has no time in it. */
const readResults = (folder: string): string =>
  readFileSync(join(folder, 'out/report.json'), 'utf8')
    .replaceAll(/"(started|ended)At": "[^"]*"/g, '')
    .replaceAll(folder, '') + readFileSync(join(folder, 'out/failures.ndjson'), 'utf8').replaceAll(folder, '')

/** Waits until the results of some portions were added. */
function portionsJudged(folder: string, count: number): Promise<void> {
  const { promise, resolve: done } = Promise.withResolvers<void>()
  const look = (): void => {
    const size = statSync(join(folder, 'out/.work/portions'), { throwIfNoEntry: false })?.size ?? 0
    if (size >= 16 * count) done()
  }
  const watcher = watch(folder, { recursive: true }, look)
  look()
  return promise.finally(() => watcher.close())
}

/** Listens to everything that workers and audits send. */
async function listen(url: string): Promise<() => string> {
  const connection = await connect({ servers: url.replace('nats://', '') })
  onTestFinished(() => connection.close())
  const seen: string[] = []
  const note = (_: unknown, { data }: { readonly data: Uint8Array }): void =>
    void seen.push(Buffer.from(data).toString('latin1'))
  connection.subscribe('assay.>', { callback: note })
  connection.subscribe('_INBOX.>', { callback: note })
  await connection.flush()
  return () => seen.join('\n')
}

describe.skipIf(noNats !== undefined)(`an audit over NATS${reason}`, () => {
  it('has the report of an audit on one machine, although a worker is killed, one is cut off, and the server is restarted', async () => {
    const server = await startNats()
    const [whole, remote] = [folderOf({ 'all.txt': source }), folderOf({ 'all.txt': source })]
    const passage = await startPassage(server.port)
    const read = await listen(server.url)
    await assay(['audit', join(whole, 'all.txt'), ...flagsIn(whole)])
    const killed = await startWorker(server.url)
    const cutOff = await startWorker(passage.url)

    const auditing = assay(['audit', join(remote, 'all.txt'), ...flagsIn(remote), '--via', server.url])
    await portionsJudged(remote, 1)
    await killed.end('SIGKILL')
    passage.cut()
    const last = await startWorker(server.url)
    await server.restart()
    const { code } = await auditing

    expect(code).toBe(1)
    expect(readResults(remote)).toBe(readResults(whole))
    expect(await last.end('SIGTERM')).toBe(0)
    expect(cutOff.child.exitCode).toBe(null)
    // Nothing of a credential was sent in clear.
    const [jws = '', disclosure = ''] = credentials[0]?.split('~') ?? []
    expect(read().length).toBeGreaterThan(source.length)
    for (const secret of [jws.split('.')[1] ?? '', disclosure]) expect(read()).not.toContain(secret)
  })

  it('goes on after it was interrupted, with other machines or with none', async () => {
    const server = await startNats()
    const [whole, remote] = [folderOf({ 'all.txt': source }), folderOf({ 'all.txt': source })]
    await assay(['audit', join(whole, 'all.txt'), ...flagsIn(whole)])
    const worker = await startWorker(server.url)
    const argv = ['audit', join(remote, 'all.txt'), ...flagsIn(remote)]

    const auditing = assay([...argv, '--via', server.url])
    await portionsJudged(remote, 1)
    await worker.end('SIGKILL')
    process.emit('SIGINT')
    const interrupted = await auditing
    const resumed = await assay([...argv, '--resume'])

    expect([interrupted.code, resumed.code]).toEqual([130, 1])
    expect(readResults(remote)).toBe(readResults(whole))
  })

  it('lets workers read the sources themselves, from a folder or from a server', async () => {
    const server = await startNats()
    const folder = folderOf({ 'all.txt': few })
    const files = await listening(
      createServer(({ url, headers: { range } }, response) => {
        const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
        const isThere = decodeURI(url ?? '') === join('/files', folder, 'all.txt') && from !== undefined
        response.writeHead(isThere ? 206 : 404)
        response.end(isThere ? Buffer.from(few).subarray(Number(from), Number(to) + 1) : '')
      }),
    )
    const argv = ['audit', join(folder, 'all.txt'), ...flagsIn(folder), '--via', server.url, '--shared']
    const below = await startWorker(server.url, '--sources', '/')
    const one = await assay(argv)
    await below.end('SIGTERM')
    const remote = await startWorker(server.url, '--sources', `http://127.0.0.1:${files}/files`)
    const other = await assay(argv)
    await remote.end('SIGTERM')

    expect([one.code, other.code]).toEqual([1, 1])
    expect(readReport(folder).artefacts).toBe(30)
  })

  it('is left to other workers by one that has another file, which names it and goes on', async () => {
    const server = await startNats()
    const [folder, elsewhere] = [folderOf({ 'all.txt': few }), folderOf({})]
    mkdirSync(join(elsewhere, folder), { recursive: true })
    writeFileSync(join(elsewhere, folder, 'all.txt'), few.replace('e', 'f'))
    const wrong = await startWorker(server.url, '--sources', elsewhere)
    const auditing = assay(['audit', join(folder, 'all.txt'), ...flagsIn(folder), '--via', server.url, '--shared'])
    await wrong.says(/refused: .*all.txt is another file here/)
    const right = await startWorker(server.url, '--sources', '/')
    const { code } = await auditing

    expect([code, wrong.child.exitCode, right.lines.length]).toEqual([1, null, 1])
    expect(await wrong.end('SIGTERM')).toBe(0)
  })

  it('reads what a stream keeps of a subject, and leaves it there', async () => {
    const server = await startNats()
    const connection = await connect({ servers: server.url.replace('nats://', '') })
    onTestFinished(() => connection.close())
    const manager = await jetstreamManager(connection)
    await manager.streams.add({ name: 'CREDENTIALS', subjects: ['credentials.*'] })
    const client = jetstream(connection)
    for (const text of credentials.slice(0, 12)) await client.publish('credentials.issued', text)
    await client.publish('credentials.revoked', 'another subject')
    const folder = folderOf({})
    await startWorker(server.url)

    const { code } = await assay(['audit', '--subject', 'credentials.issued', ...flagsIn(folder), '--via', server.url])
    const unknown = await assay(['audit', '--subject', 'other.issued', ...flagsIn(folder), '--via', server.url])

    expect({ code, artefacts: readReport(folder).artefacts }).toEqual({ code: 0, artefacts: 12 })
    expect((await manager.streams.info('CREDENTIALS')).state.messages).toBe(13)
    expect(unknown).toMatchObject({
      code: 2,
      err: expect.stringContaining('no stream of the server keeps the subject'),
    })
  })

  it('shares its workers with another audit', async () => {
    const server = await startNats()
    const [one, other] = [folderOf({ 'all.txt': few }), folderOf({ 'all.txt': credentials.slice(20, 40).join('\n') })]
    await startWorker(server.url)
    const codes = await Promise.all(
      [one, other].map(async (folder) => {
        const { code } = await assay(['audit', join(folder, 'all.txt'), ...flagsIn(folder), '--via', server.url])
        return [code, readReport(folder).artefacts]
      }),
    )

    expect(codes).toEqual([
      [1, 30],
      [1, 20],
    ])
  })

  it('ends with the reason where ten workers began a portion and none came to its end', async () => {
    const server = await startNats()
    const folder = folderOf({ 'all.txt': few })
    const worker = await startWorker(server.url)
    await worker.end('SIGTERM')
    const connection = await connect({ servers: server.url.replace('nats://', '') })
    onTestFinished(() => connection.close())
    const { consumers } = await jetstreamManager(connection)
    const config = { durable_name: 'workers', ack_policy: AckPolicy.Explicit }
    await consumers.info('ASSAY_WORK', 'workers').catch(() => consumers.add('ASSAY_WORK', config))
    const consumer = await jetstream(connection).consumers.get('ASSAY_WORK', 'workers')

    const auditing = assay(['audit', join(folder, 'all.txt'), ...flagsIn(folder), '--via', server.url])
    for (let i = 0; i < 10; i++) (await consumer.next({ expires: 30_000 }))?.nak()
    await startWorker(server.url)
    const { code, err } = await auditing

    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('10 workers began it') })
  })

  it('sends what is larger than a message by the object store, and removes everything at the end', async () => {
    const server = await startNats()
    const folder = folderOf({ 'one.json': few.split('\n')[0] ?? '', 'long.txt': `${'x'.repeat(3_000_000)}\n${few}` })
    await startWorker(server.url)
    const argv = ['audit', join(folder, 'long.txt'), join(folder, 'one.json'), ...flagsIn(folder), '--via', server.url]
    const { code } = await assay(argv)
    const connection = await connect({ servers: server.url.replace('nats://', '') })
    onTestFinished(() => connection.close())
    const manager = await jetstreamManager(connection)
    const left: Record<string, number> = {}
    for await (const { config, state } of manager.streams.list()) left[config.name] = state.messages

    expect({ code, artefacts: readReport(folder).artefacts, unread: readReport(folder).unread.lines }).toEqual({
      ...{ code: 1, artefacts: 31, unread: 1 },
    })
    expect(left).toEqual({ ASSAY_WORK: 0, ASSAY_RESULTS: 0 })
  })

  it('needs no more rights than the guide names, and takes TLS', async () => {
    const { cert, key } = serverWith()
    const folder = folderOf({ 'all.txt': few, 'cert.pem': cert, 'key.pem': key, 'ca.pem': authority })
    const tls = ['--tls', '--tlscert', join(folder, 'cert.pem'), '--tlskey', join(folder, 'key.pem')]
    writeFileSync(join(folder, 'accounts.conf'), makeAccounts())
    const { port } = await startNats(...tls, '-c', join(folder, 'accounts.conf'))
    const [url, ca] = [`tls://auditor:of%20them@localhost:${port}`, ['--tls-ca', join(folder, 'ca.pem')]]
    const argv = ['audit', join(folder, 'all.txt'), ...flagsIn(folder)]
    await startWorker(url.replace('auditor', 'worker'), ...ca)

    const known = await assay([...argv, '--via', url, ...ca])
    const unknown = await assay([...argv, '--via', `tls://localhost:${port}`, ...ca])
    const untrusted = await assay([...argv, '--via', url])

    expect(known.code).toBe(1)
    expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining('refuses these credentials') })
    expect(untrusted).toMatchObject({ code: 2, err: expect.stringContaining('no TLS connection') })
  })
})

/** The users of a server, with the rights that the guide names. */
function makeAccounts(): string {
  const page = readFileSync('docs/guide/scale.md', 'utf8')
  const rights = (who: string, column: number): readonly string[] =>
    ['both', who].flatMap((name) => {
      const row = page.split('\n').find((line) => line.startsWith(`| ${name} |`)) ?? ''
      return [...(row.split('|')[column] ?? '').matchAll(/`([^`]+)`/g)].map(([, subject = '']) => subject)
    })
  const users = ['auditor', 'worker'].map((user) => ({
    ...{ user, password: 'of them' },
    permissions: { publish: rights(user, 2), subscribe: rights(user, 3) },
  }))
  return JSON.stringify({ authorization: { users } }).slice(1, -1)
}

describe('an audit without a server', () => {
  it('says how to start one', async () => {
    const folder = folderOf({ 'all.txt': few })
    const { port } = new URL(await deadUrl())
    const [address, argv] = [`nats://127.0.0.1:${port}`, ['audit', join(folder, 'all.txt'), ...flagsIn(folder)]]

    for (const line of [
      [...argv, '--via', address],
      ['worker', address],
    ]) {
      const { code, err } = await assay(line)

      expect(code).toBe(2)
      expect(err).toContain(`no NATS server answers at 127.0.0.1:${port}`)
      expect(err).toContain('nats-server --addr 127.0.0.1 --jetstream')
    }
  })

  it.each([
    [['--via', 'http://127.0.0.1'], 'no address of a NATS server'],
    [['--subject', 'credentials.issued'], '--subject needs --via'],
    [['--via', 'nats://127.0.0.1', '--subject', 'credentials.issued'], 'either sources or --subject'],
  ])('refuses %j', async (flags, problem) => {
    const folder = folderOf({ 'all.txt': few })
    const { code, err } = await assay(['audit', join(folder, 'all.txt'), ...flagsIn(folder), ...flags])

    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(problem) })
  })
})
