import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commandEntries } from '../../src/cli/commands.ts'
import { time } from '../e2e/playing.ts'
import { ended, environment } from '../running-vitest.ts'
import { folderWith } from '../temporary-folder.ts'
import { assay } from './console.ts'

// What reads files of others needs no right but to read them, and executes nothing.

const modules = realpathSync('node_modules')

const allowRead = (folder: string): string => `--allow-fs-read=${folder}`

/** Runs a command that may read this checkout and some folders; it may write nothing, call nothing and start nothing. */
function runConfined(argv: readonly string[], ...folders: readonly string[]) {
  const readable = [resolve('.'), modules, ...folders].map(allowRead)
  return ended(['--permission', ...readable, resolve('bin/assay.js'), ...argv], {
    env: environment({ NODE_DISABLE_COMPILE_CACHE: '1' }),
  })
}

async function recordedRun(): Promise<string> {
  const out = folderWith()
  await assay([
    'run',
    '--out',
    out,
    '--quiet',
    '--keep-private',
    '--now',
    `${time}`,
    '--members',
    '0',
    '--only',
    'SD-*',
  ])
  return out
}

describe('under the permission model of Node', () => {
  it('`verify` judges what it may read, as it does without', async () => {
    const argv = ['verify', 'fixtures/artefacts/credential.txt', '--now', `${time}`]

    const [confined, free] = [await runConfined(argv), await ended([resolve('bin/assay.js'), ...argv])]

    expect(confined).toEqual(free)
    expect(confined.out).toContain('95 passed')
  })

  it('`audit` writes where it may', async () => {
    const folder = realpathSync(folderWith())
    const rights = ['--allow-worker', `--allow-fs-write=${folder}`, ...[resolve('.'), modules, folder].map(allowRead)]
    const argv = ['audit', 'fixtures/artefacts/credential.txt', '--out', join(folder, 'out')]

    await ended(['--permission', ...rights, resolve('bin/assay.js'), ...argv], {
      env: environment({ NODE_DISABLE_COMPILE_CACHE: '1' }),
    })

    expect(JSON.parse(readFileSync(join(folder, 'out/report.json'), 'utf8'))).toMatchObject({ artefacts: 1 })
  })

  it.each([[], ['--format', 'html'], ['--format', 'junit'], ['--format', 'sarif']])(
    '`report` prints what it may read: %s %s',
    async (...format) => {
      const out = await recordedRun()

      const { code, err } = await runConfined(['report', out, ...format], out)

      expect({ code, err }).toEqual({ code: 0, err: '' })
    },
  )

  it('neither reads what it may not', async () => {
    const folder = folderWith({ 'credential.txt': 'e30.e30.e30~' })

    const { code, err } = await runConfined(['verify', join(folder, 'credential.txt')])

    expect(code).toBe(2)
    expect(err).not.toMatch(/^\s+at /m)
  })
})

describe('a configuration', () => {
  /** A folder whose configuration leaves a mark when it is executed. */
  function trap(): { readonly cwd: string; readonly isSprung: () => boolean } {
    const cwd = folderWith()
    const mark = join(cwd, 'executed')
    const code = `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(mark)}, '')\nexport default {}\n`
    writeFileSync(join(cwd, 'harness.config.mjs'), code)
    return { cwd, isSprung: () => existsSync(mark) }
  }

  /** The commands that say in their help that they read the configuration, and one that serves without it until it is stopped. */
  const others = ['run', 'plan', 'doctor', 'ui', 'serve']
  const rest = Object.keys(commandEntries).filter((name) => !others.includes(name))

  it.each(rest)('is not executed by `%s`', async (name) => {
    const { cwd, isSprung } = trap()

    await ended([resolve('bin/assay.js'), name, '.'], { cwd })

    expect(isSprung()).toBe(false)
  })

  it('is executed by `doctor`', async () => {
    const { cwd, isSprung } = trap()

    await ended([resolve('bin/assay.js'), 'doctor'], { cwd })

    expect(isSprung()).toBe(true)
  })
})
