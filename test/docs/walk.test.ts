import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { assayCommand } from '../assay-command.ts'
import { ended } from '../running-vitest.ts'
import { type PageCommand, readCommands } from './pages.ts'

// The page that leads from an empty folder to a signed statement, played as it stands.

const commands = readCommands('docs/guide/first-claim.md')
const folder = mkdtempSync(join(tmpdir(), 'assay-walk-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What the package has of which the walk makes use. A test of the package installs it with npm. */
function install(): void {
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, 'assay'), { recursive: true })
  for (const name of ['hono', 'jose']) symlinkSync(resolve('node_modules', name), join(modules, name))
  for (const name of ['fixtures', 'examples']) symlinkSync(resolve(name), join(modules, 'assay', name))
  const manifest = { name: 'assay', type: 'module', exports: { '.': './index.js', './fixtures/*': './fixtures/*' } }
  writeFileSync(join(modules, 'assay/package.json'), JSON.stringify(manifest))
  const source = new URL('../../src/config/define-harness.ts', import.meta.url)
  writeFileSync(join(modules, 'assay/index.js'), `export { defineHarness } from '${source}'\n`)
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
}

async function play({ line }: PageCommand): Promise<{ readonly code: number; readonly out: string }> {
  const [program = '', ...words] = line.split(' ')
  if (program === 'npm') install()
  if (program === 'cp') cpSync(join(folder, words[1] ?? ''), folder, { recursive: true, dereference: true })
  if (program !== 'npx') return { code: 0, out: '' }
  const { code, out, err } = await ended([assayCommand, ...words.slice(1)], { cwd: folder })
  return { code, out: `${out}${err}` }
}

describe('the walk to a signed statement', () => {
  it('has seven commands, and no flag twice', () => {
    const flags = commands.flatMap(({ line }) => line.match(/--[\w-]+/g) ?? [])

    expect(commands).toHaveLength(7)
    expect(flags).toEqual([...new Set(flags)])
  })

  it('ends with a statement that is valid, and notices when it is changed', async () => {
    const wrong: unknown[] = []
    for (const command of commands) {
      const { code, out } = await play(command)
      if (code !== command.code || command.shown.some((line) => !out.includes(line)))
        wrong.push({ ...command, code, out })
    }

    expect(wrong).toEqual([])
    const { statement } = JSON.parse(readFileSync(join(folder, 'out/statement.json'), 'utf8'))
    expect(statement).toMatchObject({ roles: ['issuer', 'status-service'], profile: 'document', excluded: [] })
    expect(statement.decisions.filter(({ source }: { source: string }) => source === 'default')).toEqual([])
    expect(readFileSync(join(folder, 'out/statement.html'), 'utf8')).toContain(statement.claim)

    const file = join(folder, 'out/statement.json')
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replace('"version": "1.0.0"', '"version": "2.0.0"'))

    const { code, out } = await play({ line: 'npx assay verify-report out/statement.json', code: 1, shown: [] })
    const listing = await play({ line: 'npx assay claims out', code: 1, shown: [] })

    writeFileSync(file, text)
    expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining('was changed after it was signed') })
    expect(listing.code).toBe(1)
  })
})
