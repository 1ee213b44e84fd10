import { workOnPortions } from '../workers/portion-worker.ts'
import type { AuditInput } from './audit.ts'
import type { PortionResult } from './judge-portion.ts'
import type { AuditPortion } from './sources/audit-plan.ts'

// A thread of `assay audit`: it judges portions.

await workOnPortions<AuditInput, AuditPortion, PortionResult>(
  async ({ plan, key }) => (await import('./judge-portion.ts')).createPortionJudge(plan, key),
  ({ records, ids }) => [records.buffer, ids.buffer],
)
