import { isIPv6 } from 'node:net'
import type { TargetRole } from '../../../model/role.ts'
import type { Listening, Settings, Target } from '../../../model/settings.ts'
import type { BaseAddresses } from '../../../suites/kit/terms.ts'
import { isCaller, parseTargetUrl } from '../../drivers/driver-kind.ts'
import { createSessionPath } from './inbound.ts'

// Where everybody is found: by what was configured, and in each session.

/** The bases of all who answer over HTTP. */
export function listBaseUrls({ addresses, targets, listen }: Settings): BaseAddresses {
  const here = findListenerUrl(listen)
  return {
    issuer: targets.issuer ? addresses.issuer : (here ?? addresses.issuer),
    status: targets['status-service'] ? addresses['status-service'] : (here ?? addresses['status-service']),
    walletBackend: targets['wallet-backend'] ? addresses['wallet-backend'] : (here ?? addresses['wallet-backend']),
    verifier: addresses.verifier,
  }
}

/** The address of our own door, if there is one. */
export const findListenerUrl = (listen: Settings['listen']): string | undefined =>
  listen && (listen.publicUrl ?? formatAddress(listen))

const formatAddress = ({ host, port, tls }: Listening): string =>
  `${tls ? 'https' : 'http'}://${isIPv6(host) ? `[${host}]` : host}:${port}`

/** Where everybody is found, and the door behind which each session lies apart, if they do. */
export interface RunAddresses extends BaseAddresses {
  readonly listener?: string
}

/** Sessions lie apart where everybody who calls is told where to: those who are moved are, the others are configured. */
export function createRunAddresses(settings: Settings): RunAddresses {
  const bases = listBaseUrls(settings)
  const listener = findListenerUrl(settings.listen)
  const isAnyMoved = Object.entries(settings.targets).some(([role, { url }]) => isDrivenTarget(role, url))
  const isConfigured = [settings.targets.verifier, settings.targets['wallet-backend']].some(isCalledTarget)
  return { ...bases, ...(listener !== undefined && isAnyMoved && !isConfigured && { listener }) }
}

const isCalledTarget = (target: Target | undefined): boolean =>
  target !== undefined && ['http', 'module'].includes(parseTargetUrl(target.url).way)

const isDrivenTarget = (role: string, url: string): boolean =>
  isCaller(role as TargetRole) || parseTargetUrl(url).way === 'command' // the settings hold no other keys

/** An issuer that nobody told of our status service has its own, and nobody told us where. */
export const isStatusKnown = ({ targets, listen }: Settings): boolean =>
  targets.issuer === undefined || targets['status-service'] !== undefined || listen !== undefined

/** The bases in a session. */
export function listSessionUrls(session: string, { listener, ...bases }: RunAddresses): BaseAddresses {
  if (listener === undefined) return bases
  const own = (base: string): string => (base === listener ? `${listener}${createSessionPath(session)}` : base)
  const { issuer, status, walletBackend, verifier } = bases
  return { issuer: own(issuer), status: own(status), walletBackend: own(walletBackend), verifier }
}
