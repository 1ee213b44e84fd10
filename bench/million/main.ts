import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { portionSize } from '../../src/audit/sources/read-portions.ts'
import { type Ending, isBuilt, type Running, runScript, startAssay, startServer } from './processes.ts'
import { listNamed, readSettled } from './read-results.ts'

// Audits generated credentials of which thirteen are wrong: undisturbed, killed in the middle and resumed, and over NATS
// with three workers of which one is killed. Prints figures beside aims, and ends with 1 if an aim is missed.
//
//   npm run million -- --credentials 1000000 --folder /var/tmp/million
//   npm run million -- --credentials 1000000 --folder /var/tmp/million --ways remote    (after `alone` was run there)

const { values } = parseArgs({
  options: {
    credentials: { type: 'string', default: '20000' },
    folder: { type: 'string', default: join(tmpdir(), 'assay-million') },
    threads: { type: 'string', default: `${availableParallelism()}` },
    ways: { type: 'string', default: 'alone,resumed,remote' },
  },
})
const [credentials, threads] = [Number(values.credentials), Number(values.threads)]
const folder = join(values.folder, `${credentials}`)
const source = join(folder, 'credentials.ndjson')

const argv = (name: string, ...more: readonly string[]): readonly string[] => [
  ...['audit', source, '--jwks', join(folder, 'jwks.json'), '--issuer', 'https://issuer.example'],
  ...['--now', '1795000000', '--out', join(folder, name), ...more],
]

let areReached = true

function print(name: string, value: string, aim: string, isReached: boolean): void {
  areReached &&= isReached
  console.log(`${name.padEnd(32)} ${value.padEnd(40)} ${isReached ? 'reached' : 'MISSED '}  ${aim}`)
}

/** 128 MB, and 60 MB for each thread that judges. */
function printMemory(name: string, { memory }: Ending, judging: number): void {
  const allowed = 128 + 60 * judging
  print(`${name}: memory`, `${memory.toFixed(0)} MB`, `≤ ${allowed} MB`, memory <= allowed)
}

/** Credentials that were issued before are used again. */
async function issue(): Promise<readonly string[]> {
  const file = join(folder, 'expected.json')
  if (!existsSync(file)) await runScript('tools/issue-credentials.ts', `${credentials}`, folder)
  const expected: readonly { readonly requirement: string; readonly line: number }[] = JSON.parse(
    readFileSync(file, 'utf8'),
  )
  return expected.map(({ requirement, line }) => `${requirement} ${line}`)
}

/** Prints whether exactly what was hidden is named. */
function printNamed(name: string, expected: readonly string[], { code, seconds, said }: Ending): void {
  if (code !== 1) throw new Error(`${name}: the audit ended with ${code}\n${said}`)
  const named = listNamed(join(folder, name))
  const found = expected.filter((each) => named.includes(each)).length
  const others = named.filter((each) => !expected.includes(each)).length
  print(
    `${name}: mistakes named`,
    `${found}, and ${others} others; ${seconds.toFixed(0)} s`,
    `${expected.length}, and no others`,
    found === expected.length && others === 0,
  )
}

function printSame(name: string): void {
  if (!existsSync(join(folder, 'alone/report.json'))) {
    console.log(`${name}: report is compared with that of \`alone\`, which was not made: see --ways`)
    return
  }
  const isSame = readSettled(join(folder, name)) === readSettled(join(folder, 'alone'))
  print(`${name}: report`, isSame ? 'the same' : 'another', 'that of `alone`, octet for octet', isSame)
}

/** Kills a process when a part of an audit was judged; whether it was still running then. */
async function killAt(name: string, part: number, victim: Running, audit: Running): Promise<boolean> {
  const wanted = 16 * Math.ceil((part * statSync(source).size) / portionSize)
  const reached = Promise.withResolvers<true>()
  const look = setInterval(() => {
    const judged = statSync(join(folder, name, '.work/portions'), { throwIfNoEntry: false })?.size ?? 0
    if (judged >= wanted) reached.resolve(true)
  }, 100)
  const isRunning = await Promise.race([reached.promise, audit.ended.then(() => false)])
  clearInterval(look)
  victim.kill()
  return isRunning
}

async function auditAlone(expected: readonly string[]): Promise<void> {
  const ending = await startAssay(argv('alone', '--threads', `${threads}`)).ended
  printNamed('alone', expected, ending)
  printMemory('alone', ending, threads)
}

async function auditResumed(expected: readonly string[]): Promise<void> {
  const first = startAssay(argv('resumed', '--threads', `${threads}`))
  const isKilled = await killAt('resumed', 0.5, first, first)
  await first.ended
  print('resumed: killed', isKilled ? 'in the middle' : 'never', 'in the middle', isKilled)
  if (!isKilled) return
  const ending = await startAssay(argv('resumed', '--threads', `${threads}`, '--resume')).ended
  printNamed('resumed', expected, ending)
  printMemory('resumed', ending, threads)
  printSame('resumed')
}

async function auditRemotely(expected: readonly string[]): Promise<void> {
  const server = await startServer()
  const startWorker = (): Running => startAssay(['worker', server.url, '--threads', '1'])
  const [victim, ...others] = [startWorker(), startWorker(), startWorker()]
  const audit = startAssay(argv('remote', '--via', server.url))
  const isKilled = await killAt('remote', 0.3, victim, audit)
  print('remote: one worker of three killed', isKilled ? 'on the way' : 'never', 'on the way', isKilled)
  const ending = await audit.ended
  printNamed('remote', expected, ending)
  printMemory('remote', ending, 1)
  printSame('remote')
  for (const worker of others) {
    worker.end()
    printMemory('worker', await worker.ended, 1)
  }
  await server.end()
}

console.log(`${credentials} credentials, ${threads} threads, ${isBuilt ? 'built' : 'from the sources, not built'}\n`)
const expected = await issue()
const ways: Readonly<Record<string, typeof auditAlone>> = {
  alone: auditAlone,
  resumed: auditResumed,
  remote: auditRemotely,
}
for (const name of values.ways.split(',')) {
  const audit = ways[name]
  if (audit === undefined) throw new Error(`no way ${name}: ${Object.keys(ways).join(', ')}`)
  rmSync(join(folder, name), { recursive: true, force: true })
  await audit(expected)
}
if (!areReached) process.exitCode = 1
