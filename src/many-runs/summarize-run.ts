import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { RunSummary } from '../../reporters/many-runs.ts'
import { isDecidingResult, listFailures } from '../../reporters/result-status.ts'
import { isDeciding } from '../../reporters/text/verdict.ts'
import { readReport } from '../run-folder/read-run.ts'
import { runFiles } from '../run-folder/run-files.ts'
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

/** Reads what a run came to. A report that was there before it is not its own. */
export function summarizeRun(
  { name, config, folder }: PlannedRun,
  { exitCode, problem, began, milliseconds }: RunEnd,
): RunSummary {
  const file = join(folder, runFiles.report)
  const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const known = { name, config, folder: name, exitCode, milliseconds }
  if (written < Math.floor(began)) return { ...known, failed: [], reasons: [problem ?? `it ended with ${exitCode}`] }
  const report = readReport(file)
  return {
    ...known,
    verdict: report.verdict.result,
    failed: listFailures(report)
      .filter(isDecidingResult)
      .map(({ id }) => id),
    reasons: report.verdict.reasons.filter(isDeciding).map(({ text }) => text),
  }
}
