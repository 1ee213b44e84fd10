// Tests the libraries of `exchanges.json` as issuers, wallets, holders and verifiers, and writes `results.json` and `docs/league-exchanges.md`.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { ReportedResult, RunReport } from '../../model/run-report.ts'
import { install } from '../install.ts'
import { writeHolding, writeSigner } from './holding.ts'
import { type Exchange, type ExchangeResult, nameExchange, renderExchanges } from './page.ts'

const root = new URL('.', import.meta.url)
const assay = new URL('../../src/cli/main.ts', root).pathname
const readFile = (name: string): string => readFileSync(new URL(name, root), 'utf8')

/** Milliseconds that a test may take: a library may wait for ever. */
const longest = 180_000

/** Runs `assay test`, and returns its report. */
async function testRole(args: readonly string[]): Promise<RunReport> {
  const child = spawn(process.execPath, [assay, 'test', ...args, '--json'], {
    timeout: longest,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, errors] = await Promise.all([readAll(child.stdout), readAll(child.stderr)])
  if (!output.startsWith('{')) throw new Error(errors.trim())
  return JSON.parse(output)
}

async function readAll(stream: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const part of stream) text += part
  return text
}

/** Actors that do everything right have no finding: else nothing is written. */
async function requireCleanActors(): Promise<void> {
  const roles = [
    ...[['issuer'], ['issuer', '--grant', 'authorization-code'], ['wallet'], ['wallet', '--x5c']],
    ...[['wallet', '--profile', 'openid4vp-1.0'], ['holder'], ['verifier']],
  ]
  for (const role of roles) {
    const { verdict, results } = await testRole([...role, '--probes'])
    const failed = results.filter(({ outcome }) => outcome === 'failed')
    if (verdict.result !== 'conformant' || failed.length > 0)
      throw new Error(`the reference ${role[0]} does not pass: ${failed.map(({ id }) => id).join(', ')}`)
  }
}

/** The files that settings and flags name: the root, the keys of issuers, and the credential that wallets present. */
async function writeTrust(folder: string): Promise<Readonly<Record<string, string>>> {
  const trust = join(folder, 'trust')
  mkdirSync(trust, { recursive: true })
  const child = spawn(process.execPath, [assay, 'test', 'verifier', '--write-trust', trust], { stdio: 'ignore' })
  await once(child, 'exit')
  const written = { root: join(trust, 'root.pem'), jwks: join(trust, 'jwks.json') }
  return { folder, ...written, ...writeHolding(trust), ...writeSigner(trust) }
}

const fill = (texts: readonly string[], places: Readonly<Record<string, string>>): readonly string[] =>
  texts.map((text) => text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => places[name] ?? whole))

/** Starts an adapter that serves, and returns its address. */
async function start(command: readonly string[]): Promise<{ readonly child: ChildProcess; readonly url: string }> {
  const child = spawn(process.execPath, command, { stdio: ['pipe', 'pipe', 'pipe'] })
  const errors = readAll(child.stderr)
  for await (const url of createInterface({ input: child.stdout })) return { child, url }
  throw new Error(`it does not start: ${findReason(await errors)}`)
}

/** The line of an output that says what went wrong. */
const findReason = (text: string): string =>
  text.split('\n').find((line) => /^\w*Error\b/.test(line)) ?? text.trim().split('\n')[0] ?? ''

/** Where a library is installed, and the files that its adapter gets. */
export interface ExchangePlace {
  readonly folder: string
  readonly places: Readonly<Record<string, string>>
}

/** Installs a library of an exchange with what its adapter needs. */
export async function installExchange(exchange: Exchange): Promise<ExchangePlace> {
  const { speaks, adapter = '', library, version, packages = [], overrides = {} } = exchange
  if (speaks !== undefined) throw new Error(speaks)
  const name = `${adapter}@${version}`
  const folder = install({ folder: name, packages: [`${library}@${version}`, ...packages, 'jose@6'], overrides })
  return { folder, places: await writeTrust(folder) }
}

/** Tests a library in its role, with probes. */
export async function testExchange(
  { role, adapter = '', settings = [], flags = [] }: Exchange,
  { folder, places }: ExchangePlace,
  more: readonly string[] = ['--probes'],
): Promise<RunReport> {
  const command = [new URL(`adapters/${adapter}.mjs`, root).pathname, folder, ...fill(settings, places)]
  const extra = [...fill(flags, places), ...more]
  const line = [process.execPath, ...command].join(' ')
  if (role === 'wallet') return testRole([role, '--wallet', `command:${line}`, ...extra])
  if (role === 'holder') return testRole([role, '--holder', line, ...extra])
  const { child, url } = await start(command)
  const source = role === 'issuer' ? ['--offer', `${url}/offer`] : ['--request', `${url}/new`]
  return testRole([role, ...source, ...extra]).finally(() => end(child))
}

/** Ends an adapter, by force if it does not end by itself. */
async function end(child: ChildProcess): Promise<void> {
  const timer = setTimeout(() => child.kill('SIGKILL'), 5000)
  child.stdin?.end()
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  clearTimeout(timer)
}

async function judge(exchange: Exchange): Promise<ExchangeResult> {
  const { library, version, role, way } = exchange
  const about = { library, version, role, way }
  try {
    return { ...about, ...summarize(await testExchange(exchange, await installExchange(exchange))) }
  } catch (error) {
    const obstacle = error instanceof Error ? error.message : String(error)
    return { ...about, conclusion: 'inconclusive', obstacle, passed: 0, untested: 0, failed: [], open: [] }
  }
}

/** What is kept of a report: nothing that differs from run to run. */
function summarize(
  report: RunReport,
): Omit<ExchangeResult, keyof Pick<Exchange, 'library' | 'version' | 'role' | 'way'>> {
  const { verdict, results, sessions } = report
  const obstacle = sessions.find(({ ended }) => ended !== 'completed')?.reason
  const select = (...outcomes: readonly string[]) => results.filter((each) => outcomes.includes(each.outcome))
  return {
    conclusion: conclusions[verdict.result] ?? 'inconclusive',
    ...(obstacle !== undefined && { obstacle: dropAddresses(obstacle) }),
    passed: select('passed').length,
    untested: select('untested', 'inapplicable').length,
    failed: select('failed').map((each) => ({
      id: each.id,
      seen: describeFailures(report, each).map(dropAddresses),
    })),
    open: select('cantTell').map(({ id, reason = '' }) => ({ id, reason: dropAddresses(reason) })),
  }
}

const conclusions: Readonly<Record<string, ExchangeResult['conclusion']>> = {
  conformant: 'passed',
  nonconformant: 'failed',
}

/** One line for each thing that is wrong with a requirement. */
function describeFailures({ probes }: RunReport, { id, text, findings }: ReportedResult): readonly string[] {
  const wrong = probes.filter((each) => each.requirement === id && each.answer !== each.expected && each.actual)
  const ids = new Set(wrong.map((each) => each.id))
  const lines = findings.flatMap(({ kind, in: source = '', at, expected, actual }) => {
    if (ids.has(at)) return []
    const place = kind === undefined ? source : `${kind} › ${source}`
    return expected === text ? `${place}: ${actual}` : `${place}, ${at}: expected ${expected}, got ${actual}`
  })
  return [...new Set([...lines, ...wrong.map(({ description, actual }) => `${description}: ${actual}`)])]
}

const dropAddresses = (text: string): string => text.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'http://127.0.0.1')

/** Tests every exchange, or those of the named libraries, whose results are put in the place of the old ones. */
export async function runExchanges(names: readonly string[]): Promise<void> {
  const exchanges: readonly Exchange[] = JSON.parse(readFile('exchanges.json'))
  const old: readonly ExchangeResult[] = JSON.parse(readFile('results.json'))
  await requireCleanActors()
  const results: ExchangeResult[] = []
  for (const exchange of exchanges) {
    const known = old.find((each) => nameExchange(each) === nameExchange(exchange))
    const isWanted = names.length === 0 || names.includes(exchange.library) || !known
    const result = isWanted ? await judge(exchange) : known
    console.log(
      `${nameExchange(result)}: ${result.conclusion}, ${result.failed.length} failed ${result.obstacle ?? ''}`,
    )
    results.push(result)
  }
  writeFileSync(new URL('results.json', root), `${JSON.stringify(results, null, 2)}\n`)
  writeFileSync(
    new URL('../../docs/league-exchanges.md', root),
    renderExchanges(results, JSON.parse(readFile('judged.json'))),
  )
}
