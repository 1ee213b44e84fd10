import { isIPv6 } from 'node:net'
import type { Bases } from '../../suites/terms.ts'
import { callsUs, wayIn } from '../drivers/way.ts'
import type { Listening, Settings, Target, TargetRole } from '../model/settings.ts'
import { pathOf } from './inbound.ts'

// Where everybody is found: by what was configured, and in each session.

/** The bases of all who answer over HTTP. */
export function basesOf({ addresses, targets, listen }: Settings): Bases {
  const here = doorOf(listen)
  return {
    issuer: targets.issuer ? addresses.issuer : (here ?? addresses.issuer),
    status: targets['status-service'] ? addresses['status-service'] : (here ?? addresses['status-service']),
    walletBackend: targets['wallet-backend'] ? addresses['wallet-backend'] : (here ?? addresses['wallet-backend']),
    verifier: addresses.verifier,
  }
}

/** The address of our own door, if there is one. */
export const doorOf = (listen: Settings['listen']): string | undefined =>
  listen && (listen.publicUrl ?? addressAt(listen))

const addressAt = ({ host, port, tls }: Listening): string =>
  `${tls ? 'https' : 'http'}://${isIPv6(host) ? `[${host}]` : host}:${port}`

/** Where everybody is found, and the door behind which each session lies apart, if they do. */
export interface Places extends Bases {
  readonly door?: string
}

/** Sessions lie apart where everybody who calls is told where to: those who are moved are, the others are configured. */
export function placesOf(settings: Settings): Places {
  const bases = basesOf(settings)
  const door = doorOf(settings.listen)
  const isAnyMoved = Object.entries(settings.targets).some(([role, { url }]) => isMoved(role, url))
  const isConfigured = [settings.targets.verifier, settings.targets['wallet-backend']].some(isCalled)
  return { ...bases, ...(door !== undefined && isAnyMoved && !isConfigured && { door }) }
}

const isCalled = (target: Target | undefined): boolean =>
  target !== undefined && ['http', 'module'].includes(wayIn(target.url).way)

const isMoved = (role: string, url: string): boolean => callsUs(role as TargetRole) || wayIn(url).way === 'command' // the settings hold no other keys

/** An issuer that nobody told of our status service has its own, and nobody told us where. */
export const isStatusKnown = ({ targets, listen }: Settings): boolean =>
  targets.issuer === undefined || targets['status-service'] !== undefined || listen !== undefined

/** The bases in a session. */
export function basesIn(session: string, { door, ...bases }: Places): Bases {
  if (door === undefined) return bases
  const own = (base: string): string => (base === door ? `${door}${pathOf(session)}` : base)
  const { issuer, status, walletBackend, verifier } = bases
  return { issuer: own(issuer), status: own(status), walletBackend: own(walletBackend), verifier }
}
