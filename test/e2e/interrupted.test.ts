import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { HarnessConfig } from '../../src/config/define-harness.ts'
import { readRecord } from '../../src/privacy/read-record.ts'
import { serving as servingCast } from '../cli/serving.ts'
import { folder } from '../running-vitest.ts'
import { serveIssuer } from '../standards/served-issuer.ts'
import { type RunProcess, reportIn, startAssay, startRun } from './child.ts'
import { front } from './fronts.ts'
import { time } from './playing.ts'

/** An issuer that is honest until it is asked for a credential, and then never answers again. */
async function hanging() {
  let reached = (): void => {}
  const asked = new Promise<void>((resolve) => {
    reached = resolve
  })
  const { url, lead } = await front((request, onward) => {
    if (!new URL(request.url).pathname.includes('validate')) return onward(request)
    reached()
    return new Promise(() => {})
  })
  const { facts } = await servingCast('issuer', '--public-url', url)
  lead(facts.url)
  return { url, asked }
}

/** A run that has come to where its target hangs. */
async function hung(
  more: HarnessConfig = {},
): Promise<RunProcess & { readonly home: string; readonly config: HarnessConfig }> {
  const home = folder()
  const { url, asked } = await hanging()
  const config: HarnessConfig = { targets: { issuer: { url, timeout: 300 } }, now: time, ...more }
  const run = startRun(home, config)
  await Promise.race([asked, run.ended]) // a run that ends by itself never comes so far
  return { ...run, home, config }
}

const recordIn = (home: string) => readRecord(readFileSync(join(home, 'out', 'record.ndjson'), 'utf8'))

describe('a run that is interrupted', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'by %s reports what it saw until then, and ends with 130',
    async (name) => {
      const { child, ended, home } = await hung()

      child.kill(name)
      const { code, signal, out, err } = await ended

      const report = reportIn(home)
      expect({ code, signal }).toEqual({ code: 130, signal: null })
      expect(report.verdict).toMatchObject({ result: 'interrupted', exitCode: 130, claimable: false })
      expect(report.results.some(({ outcome }) => outcome === 'passed')).toBe(true)
      expect(recordIn(home).lines).toHaveLength(report.record?.messages ?? 0)
      expect(out).toContain('INTERRUPTED')
      expect(`${out}${err}`).not.toMatch(/^\s+at /m)
      expect(readdirSync(join(home, 'out'))).toEqual(['record.ndjson', 'report.json'])
    },
  )
})

describe('a test by a standard that is interrupted', () => {
  it('reports what it saw of the target, and no requirement has passed whose probes were not all sent', async () => {
    const home = folder()
    const offers = await serveIssuer()
    const { child, ended } = startAssay(
      home,
      'test',
      'issuer',
      '--offer',
      offers,
      '--probes',
      '--events',
      '--out',
      'out',
    )
    child.stdout?.on('data', (text) => {
      if (!child.killed && `${text}`.includes('"probes"')) child.kill('SIGINT')
    })

    const { code, signal, out } = await ended

    const report = reportIn(home)
    const passed = report.results.filter(({ outcome }) => outcome === 'passed').map(({ id }) => id)
    expect({ code, signal }).toEqual({ code: 130, signal: null })
    expect(JSON.parse(out.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({ event: 'end', exitCode: 130 })
    expect(report.verdict).toMatchObject({ result: 'interrupted', exitCode: 130, claimable: false })
    expect(report.actors).toEqual([{ role: 'issuer', url: new URL(offers).origin }])
    expect(passed).toContain('VCIMETA-ISSUER')
    expect(report.probes.length).toBeGreaterThan(0)
    expect(report.probes.filter(({ requirement }) => passed.includes(requirement))).toEqual([])
    expect(recordIn(home).lines).toHaveLength(report.record?.messages ?? 0)
  })
})

describe('a run whose probes are sent by threads', () => {
  it('ends with 130 as soon as it is interrupted, and none of them is left', async () => {
    const home = folder()
    const { child, ended } = startRun(home, { now: time }, '--members', '5000')
    child.stderr?.on('data', (said) => {
      if (!child.killed && `${said}`.includes('second')) child.kill('SIGINT')
    })

    const { code, signal, out } = await ended

    expect({ code, signal }).toEqual({ code: 130, signal: null })
    expect(out).toContain('INTERRUPTED')
    expect(reportIn(home).verdict).toMatchObject({ result: 'interrupted', exitCode: 130 })
  })
})

describe('a run of which the time is over', () => {
  it('waits no longer for a target, and says so', async () => {
    const { ended, home } = await hung({ deadline: 2 })

    const { code, out } = await ended

    expect(code).toBe(4)
    expect(reportIn(home).sessions.at(-1)).toMatchObject({ ended: 'unavailable', transportError: 'timeout' })
    expect(out.split('\n').filter((line) => line.includes('the time for the whole run was over'))).toHaveLength(1)
  })
})

describe('a run that is killed', () => {
  it('leaves a record of which every complete line can be read, and a folder that can be used again', async () => {
    const { child, ended, home } = await hung()

    child.kill('SIGKILL')

    expect(await ended).toMatchObject({ signal: 'SIGKILL' })
    const { lines } = recordIn(home)
    expect(lines.map(({ endpoint }) => endpoint)).toContain('nonce')
    expect(lines.map(({ number }) => number)).toEqual(lines.map((_, i) => i + 1))
    expect(readdirSync(join(home, 'out'))).not.toContain('report.json')
    expect(await startRun(home, {}).ended).toMatchObject({ code: 0 })
    expect(reportIn(home).verdict.exitCode).toBe(0)
  })
})

describe('a folder that a run writes to', () => {
  it.each([
    ['calls', {}],
    ['is called', { listen: { port: 0 } }],
  ])('is refused to a second run that %s, in one line and a hint, and the first goes on', async (_, more) => {
    const { child, ended, home, config } = await hung()
    const before = recordIn(home)

    const { code, out, err } = await startRun(home, { ...config, ...more }).ended

    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err.replace(/^PEAK.*\n/m, '').split('\n')).toEqual([
      expect.stringContaining(`another run, process ${child.pid}, is writing to ${join(home, 'out')}`),
      'assay: hint: choose another folder with --out, or make this one writable',
      '',
    ])
    expect(recordIn(home)).toEqual(before)
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ code: 130 })
  })
})
