import { statSync } from 'node:fs'
import { join } from 'node:path'
import { HarnessError } from '../../model/errors.ts'
import type { RunSummary } from '../../reporters/many-runs.ts'
import { isDecidingResult, listFailures } from '../../reporters/result-status.ts'
import { isDeciding } from '../../reporters/text/verdict.ts'
import { readRun } from '../run-folder/read-run.ts'
import { runFiles } from '../run-folder/run-files.ts'
import { type ExitCode, exitCodes, pickWorstCode } from '../terminal/exit-codes.ts'
import type { PlannedRun } from './plan-runs.ts'

/** How a run ended. */
export interface RunEnd {
  readonly exitCode: number
  /** The last line of its errors, if it printed any. */
  readonly problem?: string
  /** When it began, and how long it took, in milliseconds. */
  readonly began: number
  readonly milliseconds: number
}

/**
 * Reads what a run came to. A report that was there before it is not its own, and without a report of its own no run has
 * passed, whatever it ended with.
 */
export function summarizeRun({ name, config, folder }: PlannedRun, end: RunEnd): RunSummary {
  const known = { name, config, folder: name, milliseconds: end.milliseconds }
  const [exitCode = 5] = exitCodeList.filter((code) => code === end.exitCode)
  const fail = (problem: string): RunSummary => ({
    ...known,
    exitCode: exitCode === 0 ? 5 : exitCode,
    failed: [],
    reasons: [problem],
  })
  const written = statSync(join(folder, runFiles.report), { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (written < Math.floor(end.began)) return fail(end.problem ?? `it ended with ${exitCode}`)
  try {
    const { report } = readRun(folder)
    return {
      ...known,
      exitCode: pickWorstCode([exitCode, report.verdict.exitCode as ExitCode]), // every code of a verdict is one of ours
      verdict: report.verdict.result,
      failed: listFailures(report)
        .filter(isDecidingResult)
        .map(({ id }) => id),
      reasons: report.verdict.reasons.filter(isDeciding).map(({ text }) => text),
    }
  } catch (error) {
    if (error instanceof HarnessError) return fail(error.message)
    throw error
  }
}

const exitCodeList = Object.keys(exitCodes).map(Number) as readonly ExitCode[] // its own keys
