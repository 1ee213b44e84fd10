import { TransportError } from '../../../model/errors.ts'
import type { Responder } from '../../../model/role.ts'
import type { Route } from './message-bus.ts'

type Routes = { readonly [R in Responder]?: Route }

/** The longest that a timer can run, 24 days. */
const longest = 2 ** 31 - 1

/** Lines that are cut when so many seconds are over, counted from now: nobody waits on them any longer. */
export function limitRoutes(seconds: number, routes: Routes): Routes {
  const over = AbortSignal.timeout(Math.min(Math.ceil(1000 * seconds), longest))
  return Object.fromEntries(Object.entries(routes).map(([responder, route]) => [responder, limitRoute(over, route)]))
}

/** What the end of the time cut off was not interrupted by anybody: it came too late. */
const limitRoute =
  (over: AbortSignal, route: Route): Route =>
  async (request, how) => {
    try {
      return await route(request, { ...how, signal: AbortSignal.any([how.signal, over]) })
    } catch (cause) {
      const isCut =
        cause instanceof TransportError && cause.kind === 'interrupted' && over.aborted && !how.signal.aborted
      if (!isCut) throw cause
      throw new TransportError('timeout', `${how.endpoint}: the time for the whole run was over`, { cause })
    }
  }
