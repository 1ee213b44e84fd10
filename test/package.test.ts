import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { requirements } from '../suites/all/requirements.ts'
import { ended, environment } from './running-vitest.ts'

/** What the package is built from. */
const sources = [
  'bin',
  'src',
  'model',
  'protocol',
  'suites',
  'reporters',
  'schemas',
  'fixtures',
  'plans',
  'tools',
  'package.json',
]
const settings = ['tsconfig.json', 'tsconfig.build.json', 'README.md', 'LICENSE']

const home = mkdtempSync(join(tmpdir(), 'assay-package-'))
afterAll(() => rmSync(home, { recursive: true }))

/** A project that has installed the packed package, its declared dependencies, and nothing else. */
const project = install(pack())
const assay = join(project, 'node_modules/assay')

function pack(): string {
  const checkout = join(home, 'checkout')
  for (const each of [...sources, ...settings]) cpSync(each, join(checkout, each), { recursive: true })
  symlinkSync(resolve('node_modules'), join(checkout, 'node_modules'))
  execFileSync(process.execPath, ['tools/build.ts'], { cwd: checkout, env: environment() })
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts'], { cwd: checkout, env: environment() })
  return join(checkout, `assay-${manifest.version}.tgz`)
}

function install(archive: string): string {
  const modules = join(home, 'project/node_modules')
  mkdirSync(join(modules, 'assay'), { recursive: true })
  execFileSync('tar', ['-xzf', archive, '-C', join(modules, 'assay'), '--strip-components=1'])
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })) {
    mkdirSync(join(modules, name, '..'), { recursive: true })
    symlinkSync(resolve('node_modules', name), join(modules, name))
  }
  return join(home, 'project')
}

/** Runs a module in the project, and returns what it prints as JSON. */
async function runModule(code: string): Promise<unknown> {
  const { out, err } = await ended(['--input-type=module', '--eval', code], { cwd: project })
  return JSON.parse(out || JSON.stringify(err))
}

/** Compiles a module in a strict project without `@types/node`, and returns the diagnostics. */
async function compile(code: string): Promise<string> {
  writeFileSync(join(project, 'module.ts'), code)
  const options = { module: 'nodenext', target: 'es2024', strict: true, exactOptionalPropertyTypes: true, noEmit: true }
  const config = { compilerOptions: { ...options, skipLibCheck: false, types: [] }, files: ['module.ts'] }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(config))
  return (await ended([resolve('node_modules/typescript/bin/tsc'), '-p', project])).out
}

describe('the packed package', () => {
  it('exports these names and no others', async () => {
    const entries = ['assay', 'assay/accept', 'assay/msw', 'assay/tags']

    const names = await runModule(`
      const entries = ${JSON.stringify(entries)}
      const names = await Promise.all(entries.map(async (each) => [each, Object.keys(await import(each)).sort()]))
      console.log(JSON.stringify(Object.fromEntries(names)))
    `)

    expect(names).toEqual({
      assay: ['defineHarness', 'rejudge', 'render', 'run', 'verify'],
      'assay/accept': ['createAcceptor'],
      'assay/msw': ['handlers', 'reference'],
      'assay/tags': ['listTags', 'tags'],
    })
  })

  it('has a file for each export', () => {
    const files = Object.values(manifest.exports).flatMap((each) =>
      typeof each === 'string' ? [] : Object.values(each),
    )

    for (const file of files) expect(readFileSync(join(assay, file), 'utf8')).not.toBe('')
  })

  it('holds each requirement once', () => {
    const files = readdirSync(join(assay, 'dist')).filter((name) => name.endsWith('.js'))
    const code = files.map((name) => readFileSync(join(assay, 'dist', name), 'utf8')).join('\n')

    const texts = requirements.map(({ text }) => text).filter((text) => !/[`\\]/.test(text))
    expect(texts.filter((text) => code.split(text).length !== 2)).toEqual([])
  })

  it('runs from the command line, workers included', async () => {
    const argv = ['run', '--probes', '--only', 'SD-DIGEST', '--members', '1', '--quiet', '--keep-private']

    expect(await ended([join(assay, 'bin/assay.js'), ...argv], { cwd: project })).toEqual({ code: 0, out: '', err: '' })
  })

  it('runs, renders and rejudges from a program', async () => {
    const results = await runModule(`
      import { rejudge, render, run } from 'assay'
      const report = await run({ only: ['SD-DIGEST'], out: 'library', keepPrivate: true, seed: 1 })
      const again = await rejudge('library', { decisions: { 'sd.digest': 'disclosure' } })
      const forms = [await render(report, 'tap'), await render('library', 'har')]
      console.log(JSON.stringify([report, again].map(({ results }) => results[0].outcome).concat(forms.map((f) => f.slice(0, 5)))))
    `)

    expect(results).toEqual(['passed', 'failed', 'TAP v', '{\n  "'])
  })
})

describe('the declarations', () => {
  it('compile in a strict project without the types of Node', async () => {
    const code = `
      import { defineHarness, rejudge, render, run, verify, type HarnessConfig, type RunReport, type Verdict } from 'assay'
      import { createAcceptor, type Acceptance } from 'assay/accept'
      import { tags } from 'assay/tags'

      export default defineHarness({ decisions: { 'sd.digest': 'disclosure' }, targets: { issuer: 'https://issuer.example' } })
      export const config: HarnessConfig = { strict: true }
      export const report: Promise<RunReport> = run(config)
      export const page: Promise<string> = report.then((made) => render(made, 'html'))
      export const again: Promise<RunReport> = rejudge('out', { profile: 'rfc9901' })
      export const verdict: Verdict = verify('text', { statusBase: 'https://status.example', strict: true })
      export const accept: Parameters<typeof createAcceptor>[0] | Acceptance | typeof tags = tags
    `

    expect(await compile(code)).toBe('')
  })

  it('know every decision and its answers', async () => {
    const code = `
      import { defineHarness, verify } from 'assay'

      // @ts-expect-error: there is no such decision
      defineHarness({ decisions: { 'sd.digst': 'parts' } })
      // @ts-expect-error: there is no such answer
      defineHarness({ decisions: { 'sd.digest': 'part' } })
      // @ts-expect-error: there is no such decision
      verify('text', { decisions: { 'sd.digst': 'parts' } })
    `

    expect(await compile(code)).toBe('')
  })

  it('of the bindings for vitest and msw have no error of their own', async () => {
    const code = `
      import { expect } from 'vitest'
      import 'assay/vitest'
      import { conformance } from 'assay/suite'
      import { handlers, reference } from 'assay/msw'

      conformance({ only: ['SD-*'] })
      expect('credential').toConform({ strict: true })
      export const list = handlers({ profile: 'rfc9901' })
      export const { received } = reference()
    `

    expect((await compile(code)).split('\n').filter((line) => /^(node_modules\/assay|module\.ts)/.test(line))).toEqual(
      [],
    )
  })
})
