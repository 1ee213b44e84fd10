import { isIPv6 } from 'node:net'
import type { TargetRole } from '../../../../model/role.ts'
import type { Settings } from '../../../../model/settings.ts'
import type { Listening, Target } from '../../../../model/target.ts'
import { isCaller, parseTargetUrl } from '../../../../src/drivers/driver-kind.ts'
import type { BaseAddresses } from '../../kit/terms.ts'
import { createSessionPath } from './inbound.ts'

// The addresses of all roles: by the settings, and in each session.

/** Lists the base URLs of all roles that answer over HTTP. */
export function listBaseUrls({ addresses, targets, listen }: Settings): BaseAddresses {
  const own = findListenerUrl(listen)
  return {
    issuer: targets.issuer ? addresses.issuer : (own ?? addresses.issuer),
    status: targets['status-service'] ? addresses['status-service'] : (own ?? addresses['status-service']),
    walletBackend: targets['wallet-backend'] ? addresses['wallet-backend'] : (own ?? addresses['wallet-backend']),
    verifier: addresses.verifier,
  }
}

/** The base URL of our server, if there is one. */
export const findListenerUrl = (listen: Settings['listen']): string | undefined =>
  listen && (listen.publicUrl ?? formatAddress(listen))

const formatAddress = ({ host, port, tls }: Listening): string =>
  `${tls ? 'https' : 'http'}://${isIPv6(host) ? `[${host}]` : host}:${port}`

/** The base URLs of a run, and the URL below which each session has a path of its own, if it has one. */
export interface RunAddresses extends BaseAddresses {
  readonly listener?: string
}

/** Sessions have paths of their own where every target that calls us is driven, and takes addresses from its driver. */
export function createRunAddresses(settings: Settings): RunAddresses {
  const bases = listBaseUrls(settings)
  const listener = findListenerUrl(settings.listen)
  const isAnyDriven = Object.entries(settings.targets).some(([role, { url }]) => isDrivenTarget(role, url))
  const isConfigured = [settings.targets.verifier, settings.targets['wallet-backend']].some(isCalledTarget)
  const hasPaths = isAnyDriven && !isConfigured && !settings.listen?.oneAddress
  return { ...bases, ...(listener !== undefined && hasPaths && { listener }) }
}

const isCalledTarget = (target: Target | undefined): boolean =>
  target !== undefined && ['http', 'module'].includes(parseTargetUrl(target.url).kind)

const isDrivenTarget = (role: string, url: string): boolean =>
  isCaller(role as TargetRole) || parseTargetUrl(url).kind === 'command' // the settings hold no other keys

/** Whether the status service is known. An issuer may have its own, at an unknown address, unless a listener is there for it alone. */
export const isStatusKnown = ({ targets, listen }: Settings): boolean =>
  targets.issuer === undefined ||
  targets['status-service'] !== undefined ||
  (listen !== undefined && Object.keys(targets).length === 1)

/** Lists the base URLs in a session. */
export function listSessionUrls(session: string, { listener, ...bases }: RunAddresses): BaseAddresses {
  if (listener === undefined) return bases
  const localize = (base: string): string => (base === listener ? `${listener}${createSessionPath(session)}` : base)
  const { issuer, status, walletBackend, verifier } = bases
  return { issuer: localize(issuer), status: localize(status), walletBackend: localize(walletBackend), verifier }
}
