import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { loadCommands } from '../../src/cli/commands.ts'
import { splitCommandLine } from '../../src/drivers/command-line.ts'
import { listNames } from '../../src/explain/lists.ts'
import { listFlags } from '../../src/terminal/command.ts'
import { assayCommand } from '../assay-command.ts'
import { type Ended, environment, folder } from '../running-vitest.ts'
import { assay as runInConsole } from './console.ts'

// Every command that a served actor prints is run word for word, where it was printed.

const assay = `assay() { '${process.execPath}' '${assayCommand}' "$@"; }`
const env = environment({ NO_COLOR: '1' })

async function runInShell(line: string, cwd: string): Promise<Ended> {
  const child = spawn('/bin/sh', ['-c', `${assay}\n${line}`], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: Number(code), out, err }
}

/** What an actor prints when it has started, in a folder of its own. It is served until the test is over. */
async function serveIn(cwd: string, line: string): Promise<readonly string[]> {
  const argv = [assayCommand, 'serve', ...line.split(' '), '--port', '0']
  const child = spawn(process.execPath, argv, { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGTERM'))
  const lines: string[] = []
  for await (const each of createInterface(child.stdout)) {
    lines.push(each)
    if (each.includes('stop with Ctrl-C')) break
  }
  return lines
}

const findCommands = (lines: readonly string[], name: string): readonly string[] =>
  lines.map((line) => line.trim()).filter((line) => line.startsWith(`${name} `))

describe('the command that a served actor prints', () => {
  it.each([
    'openid4vci-issuer',
    'openid4vci-issuer --tls --write-ca ca.pem',
    'openid4vci-issuer --now 1795000000',
    'openid4vci-issuer --variant HAIP/is-an-issuer-of-this-profile',
    'openid4vp-verifier',
    'openid4vp-verifier --tls --write-ca ca.pem',
    'openid4vp-verifier --now 2026-06-01T00:00:00Z',
    'openid4vp-verifier --variant HAIP/is-a-verifier-of-this-profile',
    'openid4vci-wallet',
    'openid4vp-wallet',
    'wallet',
    'identity-app',
  ])('passes: assay serve %s', async (line) => {
    const cwd = folder()
    const [command = '', ...more] = findCommands(await serveIn(cwd, line), 'assay')

    expect(more).toEqual([])
    expect(await runInShell(command, cwd)).toMatchObject({ code: 0 })
  })

  it.each(['', ' --tls', ' --tls --write-ca ca.pem'])('is answered: curl, by assay serve%s', async (flags) => {
    const cwd = folder()
    const commands = findCommands(await serveIn(cwd, `issuer status-service${flags}`), 'curl')

    expect(commands.length).toBeGreaterThan(3)
    for (const command of commands) expect(await runInShell(command, cwd)).toMatchObject({ code: 0 })
  })

  it('has no --ca, since commands are taken without TLS', async () => {
    const { code, err } = await runInShell('assay serve openid4vci-wallet --tls --port 0', folder())

    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining('without TLS') })
  })

  it('is none where no caller could trust the certificate', async () => {
    const lines = await serveIn(folder(), 'openid4vci-issuer --tls')

    expect(findCommands(lines, 'assay')).toEqual([])
    expect(lines.join('\n')).toContain('--write-ca ca.pem')
  })
})

/** Where commands are printed, or written: lines of code that are no comments, and pages. */
const sources = [
  ...globSync('{src,reporters,suites}/**/*.ts', { exclude: ['**/*.generated.ts'] }),
  ...globSync(['*.md', 'docs/*.md', 'docs/{guide,adr,standards}/*.md']),
]

interface Mentioned {
  readonly file: string
  readonly command: string
}

/** The commands that a file mentions, without what stands behind them. What is filled in later is a word. */
const findMentioned = (file: string): readonly Mentioned[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => file.endsWith('.md') || !/^\s*(?:\/\/|\/?\*)/.test(line))
    .map((line) => line.replaceAll(/\$\{[^}]*\}/g, 'WORD').replaceAll('\\`', '`'))
    .flatMap((line) => [...line.matchAll(/(?<![\w/.-])assay ([a-z-]+)[^`|;#()<,\n]*/g)])
    .filter(([, name = '']) => Object.hasOwn(commands, name))
    .map(([command]) => ({ file, command: command.split(' && ')[0] ?? '' }))

const commands = await loadCommands()
const mentioned = sources.flatMap(findMentioned)

/** Why a command line of this kind cannot be right. */
function findMistake({ command }: Mentioned): string | undefined {
  const [, name = '', first = ''] = command.split(/['"\s]+/)
  const known = ['help', 'no-color', ...Object.keys(listFlags(commands[name] ?? help))]
  const own = command.replaceAll(/'[^']*'/g, 'WORD')
  const flags = [...own.matchAll(/(?<=\s)--([a-z][a-z0-9-]*)/g)].map(([, flag = '']) => flag)
  const unknown = flags.find((flag) => !known.includes(flag))
  if (unknown !== undefined) return `--${unknown}`
  const words = firstWords[name]
  return words && /^[a-z]/.test(first) && !words.includes(first) ? first : undefined
}

const help = { usage: '', flags: {}, examples: {}, run: async () => 0 as const }

/** What the first word has to be. */
const firstWords: Readonly<Record<string, readonly string[]>> = {
  list: listNames,
  test: ['issuer', 'verifier', 'wallet', 'holder'],
}

/** What looks up something, and is complete. */
const isLookUp = ({ file, command }: Mentioned): boolean =>
  file !== 'CONTRIBUTING.md' &&
  /^assay (?:list|explain) [\w/'* -]+$/.test(command) &&
  !/\b(?:ID|FAULT|NAME)\b|WORD/.test(command)

describe('a command that a page, a hint or an error mentions', () => {
  it('has only flags and words that the command takes', () => {
    const wrong = mentioned.flatMap((each) => {
      const mistake = findMistake(each)
      return mistake === undefined ? [] : [{ ...each, mistake }]
    })

    expect(mentioned.length).toBeGreaterThan(400)
    expect(wrong).toEqual([])
  })

  it.each([...new Set(mentioned.filter(isLookUp).map(({ command }) => command.trim()))])(
    'is answered: %s',
    async (line) => {
      const { code, err } = await runInConsole(splitCommandLine(line.replace(/^assay /, ''), line))

      expect({ code, err }).toEqual({ code: 0, err: '' })
    },
  )
})
