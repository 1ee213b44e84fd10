import type { Role } from '../model/requirement.ts'
import type { Player } from '../model/run-report.ts'
import type { Settings, TargetRole } from '../model/settings.ts'

/** The roles of the document, by how they are written in a configuration. */
export const roleOf: Readonly<Record<TargetRole, Role>> = {
  issuer: 'issuer',
  'status-service': 'status service',
  'wallet-backend': 'wallet backend',
  verifier: 'verifier',
  wallet: 'wallet',
  'identity-app': 'identity app',
}

export const everybody: readonly Role[] = [
  'issuer',
  'status service',
  'credential manager',
  'wallet',
  'identity app',
  'wallet backend',
  'verifier',
]

/** Who is under test: whoever is named so, or else the targets, or everybody where there are none. */
export function testedIn({ targets }: Settings, tested?: ReadonlySet<Role>): ReadonlySet<Role> {
  if (tested) return tested
  const named = Object.keys(targets) as TargetRole[] // the settings hold no other keys
  return new Set<Role>(named.length > 0 ? named.map((role) => roleOf[role]) : everybody)
}

/** Everybody, and who plays whom. */
export const castOf = (settings: Settings): readonly Player[] => everybody.map((role) => playerOf(role, settings))

function playerOf(role: Role, { targets }: Settings): Player {
  const named = Object.entries(targets).find(([name]) => roleOf[name as TargetRole] === role) // no other keys
  return named ? { role, url: named[1].url } : { role }
}
