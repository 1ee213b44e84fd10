import type { Driver } from '../../../../model/driver.ts'
import { TransportError } from '../../../../model/errors.ts'
import type { TargetDrivers } from '../sessions/driver-commands.ts'
import type { CallableRole, Route } from './message-bus.ts'

/** How the targets of a run are reached. */
interface Connections {
  readonly routes: { readonly [R in CallableRole]?: Route }
  readonly drivers?: TargetDrivers
}

/** The longest time of a timer in milliseconds: 24 days. */
const maxMilliseconds = 2 ** 31 - 1

/** Limits routes and drivers in time: what is pending after so many seconds from now is aborted, and nothing is sent later. */
export function limitConnections(seconds: number, { routes, drivers = {} }: Connections): Required<Connections> {
  const over = AbortSignal.timeout(Math.min(Math.ceil(1000 * seconds), maxMilliseconds))
  return {
    routes: mapValues(routes, (route) => limitRoute(over, route)),
    drivers: mapValues({ ...drivers }, (driver: Driver) => limitDriver(over, driver)),
  }
}

const mapValues = <T>(all: Readonly<Record<string, T>>, change: (each: T) => T): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(all).map(([name, each]) => [name, change(each)]))

const limitRoute =
  (over: AbortSignal, route: Route): Route =>
  (request, how) =>
    runUntil(over, how.signal, how.endpoint, (signal) => route(request, { ...how, signal }))

const limitDriver = (over: AbortSignal, driver: Driver): Driver => ({
  ...driver,
  execute: (command, waiting) =>
    runUntil(over, waiting.signal, command.verb, (signal) => driver.execute(command, { ...waiting, signal })),
})

/** Reports what was aborted at the deadline as a timeout, not as an interruption. */
async function runUntil<T>(
  over: AbortSignal,
  interrupted: AbortSignal,
  what: string,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = (cause?: unknown) =>
    new TransportError('timeout', `${what}: the time for the whole run was over`, { cause })
  if (over.aborted) throw late()
  try {
    return await act(AbortSignal.any([interrupted, over]))
  } catch (cause) {
    const isLate = cause instanceof TransportError && cause.kind === 'interrupted' && over.aborted
    throw isLate && !interrupted.aborted ? late(cause) : cause
  }
}
