import type { Target } from '../model/settings.ts'
import type { Asked, Origin } from '../model/wire.ts'
import { exchange, type Received } from './exchange.ts'
import { placeOf } from './place.ts'
import { pacing, type Wait } from './rate.ts'
import { namingIn, type RouteOptions, routeTo } from './route.ts'
import { stepping } from './step.ts'
import { urlOf } from './url.ts'

/** What a caller says beside the message itself. */
export interface CallOptions {
  /** Ends the call from outside. */
  readonly signal: AbortSignal
  /** Whether the URL is our own, or came out of a message. */
  readonly origin: Origin
}

/** Carries calls to a target. Every loss is a `WireError`; every status is an answer, and no redirect is followed. */
export interface Transport {
  readonly call: (asked: Asked, options: CallOptions) => Promise<Received>
  /** Ends everything at once: what is still under way is interrupted. */
  readonly close: () => Promise<void>
}

/** What it takes to reach a target, beside its settings. */
export interface ReachOptions extends RouteOptions {
  /** Passes the time between calls, in place of a timer. */
  readonly wait?: Wait
}

/** Opens the way to a target that lives behind a URL. Nothing is sent before the first call. */
export async function reach(target: Target, options: ReachOptions = {}): Promise<Transport> {
  const route = await routeTo(target, options)
  const pace = pacing(target.rate, options.wait)
  const closed = new AbortController()
  return {
    call: async (asked, { signal, origin }) => {
      const url = urlOf(asked)
      const place = placeOf(asked, url, namingIn(options))
      const stopped = AbortSignal.any([signal, closed.signal])
      await stepping(place, stopped)('header', pace.turn)
      return exchange(route, { asked, url, origin, place, stopped })
    },
    close: async () => {
      closed.abort()
      pace.stop()
      await route.close()
    },
  }
}
