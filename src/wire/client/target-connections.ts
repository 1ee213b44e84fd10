import type { LookupFunction } from 'node:net'
import { TransportError } from '../../../model/errors.ts'
import type { TargetRole } from '../../../model/role.ts'
import type { ClientTls, Target } from '../../../model/target.ts'
import type { UrlOrigin } from '../../../model/wire.ts'
import { chooseForbidden, isForbiddenHost, isLoopback } from './address-policy.ts'
import { type CallPlace, nameInConfig, type SettingNames } from './call-place.ts'
import { type ConnectionPool, openPool } from './connection-pool.ts'
import { caps } from './limits.ts'
import { chooseProxies, hasProxy, type ProxyEnvironment } from './proxies.ts'
import { createTlsContext } from './tls-context.ts'
import { parseOrigin } from './url.ts'
import { describePrivateAddress } from './wire-errors.ts'

/** What it takes to find the way to a target, beside its settings. */
export interface ConnectionOptions {
  /** Whose settings they are, for the advice in messages. */
  readonly role?: TargetRole
  /** Their names in messages, if they are in no configuration. */
  readonly nameSetting?: SettingNames
  /** The certificates of the settings, read. */
  readonly pem?: ClientTls
  /** Where proxies are looked for, if the target names none. */
  readonly environment?: ProxyEnvironment
  /** Whether a target on this machine may name other places on it. */
  readonly allowLoopback?: boolean
  /** Resolves names, in place of the system. */
  readonly lookup?: LookupFunction
}

/** What the settings of a target are called. */
export const chooseSettingNames = ({ role, nameSetting: named }: ConnectionOptions): SettingNames =>
  named ?? nameInConfig(role)

/** The ways to a target, and for how long each call may take. */
export interface TargetConnections {
  /** Chooses the pool for a URL, or rejects the URL. */
  readonly choosePool: (url: URL, from: UrlOrigin, place: CallPlace) => Promise<ConnectionPool>
  /** Milliseconds. */
  readonly timeout: number
  readonly close: () => Promise<void>
}

/**
 * Makes the two pools of a route: an open one, and a guarded one for URLs out of messages, which leads to no private
 * address. They share no connection, so that a guarded call cannot reuse one that is open already.
 */
export async function openConnections(target: Target, options: ConnectionOptions): Promise<TargetConnections> {
  const { lookup } = options
  const named = chooseSettingNames(options)
  const home = parseOrigin(target.url, named('url') ?? 'the address')
  const proxies = chooseProxies(target.proxy, options.environment ?? {}, named('proxy') ?? 'the proxy')
  const timeout = Math.min(Math.ceil(1000 * (target.timeout ?? caps.timeout)), longest)
  const secureContext = createTlsContext(options.pem ?? {}, named)
  const common = { secureContext, proxies, timeout, http2: target.http2 ?? false, ...(lookup && { lookup }) }
  const open = await openPool(common)
  const forbidden = chooseForbidden(options.allowLoopback === true && isLoopback(home))
  const guarded = await openPool({ ...common, blockList: forbidden })

  return {
    timeout,
    choosePool: async (url, from, place) => {
      if (from === 'configured' || target.allowPrivate === true || url.origin === home) return open
      if (hasProxy(proxies) && (await isForbiddenHost(url, forbidden, lookup))) throw refuseTarget(place)
      return guarded
    },
    close: async () => {
      await Promise.all([open.close(), guarded.close()])
    },
  }
}

/** The longest that a timer can run, 24 days. */
const longest = 2 ** 31 - 1

const refuseTarget = (place: CallPlace): TransportError =>
  new TransportError('configuration', describePrivateAddress(place))
