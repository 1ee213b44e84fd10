import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from '@nats-io/transport-node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { deliverWork } from '../../src/queue/deliver-work.ts'
import { openQueue } from '../../src/queue/queue.ts'
import { decodeJson, encodeJson, type JobOutcome } from '../../src/remote/campaign.ts'
import { assay } from '../cli/console.ts'
import { explainMissingNats, startNats, startWorker } from './nats.ts'
import { folderOf } from './sources.ts'

const noNats = explainMissingNats()
const reason = noNats === undefined ? '' : ` (left out: ${noNats})`

/** Waits until a worker has stored a result, which the server says to everyone who listens. */
async function firstResult(url: string): Promise<{ readonly stored: Promise<void> }> {
  const connection = await connect({ servers: url.replace('nats://', '') })
  onTestFinished(() => connection.close())
  const { promise: stored, resolve } = Promise.withResolvers<void>()
  connection.subscribe('assay.result.>', { callback: () => resolve() })
  await connection.flush()
  return { stored }
}

/** The report of a run without its times, and without what depends on them. */
function readReport(folder: string): unknown {
  const {
    milliseconds: _,
    startedAt: __,
    record: ___,
    traffic,
    ...report
  } = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))
  return { ...report, traffic: { ...traffic, peakPerSecond: 0 } }
}

describe.skipIf(noNats !== undefined)(`a campaign over NATS${reason}`, () => {
  it('prints what it prints on one machine, although one of three workers is killed', async () => {
    const { url } = await startNats()
    const [killed] = await Promise.all([startWorker(url), startWorker(url), startWorker(url)])
    const { stored } = await firstResult(url)
    const argv = ['prove', 'SD-SALTED', '--members', '2', '--json']

    const proving = assay([...argv, '--via', url])
    await stored
    await killed.end('SIGKILL')
    const [remote, own] = [await proving, await assay(argv)]

    expect(remote.out).toBe(own.out)
    expect(remote.code).toBe(own.code)

    const folder = folderOf({})
    const run = ['run', '--probes', '--members', '1', '--only', 'SD-SALTED', '--now', '1795000000', '--quiet']
    const [there, here] = [join(folder, 'there'), join(folder, 'here')]
    const codes = [await assay([...run, '--out', there, '--via', url]), await assay([...run, '--out', here])]

    expect(codes.map(({ code }) => code)).toEqual([codes[1]?.code, codes[1]?.code])
    expect(readReport(there)).toEqual(readReport(here))
  })

  it('is not begun by a worker of another version: its jobs are other ones', async () => {
    const { url, port } = await startNats()
    await startWorker(url)
    const queue = await openQueue({ server: `127.0.0.1:${port}`, isEncrypted: false })
    onTestFinished(queue.close)
    const plan = { choice: { names: ['CRED-TYP'] }, seed: 1, members: 1, probeMembers: 1, combinations: 0 }
    const outcomes: JobOutcome[] = []
    await deliverWork<number, JobOutcome>({
      ...{ queue, portions: [0], signal: new AbortController().signal, onQuiet: () => {} },
      input: { kind: 'proof', plan, version: '0.0.0', jobs: 1 },
      ...{ write: encodeJson, keep: (number) => number, read: decodeJson },
      onResult: (outcome) => void outcomes.push(outcome),
    })

    expect(outcomes).toEqual([{ problem: expect.stringContaining('a worker has another version of Assay') }])
  })
})

describe('a campaign', () => {
  it.each([
    [['run', '--via', 'nats://127.0.0.1:1', '--target', 'issuer=https://issuer.example'], 'on one machine'],
    [['run', '--via', 'nats://127.0.0.1:1'], 'pass --probes'],
    [['run', '--creds', 'file'], '--creds needs --via'],
    [['prove', 'CRED-TYP', '--tls-ca', 'file'], '--tls-ca needs --via'],
    [['prove', 'AUDIT-JTI', '--via', 'nats://127.0.0.1:1'], 'on this machine'],
    [['prove', 'CRED-TYP', '--via', 'http://127.0.0.1'], 'no address of a NATS server'],
  ])('refuses %j in one line', async (argv, problem) => {
    const { code, err } = await assay(argv)

    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(problem) })
    expect(err.trim().split('\n').length).toBeLessThanOrEqual(2)
  })
})
