import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RunReport } from '../../model/run-report.ts'
import { serve } from '../../src/cli/commands/serve.ts'
import { isSuspended } from '../../src/judge/assumption.ts'
import { readArguments } from '../../src/terminal/arguments.ts'
import { listFlags } from '../../src/terminal/command.ts'
import { readServePlan } from '../../suites/document/serve/serve-plan.ts'
import { startServer } from '../../suites/document/serve/start-server.ts'
import { assay } from '../cli/console.ts'
import { readTap } from '../reporters/published.ts'
import { folderWith } from '../temporary-folder.ts'
import { time } from './playing.ts'

// A mistake in the configuration is one line, and everything that could not be judged is below it.

const argv = ['issuer', 'status-service', '--port', '0', '--now', String(time), '--seed', '1']
const plan = await readServePlan(readArguments('serve', listFlags(serve), argv))

/** A run against a reference issuer, with a configuration that has a mistake, in four formats. */
async function runWith(change: (url: string) => object, ...flags: string[]) {
  const { facts, close } = await startServer(plan, { request: () => {}, call: () => {} })
  const folder = folderWith({ 'c.json': JSON.stringify(change(facts.url)) })
  const formats = ['junit', 'tap', 'markdown', 'html'].flatMap((name) => ['--format', name])
  const where = ['--config', join(folder, 'c.json'), '--out', join(folder, 'out'), '--now', String(time)]
  const { out } = await assay(['run', ...where, ...formats, ...flags])
  await close()
  const read = (name: string): string => readFileSync(join(folder, 'out', name), 'utf8')
  const report: RunReport = JSON.parse(read('report.json'))
  return { out, report, read }
}

const tokens = ['session-token-of-nobody', 'session-token-of-nobody-else'] as const
const accounts = (first: string, second: string): object[] => [
  { deviceId: 'device-0001', uid: '000000000019', sessionToken: first },
  { deviceId: 'device-0002', uid: '000000041008', sessionToken: second },
]

/** A mistake in the configuration, and what the report says of it. */
interface Mistake {
  readonly change: (url: string) => object
  readonly text: string
  readonly setting: string
  /** The setting with its flag. */
  readonly shown?: string
}

const mistakes: Readonly<Record<string, Mistake>> = {
  'a wrong session token': {
    change: (url: string) => ({ targets: { issuer: { url } }, accounts: accounts('wrong-session-token', tokens[1]) }),
    text: 'sessions first and last: validate was answered with status 401; the reason given: invalid_token',
    setting: 'accounts[0].sessionToken',
  },
  'a wrong session token of the second account': {
    change: (url: string) => ({ targets: { issuer: { url } }, accounts: accounts(tokens[0], 'wrong-session-token') }),
    text: 'session second: validate was answered with status 401; the reason given: invalid_token',
    setting: 'accounts[1].sessionToken',
  },
  'a wrong path': {
    change: (url: string) => ({ targets: { issuer: { url: `${url}/api` } } }),
    text: 'sessions first, second and last: issuerConfig was answered with status 404',
    setting: 'targets.issuer.url',
  },
  'an address where nothing listens': {
    change: () => ({ targets: { issuer: { url: 'http://127.0.0.1:9' } } }),
    text: 'session preflight: GET http://127.0.0.1:9/.well-known/openid-credential-issuer/tenant: nothing listens there',
    setting: 'targets.issuer.url',
  },
  'a root that the issuer does not trust': {
    change: (url: string) => ({ targets: { issuer: { url } }, incognito: true, accounts: accounts(...tokens) }),
    text: 'sessions first, second and last: validate was answered with status 4',
    setting: 'writeRoot',
    shown: 'writeRoot (--write-root)',
  },
}

describe.each(Object.entries(mistakes))('%s', (_, { change, text, setting, shown = setting }: Mistake) => {
  it('is one cause in every format, with the setting, and what waits is below it', async () => {
    const { out, report, read } = await runWith(change)

    const [cause, ...others] = report.causes ?? []
    expect(others.filter(({ sessions }) => sessions.length > 0)).toEqual([])
    expect(cause?.settings[0]).toBe(setting)
    expect(cause?.waiting.length).toBeGreaterThan(0)
    expect(out).toContain(`✖ ${text}`)
    expect(out).toContain(`probably wrong: ${shown}`)
    const junit = read('report.junit.xml')
    // A refusal that nothing confirmed explains is shown beside its cause.
    const wouldFail = report.results.filter(isSuspended).map(({ id, text }) => `${id}: ${text}`)
    expect(junit.match(/<(error|failure)/g)?.length).toBe(1 + wouldFail.length)
    expect(junit.match(/<skipped type="cantTell" message="waits for/g)?.length).toBe(cause?.waiting.length)
    const { points } = readTap(read('report.tap'))
    expect(points.filter(({ ok }) => !ok).map(({ name }) => name)).toEqual([...wouldFail, 'verdict'])
    for (const name of ['report.md', 'report.html']) expect(read(name)).toContain(setting)
  })
})
