import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { create } from '../../src/cli/commands/new.ts'

/** A fenced block: its language, the file that it is for, and its text. */
interface Block {
  readonly language: string
  readonly file: string
  readonly text: string
}

const page = readFileSync('CONTRIBUTING.md', 'utf8')
const walks = page
  .split('## Rules')[0]
  ?.split(/^### /m)
  .slice(1)
  .map((part) => ({
    title: part.split('\n')[0] ?? '',
    blocks: [...part.matchAll(/^```(?<language>\w+) ?(?<file>\S*)\n(?<text>[\s\S]*?)^```$/gm)].map(
      ({ groups = {} }): Block => ({ language: '', file: '', text: '', ...groups }),
    ),
  }))

let checkout = ''

/** Everything of this checkout that a proof, the linter and the compiler read. */
beforeAll(() => {
  checkout = mkdtempSync(join(tmpdir(), 'assay-checkout-'))
  const left = ['node_modules', '.git', 'dist', 'out', 'coverage']
  for (const name of readdirSync('.')) {
    if (!left.includes(name)) cpSync(name, join(checkout, name), { recursive: true })
  }
  symlinkSync(resolve('node_modules'), join(checkout, 'node_modules'))
})

afterAll(() => rmSync(checkout, { recursive: true, force: true }))

const scripts: Readonly<Record<string, string>> = {
  'npx assay': 'node src/cli/main.ts',
  'npm run format': 'node_modules/.bin/biome check --write suites',
  'npm run generate': 'node tools/generate.ts',
}

/** Runs one command in the checkout, and returns what it prints. */
function run(line: string): string {
  const known = Object.entries(scripts).find(([command]) => line.startsWith(command))
  const command = known ? line.replace(known[0], known[1]) : line
  const { stdout, stderr } = spawnSync(command.replace(/^node /, `'${process.execPath}' `), {
    cwd: checkout,
    shell: true,
    encoding: 'utf8',
  })
  return `${stdout}\n${stderr}`
}

/** The first words of a statement, by which a block finds what it replaces. */
const findStart = (text: string): string => text.trim().match(/^[^('"]*[('"][^,)]*/)?.[0] ?? ''

/** Puts a block in the place of the statement or the line that begins in the same way. */
function applyBlock({ file, text }: Block): void {
  const path = join(checkout, file)
  const source = readFileSync(path, 'utf8')
  const lines = source.split('\n')
  const key = isImport(text) ? "from '../../../model/finding.ts'" : selectKey(text)
  const start = lines.findIndex((line) => line.includes(key))
  if (start < 0) throw new TypeError(`nothing in ${file} begins with ${key}`)
  const first = isImport(text) ? lines.slice(0, start + 1).findLastIndex((line) => line.startsWith('import')) : start
  const end = text.trim().includes('\n') ? lines.indexOf('})', start) : start
  writeFileSync(path, [...lines.slice(0, first), text.trimEnd(), ...lines.slice(end + 1)].join('\n'))
}

const isImport = (text: string): boolean => text.startsWith('import ')

/** A row by its key, a list element by its requirement, a check by its name, and any other line by its beginning. */
function selectKey(text: string): string {
  const row = /^ {2}[A-Z]+: /.exec(text)?.[0]
  const declared = /^const \w+ = /.exec(text)?.[0]
  return row ?? declared ?? findStart(text)
}

describe('CONTRIBUTING.md', () => {
  it('has a walk for an artefact and one for an exchange', () => {
    expect(walks?.map(({ blocks }) => blocks.filter(({ language }) => language === 'ts').length)).toEqual([6, 6])
  })

  it.each(walks ?? [])(
    'leads to a proof: $title',
    ({ blocks }) => {
      let printed = ''
      for (const block of blocks) {
        if (block.language === 'sh') for (const line of block.text.trim().split('\n')) printed = run(line)
        else if (block.language === 'ts') applyBlock(block)
        else expect(printed).toContain(block.text.trim())
      }

      expect(printed).not.toContain('✖')
    },
    300_000,
  )
})

/** Adds a row to every table, in artefacts and in exchanges by turns. */
const addEverywhere = `
  import { writeRequirement } from './suites/document/author/new-requirement.ts'
  import { requirements } from './suites/document/all/requirements.ts'
  const prefixes = new Set(requirements.map(({ id }) => id.split('-')[0]).filter((prefix) => prefix !== 'CLAIM'))
  for (const [i, prefix] of [...prefixes].entries()) {
    const sight = i % 2 === 0 ? { isInExchange: true } : { isInExchange: false, kind: 'credential' }
    writeRequirement({ id: prefix + '-NEW-ROW', ...sight })
  }`

describe('assay new', () => {
  it.each(Object.keys(create.examples))('does what its help says: %s', (line) => {
    expect(run(`npx ${line}`)).toContain('next: npx assay prove NONCE-')
  })

  it('adds a row to every table', () => {
    execFileSync(process.execPath, ['--input-type=module', '-e', addEverywhere], { cwd: checkout })
    run('npm run generate')

    expect(run('npx assay list requirements').match(/-NEW-ROW/g)?.length).toBeGreaterThan(25)
  })
})

describe('the checkout after all that', () => {
  it('has sources that the linter and the compiler accept', () => expectClean())
})

/** The linter and the compiler find nothing in the checkout. */
function expectClean(): void {
  const bin = (name: string): string => join('node_modules', '.bin', name)
  const options = { cwd: checkout, encoding: 'utf8' } as const
  const lint = spawnSync(bin('biome'), ['check', '--error-on-warnings', 'suites'], options)
  // With one checker it takes a fifth less of processor time, and of memory: other tests run beside it.
  const types = spawnSync(bin('tsc'), ['-p', '.', '--checkers', '1'], options)

  expect({ code: lint.status, text: lint.stderr }).toEqual({ code: 0, text: '' })
  expect({ code: types.status, text: types.stdout }).toEqual({ code: 0, text: '' })
}
