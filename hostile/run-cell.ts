import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { isLegal } from './catalogue.ts'
import { printPeak, readPeak } from './peak.ts'
import { type Cell, openTarget } from './target.ts'

/** What a run against a hostile target came to. */
export interface CellResult extends Cell {
  /** Not a number where it was ended from outside. */
  readonly code: number
  readonly seconds: number
  /** Megabytes. */
  readonly peak: number
  /** Whether the run came to the hostile endpoint at all. */
  readonly isReached: boolean
  /** A line of a stack trace in what was printed. */
  readonly trace?: string
}

/** A time at which every key and every certificate of the fixtures is good. */
const now = 1_795_000_000

/** Milliseconds after which a run hangs. */
const patience = 180_000

/** Runs Assay in a process of its own against the target of a cell. */
export async function runCell(cell: Cell): Promise<CellResult> {
  const home = mkdtempSync(join(tmpdir(), 'assay-hostile-'))
  const target = await openTarget(cell, now)
  const began = performance.now()
  try {
    const { code, printed } = await run(home, target.url)
    const trace = /^\s+at .*:\d+:\d+\)?$|node:internal/m.exec(printed)?.[0]
    return {
      ...cell,
      code,
      seconds: (performance.now() - began) / 1_000,
      peak: Math.round(readPeak(printed)),
      isReached: target.countAnswers() > 0,
      ...(trace !== undefined && { trace }),
    }
  } finally {
    await target.close()
    rmSync(home, { recursive: true })
  }
}

async function run(home: string, url: string): Promise<{ readonly code: number; readonly printed: string }> {
  const targets = Object.fromEntries(
    ['issuer', 'status-service', 'wallet-backend'].map((role) => [role, { url, timeout: 1 }]),
  )
  writeFileSync(join(home, 'harness.config.json'), JSON.stringify({ targets, deadline: 60, now, seed: 1 }))
  const args = ['--import', printPeak, resolve('bin/assay.js'), 'run', '--members', '0']
  const child = spawn(process.execPath, args, {
    cwd: home,
    env: { ...process.env, NO_PROXY: '*' },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: patience,
    killSignal: 'SIGKILL',
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: code === null ? Number.NaN : Number(code), printed: `${out}${err}` }
}

/** What no target may bring about. */
export function findFault(result: CellResult): string | undefined {
  const { code, peak, trace } = result
  if (Number.isNaN(code)) return 'it hangs'
  if (trace !== undefined) return `it prints ${trace}`
  if (peak > 300) return `it holds ${peak} MB`
  return listAllowed(result).includes(code) ? undefined : `it ends with ${code}`
}

/** The exit codes that there may be. What is legal may take too long or be too large for a run, and accuses no one. */
function listAllowed(result: CellResult): readonly number[] {
  if (!result.isReached) return [0, 1, 3, 4]
  return isLegal(result) ? [0, 4] : [1, 3, 4]
}
