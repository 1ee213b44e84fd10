import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { printPeak, readPeak } from '../../hostile/peak.ts'
import type { RunReport } from '../../model/run-report.ts'
import type { HarnessConfig } from '../../src/config/define-harness.ts'
import { assayCommand } from '../assay-command.ts'
import { environment } from '../running-vitest.ts'

/** Milliseconds after which a process is ended that does not end by itself. */
const patience = 300_000

/** What `assay run` said in a process of its own, and what it left. */
export interface ProcessEnded {
  /** Not a number where a signal ended it. */
  readonly code: number
  readonly signal: string | null
  readonly out: string
  readonly err: string
  /** The most memory that it ever held, in megabytes; not a number where it was killed. */
  readonly peak: number
}

/** `assay run` in a process of its own. */
export interface RunProcess {
  readonly child: ChildProcess
  readonly ended: Promise<ProcessEnded>
}

/** Starts `assay run` in a folder, with a configuration in it. */
export function startRun(folder: string, config: HarnessConfig, ...argv: readonly string[]): RunProcess {
  writeFileSync(join(folder, 'harness.config.json'), JSON.stringify(config))
  return startAssay(folder, 'run', ...argv)
}

/** Starts a command of assay in a folder. */
export function startAssay(folder: string, ...argv: readonly string[]): RunProcess {
  const args = ['--import', printPeak, assayCommand, ...argv]
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: environment({ NO_PROXY: '*' }),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: patience,
    killSignal: 'SIGKILL',
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, ended: endOf(child, text(child.stdout), text(child.stderr)) }
}

async function endOf(child: ChildProcess, said: Promise<string>, told: Promise<string>): Promise<ProcessEnded> {
  const [out, err, [code, signal]] = await Promise.all([said, told, once(child, 'close')])
  return { code: code === null ? Number.NaN : Number(code), signal, out, err, peak: readPeak(err) }
}

/** The report that a run left in the folder that it takes by itself. */
export const reportIn = (folder: string): RunReport =>
  JSON.parse(readFileSync(join(folder, 'out', 'report.json'), 'utf8'))
