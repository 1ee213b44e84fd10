import type { RunReport } from '../../model/run-report.ts'
import { comparedSuite } from '../../suites/compared.ts'
import type { KeptRun } from '../run-folder/kept-run.ts'
import { rejudgeUnder } from './rejudge-under.ts'

/** Judges a kept run again by one requirement. */
export const rejudgeOne = (kept: KeptRun, id: string): RunReport =>
  rejudgeUnder({ ...kept, head: { ...kept.head, selection: { only: [id], skip: [] } } }, { decisions: {} })

export const { locateFindings } = comparedSuite
