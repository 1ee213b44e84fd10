import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { planRuns } from '../../src/many-runs/plan-runs.ts'
import { makePortable, playPortable } from '../../src/many-runs/portable-run.ts'
import { summarizeRun } from '../../src/many-runs/summarize-run.ts'
import { explainMissingNats, startNats, startWorker } from '../audit/nats.ts'
import { assay } from './console.ts'

const noNats = explainMissingNats()
const reason = noNats === undefined ? '' : ` (left out: ${noNats})`

/** A folder of configurations that lasts as long as the test. */
function configurations(files: Readonly<Record<string, object>>) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-many-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const paths = Object.entries(files).map(([name, content]) => {
    const path = join(folder, `${name}.config.json`)
    writeFileSync(path, JSON.stringify(content))
    return path
  })
  return { folder, paths, out: join(folder, 'out') }
}

/** A reference issuer, a target that is not there, and a configuration that is wrong. */
const three = {
  dead: { targets: { issuer: 'http://127.0.0.1:1' } },
  vci: { suite: 'openid4vci-1.0', only: ['VCIMETA-*'] },
  wrong: { sweets: 1 },
}

const placeholder = (name: string): string => `https://$\{${name}}`

const readRuns = (out: string): unknown => JSON.parse(readFileSync(join(out, 'runs.json'), 'utf8'))

const expected = {
  runs: [
    expect.objectContaining({ name: 'dead', exitCode: 4, verdict: 'unavailable', failed: [] }),
    expect.objectContaining({ name: 'vci', exitCode: 0, verdict: 'conformant' }),
    expect.objectContaining({ name: 'wrong', exitCode: 2, reasons: [expect.stringContaining('sweets')] }),
  ],
}

describe('`assay run` with several configurations', () => {
  it('runs each in a folder of its own, and leads to the reports from one page', async () => {
    const { out, paths } = configurations(three)
    mkdirSync(join(out, 'vci'), { recursive: true })
    writeFileSync(join(out, 'vci', 'report.html'), 'the page of last night')
    const { code, out: printed } = await assay(['run', ...paths, '--out', out, '--at-once', '3'])

    expect(printed).toContain('3 runs: 1 PASSED, 1 TARGET UNAVAILABLE and 1 NO REPORT')
    expect(code).toBe(2)
    expect(readRuns(out)).toEqual(expected)
    const page = readFileSync(join(out, 'index.html'), 'utf8')
    expect([...page.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual([
      'dead/report.html',
      'vci/report.html',
    ])
    expect(readFileSync(join(out, 'vci', 'report.html'), 'utf8')).toContain('<!doctype html>')
  })

  it('does not take the report of an earlier run for its own', async () => {
    const { out, paths } = configurations({ wrong: { sweets: 1 } })
    mkdirSync(join(out, 'wrong'), { recursive: true })
    writeFileSync(join(out, 'wrong', 'report.json'), '{}')
    const { out: printed } = await assay(['run', ...paths, '--out', out, '--json'])

    expect(JSON.parse(printed)).toEqual({ runs: [expect.not.objectContaining({ verdict: expect.anything() })] })
  })

  it.each([
    [['--target', 'issuer=https://issuer.example'], '--target is for a single run'],
    [['--listen', '127.0.0.1:0'], '--listen is for a single run'],
    [['--creds', 'file'], '--creds needs --via'],
    [['--at-once', 'x'], 'not a whole number'],
  ])('refuses %j in one line', async (flags, problem) => {
    const { paths } = configurations({ a: {} })
    const { code, err } = await assay(['run', ...paths, ...flags])

    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(problem) })
  })

  it('needs them for --at-once', async () => {
    const { code, err } = await assay(['run', '--at-once', '2'])

    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('the files of several configurations') })
  })

  it('names the runs by their files, or by the folder of a harness.config', () => {
    const { folder } = configurations({ alpha: {} })
    mkdirSync(join(folder, 'beta'))
    writeFileSync(join(folder, 'beta', 'harness.config.ts'), '')
    const alpha = join(folder, 'alpha.config.json')
    const names = planRuns([alpha, join(folder, 'beta', 'harness.config.ts')], 'out').map(({ name }) => name)

    expect(names).toEqual(['alpha', 'beta'])
    expect(planRuns([join(folder, '*.config.json')], 'out').map(({ name }) => name)).toEqual(['alpha'])
    expect(() => planRuns([alpha, alpha], 'out')).toThrow('would both be written to')
    expect(() => planRuns([join(folder, 'none.json')], 'out')).toThrow('there is no configuration')
  })
})

describe('what a run came to', () => {
  const end = { began: 0, milliseconds: 1 }

  it.each([
    ['says that it passed, and has no report', { exitCode: 0, began: Number.POSITIVE_INFINITY }, 5],
    ['ends with a code that Assay does not have', { exitCode: 99, began: Number.POSITIVE_INFINITY }, 5],
    ['says that it passed, and has a report that cannot be read', { exitCode: 0 }, 5],
  ])('is no pass if it %s', (_, given, exitCode) => {
    const { folder } = configurations({})
    writeFileSync(join(folder, 'report.json'), '{}')
    const summary = summarizeRun({ name: 'a', config: 'a.json', folder }, { ...end, ...given })

    expect(summary).toMatchObject({ exitCode, failed: [] })
    expect(summary.verdict).toBeUndefined()
  })
})

describe.skipIf(noNats !== undefined)(`several configurations over NATS${reason}`, () => {
  it('are run by a worker that may call targets, and by no other', async () => {
    const { url } = await startNats()
    const careful = await startWorker(url)
    const { out, paths } = configurations(three)
    mkdirSync(join(out, 'wrong'), { recursive: true })
    writeFileSync(join(out, 'wrong', 'report.json'), '{}')

    const running = assay(['run', ...paths, '--out', out, '--via', url])
    await careful.says(/this worker calls no targets: start it with --targets/)
    await careful.end('SIGKILL')
    await startWorker(url, '--targets', '--threads', '3')
    const { code } = await running

    expect(code).toBe(2)
    expect(readRuns(out)).toEqual(expected)
    expect(existsSync(join(out, 'vci', 'report.html'))).toBe(true)
  })
})

describe('a run for another machine', () => {
  it.each([
    ['a command', { targets: { issuer: { offers: ['command:id'] } } }, 'targets.issuer.offers[0]'],
    ['a driver', { targets: { wallet: 'manual' } }, 'a target in the role wallet'],
    ['a module', { hooks: { status: 'module:hook.ts' } }, 'hooks'],
    ['a suite', { suites: ['./own.ts'] }, 'suites'],
    ['a file', { targets: { issuer: { attestationKey: 'key.json' } } }, 'targets.issuer.attestationKey'],
    ['a port', { listen: { port: 80 } }, 'listen'],
    ['a browser', { targets: { issuer: { authorize: 'browser' } } }, 'targets.issuer.authorize'],
  ])('is refused if its configuration has %s', async (_, content, place) => {
    const { paths } = configurations({ a: content })
    const [config = ''] = paths

    await expect(makePortable({ name: 'a', config, folder: 'out' }, [], {})).rejects.toThrow(`has ${place}, which`)
    const arriving = { name: 'a', config: JSON.parse(JSON.stringify(content)), values: {}, flags: [] }
    await expect(playPortable(arriving, new AbortController().signal)).rejects.toThrow(`has ${place}, which`)
  })

  it.each([
    { flags: ['--config=/etc/passwd'] },
    { flags: ['--target=wallet=command:id'] },
    { flags: ['--probes', '--write-root=file'] },
    { values: { NODE_OPTIONS: '--require=./evil.js' } },
    { name: '../up' },
  ])('is refused by the worker if it arrives with %j', async (part) => {
    const run = { name: 'a', config: {}, values: {}, flags: [], ...part }

    await expect(playPortable(run, new AbortController().signal)).rejects.toThrow('which only this machine can have')
  })

  it('takes the variables of its configuration along, under names that no program obeys', async () => {
    const { paths } = configurations({ a: { targets: { issuer: placeholder('HOST') } } })
    const [config = ''] = paths
    const run = await makePortable({ name: 'a', config, folder: 'out' }, ['--probes'], { HOST: 'issuer.example' })

    expect(run).toEqual({
      name: 'a',
      config: { targets: { issuer: placeholder('ASSAY_VALUE_HOST') } },
      values: { ASSAY_VALUE_HOST: 'issuer.example' },
      flags: ['--probes'],
    })
  })
})
