import { workOnPortions } from '../../workers/portion-worker.ts'
import type { PortionResult } from '../judge-portion.ts'
import type { AuditPortion } from '../sources/audit-plan.ts'
import type { ThreadPortion } from './work.ts'

// A thread of `assay worker`: it judges portions of whatever runs there are.

/** Runs whose judges are kept. */
const mostRuns = 4

await workOnPortions<object, ThreadPortion, PortionResult>(
  async () => {
    const { createPortionJudge } = await import('../judge-portion.ts')
    const judges = new Map<string, (portion: AuditPortion) => PortionResult>()
    return ({ run, input, portion }) => {
      const judge = judges.get(run) ?? createPortionJudge(input.plan, input.key)
      judges.set(run, judge)
      const [oldest] = judges.keys()
      if (judges.size > mostRuns && oldest !== undefined) judges.delete(oldest)
      return judge(portion)
    }
  },
  ({ records, ids }) => [records.buffer, ids.buffer],
)
