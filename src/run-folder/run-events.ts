import type { RecordLine } from '../../model/record.ts'
import type { LiveFinding } from '../../model/report.ts'
import type { RunVerdict } from '../../model/run-report.ts'
import type { SessionEnd } from '../../model/session-end.ts'
import type { ManualTask } from '../drivers/manual/task.ts'
import type { PersonTask } from '../terminal/terminal.ts'

/** What `assay run --events` prints, one JSON document to a line. Private values are described as in the record. */
export type RunEvent =
  /** The run has begun; a person who operates a target finds the next step at `page`. */
  | { readonly event: 'begin'; readonly folder: string; readonly page?: string }
  | { readonly event: 'message'; readonly message: RecordLine; readonly findings: readonly LiveFinding[] }
  | ({ readonly event: 'session'; readonly session: string } & Pick<SessionEnd, 'ended' | 'reason' | 'settings'>)
  /** A person has to act: once more for each retry. With `answer`, standard input takes a line with the number of the task and the answer. */
  | {
      readonly event: 'task'
      readonly task: Omit<ManualTask, 'step'> &
        Pick<ManualTask['step'], 'title' | 'lines' | 'link'> & { readonly answer?: PersonTask['answer'] }
    }
  /** The number of negative tests so far, and of all, where it is known. */
  | { readonly event: 'probes'; readonly sent: number; readonly total?: number }
  | { readonly event: 'end'; readonly folder: string; readonly verdict: RunVerdict; readonly exitCode: number }
