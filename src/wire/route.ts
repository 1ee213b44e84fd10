import type { LookupFunction } from 'node:net'
import { WireError } from '../model/errors.ts'
import type { Target, TargetRole } from '../model/settings.ts'
import type { Origin } from '../model/wire.ts'
import { leadsInside, privateAddresses } from './address-policy.ts'
import { caps } from './caps.ts'
import { type Pem, secureContextOf } from './credentials.ts'
import { type Lane, openLane } from './dispatcher.ts'
import { pointsInside } from './losses.ts'
import { inConfig, type Naming, type Place } from './place.ts'
import { type Environment, isProxied, proxiesOf } from './proxies.ts'
import { originOf } from './url.ts'

/** What it takes to find the way to a target, beside its settings. */
export interface RouteOptions {
  /** Whose settings they are, for the advice in messages. */
  readonly role?: TargetRole
  /** What they are called, where they stand in no configuration. */
  readonly named?: Naming
  /** The certificates of the settings, read. */
  readonly pem?: Pem
  /** Where proxies are looked for, if the target names none. */
  readonly environment?: Environment
  /** Resolves names, in place of the system. */
  readonly lookup?: LookupFunction
}

/** What the settings of a target are called. */
export const namingIn = ({ role, named }: RouteOptions): Naming => named ?? inConfig(role)

/** The ways to a target, and for how long each call may take. */
export interface Route {
  /** The lane for a URL, or a refusal. */
  readonly laneFor: (url: URL, from: Origin, place: Place) => Promise<Lane>
  /** Milliseconds. */
  readonly timeout: number
  readonly close: () => Promise<void>
}

/**
 * Makes the two lanes of a route: an open one, and a guarded one for URLs out of messages, which leads to no private address.
 * They share no connection, so that nobody comes by way of one that was open already.
 */
export async function routeTo(target: Target, options: RouteOptions): Promise<Route> {
  const { lookup } = options
  const named = namingIn(options)
  const home = originOf(target.url, named('url') ?? 'the address')
  const proxies = proxiesOf(target.proxy, options.environment ?? {}, named('proxy') ?? 'the proxy')
  const timeout = Math.min(Math.ceil(1000 * (target.timeout ?? caps.timeout)), longest)
  const secureContext = secureContextOf(options.pem ?? {}, named)
  const common = { secureContext, proxies, timeout, http2: target.http2 ?? false, ...(lookup && { lookup }) }
  const open = await openLane(common)
  const guarded = await openLane({ ...common, blockList: privateAddresses })

  return {
    timeout,
    laneFor: async (url, from, place) => {
      if (from === 'configured' || target.allowPrivate === true || url.origin === home) return open
      if (isProxied(proxies) && (await leadsInside(url, lookup))) throw refusal(place)
      return guarded
    },
    close: async () => {
      await Promise.all([open.close(), guarded.close()])
    },
  }
}

/** The longest that a timer can run, 24 days. */
const longest = 2 ** 31 - 1

const refusal = (place: Place): WireError => new WireError('configuration', pointsInside(place))
