import { type ActorRole, actorRoles, fromRoleKey, type Role, type TargetRole } from '../../model/role.ts'
import type { ReportedActor } from '../../model/run-report.ts'
import type { Settings } from '../../model/settings.ts'

/** Chooses the roles under test: those that are named, or else the targets, or else all roles. */
export function chooseTestedRoles({ targets }: Settings, tested?: ReadonlySet<Role>): ReadonlySet<Role> {
  if (tested) return tested
  const named = Object.keys(targets) as TargetRole[] // the settings hold no other keys
  return new Set<Role>(named.length > 0 ? named.map((role) => fromRoleKey(role)) : actorRoles)
}

/** Lists all roles, with the URLs of the targets. */
export const listActors = (settings: Settings): readonly ReportedActor[] =>
  actorRoles.map((role) => describeActor(role, settings))

function describeActor(role: ActorRole, { targets }: Settings): ReportedActor {
  const named = Object.entries(targets).find(([name]) => fromRoleKey(name as TargetRole) === role) // no other keys
  return named ? { role, url: named[1].url } : { role }
}
