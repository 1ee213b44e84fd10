import { workOnPortions } from '../workers/portion-worker.ts'
import type { PortionResult } from './judge-portion.ts'
import type { AuditPlan, AuditPortion } from './sources/audit-plan.ts'

// A thread of `assay audit`: it judges portions.

await workOnPortions<{ readonly plan: AuditPlan; readonly key: string }, AuditPortion, PortionResult>(
  async ({ plan, key }) => (await import('./judge-portion.ts')).createPortionJudge(plan, key),
  ({ records, ids }) => [records.buffer, ids.buffer],
)
