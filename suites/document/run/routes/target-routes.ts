import type { Driver } from '../../../../model/driver.ts'
import { fromRoleKey, isResponder, type TargetRole } from '../../../../model/role.ts'
import type { Target } from '../../../../model/target.ts'
import { parseTargetUrl } from '../../../../src/drivers/driver-kind.ts'
import { caps } from '../../../../src/wire/client/limits.ts'
import { applyShape, mergeShape, remapResponse } from '../../../../src/wire/client/request-shape.ts'
import type { TransportOptions } from '../../../../src/wire/client/transport.ts'
import { hasSameOrigin } from '../../../../src/wire/client/url.ts'
import { callInProcess } from '../../../../src/wire/server/app.ts'
import type { TargetDrivers } from '../sessions/driver-commands.ts'
import type { CallableRole, Route } from './message-bus.ts'

/** The routes and drivers of all targets. */
export interface TargetRoutes {
  readonly routes: { readonly [R in CallableRole]?: Route }
  readonly drivers: TargetDrivers
  readonly close: () => Promise<void>
}

/** Creates what a target needs besides its settings. */
export interface RouteOptions {
  readonly createOptions: (role: TargetRole, target: Target) => TransportOptions
  /** Creates the driver of a target that a person or a local program operates. */
  readonly createDriver: (role: TargetRole, target: Target) => Promise<Driver>
}

/** Opens a route or a driver for every target. Modules are loaded only if a target needs them. */
export async function openRoutes(
  targets: { readonly [R in TargetRole]?: Target },
  options: RouteOptions,
): Promise<TargetRoutes> {
  const routes: { [R in CallableRole]?: Route } = {}
  const drivers: { -readonly [R in keyof TargetDrivers]: Driver } = {}
  const closings: (() => Promise<void>)[] = []
  for (const [name, target] of Object.entries(targets)) {
    const key = name as TargetRole // the settings hold no other keys
    const role = fromRoleKey(key)
    const { kind: way, rest } = parseTargetUrl(target.url)
    if (isResponder(role) && way === 'http') {
      const { route, close } = await openHttpRoute(target, { ...options.createOptions(key, target), role: key })
      routes[role] = route
      closings.push(close)
    } else if (isResponder(role) && way === 'module') {
      routes[role] = await openModuleRoute(rest, key, target)
    } else {
      const driver = await options.createDriver(key, target)
      drivers[role as keyof TargetDrivers] = driver // roles without endpoints are these
      closings.push(driver.close)
      if (role !== 'identity app') continue
      const { route, close } = createOfferRoute(target, options.createOptions(key, target))
      routes[role] = route
      closings.push(close)
    }
  }
  return { routes, drivers, close: async () => void (await Promise.all(closings.map((close) => close()))) }
}

async function openHttpRoute(
  target: Target,
  options: TransportOptions,
): Promise<{ readonly route: Route; close(): Promise<void> }> {
  const { openTransport } = await import('../../../../src/wire/client/transport.ts')
  const { call, close } = await openTransport(target, options)
  const route: Route = async (request, { endpoint, facts, ...how }) => {
    // The configured header fields, which may hold secrets, are for the target only, not for URLs in its messages.
    const shape = hasSameOrigin(target.url, request.url) ? mergeShape(target, endpoint) : {}
    return remapResponse(await call(applyShape(request, shape, facts(), endpoint === 'validate'), how), shape.answer)
  }
  return { route, close }
}

/** The route to offers that an identity app hosts. It is opened for the first of them: most apps host none. */
function createOfferRoute(
  target: Target,
  options: TransportOptions,
): { readonly route: Route; close(): Promise<void> } {
  let opened: ReturnType<typeof openHttpRoute> | undefined
  const route: Route = async (request, how) => {
    const isHttp = parseTargetUrl(target.url).kind === 'http'
    opened ??= openHttpRoute(isHttp ? target : { ...target, url: noAddress }, options)
    return (await opened).route(request, how)
  }
  return { route, close: async () => (await opened)?.close() }
}

/** The address of an app that has none: every offer of it is elsewhere, and private addresses need `allowPrivate`. */
const noAddress = 'https://identity-app.invalid'

/** Opens a route to a function in this process. */
async function openModuleRoute(path: string, role: TargetRole, target: Target): Promise<Route> {
  const { loadExport, createModuleHandler } = await import('../../../../src/drivers/module-driver.ts')
  const main = await loadExport(path, role)
  const call = callInProcess(createModuleHandler(main, role, target.timeout ?? caps.timeout))
  return async (request, { endpoint, facts }) => {
    const shape = mergeShape(target, endpoint)
    return remapResponse(await call(applyShape(request, shape, facts(), endpoint === 'validate')), shape.answer)
  }
}
