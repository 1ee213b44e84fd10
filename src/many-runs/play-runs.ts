import { spawn } from 'node:child_process'
import { availableParallelism, freemem } from 'node:os'
import { createInterface } from 'node:readline'
import type { RunSummary } from '../../reporters/many-runs.ts'
import { readPreciseClock } from '../runtime/clock.ts'
import { findProgram } from '../runtime/find-program.ts'
import type { PlannedRun } from './plan-runs.ts'
import { type RunEnd, summarizeRun } from './summarize-run.ts'

/** Where a run is started, and what ends it early. */
interface RunPlace {
  readonly cwd: string
  readonly environment: NodeJS.ProcessEnv
  readonly signal: AbortSignal
}

/** How several runs are played, wherever they are. */
export interface RunsPlay {
  /** The flags of each run. */
  readonly flags: readonly string[]
  /** Ends the runs early; the report of each covers what was received until then. */
  readonly signal: AbortSignal
  /** Called with what each run came to. */
  readonly onEnd: (summary: RunSummary) => void
}

/** Octets of memory that a run may take. */
const memoryOfRun = 400_000_000

/** How many runs take all processors: each mostly waits for its target. Memory may allow fewer. */
export const countAtOnce = (): number =>
  Math.max(1, Math.min(5 * availableParallelism(), Math.floor(freemem() / memoryOfRun)))

/** Plays runs on this machine, so many at a time, and returns what they came to in their order. */
export async function playRuns(
  runs: readonly PlannedRun[],
  { atOnce, flags, signal, onEnd }: RunsPlay & { readonly atOnce: number },
): Promise<readonly RunSummary[]> {
  const place = { cwd: process.cwd(), environment: process.env, signal }
  const summaries: RunSummary[] = []
  const waiting = runs.entries()
  const work = async (): Promise<void> => {
    for (const [i, run] of waiting) {
      if (signal.aborted) return
      const summary = summarizeRun(
        run,
        await playRun([`--config=${run.config}`, `--out=${run.folder}`, ...flags], place),
      )
      summaries[i] = summary
      onEnd(summary)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return Object.values(summaries)
}

/** The longest line of a run that is kept. */
const mostCharacters = 1_000

/**
 * Plays one run. Its process leads a group of its own: Ctrl-C at the terminal reaches this process alone, which then ends
 * the run.
 */
export async function playRun(flags: readonly string[], { cwd, environment, signal }: RunPlace): Promise<RunEnd> {
  const began = readPreciseClock()
  const child = spawn(process.execPath, [...findProgram(), 'run', '--quiet', ...flags], {
    ...{ cwd, signal, killSignal: 'SIGINT', detached: true },
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...environment, NO_COLOR: '1' },
  })
  let problem: string | undefined
  createInterface({ input: child.stderr }).on('line', (line) => {
    const [, error] = /^assay: error: (.*)$/s.exec(line) ?? []
    problem = (error ?? problem)?.slice(0, mostCharacters)
  })
  const { promise, resolve } = Promise.withResolvers<number>()
  child.on('error', ({ message }) => {
    if (child.pid !== undefined) return // it is being ended
    problem = `cannot start a run: ${message}`
    resolve(5)
  })
  child.on('close', (code) => resolve(code ?? (signal.aborted ? 130 : 5)))
  const exitCode = await promise
  return { exitCode, ...(problem !== undefined && { problem }), began, milliseconds: readPreciseClock() - began }
}
