import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import { requirements } from '../suites/document/all/requirements.ts'
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
const settings = ['tsconfig.json', 'tsconfig.build.json', 'package-lock.json', 'LICENSE']
/** What is packed as it is. */
const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'GLOSSARY.md',
  'SECURITY.md',
  'docs',
  'examples',
  'ci',
]

/** A requirement that an artefact shows, and one that an exchange shows. */
const explained = ['SD-DIGEST', 'NONCE-UNCACHED', 'sd.digest']

/** The newest Node that is supported, and the oldest one, where CI has fetched it (`.ci/run`). */
const runtimes = [process.execPath, ...(process.env.OLDEST_NODE === undefined ? [] : [process.env.OLDEST_NODE])]

const home = mkdtempSync(join(tmpdir(), 'assay-package-'))
afterAll(() => rmSync(home, { recursive: true }))

/** Whether a file of `dist` is made by a build, and not by what came after it. */
const isBuilt = (file: string): boolean => !/^dist.(?:executable|explanations)/.test(file)

/** A project that has installed the packed package, its declared dependencies, and nothing else. */
const archive = pack()
const project = install(archive)
const assay = join(project, 'node_modules/assay')

function pack(): string {
  const checkout = join(home, 'checkout')
  for (const each of [...sources, ...settings, ...documents]) cpSync(each, join(checkout, each), { recursive: true })
  symlinkSync(resolve('node_modules'), join(checkout, 'node_modules'))
  // What was built from just these sources is not built again: that takes a gigabyte of memory.
  if (existsSync('dist/built-from.json')) cpSync('dist', join(checkout, 'dist'), { recursive: true, filter: isBuilt })
  execFileSync(process.execPath, ['tools/build.ts', '--if-changed'], { cwd: checkout, env: environment() })
  // A publisher writes all of them (`prepack`); two show what they are for.
  execFileSync(process.execPath, ['tools/explanations.ts', ...explained], { cwd: checkout, env: environment() })
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
    const entries = ['assay', 'assay/accept', 'assay/msw', 'assay/suite-kit', 'assay/tags']

    const names = await runModule(`
      const entries = ${JSON.stringify(entries)}
      const names = await Promise.all(entries.map(async (each) => [each, Object.keys(await import(each)).sort()]))
      console.log(JSON.stringify(Object.fromEntries(names)))
    `)

    expect(names).toEqual({
      assay: ['defineHarness', 'rejudge', 'render', 'run', 'verify'],
      'assay/accept': ['createAcceptor'],
      'assay/msw': ['handlers', 'playStandard', 'reference'],
      'assay/suite-kit': [
        ...['checkArtefact', 'defineSuite', 'expectOneOf', 'expectSame', 'finding', 'hide', 'hygiene'],
        ...['inconclusive', 'interoperability', 'makeFault', 'makeVariant', 'must', 'mustNot', 'notApplicable'],
        ...['privacy', 'section', 'security', 'should', 'showValue', 'stated'],
      ],
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

  it.each([
    ['verify credential.txt', 3, ['cli.js', 'chunk-start.js', 'chunk-verify.js']],
    ['report nowhere', 2, ['cli.js', 'chunk-start.js', 'chunk-report.js', 'chunk-read.js', 'chunk-verify.js']],
  ])('opens few of its files for `%s`', async (command, code, files) => {
    const watch = `
      import { registerHooks } from 'node:module'
      registerHooks({ load: (url, context, next) => (process.stderr.write(url + '\\n'), next(url, context)) })`
    const argv = ['--import', `data:text/javascript,${encodeURIComponent(watch)}`, join(assay, 'dist/cli.js')]
    const { err, ...end } = await ended([...argv, ...command.split(' ')], { cwd: resolve('fixtures/artefacts') })

    const opened = err.split('\n').filter((line) => /^file:/.test(line))
    expect(opened.map((url) => basename(url))).toEqual(files)
    expect(end.code).toBe(code)
  })

  it.each(explained)('explains what was explained when it was made, to the octet: %s', async (id) => {
    const env = { FORCE_COLOR: '1' }
    const [stored, played] = await Promise.all(
      [join(assay, 'bin/assay.js'), resolve('bin/assay.js')].map((command) =>
        ended([command, 'explain', id.toLowerCase()], { cwd: project, env: environment(env) }),
      ),
    )

    expect(stored).toEqual({ code: 0, out: expect.stringContaining(`\u001b[1m${id}`), err: '' })
    expect(stored).toEqual(played)
  })

  it.each(runtimes)('runs from the command line, workers included: %s', (node) => {
    const argv = [
      join(assay, 'bin/assay.js'),
      'run',
      '--probes',
      '--only',
      'SD-DIGEST',
      '--members',
      '1',
      '--quiet',
      '--keep-private',
    ]

    const { status, stdout, stderr } = spawnSync(node, argv, { cwd: project, env: environment(), encoding: 'utf8' })

    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' })
  })

  it('runs and proves a third-party suite', async () => {
    const command = join(assay, 'bin/assay.js')
    const folder = join(project, 'profile')
    cpSync(join(assay, 'examples/national-profile'), folder, { recursive: true })

    expect(await ended([command, 'run', '--quiet'], { cwd: folder })).toEqual({ code: 0, out: '', err: '' })
    expect(await ended([command, 'prove', '--suite', './suite.ts'], { cwd: folder })).toMatchObject({ code: 0 })
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
      export const again: Promise<RunReport> = rejudge('out', { profile: 'document-rfc9901' })
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
      export const list = handlers({ profile: 'document-rfc9901' })
      export const { received } = reference()
    `

    expect((await compile(code)).split('\n').filter((line) => /^(node_modules\/assay|module\.ts)/.test(line))).toEqual(
      [],
    )
  })
})

describe('the files of the package', () => {
  it('are all that the README links, and an example is complete', () => {
    const links = [...readFileSync('README.md', 'utf8').matchAll(/\]\(([^):#]+)(?:#[^)]*)?\)/g)].map(
      ([, file = '']) => file,
    )

    expect(links.length).toBeGreaterThan(10)
    expect(links.filter((file) => !existsSync(join(assay, file)))).toEqual([])
    for (const file of ['ci/gitlab.yml', 'ci/github/action.yml', 'examples/typescript-issuer/harness.config.ts'])
      expect(existsSync(join(assay, file))).toBe(true)
  })

  it('are known to be of the sources that they were built from, until one changes', async () => {
    const checkout = join(home, 'checkout')
    const { isBuiltFromSources } = await import(join(checkout, 'tools/built-from.ts'))
    const file = join(checkout, 'suites/standards.ts')
    const text = readFileSync(file, 'utf8')

    expect(isBuiltFromSources()).toBe(true)
    writeFileSync(file, `${text}\n`)
    expect(isBuiltFromSources()).toBe(false)
    writeFileSync(file, text)
    expect(isBuiltFromSources()).toBe(true)
    expect(existsSync(join(assay, 'dist/built-from.json'))).toBe(false)
  })

  it('have a bill of materials with everything that is installed, and nothing else', () => {
    const { components, metadata } = JSON.parse(readFileSync(join(assay, 'dist/sbom.cdx.json'), 'utf8'))
    const names = components.map(({ name }: { name: string }) => name)

    expect(metadata.component).toMatchObject({ name: 'assay', version: manifest.version })
    expect(names).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies)))
    for (const each of components) {
      expect(each).toMatchObject({ purl: expect.stringMatching(/^pkg:npm\//), hashes: [{ alg: 'SHA-512' }] })
      expect(each.licenses).toHaveLength(1)
    }
  })
})

/** Another package manager installs from the registry, or from what it has: only one that is on this machine. */
const managers: Readonly<Record<string, readonly string[]>> = {
  npm: ['install', '--no-audit', '--no-fund', '--prefer-offline', archive],
  pnpm: ['add', '--prefer-offline', `file:${archive}`],
  yarn: ['add', `assay@file:${archive}`],
}
const path = `${dirname(process.execPath)}${delimiter}${process.env.PATH}`
const isHere = (name: string): boolean =>
  spawnSync(name, ['--version'], { env: environment({ PATH: path }) }).status === 0

describe.each(Object.keys(managers).filter(isHere))('installed by %s in an empty folder', (manager) => {
  it('warns of nothing, and runs', () => {
    const folder = mkdtempSync(join(home, `${manager}-`))
    writeFileSync(join(folder, 'package.json'), '{"name":"empty","version":"1.0.0","private":true}')
    const { npm_config_nodedir: _, ...env } = environment({ PATH: path, COREPACK_ENABLE_DOWNLOAD_PROMPT: '0' })
    const installed = spawnSync(manager, managers[manager] ?? [], { cwd: folder, env, encoding: 'utf8' })
    const version = spawnSync(join(folder, 'node_modules/.bin/assay'), ['--version'], { env, encoding: 'utf8' })

    // A setting of this machine that npm does not know is none of the package.
    const warnings = installed.stderr.split('\n').filter((line) => /warn/i.test(line) && !line.includes('user config'))
    expect({ status: installed.status, warnings }).toEqual({ status: 0, warnings: [] })
    expect(version.stdout.trim()).toBe(manifest.version)
  })
})

/** Whether this machine lets a process see only a folder. Where it does not, the executable runs with an empty environment. */
const canEnter = spawnSync('unshare', ['-r', 'chroot', '/', 'true']).status === 0

describe.runIf(process.platform === 'linux')('the single executable', () => {
  const image = join(home, 'checkout/dist/executable/image')
  const [program = '', ...entered] = canEnter ? ['unshare', '-r', 'chroot', image, '/assay'] : [join(image, 'assay')]
  const env = { PATH: process.env.PATH }

  beforeAll(() => {
    execFileSync(process.execPath, ['tools/executable.ts'], { cwd: join(home, 'checkout'), env: environment() })
    for (const name of ['credential.txt', 'jwks.json']) cpSync(join('fixtures/artefacts', name), join(image, name))
  })

  /** Runs it where there is nothing else, neither Node nor a package. */
  function start(...args: readonly string[]): {
    readonly code: number | null
    readonly out: string
    readonly err: string
  } {
    const cwd = canEnter ? '/' : image
    const { status, stdout, stderr } = spawnSync(program, [...entered, ...args], { cwd, env, encoding: 'utf8' })
    return { code: status, out: stdout, err: stderr }
  }

  it('says its version', () => {
    expect(start('--version')).toEqual({ code: 0, out: `${manifest.version}\n`, err: '' })
  })

  it('runs with a configuration that imports Assay, and probes in threads', () => {
    const config =
      "import { defineHarness } from 'assay'\nconst seed: number = 1\nexport default defineHarness({ seed })\n"
    writeFileSync(join(image, 'harness.config.ts'), config)

    const flags = ['--only', 'SD-DIGEST', '--members', '1', '--keep-private', '--quiet']
    expect(start('run', '--probes', ...flags)).toEqual({ code: 0, out: '', err: '' })
    expect(JSON.parse(readFileSync(join(image, 'out/report.json'), 'utf8'))).toMatchObject({ seed: '1' })
  })

  it('judges a file, proves a requirement, explains it, and lists its schemas', () => {
    const known = ['--jwks', 'jwks.json', '--issuer', 'https://issuer.example', '--now', '1795000000']
    expect(start('verify', 'credential.txt', ...known)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^conformant/m),
    })
    expect(start('prove', 'SD-DIGEST')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/(\d+) of \1 faults detected/),
    })
    expect(start('explain', 'SD-DIGEST').out).toMatch(/^SD-DIGEST /)
    expect(start('list', 'schemas').out).toContain('schemas/config.schema.json')
  })

  it('tests an issuer that it serves', async () => {
    const server = spawn(program, [...entered, 'serve', 'openid4vci-issuer', '--port', '0', '--quiet'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [url] = await once(createInterface({ input: server.stdout }), 'line')
    const { code, out } = start('test', 'issuer', '--offer', url)
    server.kill()
    await once(server, 'close')

    expect(out).toContain('PASSED (provisional')
    expect(code).toBe(0)
  })
})

describe('the container', () => {
  const lines = readFileSync('Containerfile', 'utf8').split('\n')

  it('is made of the executable and its libraries alone, without root, and downloads nothing', () => {
    expect(lines.filter((line) => /^[A-Z]+ /.test(line))).toEqual([
      'FROM scratch',
      'COPY dist/executable/image /',
      'WORKDIR /work',
      'USER 1000:1000',
      'ENTRYPOINT ["/assay"]',
    ])
    expect(readFileSync('.dockerignore', 'utf8').split('\n')).toContain('!dist/executable/image')
  })
})
