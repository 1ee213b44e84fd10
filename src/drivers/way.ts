import type { TargetRole } from '../model/settings.ts'

/** How a target is reached: by HTTP, or moved by a driver. */
export const ways = ['http', 'command', 'module', 'exec', 'manual'] as const
export type Way = (typeof ways)[number]

/** How whoever plays a role can be reached. Who answers is called; who acts has to be moved. */
export const waysOf: Readonly<Record<TargetRole, readonly Way[]>> = {
  issuer: ['http', 'module'],
  'status-service': ['http', 'module'],
  'wallet-backend': ['http', 'module'],
  verifier: ['http', 'module', 'command'],
  wallet: ['http', 'command', 'module', 'exec', 'manual'],
  'identity-app': ['http', 'command', 'module', 'manual'],
}

/** What an address says of the way: `manual`, `command:python3 wallet.py`, or a URL. */
export function wayIn(url: string): { readonly way: Way; readonly rest: string } {
  const [, word = '', rest = ''] = /^(manual|command|module|exec)(?::(.*))?$/s.exec(url.trim()) ?? []
  const way = ways.find((each) => each === word)
  return way === undefined ? { way: 'http', rest: url } : { way, rest: rest.trim() }
}

/** Whether whoever is reached so has to be able to call us. */
export const callsUs = (role: TargetRole): boolean => role === 'wallet' || role === 'identity-app'
