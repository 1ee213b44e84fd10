import { findDecidingReason, type GateRules } from '../../model/gate.ts'
import type { Result } from '../../model/report.ts'
import type { ReportedResult, RunReport } from '../../model/run-report.ts'

/** The rules by which the requirements of a run count. */
export const readGateRules = ({
  gate,
  strict = false,
  decisions,
}: Pick<RunReport, 'gate' | 'strict' | 'decisions'>): GateRules => ({
  gate,
  strict,
  answered: new Map(decisions.flatMap(({ id, value, source }) => (source === 'configured' ? [[id, value]] : []))),
})

/** A result with its requirement in full, as reports have it. */
export function reportResult({ requirement, ...rest }: Result, rules: GateRules): ReportedResult {
  const { id, section, standard, force, binds, text, dependsOn, consequence } = requirement
  const decides = findDecidingReason(requirement, rules)
  return {
    ...{ id, section, ...(standard !== undefined && { standard }), force, binds, text },
    dependsOn: dependsOn.map((decision) => decision.id),
    ...(decides && { decides }),
    consequence,
    ...rest,
  }
}
