import type { TargetRole } from '../../model/role.ts'
import type { Settings } from '../../model/settings.ts'

/** How a target is reached: by HTTP, or by a driver. */
export const driverKinds = ['http', 'command', 'module', 'exec', 'manual'] as const
export type DriverKind = (typeof driverKinds)[number]

/** How a target in each role can be reached. A role that responds is called; a role that acts needs a driver. */
export const driverKindsByRole: Readonly<Record<TargetRole, readonly DriverKind[]>> = {
  issuer: ['http', 'module'],
  'status-service': ['http', 'module'],
  'wallet-backend': ['http', 'module'],
  verifier: ['http', 'module', 'command'],
  wallet: ['http', 'command', 'module', 'exec', 'manual'],
  'identity-app': ['http', 'command', 'module', 'manual'],
}

/** Parses the address of a target: `manual`, `command:python3 wallet.py`, or a URL. */
export function parseTargetUrl(url: string): { readonly kind: DriverKind; readonly rest: string } {
  const [, word = '', rest = ''] = /^(manual|command|module|exec)(?::(.*))?$/s.exec(url.trim()) ?? []
  const kind = driverKinds.find((each) => each === word)
  return kind === undefined ? { kind: 'http', rest: url } : { kind, rest: rest.trim() }
}

/** Whether a person operates one of the targets. */
export const hasManualTarget = ({ targets }: Pick<Settings, 'targets'>): boolean =>
  Object.values(targets).some(({ url }) => parseTargetUrl(url).kind === 'manual')

/** Whether a target in this role calls our servers. */
export const isCaller = (role: TargetRole): boolean => role === 'wallet' || role === 'identity-app'
