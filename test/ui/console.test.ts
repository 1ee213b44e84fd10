import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { RunReport } from '../../model/run-report.ts'
import type { RunEvent } from '../../src/run-folder/run-events.ts'
import { indexFile } from '../../src/ui/history.ts'
import { serving } from '../cli/serving.ts'
import { ended, environment } from '../running-vitest.ts'
import { folderWith } from '../temporary-folder.ts'
import { call, form, isOver, run } from './calls.ts'
import { openConsole } from './open-console.ts'

const listRuns = (folder: string): readonly string[] =>
  readdirSync(join(folder, 'runs')).filter((name) => !name.startsWith('.'))

const readReport = (folder: string, name = listRuns(folder).at(-1) ?? ''): RunReport =>
  JSON.parse(readFileSync(join(folder, 'runs', name, 'report.json'), 'utf8'))

describe('the console', () => {
  it('answers at its secret address alone, and only its own pages', async () => {
    const { url } = await openConsole()
    const { origin, port } = new URL(url)
    const strange = [
      [`${origin}/`, {}, 404],
      [`${origin}/${'x'.repeat(32)}/`, {}, 404],
      [url, { headers: { host: `evil.example:${port}` } }, 421],
      [url, { headers: { host: '192.0.2.1' } }, 421],
      [url, { headers: { origin: 'https://evil.example' } }, 403],
      [url, { headers: { origin: 'null' } }, 403],
      [url, { headers: { 'sec-fetch-site': 'cross-site' } }, 403],
      [url, { method: 'PUT' }, 405],
      [url, { method: 'OPTIONS' }, 405],
      [`${url}run`, form(url, 'https://evil.example'), 403],
      [`${url}run`, { method: 'POST' }, 403],
      [`${url}nothing`, {}, 404],
      [`${url}runs/..%2F..%2Fetc/report`, {}, 404],
      [`${url}explain/%E0%A4%A`, {}, 404],
    ] as const

    expect(await Promise.all(strange.map(async ([to, options]) => (await call(to, options)).status))).toEqual(
      strange.map(([, , status]) => status),
    )
    expect((await call(url)).status).toBe(200)
  })

  it('lets a page load nothing, and be shown in no other', async () => {
    const { url } = await openConsole()

    const { headers } = await call(url)

    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
    )
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
  })

  it('leaves an empty folder empty until a run is started', async () => {
    const { url, folder } = await openConsole()
    await Promise.all(['', 'plan', 'history'].map((place) => call(url + place)))

    expect(readdirSync(folder)).toEqual([])
  })

  it('runs what is asked for, one run at a time, and shows where it is', async () => {
    const { url, folder } = await openConsole()
    await call(`${url}run`, { ...form(url), body: 'only=SD-DIGEST+CRED-*' })

    const second = await call(`${url}run`, { ...form(url), body: 'only=' })
    await isOver(url)

    expect([second.status, second.body]).toEqual([422, expect.stringContaining('Another run is in progress')])
    expect(readReport(folder).selection.only).toEqual(['SD-DIGEST', 'CRED-*'])
    expect((await call(url)).body).toContain('passed provisionally')
  })

  it.each(['--out=/etc', 'SD DIGEST;rm', '<b>', `${'A '.repeat(300)}`])('takes no %j for an id', async (only) => {
    const { url, folder } = await openConsole()

    const { status, body } = await call(`${url}run`, { ...form(url), body: String(new URLSearchParams({ only })) })

    expect([status, body.includes('<b>"')]).toEqual([422, false])
    expect(readdirSync(folder)).toEqual([])
  })

  it('shows what a run printed that did not get far', async () => {
    const { url } = await openConsole()

    await run(url, { only: 'SD-DIGSET' })

    expect((await call(url)).body).toContain('SD-DIGEST')
  })

  it.each([
    [['--members=0'], {}],
    [['--members=2', '--probes'], {}],
    [['--members=0', '--probes'], { probes: 'yes' }],
  ])('lets the form decide whether probes are sent, whatever %j says', async (flags, choice) => {
    const { url, folder } = await openConsole(flags)

    await run(url, { only: 'FLOW-VALIDATES/ATT-TYP', ...choice })

    const [name = ''] = readdirSync(join(folder, 'runs')).filter((each) => !each.startsWith('.'))
    const report = JSON.parse(readFileSync(join(folder, 'runs', name, 'report.json'), 'utf8'))
    expect(report.probes.length > 0).toBe('probes' in choice)
  })

  it('says what is wrong with a configuration, and reads it again when it was changed', async () => {
    const { url, folder } = await openConsole()
    writeFileSync(join(folder, 'harness.config.json'), '{ "targets": { "isuer": "https://issuer.example" } }')
    const wrong = await call(url)
    writeFileSync(
      join(folder, 'harness.config.json'),
      '{ "targets": { "issuer": { "url": "https://issuer.example" } } }',
    )
    const right = await call(url)

    expect(wrong.body).toContain('The configuration cannot be read.')
    expect(right.body).toContain('Ready to test the issuer.')
  })

  it('makes the index of its history again when it is missing or damaged', async () => {
    const { url, folder, close } = await openConsole()
    await run(url, { only: 'SD-DIGEST' })
    await run(url, { only: 'SD-SALTED' })
    const shown = /<tbody>.*<\/tbody>/s.exec((await call(`${url}history`)).body)?.[0] ?? ''
    await close()
    const index = join(folder, 'runs', indexFile)
    const again = async (): Promise<string> => {
      const other = await openConsole([], folder)
      const { body } = await call(`${other.url}history`)
      await other.close()
      return (/<tbody>.*<\/tbody>/s.exec(body)?.[0] ?? '').replaceAll(
        new URL(other.url).pathname,
        new URL(url).pathname,
      )
    }

    expect(shown.match(/only SD-/g)).toHaveLength(2)
    rmSync(index)
    expect(await again()).toBe(shown)
    expect(existsSync(index)).toBe(true)
    writeFileSync(index, 'x'.repeat(5_000))
    expect(await again()).toBe(shown)
    rmSync(join(folder, 'runs', listRuns(folder)[0] ?? ''), { recursive: true })
    expect((await again()).match(/only SD-/g)).toHaveLength(1)
  })

  it('compares two runs', async () => {
    const { facts } = await serving('issuer', '--fault', 'SD-DIGEST/joins-the-parts-with-dots')
    const folder = folderWith()
    const before = await openConsole([], folder)
    await run(before.url, { only: 'SD-DIGEST' })
    await before.close()
    const { url } = await openConsole(['--target', `issuer=${facts.url}`, '--now', String(facts.now)], folder)
    await run(url, { only: 'SD-DIGEST' })
    const [first = '', second = ''] = listRuns(folder)

    const { body } = await call(`${url}compare?before=${first}&after=${second}`)

    expect(body).toContain('New failures')
    expect(body).toContain('SD-DIGEST</span> passed → failed')
  })
})

describe('a console that is ended', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('by %s stops its run, whose report covers what was seen', async (signal) => {
    const cwd = folderWith()
    const child = spawn(process.execPath, [resolve('bin/assay.js'), 'ui', '--target', 'wallet=manual'], {
      cwd,
      env: environment({ NO_COLOR: '1' }),
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    const [url] = await once(createInterface(child.stdout), 'line')
    await call(`${url}run`, { ...form(url), body: '' })
    const events = await fetch(`${url}events`)
    for await (const chunk of events.body ?? []) if (Buffer.from(chunk).toString().includes('<svg class=')) break

    child.kill(signal)
    const [code] = await once(child, 'exit')

    expect(code).toBe(0)
    expect(readReport(cwd).verdict.result).toBe('interrupted')
  })
})

describe('the events of a run', () => {
  it('are one JSON document a line: every message of the record, with what failed in it', async () => {
    const { facts } = await serving('issuer', '--fault', 'SD-DIGEST/joins-the-parts-with-dots')
    const cwd = folderWith()
    const flags = ['--target', `issuer=${facts.url}`, '--members', '0', '--now', String(facts.now)]

    const { code, out } = await ended([resolve('bin/assay.js'), 'run', '--events', ...flags], { cwd })

    const events: readonly RunEvent[] = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    const messages = events.flatMap((each) => (each.event === 'message' ? [each] : []))
    const record = readFileSync(join(cwd, 'out/record.ndjson'), 'utf8').trimEnd().split('\n').slice(1)
    expect(messages.map(({ message }) => message)).toEqual(record.map((line) => JSON.parse(line)))
    expect([...new Set(messages.flatMap(({ findings }) => findings.map(({ id }) => id)))]).toEqual(['SD-DIGEST'])
    expect(events.at(0)).toEqual({ event: 'begin', folder: 'out' })
    expect(events.at(-1)).toMatchObject({ event: 'end', exitCode: code })
    expect(out).not.toContain(facts.accounts[0]?.sessionToken)
  })

  it('end the run when nothing reads them any more', async () => {
    const cwd = folderWith()
    const child = spawn(process.execPath, [resolve('bin/assay.js'), 'run', '--events', '--probes'], {
      cwd,
      env: environment(),
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    await once(createInterface(child.stdout), 'line')
    child.stdout.destroy()

    const [code] = await once(child, 'exit')

    expect(code).toBe(130)
  })
})
