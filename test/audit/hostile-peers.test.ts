import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { jetstream } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  decodePortion,
  decodeResult,
  encodePortion,
  encodeResult,
  type RemotePortion,
} from '../../src/audit/remote/frames.ts'
import { createRangeReader, locateSource } from '../../src/audit/remote/read-range.ts'
import { createKeyAgreement, sealOctets } from '../../src/queue/seal.ts'
import { assay } from '../cli/console.ts'
import { listening } from '../wire/servers.ts'
import { explainMissingNats, startNats, startWorker } from './nats.ts'
import { flagsIn, folderOf, issue } from './sources.ts'

const noNats = explainMissingNats()
const reason = noNats === undefined ? '' : ` (left out: ${noNats})`

const portion: RemotePortion = {
  ...{ name: 'all.txt', form: 'lines', line: 1, ordinal: 0, lowest: 0, read: 0 },
  ...{ octets: new Uint8Array(), end: { source: 0, offset: 0, line: 1 } },
}

/** A frame with any head. */
function frameWith(text: string, rest: Uint8Array = new Uint8Array()): Uint8Array {
  const head = Buffer.from(text)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(head.length)
  return Buffer.concat([length, head, rest])
}

const badFrames: readonly (readonly [string, Uint8Array])[] = [
  ['nothing', new Uint8Array()],
  ['three octets', Buffer.from('abc')],
  ['no JSON', frameWith('{')],
  ['null', frameWith('null')],
  ['lengths that are none', frameWith('{"head":{},"lengths":[-1]}')],
  ['lengths beyond its end', frameWith('{"head":{},"lengths":[9000000000]}')],
  ['a result that is a text', frameWith('{"head":{"result":"x"},"lengths":[]}')],
  ['a result that is empty', frameWith('{"head":{"result":{}},"lengths":[]}')],
  ['random octets', randomBytes(200)],
]

describe('a frame', () => {
  it.each(badFrames)('that is %s is refused', (_, frame) => {
    const refusal = expect.objectContaining({ code: 'ERR_QUEUE' })

    expect(() => decodePortion(frame)).toThrow(refusal)
    expect(() => decodeResult(frame)).toThrow(refusal)
  })

  it('comes back as it was', () => {
    const drawn = { ...portion, octets: new Uint8Array([1, 2]), drawn: new Uint32Array([0, 7]) }

    expect(decodePortion(encodePortion(drawn))).toEqual(drawn)
    expect(decodeResult(encodeResult({ problem: 'why' }))).toEqual({ problem: 'why' })
    expect(decodeResult(frameWith('{"head":{},"lengths":[]}'))).toEqual({ problem: 'no result' })
  })
})

describe('the name of a source', () => {
  const base = 'http://127.0.0.1:1/files'

  it.each([
    ['/data/all.txt', `${base}/data/all.txt`],
    ['http://evil.example/x', `${base}/http%3A/evil.example/x`],
    ['//evil.example/x', `${base}/evil.example/x`],
    ['http:evil', `${base}/http%3Aevil`],
    ['a?b#c', `${base}/a%3Fb%23c`],
    ['\\\\evil\\x', `${base}/%5C%5Cevil%5Cx`],
    ['a/@evil.example', `${base}/a/%40evil.example`],
  ])('%s leads to no other server', (name, url) => {
    expect(locateSource(base, name)).toBe(url)
    expect(new URL(url).host).toBe('127.0.0.1:1')
  })

  it.each(['../x', 'a/../../x', './x', '..'])('%s leads to nothing above', (name) => {
    expect(() => locateSource(base, name)).toThrow(expect.objectContaining({ code: 'ERR_INPUT' }))
  })

  it('that is the address of another server makes no worker call it', async () => {
    const asked: (string | undefined)[] = []
    const port = await listening(createServer(({ url }, response) => void response.end(String(asked.push(url)))))
    const read = createRangeReader('http://127.0.0.1:9/files')
    const range = { offset: 0, length: 1, checksum: 0 }

    await expect(read({ ...portion, name: `http://127.0.0.1:${port}/secret`, range })).rejects.toThrow(/cannot read/)
    expect(asked).toEqual([])
  })
})

describe.skipIf(noNats !== undefined)(`a worker${reason}`, () => {
  /** A peer that gives its runs the answers and the frames of a test. */
  async function openPeer(url: string) {
    const connection = await connect({ servers: url.replace('nats://', '') })
    onTestFinished(() => connection.close())
    const client = jetstream(connection)
    const key = randomBytes(32)
    const offer = async (run: string, secret: string, frame: Uint8Array): Promise<void> => {
      connection.subscribe(`assay.ask.${run}`, {
        callback: (_, message) => {
          const own = createKeyAgreement()
          const shared = own.agree(message.data)
          const sealed = shared ? sealOctets(shared, `key ${run}`, Buffer.from(secret)) : new Uint8Array()
          message.respond(Buffer.concat([Buffer.from([own.publicKey.length]), own.publicKey, sealed]))
        },
      })
      await connection.flush()
      await client.publish(`assay.work.${run}.0`, sealOctets(key, `work ${run} 0`, frame))
    }
    return { offer, secretOf: (input: unknown) => JSON.stringify({ key: key.toString('base64url'), input }) }
  }

  it('survives whatever a peer answers and sends, names it, and works on for others', async () => {
    const server = await startNats()
    const worker = await startWorker(server.url)
    const { offer, secretOf } = await openPeer(server.url)
    const odd: readonly (readonly [string, string, Uint8Array])[] = [
      ['noJson', 'no JSON', new Uint8Array()],
      ['noKey', '{"key":1,"input":{}}', new Uint8Array()],
      ['shortKey', '{"key":"AAAA","input":{"kind":"audit"}}', new Uint8Array()],
      ['noInput', secretOf(null), encodePortion(portion)],
      ['noFrame', secretOf({ kind: 'audit' }), Buffer.from('x')],
      [
        'noPlan',
        secretOf({ kind: 'audit' }),
        encodePortion({ ...portion, octets: new Uint8Array(Buffer.from('x\n')) }),
      ],
      ['noNumber', secretOf({ kind: 'proof' }), Buffer.from('{')],
      ['noOptions', secretOf({ kind: 'probes' }), Buffer.from('0')],
      ['targets', secretOf({ kind: 'probes', options: { settings: { targets: { issuer: {} } } } }), Buffer.from('0')],
    ]
    for (const [run, secret, frame] of odd) await offer(run, secret, frame)
    await worker.says(/refused: a campaign has targets/)
    const folder = folderOf({ 'all.txt': issue(3).join('\n') })
    const { code } = await assay(['audit', join(folder, 'all.txt'), ...flagsIn(folder), '--via', server.url])

    expect([code, worker.child.exitCode]).toEqual([0, null])
    const said = worker.lines.join('\n')
    expect(said).not.toMatch(/^\s+at .*:\d+:\d+\)?$/m)
    for (const run of ['noJson', 'noKey', 'shortKey', 'noInput'])
      expect(said).toMatch(new RegExp(`refused: run ${run}:`))
    for (const run of ['noFrame', 'noNumber']) expect(said).toMatch(new RegExp(`refused: portion 0 of run ${run}:`))
    expect(await worker.end('SIGTERM')).toBe(0)
  })
})
