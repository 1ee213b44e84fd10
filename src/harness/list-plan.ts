import type { StandardProfile } from '../../model/decision.ts'
import { findDecidingReason } from '../../model/gate.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { TargetRole } from '../../model/role.ts'
import type { OwnSuite } from '../../suites/own/own-suite.ts'
import { standards } from '../../suites/standards.ts'
import { findRegistry, listPlanRows } from '../judge/plan-gaps.ts'

/** A row of a plan with the text of its requirement. */
export interface StandardPlanRow {
  readonly id: string
  /** Why it counts. */
  readonly counts: string
  /** Where it shows. */
  readonly shows: string
  readonly needs?: readonly string[]
  readonly optional?: true
  readonly text: string
}

const texts = new Map(
  Object.values(standards).flatMap(({ requirements }) => requirements.map(({ id, text }) => [id, text])),
)

/** What a role has to pass by a standard, and by a third-party suite over it. */
export function listStandardPlan(suite: StandardProfile, role: TargetRole, own?: OwnSuite) {
  const rows = listPlanRows(role, suite).map((row) => ({ ...row, text: texts.get(row.id) ?? '' }))
  const others = (own?.requirements ?? []).flatMap((row) => listOwnRow(row, role))
  const all: readonly StandardPlanRow[] = [...rows, ...others]
  return { registry: findRegistry(suite), rows: all }
}

function listOwnRow({ text, ...row }: Requirement, role: TargetRole): readonly StandardPlanRow[] {
  const counts = findDecidingReason(row, { gate: 'go-live', strict: false, answered: new Map() })
  if (row.binds !== role || !counts || 'nowhere' in row.seen) return []
  return [{ id: row.id, counts, shows: 'in' in row.seen ? row.seen.in.join(', ') : row.seen.exchange, text }]
}
