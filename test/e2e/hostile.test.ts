import { writeFileSync } from 'node:fs'
import type { RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { HarnessConfig } from '../../src/config/define-harness.ts'
import { syntheticAccounts } from '../../suites/document/reference/usual-parties.ts'
import { serving as servingCast } from '../cli/serving.ts'
import { folder } from '../running-vitest.ts'
import { authority, flaws, serverWith } from '../wire/certificates.ts'
import { deadUrl, serving, servingTls } from '../wire/servers.ts'
import { type ProcessEnded, reportIn, startRun } from './child.ts'
import { front, withBody } from './fronts.ts'
import { time, withOutcome } from './playing.ts'

// What the wire does about each of these is shown in `test/wire`; here the command line lives through it as a whole.

/** An honest issuer with its status service, of which every answer passes somebody on its way; its address. */
async function issuerBehind(pass: Parameters<typeof front>[0]): Promise<string> {
  const { url, lead } = await front(pass)
  const { facts } = await servingCast('issuer', 'status-service', '--public-url', url)
  lead(facts.url)
  return url
}

/** Changes in the metadata of an issuer where nonces are given. */
const misleading =
  (url: string): Parameters<typeof front>[0] =>
  async (request, onward) => {
    const replied = await onward(request)
    if (!request.url.includes('.well-known/openid-credential-issuer')) return replied
    return withBody(replied, JSON.stringify({ ...JSON.parse(await replied.text()), nonce_endpoint: url }))
  }

/** Lets every answer say that it is some other time. */
const saying =
  (seconds: number): Parameters<typeof front>[0] =>
  async (request, onward) => {
    const replied = await onward(request)
    const told = withBody(replied, await replied.text())
    told.headers.set('date', new Date(1000 * seconds).toUTCString())
    return told
  }

type Issuer = Exclude<NonNullable<NonNullable<HarnessConfig['targets']>['issuer']>, string>

/** A run against an issuer, in a process of its own, which has little time and may not hold much. */
async function against(issuer: Issuer, { home = folder(), targets, ...rest }: { home?: string } & HarnessConfig = {}) {
  const config: HarnessConfig = { targets: { issuer: { timeout: 1, ...issuer }, ...targets }, deadline: 300, ...rest }
  const said = await startRun(home, config, '--members', '0').ended
  return { said, report: reportIn(home) }
}

/** The lines of a text that say something. */
const linesWith = (text: string, cause: string): readonly string[] =>
  text.split('\n').filter((line) => line.includes(cause))

/** What holds of every run, however it was treated: it says why once, tells nothing of its insides, and stays small. */
function expectCalm({ out, err, peak }: ProcessEnded, cause: string): void {
  expect(linesWith(out, cause)).toHaveLength(1)
  expect(linesWith(err, cause)).toHaveLength(1)
  expect(`${out}${err}`).not.toMatch(/^\s+at .*:\d+:\d+\)?$|node:internal|Error:|\[object/m)
  expect(peak).toBeLessThan(300)
}

/** Sends more for as long as somebody takes it. */
function pour(response: ServerResponse): void {
  const chunk = Buffer.alloc(65_536, ' ')
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', more)
  more()
}

/** Sends an octet now and then, so that no connection is ever idle. */
function drip(response: ServerResponse): void {
  const dripping = setInterval(() => response.write(' '), 20)
  response.on('close', () => clearInterval(dripping))
}

/** Ten gigabytes of nothing, packed twice: a packed file may have several parts, so that one of them is enough. */
const tenGigabytes = (): Buffer => gzipSync(Buffer.concat(Array(100).fill(gzipSync(Buffer.alloc(100_000_000)))))

const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }

const encoded =
  (encoding: string, body: () => Buffer): (() => RequestListener) =>
  () => {
    const octets = body()
    return (_, response) => response.writeHead(200, { 'content-encoding': encoding }).end(octets)
  }

const redirecting =
  (location: string): (() => RequestListener) =>
  () =>
  (_, response) =>
    response.writeHead(302, { location }).end()

const always =
  (listener: RequestListener): (() => RequestListener) =>
  () =>
    listener

/** Servers that do what no server ought to do, how the run ends, and what it says of the cause. */
const hostile: readonly (readonly [string, () => RequestListener, number, string])[] = [
  [
    'is at another path',
    always((_, response) => response.writeHead(404).end()),
    3,
    'neither the metadata nor the keys',
  ],
  ['sends its body octet by octet', always((_, response) => drip(response)), 4, 'no complete answer within 1 s'],
  ['never ends its body', always((_, response) => pour(response)), 4, 'the body is longer than 1000000 octets'],
  ['packs 10 GB in a few kB', encoded('gzip, gzip', tenGigabytes), 4, 'longer than 2000000 octets when decoded'],
  [
    'packs 400 MB in a few hundred octets',
    encoded('br', () => brotliCompressSync(Buffer.alloc(400_000_000), quickly)),
    4,
    'longer than 2000000 octets when decoded',
  ],
  ['redirects in circles', redirecting('/again'), 3, 'redirects are not followed'],
  [
    'redirects to where a cloud keeps its secrets',
    redirecting('http://169.254.169.254/'),
    3,
    'redirects are not followed',
  ],
]

describe('a run', () => {
  it.each(hostile)(
    'ends in time, says why in one line and stays small where a target %s',
    async (_, make, code, cause) => {
      const { said, report } = await against({ url: await serving(make()) })

      expect(said).toMatchObject({ code })
      expect(report.verdict.exitCode).toBe(code)
      expectCalm(said, cause)
    },
  )

  it('goes to no other server of this machine that a target redirects to', async () => {
    const asked: (string | undefined)[] = []
    const inner = await serving((request, response) => {
      asked.push(request.url)
      response.end('{}')
    })

    const { said } = await against({ url: await serving(redirecting(`${inner}/admin`)()) })

    expect(said).toMatchObject({ code: 3 })
    expect(asked).toEqual([])
  })

  it.each(['http://169.254.169.254/latest', 'http://127.0.0.1:9/admin', 'http://[::ffff:127.0.0.1]:9/admin'])(
    'goes to no private address that a message names: %s',
    async (url) => {
      const { said } = await against({ url: await issuerBehind(misleading(url)) }, { now: time })

      expect(said).toMatchObject({ code: 4 })
      expectCalm(said, 'the message points to a private address')
    },
  )
})

const certificates = [
  ['has expired', flaws.expired, 'has expired'],
  ['is made out to another name', flaws.otherName, 'is made out to another name'],
  ['is self-signed', flaws.selfSigned, 'is self-signed: give its authority as targets.issuer.tls.ca'],
] as const

describe('a run against a server whose certificate', () => {
  it.each(certificates)('%s says so, and judges nothing', async (_, flaw, cause) => {
    const home = folder()
    writeFileSync(join(home, 'authority.pem'), authority)

    const { said, report } = await against(
      { url: await servingTls(serverWith(flaw)), tls: { ca: 'authority.pem' } },
      { home },
    )

    expect(said).toMatchObject({ code: 4 })
    expect(report.sessions).toMatchObject([{ ended: 'unavailable', transportError: 'tls' }])
    expectCalm(said, cause)
  })

  it('comes from an authority that nobody knows says how to trust it', async () => {
    const { said } = await against({ url: await servingTls(serverWith()) })

    expect(said).toMatchObject({ code: 4 })
    expectCalm(said, 'comes from an authority that is not trusted here: give its authority as targets.issuer.tls.ca')
  })
})

describe('a run against a conforming issuer', () => {
  it.each([
    ['ahead', 600],
    ['behind', -600],
  ])('blames it for nothing where its clock is %s, and says so', async (how, skew) => {
    const url = await issuerBehind(saying(time))

    const { said, report } = await against({ url }, { now: time - skew })

    expect(said).toMatchObject({ code: 3 })
    expect(withOutcome(report, 'failed')).toEqual([])
    expectCalm(said, `the clock of the target is 600 s ${how}`)
  })

  it('says nothing of a clock that is as good as ours', async () => {
    const url = await issuerBehind(saying(time - 30))

    const { said } = await against({ url }, { now: time, targets: { 'status-service': url } })

    expect(said).toMatchObject({ code: 0 })
    expect(`${said.out}${said.err}`).not.toContain('the clock of the target')
  })
})

describe('an address that is lost', () => {
  const [{ uid, sessionToken } = { uid: '', sessionToken: '' }] = syntheticAccounts
  const secrets = ['code-of-one-session-0001', uid, sessionToken]
  const path = secrets.map(encodeURIComponent).join('/')

  it.each([{}, { allowPrivate: true }])('gives away nothing that stands in it: %j', async (policy) => {
    const dead = await deadUrl()
    const url = await issuerBehind(misleading(`${dead}/${path}?code=${secrets[0]}`))

    const { said, report } = await against({ url, ...policy }, { now: time })

    expect(report.sessions.at(-1)).toMatchObject({ ended: 'unavailable', reason: expect.stringContaining(dead) })
    for (const secret of secrets) expect(JSON.stringify([said, report])).not.toContain(secret)
  })
})
