import type { RequestListener, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { puppet } from '../drivers/orders.ts'
import { folder } from '../running-vitest.ts'
import { deadUrl, serving } from '../wire/servers.ts'
import { type ProcessEnded, reportIn, startRun } from './child.ts'
import { withOutcome } from './playing.ts'

/** A run whose wallet is moved by somebody, in a process of its own, and with little patience. */
async function movedBy(url: string) {
  const home = folder()
  const said = await startRun(home, { targets: { wallet: { url, timeout: 1 } }, deadline: 300 }, '--members', '1').ended
  return { said, report: reportIn(home) }
}

/** The run ends as one that could not be played: it says why in one line, and nothing of the wallet or of its own insides. */
async function expectLost(url: string, cause: string): Promise<void> {
  const { said, report } = await movedBy(url)

  expect(said).toMatchObject({ code: 4 })
  expect(report.verdict).toMatchObject({ result: 'unavailable', exitCode: 4 })
  expect(report.sessions.map(({ ended }) => ended)).toEqual(['unavailable'])
  expect([...withOutcome(report, 'failed'), ...withOutcome(report, 'harnessError')]).toEqual([])
  expectCalm(said, cause)
}

function expectCalm({ out, err, peak }: ProcessEnded, cause: string): void {
  const linesWith = (all: string): readonly string[] => all.split('\n').filter((line) => line.includes(cause))
  expect(linesWith(out)).toHaveLength(1)
  expect(linesWith(err)).toHaveLength(1)
  expect(`${out}${err}`).not.toMatch(/^\s+at .*:\d+:\d+\)?$|node:internal|\[object/m)
  expect(`${out}${err}`).not.toContain('\u001b[2J')
  expect(peak).toBeLessThan(300)
}

const processes = [
  [
    'crashes',
    'wallet: its process ended with exit code 1; the reason given: RangeError: <text of 16 characters> is at <text of 4 characters>',
  ],
  ['exits', 'wallet: its process ended with exit code 3'],
  ['aborts', 'wallet: its process was ended by SIGKILL'],
  ['hangs', 'wallet: no answer within 1 s'],
  ['babbles', 'wallet: a line of its output is not a JSON object; logs belong on its standard error'],
  ['floods', 'wallet: its output has more than 1000000 octets and no answer among them'],
  ['swells', 'wallet: its output has more than 1000000 octets and no answer among them'],
  ['repeats', 'wallet: a line of its output has no `id` of a command'],
  ['confuses', 'wallet: it answers for another session'],
  ['miscounts', 'wallet: the `id` of its reply belongs to no open command'],
  ['fails', 'wallet: it could not carry out the command; the reason given: the phone is locked'],
] as const

describe('a run whose wallet is a process', () => {
  it.each(processes)('judges nothing and says why in one line where the process %s', async (act, cause) => {
    await expectLost(`command:${puppet(act)}`, cause)
  })

  it('judges nothing where there is no such process', async () => {
    await expectLost('command:no-such-program-anywhere --fast', 'wallet: its process cannot be started')
  })
})

/** Sends more for as long as somebody takes it. */
function pour(response: ServerResponse): void {
  const chunk = Buffer.alloc(65_536, ' ')
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', more)
  more()
}

const json =
  (told: unknown, status = 200): RequestListener =>
  async (request, response) => {
    await text(request)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(told))
  }

const servers: readonly (readonly [string, RequestListener, string])[] = [
  ['crashes', (request) => void request.socket.destroy(), 'the connection was closed before an answer'],
  ['hangs', () => {}, 'within 1 s'],
  ['floods', (_, response) => pour(response), 'longer than 1000000 octets'],
  ['babbles', (_, response) => response.end('\u001b[2J ready to serve'), 'wallet: its answer is not a JSON object'],
  ['confuses', json({ session: 'of-somebody-else', links: [] }), 'wallet: it answers for another session'],
  ['misunderstands', json({ links: 'app://open' }), 'wallet: `links` is not a list of strings'],
  [
    'fails',
    json({ error: 'the phone is locked' }),
    'could not carry out the command; the reason given: the phone is locked',
  ],
  [
    'fails as servers do',
    json({ error: 'the phone is locked' }, 500),
    'answered with status 500; the reason given: the phone is locked',
  ],
]

describe('a run whose identity app is a process that tells what it was told in confidence', () => {
  it('says what happened, and keeps that to itself', async () => {
    const home = folder()
    const config = { targets: { 'identity-app': { url: `command:${puppet('confides')}`, timeout: 5 } }, deadline: 300 }

    const { code, out } = await startRun(home, config).ended

    const [first] = reportIn(home).sessions
    expect(code).toBe(4)
    expect(first?.reason).toMatch(/^identity-app: its process ended with exit code 1; the reason given: KeyError: /)
    expect(out).toContain('identity-app: its process ended with exit code 1')
    expect(`${out}${JSON.stringify(reportIn(home))}`).not.toContain('session-token-of-nobody')
  })
})

describe('a run whose wallet is moved at an address', () => {
  it.each(servers)('judges nothing and says why in one line where whoever moves it %s', async (_, listener, cause) => {
    await expectLost(await serving(listener), cause)
  })

  it('judges nothing without a driver', async () => {
    await expectLost(await deadUrl(), 'nothing listens there')
  })
})

describe('a wallet that does nothing', () => {
  it.each(['answers', 'greets'])('has refused an honest offer, which is not lost: %s', async (act) => {
    const { said, report } = await movedBy(`command:${puppet(act)}`)

    expect(said).toMatchObject({ code: 3 })
    expect(report.sessions[0]).toMatchObject({ ended: 'stopped', reason: expect.stringContaining('offer by') })
  })
})

describe('a command line that is none', () => {
  it.each([`command:node 'wallet.js`, 'exec:open {url}', 'module:./no-such-module.ts'])(
    'is reported before the run begins: %s',
    async (url) => {
      const said = await startRun(folder(), { targets: { wallet: url } }).ended

      expect(said).toMatchObject({ code: 2, out: '' })
      expect(said.err).toContain('wallet: ')
      expect(said.err).not.toMatch(/^\s+at |defect/m)
    },
  )
})
