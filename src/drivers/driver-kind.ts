import type { TargetRole } from '../../model/role.ts'

/** How a target is reached: by HTTP, or moved by a driver. */
export const driverKinds = ['http', 'command', 'module', 'exec', 'manual'] as const
export type DriverKind = (typeof driverKinds)[number]

/** How whoever plays a role can be reached. Who answers is called; who acts has to be moved. */
export const driverKindsByRole: Readonly<Record<TargetRole, readonly DriverKind[]>> = {
  issuer: ['http', 'module'],
  'status-service': ['http', 'module'],
  'wallet-backend': ['http', 'module'],
  verifier: ['http', 'module', 'command'],
  wallet: ['http', 'command', 'module', 'exec', 'manual'],
  'identity-app': ['http', 'command', 'module', 'manual'],
}

/** What an address says of the way: `manual`, `command:python3 wallet.py`, or a URL. */
export function parseTargetUrl(url: string): { readonly way: DriverKind; readonly rest: string } {
  const [, word = '', rest = ''] = /^(manual|command|module|exec)(?::(.*))?$/s.exec(url.trim()) ?? []
  const way = driverKinds.find((each) => each === word)
  return way === undefined ? { way: 'http', rest: url } : { way, rest: rest.trim() }
}

/** Whether whoever is reached so has to be able to call us. */
export const isCaller = (role: TargetRole): boolean => role === 'wallet' || role === 'identity-app'
