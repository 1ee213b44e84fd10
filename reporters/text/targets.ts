import { isStandardProfile } from '../../model/decision.ts'
import type { Role } from '../../model/role.ts'
import type { RunReport } from '../../model/run-report.ts'
import { listAll } from './wording.ts'

/** A role that a target plays, and the address of the target. */
export interface NamedTarget {
  readonly role: Role
  readonly url: string
}

/** Lists the targets of a run; none where reference actors play all roles. */
export const listTargets = ({ actors }: RunReport): readonly NamedTarget[] =>
  actors.flatMap(({ role, url }) => (url === undefined ? [] : [{ role, url }]))

/** Names the product under test, if the configuration does: `Example Wallet 2.1`. */
export const nameProduct = ({ subject: { vendor, product, version } }: RunReport): string =>
  [vendor, product, version].filter((part) => part !== undefined).join(' ')

/** Names what was tested, as the subject of a sentence. */
export function nameSubject(report: RunReport): string {
  const product = nameProduct(report)
  if (product !== '') return product
  const roles = listTargets(report).map(({ role }) => `the ${role}`)
  if (roles.length > 0) return listAll(roles)
  const [first] = report.actors
  return first && isStandardProfile(report.profile) ? `the reference ${first.role}` : 'the reference actors'
}
