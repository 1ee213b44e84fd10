import type { Decide } from '../../../model/decision.ts'
import type { Finding } from '../../../model/finding.ts'
import type { AuditedPopulation } from '../../../model/population.ts'
import type { Outcome } from '../../../model/report.ts'
import type { Requirement } from '../../../model/requirement.ts'
import { auditedSuite } from '../../../suites/audited.ts'

/** What all credentials together come to, by one requirement. */
export interface PopulationResult {
  readonly requirement: Requirement
  readonly outcome: Outcome
  readonly findings: readonly Finding[]
  readonly reason?: string
}

/** Judges what many credentials show together. */
export const judgePopulation = (population: AuditedPopulation, decide: Decide): readonly PopulationResult[] =>
  auditedSuite.checks.map(({ requirement, inspect }) => {
    const inspection = inspect(population, decide)
    const findings: Finding[] = []
    let step = inspection.next()
    for (; !step.done; step = inspection.next()) findings.push(step.value)
    if (findings.length > 0) return { requirement, outcome: 'failed', findings }
    return step.value
      ? { requirement, findings, outcome: step.value.outcome, reason: step.value.reason }
      : { requirement, findings, outcome: 'passed' }
  })
