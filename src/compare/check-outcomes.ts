import { HarnessError } from '../../model/errors.ts'
import type { RunReport } from '../../model/run-report.ts'
import { formatCount, listSome } from '../../reporters/text/wording.ts'
import { isKept, type KeptRun, readKeptRun } from '../run-folder/kept-run.ts'
import { runFiles } from '../run-folder/run-files.ts'
import type { ReportCheck } from '../run-folder/signing.ts'
import { diffReports } from './diff.ts'

/** Judges a kept run again. */
export type JudgeAgain = (kept: KeptRun) => RunReport | Promise<RunReport>

/** Judges the messages of a run again, where they were kept, and compares the results with the report. */
export async function checkOutcomes(path: string, judge: JudgeAgain): Promise<ReportCheck> {
  if (!isKept(path)) {
    return { what: 'outcomes', detail: `not judged again: there is no ${runFiles.private} (see --keep-private)` }
  }
  try {
    return await compareOutcomes(path, judge)
  } catch (error) {
    if (error instanceof HarnessError) return { what: 'outcomes', ok: false, detail: error.message }
    throw error
  }
}

async function compareOutcomes(path: string, judge: JudgeAgain): Promise<ReportCheck> {
  const kept = readKeptRun(path)
  const again = await judge(kept)
  const { changed, same } = diffReports(kept.report, again)
  const isSameVerdict = again.verdict.result === kept.report.verdict.result
  const other = [...changed.map(({ id }) => id), ...(isSameVerdict ? [] : ['the verdict'])]
  if (other.length > 0) {
    return { what: 'outcomes', ok: false, detail: `the record leads to other results: ${listSome(other)}` }
  }
  return {
    what: 'outcomes',
    ok: true,
    detail: `${formatCount(same, 'requirement')} judged again, with the same results`,
  }
}
