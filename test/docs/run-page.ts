import { appendFileSync, existsSync, globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import { plainPaint } from '../../reporters/text/paint.ts'
import { dispatch } from '../../src/cli/dispatch.ts'
import { type PageCommand, parseCommand } from './pages.ts'

// Runs the commands of a page one after the other, in this process and in its folder, and prints what came of each.

/** A command with what it printed and ended with. */
export interface CommandResult extends PageCommand {
  readonly actual: number
  readonly out: string
}

/** A time at which every key and every certificate of the fixtures is valid. */
const time = '1795000000'
const executable = resolve(import.meta.dirname, '../../bin/assay.js')

/** The addresses that the pages name, and the reference actor that is served for each. */
const actors: Readonly<Record<string, readonly string[]>> = {
  'https://issuer.example': ['issuer', 'status-service', 'wallet-backend'],
  'http://127.0.0.1:4911': ['wallet'],
  'http://127.0.0.1:4912': ['identity-app'],
  'http://127.0.0.1:9000': ['verifier'],
  'http://127.0.0.1:9100': ['wallet-backend'],
  'http://127.0.0.1:4800/vci/offer': ['openid4vci-issuer'],
  'http://127.0.0.1:4802/vci/offer': ['openid4vci-issuer', '--variant', 'HAIP/is-an-issuer-of-this-profile'],
  'http://127.0.0.1:4803/vp/new': ['openid4vp-verifier', '--variant', 'HAIP/is-a-verifier-of-this-profile'],
  'http://127.0.0.1:4800/vp/new': ['openid4vp-verifier'],
}
const served = new Map<string, string>()

/** Runs a command; one that serves ends as soon as it has printed its first line. */
async function run(argv: readonly string[], stdin?: string): Promise<{ readonly code: number; readonly out: string }> {
  const lines: string[] = []
  let serves = argv[0] === 'serve' || argv[0] === 'ui'
  const endServing = (): void => {
    if (serves) process.emit('SIGTERM')
    serves = false
  }
  const write = (line: string): void => {
    lines.push(line)
    if (serves) setImmediate(endServing)
  }
  const code = await dispatch(argv, {
    out: write,
    err: write,
    paint: plainPaint,
    stdin: () => (stdin === undefined ? Buffer.of() : readFileSync(stdin)),
  })
  serves = false
  if (argv[0] === 'serve') served.clear()
  return { code, out: lines.join('\n') }
}

/** Serves a reference actor until the next signal, and returns its URL. */
const start = (argv: readonly string[]): Promise<string> =>
  new Promise((started, failed) => {
    const terminal = { out: started, err: failed, paint: plainPaint, stdin: () => Buffer.of() }
    dispatch(['serve', ...argv, '--quiet', '--port', '0', '--now', time], terminal).catch(failed)
  })

const findFreePort = (): Promise<number> =>
  new Promise((found) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => found(address !== null && typeof address === 'object' ? address.port : 0))
    })
  })

/** The URL of the reference actor behind an address. A verifier and a wallet backend find keys and statuses at the issuer that they trust. */
async function serve(address: string, trusted: string): Promise<string> {
  const key = address + trusted
  const flags = /:9\d00$/.test(address) && trusted !== '' ? ['--issuer', trusted, '--status-base', trusted] : []
  const url = served.get(key) ?? (await start([...(actors[address] ?? []), ...flags]))
  served.set(key, url)
  return url
}

/** The same arguments with addresses that exist on this machine. */
async function localize(argv: readonly string[]): Promise<readonly string[]> {
  const port = argv.includes('--listen') ? await findFreePort() : 0
  const listener = port === 0 ? '' : `http://127.0.0.1:${port}`
  const issuer = 'https://issuer.example'
  const trusted = argv.includes(`issuer=${issuer}`) ? await serve(issuer, '') : listener
  const words = argv.map(async (word) => {
    const address = Object.keys(actors).find((each) => word.endsWith(each))
    if (address !== undefined) return word.replace(address, await serve(address, address === issuer ? '' : trusted))
    if (word === '127.0.0.1:4801') return `127.0.0.1:${port}`
    return word
      .replace('command:npx assay', `command:${process.execPath} ${executable}`)
      .replace('--stdio', `--stdio --now ${time}`)
  })
  return Promise.all(words)
}

/** Flags that make a command repeatable, and a run short: without probes, unless the page speaks of them. */
const addedFlags: Readonly<Record<string, readonly string[]>> = {
  run: ['--now', time, '--members', '0'],
  plan: ['--now', time],
  doctor: ['--now', time],
  verify: ['--now', time],
  audit: ['--now', time],
  serve: ['--now', time, '--port', '0'],
  test: ['--now', time],
  vectors: ['--now', time],
}

/** An issuer in a module has the clock of this machine. */
const addFlags = (argv: readonly string[]): readonly string[] => {
  if (argv.some((word) => word.includes('=module:'))) return argv
  const name = argv.includes('--suite') ? 'test' : (argv[0] ?? '')
  const flags = addedFlags[name] ?? []
  return [...argv, ...flags.filter((flag, i) => !argv.includes(i % 2 === 0 ? flag : (flags[i - 1] ?? '')))]
}

const expand = (word: string): readonly string[] =>
  word.endsWith('/*') && !word.includes(':') ? globSync(word).sort() : [word]

async function runCommand(command: PageCommand): Promise<CommandResult> {
  const { argv, stdin, stdout } = parseCommand(command.line) ?? { argv: [] }
  const calls = ['run', 'plan', 'doctor', 'init', 'test'].includes(argv[0] ?? '')
  const words = addFlags(argv.flatMap(expand))
  const { code, out } = await run(calls ? await localize(words) : words, stdin)
  if (stdout !== undefined) appendFileSync(stdout, out)
  if (stdout !== undefined && !existsSync(stdout)) throw new TypeError(`${stdout} was not written`)
  return { ...command, actual: code, out }
}

const results: CommandResult[] = []
for (const command of JSON.parse(readFileSync(0, 'utf8'))) results.push(await runCommand(command))
process.stdout.write(JSON.stringify(results), () => process.exit(0))
