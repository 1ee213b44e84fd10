import { TransportError } from '../../../model/errors.ts'
import type { Responder } from '../../../model/role.ts'
import type { Route } from './message-bus.ts'

type Routes = { readonly [R in Responder]?: Route }

/** The longest time of a timer in milliseconds: 24 days. */
const maxMilliseconds = 2 ** 31 - 1

/** Limits routes in time: calls that are pending after so many seconds from now are aborted. */
export function limitRoutes(seconds: number, routes: Routes): Routes {
  const over = AbortSignal.timeout(Math.min(Math.ceil(1000 * seconds), maxMilliseconds))
  return Object.fromEntries(Object.entries(routes).map(([responder, route]) => [responder, limitRoute(over, route)]))
}

/** Reports a call that was aborted at the deadline as a timeout, not as an interruption. */
const limitRoute =
  (over: AbortSignal, route: Route): Route =>
  async (request, how) => {
    try {
      return await route(request, { ...how, signal: AbortSignal.any([how.signal, over]) })
    } catch (cause) {
      const isLate =
        cause instanceof TransportError && cause.kind === 'interrupted' && over.aborted && !how.signal.aborted
      if (!isLate) throw cause
      throw new TransportError('timeout', `${how.endpoint}: the time for the whole run was over`, { cause })
    }
  }
