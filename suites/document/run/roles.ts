import { type ActorRole, actorRoles, fromRoleKey, type Role, type TargetRole } from '../../../model/role.ts'
import type { ReportedActor } from '../../../model/run-report.ts'
import type { Settings } from '../../../model/settings.ts'
import { parseTargetUrl } from '../../../src/drivers/driver-kind.ts'

/** Chooses the roles under test: those that are named, or else the targets, or else all roles. */
export function chooseTestedRoles({ targets }: Settings, tested?: ReadonlySet<Role>): ReadonlySet<Role> {
  if (tested) return tested
  const named = listTargetRoles({ targets })
  return named.size > 0 ? named : new Set<Role>(actorRoles)
}

/** The roles that are targets. */
export const listTargetRoles = ({ targets }: Pick<Settings, 'targets'>): ReadonlySet<Role> =>
  new Set((Object.keys(targets) as TargetRole[]).map((role) => fromRoleKey(role))) // the settings hold no other keys

/** Lists all roles, with the URLs of the targets. */
export const listActors = (settings: Settings): readonly ReportedActor[] =>
  actorRoles.map((role) => describeActor(role, settings))

function describeActor(role: ActorRole, settings: Settings): ReportedActor {
  const { targets } = settings
  const named = Object.entries(targets).find(([name]) => fromRoleKey(name as TargetRole) === role) // no other keys
  return named ? { role, url: showAddress(named[1].url, settings) } : { role }
}

/** The address of a target as it may be printed: without the arguments of a command, and without what variables hold. */
export function showAddress(url: string, { shownAddresses = {} }: Pick<Settings, 'shownAddresses'>): string {
  const text = Object.hasOwn(shownAddresses, url) ? (shownAddresses[url] ?? url) : url
  const { kind, rest } = parseTargetUrl(text)
  if (kind !== 'command' && kind !== 'exec') return text
  const [program = ''] = rest.split(/\s/, 1)
  return `${kind}:${program}${program === rest ? '' : ' …'}`
}

/** Every address of the settings as it may be printed. */
export const showAddresses = <Addresses extends object>(addresses: Addresses, settings: Settings): Addresses =>
  Object.fromEntries(
    Object.entries(addresses).map(([name, url]) => [name, typeof url === 'string' ? showAddress(url, settings) : url]),
  ) as Addresses // it has the same members
