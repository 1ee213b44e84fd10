import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { staged } from '../artefacts.ts'
import { assay } from './console.ts'

const run = (
  argv: readonly string[],
  { input = '', env = {} }: { input?: string; env?: Record<string, string> } = {},
) =>
  spawnSync(process.execPath, ['bin/assay.js', ...argv], { input, env: { ...process.env, ...env }, encoding: 'utf8' })

const { text, known } = staged('offer')

describe('the process', () => {
  it('ends with the code of the verdict', () => {
    expect(run(['verify', '-', '--issuer', String(known.issuer)], { input: text })).toMatchObject({
      status: 0,
      stderr: '',
    })
    expect(run(['verify', '-', '--issuer', 'https://x.example'], { input: text })).toMatchObject({
      status: 1,
      stderr: '',
    })
    expect(run(['verify', '-'], { input: text })).toMatchObject({ status: 3, stderr: '' })
    expect(run(['verify', '-'])).toMatchObject({ status: 2, stdout: '' })
  })

  it('ends with 4 if the verifier under test does not start', async () => {
    expect(await assay(['vectors', '--profile', 'sd-jwt', '--against', 'no-such-verifier-here'])).toMatchObject({
      code: 4,
      out: '',
      err: expect.stringContaining('there is no such program'),
    })
  })

  it('ends with the code of the verdict although nobody reads to the end', async () => {
    const child = spawn(process.execPath, ['bin/assay.js', 'verify', 'fixtures/artefacts/bad'], { stdio: 'pipe' })
    child.stdout.destroy()

    const [code] = await once(child, 'exit')

    expect(code).toBe(1)
  })

  it('colours nothing but a terminal, and that only if it may', () => {
    const colours = '\u001b['

    expect(run(['verify', '-'], { input: text }).stdout).not.toContain(colours)
    expect(run(['verify', '-'], { input: text, env: { FORCE_COLOR: '1' } }).stdout).toContain(colours)
    expect(run(['verify', '-'], { input: text, env: { NO_COLOR: '1' } }).stdout).not.toContain(colours)
  })

  it('prints no warning of Node about a configuration beside a package.json without `type`', () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-type-'))
    writeFileSync(join(folder, 'package.json'), '{}')
    writeFileSync(join(folder, 'harness.config.ts'), "export default { profile: 'document-rfc9901' }\n")

    const { stderr, stdout } = run(['plan', 'issuer', '--config', join(folder, 'harness.config.ts')])
    rmSync(folder, { recursive: true })

    expect(stderr).toBe('')
    expect(stdout).toContain('document-rfc9901')
  })

  it('prints one JSON document', () => {
    expect(JSON.parse(run(['verify', '-', '--json'], { input: text }).stdout)).toMatchObject({ exitCode: 3 })
  })

  it('loads nothing for a verdict that a verdict does not need', () => {
    const watch = `data:text/javascript,${encodeURIComponent("import { registerHooks } from 'node:module'; registerHooks({ load(url, context, next) { if (/faults|variants|fast-check|ajv|node_modules.jose|actors/.test(url)) console.error(url); return next(url, context) } })")}`

    const { status, stderr } = run(['verify', '-'], { input: text, env: { NODE_OPTIONS: `--import "${watch}"` } })

    expect(status).toBe(3)
    expect(stderr).toBe('')
  })
})

describe('a folder that cannot be made', () => {
  // Where Linux shows its processes, Node would look for the end of such a path for ever.
  const nowhere = [
    ['vectors', 'ATT-TYP', '--out', '/proc/x/y'],
    ['run', '--out', '/proc/x'],
    ['vectors', 'ATT-TYP', '--out', 'package.json/x'],
    ['run', '--out', 'package.json/x'],
    ['init', '/proc'],
  ]

  it.each(nowhere)('ends %s %s at once, with what is wrong', (...argv) => {
    const { status, stderr } = spawnSync(process.execPath, ['bin/assay.js', ...argv], {
      encoding: 'utf8',
      timeout: 300_000,
      killSignal: 'SIGKILL',
    })

    expect(status).toBe(2)
    expect(stderr).toMatch(
      /^assay: error: cannot (make the folder|write) [^\n]+\nassay: hint: choose another folder with --out, or make this one writable\n$/,
    )
  })

  it('is another one than whoever is three levels deep', () => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-'))
    const out = join(folder, 'a', 'b', 'c/')

    expect(run(['vectors', 'ATT-TYP', '--out', out]).status).toBe(0)
    expect(run(['vectors', 'ATT-TYP', '--out', out]).status).toBe(0)
    expect(readdirSync(out)).toContain('attestation.ndjson')
    rmSync(folder, { recursive: true })
  })
})

describe.runIf(process.platform === 'linux')('an audit (elsewhere than on Linux nothing is shared)', () => {
  /** Runs an audit of one credential, and notes each start of Node. */
  const audit = (...flags: readonly string[]) => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-'))
    const log = `import { appendFileSync } from 'node:fs'
      appendFileSync('${folder}/starts', process.pid + ' ' + process.env.MALLOC_ARENA_MAX + '\\n')`
    const argv = ['audit', '-', '--issuer', 'https://issuer.example', '--jwks', 'fixtures/artefacts/jwks.json']
    const { MALLOC_ARENA_MAX: _, ...env } = process.env
    const child = spawnSync(
      process.execPath,
      [
        ...flags,
        '--import',
        `data:text/javascript,${encodeURIComponent(log)}`,
        'bin/assay.js',
        ...argv,
        '--out',
        folder,
      ],
      { input: staged('credential').text, env, encoding: 'utf8' },
    )
    // Threads have the same two.
    const starts = [...new Set(readFileSync(join(folder, 'starts'), 'utf8').trim().split('\n'))]
    rmSync(folder, { recursive: true })
    return { child, starts }
  }

  it('starts once more, as the same process, with one place for the memory of all threads', () => {
    const { child, starts } = audit()

    expect(starts).toEqual([`${child.pid} undefined`, `${child.pid} 1`])
    expect(child).toMatchObject({ stderr: expect.not.stringContaining('xperimental') })
    expect(child.stdout).toContain('1 artefact judged')
  })

  it('goes on where it may not start once more', () => {
    const { child, starts } = audit('--permission', '--allow-fs-read=*', '--allow-fs-write=*', '--allow-worker')

    expect(starts).toEqual([`${child.pid} undefined`])
    expect(child.stderr).not.toContain('execve')
  })
})

describe('the entry', () => {
  const entry = readFileSync('bin/assay.js', 'utf8')

  it('says what is needed to a Node that is too old, and loads nothing', () => {
    const written: string[] = []
    const old = { versions: { node: '20.11.1' }, exitCode: 0 }

    new Function('process', 'console', entry.replace(/^#!.*/, '').replaceAll('import', 'forbidden'))(old, {
      error: (line: string) => written.push(line),
    })

    expect(written).toEqual(['assay: Node 22.19 or newer is needed, and this is Node 20.11.1.'])
    expect(old.exitCode).toBe(2)
  })
})
