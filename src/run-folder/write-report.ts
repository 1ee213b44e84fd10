import { HarnessError } from '../../model/errors.ts'
import type { RunReport } from '../../model/run-report.ts'
import { findFormatFile } from '../../reporters/formats.ts'
import { hideWhatTargetsWrote, refuseLeaks, type SearchedRun } from './leaks.ts'
import { readRun, renderForm } from './read-run.ts'
import { runFiles } from './run-files.ts'
import type { RunFolder } from './run-folder.ts'

/** Ends a run as soon as something of it cannot be written, with everything that was written until then. */
export function createWriteGuard(signal?: AbortSignal) {
  const failed = new AbortController()
  let failure: HarnessError | undefined
  /** Notes a failure, and goes on. */
  const note = (error: unknown): undefined => {
    if (!(error instanceof HarnessError)) throw error
    failure ??= error
    failed.abort(failure)
  }
  /** Writes something, and returns what that is; nothing if it failed. After the first failure, nothing more is written. */
  const attempt = <T>(write: () => T): T | undefined => {
    try {
      return failure ? undefined : write()
    } catch (error) {
      return note(error)
    }
  }
  return {
    signal: AbortSignal.any([...(signal ? [signal] : []), failed.signal]),
    failure: () => failure,
    note,
    attempt,
  }
}
export type WriteGuard = ReturnType<typeof createWriteGuard>

/** A run whose messages were written to its folder. */
export interface RecordedRun {
  readonly folder: RunFolder
  readonly formats?: readonly string[] | undefined
  readonly watched: Omit<SearchedRun, 'report'>
  /** Everything that is printed about the run: it is searched for private values before it is returned. */
  readonly print: (report: RunReport) => readonly string[]
}

/** A report as it was written. */
export interface WrittenReport {
  readonly report: RunReport
  readonly files: readonly string[]
  /** What `print` returned. */
  readonly printed: readonly string[]
  /** Why the run ended early, or its report could not be written. */
  readonly failure?: HarnessError | undefined
}

/** Writes a report and its further forms. A report that cannot be written is printed all the same. */
export async function writeReport(
  made: RunReport,
  { folder, formats = [], watched, print }: RecordedRun,
  guard: WriteGuard,
): Promise<WrittenReport> {
  const files: string[] = []
  let report = made
  try {
    report = hideWhatTargetsWrote({ ...watched, report }, folder)
    report = folder.finish(report)
    files.push(runFiles.report)
    const stored = formats.length > 0 ? readRun(folder.path) : { report }
    for (const name of formats) {
      const file = findFormatFile(name)
      folder.add(file, await renderForm(name, stored))
      files.push(file)
    }
  } catch (error) {
    guard.note(error)
    report = folder.addDigest(report)
  }
  const printed = print(report)
  refuseLeaks({ ...watched, report }, folder, printed)
  return { report, files, printed, failure: guard.failure() }
}
