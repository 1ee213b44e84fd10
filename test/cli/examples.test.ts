import { type ChildProcess, spawn } from 'node:child_process'
import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { loadCommands } from '../../src/cli/commands.ts'
import { issuerTrust } from '../../suites/openid4vp/harness/verifier/issuer-trust.ts'
import { explainMissingNats, startNats, startWorker } from '../audit/nats.ts'
import { writeTargets } from '../docs/surroundings.ts'
import { type Ended, environment } from '../running-vitest.ts'
import { serveActor } from '../standards/served-issuer.ts'
import { folderWith } from '../temporary-folder.ts'
import { deadUrl } from '../wire/servers.ts'
import { serving } from './serving.ts'

const commands = await loadCommands()

const examples = Object.entries(commands).flatMap(([name, { examples: lines }]) =>
  Object.keys(lines).map((line) => ({ name, line })),
)
const linesOf = (isMeant: (name: string) => boolean): readonly string[] =>
  examples.flatMap(({ name, line }) => (isMeant(name) && !isOfClaim(name, line) && !isOfQueue(line) ? [line] : []))

/** A queue is a server of NATS. */
const isOfQueue = (line: string): boolean => line.includes('nats://')

/** A claim takes a target, a configuration and two runs: `test/docs/walk.test.ts` makes one. */
const isOfClaim = (name: string, line: string): boolean =>
  ['decide', 'claim', 'claims'].includes(name) || line.includes('statement.json')

/** Everything that an example of the help speaks of, by where it is among the fixtures. */
const files = {
  'credential.txt': 'artefacts/credential.txt',
  'any.sd-jwt': 'artefacts/any.sd-jwt',
  'any.jwks.json': 'artefacts/any.jwks.json',
  'vc.sd-jwt': 'artefacts/vc.sd-jwt',
  'vc-issuer.json': 'artefacts/vc-issuer.json',
  'jwks.json': 'artefacts/jwks.json',
  'wallet.jwk': 'artefacts/wallet.jwk',
  'response.json': 'artefacts/validation-response.json',
  'request.json': 'artefacts/request.json',
  'captured/offer.json': 'artefacts/offer.json',
  'captured/credential.txt': 'artefacts/credential.txt',
  clipboard: 'artefacts/offer.json',
}

/** The folder of somebody who has all that. */
function surroundings(): string {
  const folder = folderWith()
  mkdirSync(join(folder, 'captured'))
  for (const [to, from] of Object.entries(files)) copyFileSync(resolve('fixtures', from), join(folder, to))
  writeFileSync(join(folder, 'verifier.mjs'), 'export default () => ({ accepted: false })')
  const credential = readFileSync(resolve('fixtures/artefacts/credential.txt'), 'utf8').trim()
  mkdirSync(join(folder, 'export'))
  writeFileSync(join(folder, 'export/part-1.ndjson'), JSON.stringify({ serial: 1, credential }))
  writeFileSync(join(folder, 'dump.csv'), `id,sd_jwt\n1,${credential}\n`)
  writeFileSync(join(folder, 'credentials.ndjson.zst'), zstdCompressSync(`${credential}\n`))
  cpSync(resolve('fixtures/vectors'), join(folder, 'vectors'), { recursive: true })
  cpSync(resolve('fixtures/status-list'), join(folder, 'status-list'), { recursive: true })
  cpSync(resolve('fixtures/openid4vp'), join(folder, 'openid4vp'), { recursive: true })
  mkdirSync(join(folder, 'trust'), { recursive: true })
  writeFileSync(join(folder, 'trust/root.pem'), new X509Certificate(issuerTrust.root).toString())
  const suite = readFileSync('examples/national-profile/suite.ts', 'utf8')
  writeFileSync(join(folder, 'suite.ts'), suite.replace('assay/suite-kit', resolve('src/suite-kit.ts')))
  writeTargets(join(folder, 'targets'))
  return folder
}

/** What stands before an example: the command, a clipboard, and whatever a workflow has. */
const preamble = `
  assay() { '${process.execPath}' '${resolve('bin/assay.js')}' "$@"; }
  pbpaste() { cat clipboard; }
  GITHUB_STEP_SUMMARY=summary.md
`
const env = environment({ NO_COLOR: '1', ASSAY_NOW: '1795000000' })

/** Ends a process with its children, whatever becomes of the test. */
function endedWithTest(child: ChildProcess): void {
  onTestFinished(() => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) process.kill(-child.pid)
  })
}

/** Runs a line in a shell. */
async function inShell(line: string, cwd = surroundings()): Promise<Ended> {
  const stdio = ['ignore', 'pipe', 'pipe'] as const
  const child = spawn('/bin/sh', ['-c', `${preamble}${line}`], { cwd, env, stdio: [...stdio] })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: Number(code), out, err }
}

/** Nothing is told but what was written. */
const quiet = expect.not.stringMatching(/^assay: (?!\d+ vectors)|^\? (first|second|last)/m)

/** What takes minutes is run in part; the kill matrix and the vectors have tests of their own. */
const abridged: Readonly<Record<string, string>> = {
  'assay prove': 'assay prove ATT-TYP',
  'assay run --probes': 'assay run --probes --only ATT-TYP', // test/e2e/memory.test.ts has the whole
  'assay prove --profile sd-jwt': 'assay prove SDJWT-SIGNED --profile sd-jwt', // a page of the guide has the whole
  'assay prove SD-DIGEST --members 100': 'assay prove SD-DIGEST --members 10',
  'assay prove SD-DIGEST --combinations 10': 'assay prove SD-DIGEST --combinations 2',
  'assay vectors --out vectors': 'assay vectors ATT-TYP --out vectors',
}

/** What an example ends with that does not pass, and why that is as it should be. */
const ends: Readonly<Record<string, readonly [code: number, why: string]>> = {
  'assay vectors --profile sd-jwt --against module:verifier.mjs': [3, 'that verifier rejects everything'],
  'assay test issuer --probes --fault VCIUSE-REFUSES/takes-any-nonce': [1, 'it has that fault'],
  'assay verify captured/ --json > verdict.json': [3, 'no keys are given'],
  'pbpaste | assay verify -': [3, 'no address of an issuer is given'],
  'assay rejudge out --profile document-rfc9901': [1, 'the credentials of that run are those of the document'],
  'assay plan issuer': [3, 'no target is configured'],
  'assay plan issuer --suite openid4vci-1.0': [3, 'no target is configured'],
  'assay plan ecosystem --json': [3, 'no target is configured'],
  'assay verify credential.txt --profile document-rfc9901': [1, 'the credential is one of the document'],
}

/** Commands that call whoever is tested. */
const calling = ['run', 'plan', 'doctor', 'init', 'test']
/** Commands that look at runs which are over. */
const afterwards = [
  'report',
  'baseline',
  'diff',
  'rejudge',
  'replay',
  'merge',
  'sign',
  'verify-report',
  'compat',
  'matrix',
]

describe('an example of the help', () => {
  it('belongs to the command that it is an example of', () => {
    for (const { name, line } of examples) expect(line).toMatch(new RegExp(`^([a-z]+ \\| )?assay ${name}\\b`))
  })

  it('has a row of its own only as long as it is there', () => {
    const lines = linesOf(() => true)

    expect(Object.keys({ ...abridged, ...ends }).filter((line) => !lines.includes(line))).toEqual([])
  })
})

describe('offline', () => {
  const lines = linesOf((name) => !['serve', 'ui', 'new', ...calling, ...afterwards].includes(name)) // `new` needs a checkout: see test/prove

  it.each(lines)('%s', async (line) => {
    const { code, err } = await inShell(abridged[line] ?? line)

    expect({ code, err }).toEqual({ code: ends[line]?.[0] ?? 0, err: quiet })
  })
})

const noNats = explainMissingNats()

describe.skipIf(noNats !== undefined)(`with a queue${noNats === undefined ? '' : ` (left out: ${noNats})`}`, () => {
  const lines = examples.map(({ line }) => line).filter(isOfQueue)

  it.each(lines)('%s', async (line) => {
    const { url } = await startNats()
    const [address = '', ...flags] = line.replace(/^assay worker /, '').split(' ')
    const isWorker = address.startsWith('nats://')
    const worker = await startWorker(url, ...(isWorker ? flags : []))
    const audited = isWorker ? undefined : await inShell(line.replace(/nats:\S+/, url))

    expect(audited ?? { code: 0, err: '' }).toMatchObject({ code: 0, err: quiet })
    expect(await worker.end('SIGTERM')).toBe(0)
  })
})

describe('with a target at this machine', () => {
  it.each(linesOf((name) => calling.includes(name)))('%s', async (line) => {
    const { code, err } = await inShell(await atHome(abridged[line] ?? line))

    expect({ code, err }).toEqual({ code: ends[line]?.[0] ?? 0, err: quiet })
  })
})

/** Where actors of standards give what begins a session. */
const sources: Readonly<Record<string, string>> = {
  'http://127.0.0.1:4800/vci/offer': 'openid4vci-issuer',
  'http://127.0.0.1:4800/vp/new': 'openid4vp-verifier',
  'http://127.0.0.1:4801': 'openid4vci-wallet',
  'http://127.0.0.1:4802': 'openid4vp-wallet',
}

/** The same line, with somebody at the addresses that it names. */
async function atHome(line: string): Promise<string> {
  const [, listen] = /--listen 127\.0\.0\.1:(\d+)/.exec(line) ?? []
  if (listen !== undefined) {
    const door = await deadUrl()
    const { facts } = await serving('verifier', '--issuer', door, '--status-base', door)
    return `${line.replace(/http:\/\/127\.0\.0\.1:9000/, facts.url).replace(listen, new URL(door).port)} --members 0`
  }
  const source = Object.keys(sources).find((each) => line.includes(each)) ?? ''
  // A run has the time of the environment, and `assay test` that of the clock.
  const now = line.startsWith('assay run') ? ['--now', env.ASSAY_NOW ?? ''] : []
  if (source in sources) return line.replace(source, await serveActor(sources[source] ?? '', ...now))
  if (!line.includes('https://issuer.example')) return line
  const { facts } = await serving()
  const judged = line.startsWith('assay run') ? ` --target status-service=${facts.url}` : ''
  return `${line.replace('https://issuer.example', facts.url)}${judged}`
}

describe('after a run', () => {
  const made = mkdtempSync(join(tmpdir(), 'assay-'))
  beforeAll(async () => {
    const { code, err } = await inShell('assay run --quiet --keep-private', made)
    if (code !== 0) throw new TypeError(`there is nothing to look at: ${err}`)
  })
  afterAll(() => rmSync(made, { recursive: true }))

  it.each(linesOf((name) => afterwards.includes(name)))('%s', async (line) => {
    const folder = surroundings()
    for (const name of runs) cpSync(join(made, 'out'), join(folder, name), { recursive: true })
    for (const [name, pem] of Object.entries(keyPair())) writeFileSync(join(folder, name), pem)

    const { code, err } = await inShell(`${before[line] ?? ':'} && ${line}`, folder)

    expect({ code, err }).toEqual({ code: ends[line]?.[0] ?? 0, err: quiet })
  })
})

/** Where the examples say that runs are. */
const runs = ['out', 'before', 'after', 'issuer-run', 'wallet-run', 'verifier-run', 'runs/one', 'runs/other']

/** What has to be done before an example can be followed. */
const before: Readonly<Record<string, string>> = {
  'assay replay tested VCIUSE-REFUSES': 'assay test issuer --probes --out tested --quiet',
  'assay merge shards/* --out merged --format junit': [1, 2]
    .map((index) => `assay run --quiet --shard ${index}/2 --out shards/${index} --seed 7`)
    .join(' && '),
  'assay verify-report out --key public.pem': 'assay sign out --key private.pem >&2',
}

/** The two keys of somebody who signs. */
function keyPair(): Readonly<Record<string, string>> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    'private.pem': String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    'public.pem': String(publicKey.export({ type: 'spki', format: 'pem' })),
  }
}

describe('until it is ended', () => {
  it.each(linesOf((name) => name === 'serve' || name === 'ui'))('%s', async (line) => {
    const argv = [resolve('bin/assay.js'), ...line.split(' ').slice(1), '--port', '0']
    const stdio = ['ignore', 'pipe', 'inherit'] as const
    const child = spawn(process.execPath, argv, { cwd: surroundings(), env, stdio: [...stdio], detached: true })
    endedWithTest(child)

    const [first] = await once(createInterface(child.stdout), 'line')
    child.kill('SIGTERM')
    const [code] = await once(child, 'exit')

    expect(String(first)).toMatch(/https?:\/\//)
    expect(code).toBe(0)
  })
})
