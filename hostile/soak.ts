import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { makeDocumentOriginals } from '../fuzz/originals.ts'
import { run, verify } from '../src/index.ts'
import { startServed } from './target.ts'

// The same run again and again in one process: what is left behind by each would grow. Needs `--expose-gc`.

const { values: flags } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } })

/** What a process holds after the garbage is collected. */
interface Held {
  readonly megabytes: number
  /** Open files, sockets included; 0 where the system does not say. */
  readonly files: number
  /** Timers, requests and other things under way. */
  readonly resources: number
}

function measureHeld(): Held {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  const files = process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0
  return { megabytes: (heapUsed + external) / 1e6, files, resources: process.getActiveResourcesInfo().length }
}

/** One run against served actors, one without targets, and a verdict on every kind of artefact. */
async function runOnce(seed: number, out: string): Promise<void> {
  const { facts, close } = await startServed(undefined, 1_795_000_000)
  const common = { now: 1_795_000_000, seed, out }
  const reports = [
    await run({ ...common, targets: { issuer: facts.url }, members: 0, only: ['SD-*', 'VAL-*'] }),
    await run({ ...common, members: 0 }),
  ]
  await close()
  for (const { verdict } of reports) if (verdict.exitCode === 5) throw new TypeError('a run ended with a defect')
  for (const {
    kind,
    text,
    known: { isEncryptionRequested: _, ...known },
  } of makeDocumentOriginals())
    verify(text, { ...known, as: kind })
}

/** Megabytes by which the last third may be above the second one. What caches hold for one artefact comes and goes. */
const tolerance = 8

if (globalThis.gc === undefined) throw new TypeError('soak needs node --expose-gc')
const out = mkdtempSync(join(tmpdir(), 'assay-soak-'))
const began = performance.now()
const held: Held[] = []
while (held.length < 6 || performance.now() - began < 1_000 * Number(flags.seconds)) {
  await runOnce(held.length, out)
  held.push(measureHeld())
}
rmSync(out, { recursive: true })

const third = Math.floor(held.length / 3)
const [middle, last] = [held.slice(third, 2 * third), held.slice(-third)]
const least = (some: readonly Held[], key: keyof Held): number => Math.min(...some.map((each) => each[key]))
const growth = (key: keyof Held): number => least(last, key) - least(middle, key)
const isFlat = growth('megabytes') <= tolerance && growth('files') <= 0 && growth('resources') <= 0
const words = (['megabytes', 'files', 'resources'] as const).map(
  (key) => `${key} ${least(middle, key).toFixed(0)} → ${least(last, key).toFixed(0)}`,
)
console.log(
  `${2 * held.length} runs in ${Math.round((performance.now() - began) / 1_000)} s: ${words.join(', ')}: ${isFlat ? 'flat' : 'it grows'}`,
)
if (!isFlat) process.exitCode = 1
