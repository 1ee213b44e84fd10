import { planRun } from './document/run/plan.ts'
import { listPlan, planNames } from './document/run/plan-list.ts'
import { estimateProbes } from './document/run/probe-estimate.ts'

export type { RunPlan } from './document/run/plan.ts'
export type { ListedRow, PlanList } from './document/run/plan-list.ts'
export type { ProbeEstimate } from './document/run/probe-estimate.ts'

/** What a run of the suite of `assay run` would do, and what each of its roles has to pass. */
export const plannedSuite = { planRun, estimateProbes, listPlan, planNames } as const
