import type { StandardProfile } from '../../model/decision.ts'
import { findDecidingReason } from '../../model/gate.ts'
import type { Requirement } from '../../model/requirement.ts'
import type { Role } from '../../model/role.ts'
import type { OwnSuite } from '../../suites/own-suite.ts'
import { standards } from '../../suites/standards.ts'

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

/** What a role has to pass by a standard, and by a third-party suite over it. */
export const listStandardPlan = (suite: StandardProfile, role: Role, own?: OwnSuite): readonly StandardPlanRow[] =>
  [...standards[suite].requirements, ...(own?.requirements ?? [])].flatMap((row) => {
    const counts = findDecidingReason(row, { gate: 'go-live', strict: false, answered: new Map() })
    const shows = describeSight(row)
    return row.binds === role && counts && shows !== undefined ? [{ id: row.id, counts, shows, text: row.text }] : []
  })

const describeSight = ({ seen }: Requirement): string | undefined => {
  if ('nowhere' in seen) return undefined
  return 'in' in seen ? seen.in.join(', ') : seen.exchange
}
