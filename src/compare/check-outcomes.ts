import { HarnessError } from '../../model/errors.ts'
import { formatCount, listSome } from '../../reporters/text/wording.ts'
import type { ProfileChoice } from '../config/profile-choice.ts'
import { isKept, readKeptRun } from '../run-folder/kept-run.ts'
import { runFiles } from '../run-folder/run-files.ts'
import type { ReportCheck } from '../run-folder/signing.ts'
import { diffReports } from './diff.ts'
import { rejudgeUnder } from './rejudge-under.ts'

/** Judges the messages of a run again, where they were kept, and compares the results with the report. */
export function checkOutcomes(path: string, choice: ProfileChoice): ReportCheck {
  if (!isKept(path)) {
    return { what: 'outcomes', detail: `not judged again: there is no ${runFiles.private} (see --keep-private)` }
  }
  try {
    return compareOutcomes(path, choice)
  } catch (error) {
    if (error instanceof HarnessError) return { what: 'outcomes', ok: false, detail: error.message }
    throw error
  }
}

function compareOutcomes(path: string, choice: ProfileChoice): ReportCheck {
  const kept = readKeptRun(path)
  const again = rejudgeUnder(kept, choice)
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
