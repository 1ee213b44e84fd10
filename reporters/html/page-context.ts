import type { RunReport } from '../../model/run-report.ts'
import type { RecordedSession } from './recorded-sessions.ts'

/** What the parts of the details view have in common. */
export interface PageContext {
  readonly report: RunReport
  readonly sessions: readonly RecordedSession[]
  /** The ids of all requirements on the page. */
  readonly known: ReadonlySet<string>
}
