import type { RecordLine } from './record.ts'
import type { RunReport } from './run-report.ts'

/** Renders the report of a run, line by line. Reads no clock and no file. */
export interface Reporter {
  readonly name: string
  readonly render: (report: RunReport, record?: readonly RecordLine[]) => Iterable<string>
}
