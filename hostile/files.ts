import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { printPeak, readPeak } from './peak.ts'

// Hostile files, for the commands that read files: what no file may bring about.

/** A file, and a command that reads it. */
interface FileAttack {
  readonly what: string
  readonly command: string
  readonly name: string
  readonly make: () => string | Buffer
}

/** What a command came to. The exit code is not a number where it was ended from outside. */
export interface FileResult {
  readonly what: string
  readonly code: number
  readonly seconds: number
  readonly peak: number
  readonly trace?: string
}

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const credential = readFileSync(resolve('fixtures/artefacts/credential.txt'), 'utf8').trim()

/** Disclosures that no digest is for: each may be another one with a changed character. */
const addForeign = (count: number, length: number): string =>
  [
    credential.replace(/~$/, ''),
    ...Array.from({ length: count }, (_, i) => base64url([`Name${i}`, 'x'.repeat(length), 'salt'])),
    '',
  ].join('~')

const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

const attacks: readonly FileAttack[] = [
  ...(['verify', 'audit'] as const).flatMap((command) => [
    file(command, 'forty foreign disclosures, 82 kB', 'a.txt', () => addForeign(40, 1_480)),
    file(command, 'foreign disclosures of 240 kB', 'a.txt', () => addForeign(3_000, 40)),
    file(command, 'a foreign disclosure of 800 kB', 'a.txt', () => addForeign(1, 800_000)),
    file(command, 'a quote in CSV that never ends, 600 kB', 'a.csv', () => `a,b\n"${'x,"" \n'.repeat(100_000)}`),
    file(command, '8 MB of doubled quotes in CSV', 'a.csv', () => `a\n"${'""'.repeat(4_000_000)}"`),
    file(command, '6 MB of lines with {}', 'a.ndjson', () => '{}\n'.repeat(2_000_000)),
    file(command, '6 MB of lines with {} in 6 kB', 'a.ndjson.gz', () => gzipSync('{}\n'.repeat(2_000_000))),
    file(command, '1 GB of zeros in 1 MB', 'a.gz', () => gzipSync(Buffer.alloc(1_000_000_000))),
    file(command, '1 GB packed twice', 'a.gz', () => gzipSync(gzipSync(Buffer.alloc(1_000_000_000)))),
    file(command, '400 MB with brotli', 'a.br', () => brotliCompressSync(Buffer.alloc(400_000_000))),
    file(command, 'objects in each other, 500,000 deep', 'a.json', () => nested(500_000)),
    file(command, 'a salt of 4.5 MB', 'a.txt', () => `${credential}${base64url(['s'.repeat(3_300_000), 'a', 1])}~`),
    file(command, '100,000 credentials in one line', 'a.json', () => JSON.stringify(Array(100_000).fill('e30.e30.~'))),
  ]),
]

function file(...[command, what, name, make]: [string, string, string, FileAttack['make']]): FileAttack {
  return { what: `${command}: ${what}`, command, name, make }
}

/** Seconds that a command may take for one file, and megabytes that it may hold. */
const [longest, largest] = [20, 300]

/** What no file may bring about. */
export function findFileFault({ code, seconds, peak, trace }: FileResult): string | undefined {
  if (Number.isNaN(code)) return 'it hangs'
  if (trace !== undefined) return `it prints ${trace}`
  if (peak > largest) return `it holds ${peak} MB`
  if (seconds > longest) return `it takes ${seconds.toFixed(1)} s`
  return [1, 2, 3, 4].includes(code) ? undefined : `it ends with ${code}`
}

/** Some files, each with its command in a process of its own, and one that never ends. Each seed has others. */
export async function* tryFiles(count: number, seed: number): AsyncGenerator<FileResult> {
  if (count === 0) return
  for (const { what, command, name, make } of choose(count, seed)) {
    const home = mkdtempSync(join(tmpdir(), 'assay-hostile-'))
    try {
      writeFileSync(join(home, name), make())
      yield { what, ...(await run(home, [command, name])) }
    } finally {
      rmSync(home, { recursive: true })
    }
  }
  yield { what: 'verify: a file that never ends, and SIGTERM', ...(await run('/', ['verify', '/dev/zero'], 2_000)) }
}

const choose = (count: number, seed: number): readonly FileAttack[] =>
  attacks.map((_, i) => attacks[(seed * 7 + i) % attacks.length] as FileAttack).slice(0, count) // a place below its length

async function run(home: string, words: readonly string[], stop?: number): Promise<Omit<FileResult, 'what'>> {
  const began = performance.now()
  const child = spawn(process.execPath, ['--import', printPeak, resolve('bin/assay.js'), ...words], {
    cwd: home,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
    killSignal: 'SIGKILL',
  })
  const stopping = stop === undefined ? undefined : setTimeout(() => child.kill('SIGTERM'), stop)
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  clearTimeout(stopping)
  const trace = /^\s+at .*:\d+:\d+\)?$|node:internal/m.exec(out + err)?.[0]
  return {
    code: code === null ? Number.NaN : Number(code),
    seconds: (performance.now() - began) / 1_000,
    peak: Math.round(readPeak(err)),
    ...(trace !== undefined && { trace }),
  }
}
