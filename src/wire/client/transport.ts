import { TransportError } from '../../../model/errors.ts'
import type { Target } from '../../../model/target.ts'
import type { HttpRequest, UrlOrigin } from '../../../model/wire.ts'
import { explainInternalHost } from '../../../protocol/encoding/internal-address.ts'
import { describePlace } from './call-place.ts'
import { createPace, type Wait } from './pace.ts'
import { readRetryAfter } from './retry-after.ts'
import { createStepRunner } from './run-step.ts'
import { type ReceivedResponse, sendCall } from './send-call.ts'
import { type ConnectionOptions, chooseSettingNames, openConnections } from './target-connections.ts'
import { parseCallUrl } from './url.ts'

/** What a caller says beside the message itself. */
export interface CallOptions {
  /** Ends the call from outside. */
  readonly signal: AbortSignal
  /** Whether the URL is our own, or came out of a message. */
  readonly origin: UrlOrigin
}

/**
 * Carries calls to a target. Every loss is a `TransportError`; every status is an answer, and no redirect is followed. After a
 * `Retry-After`, the next call waits as long as the target wants.
 */
export interface Transport {
  readonly call: (request: HttpRequest, options: CallOptions) => Promise<ReceivedResponse>
  /** Ends everything at once: what is still under way is interrupted. */
  readonly close: () => Promise<void>
}

/** What it takes to reach a target, beside its settings. */
export interface TransportOptions extends ConnectionOptions {
  /** Passes the time between calls, in place of a timer. */
  readonly wait?: Wait
}

/** An address out of a message that leads nowhere, and that only the target itself can call. Who shows a certificate is there. */
function addCause(error: unknown, url: string): unknown {
  const cause = explainInternalHost(url)
  if (!(error instanceof TransportError) || error.kind === 'tls' || cause === undefined) return error
  return new TransportError(error.kind, `${error.message}; ${cause}`, { cause: error })
}

/** Opens the way to a target that lives behind a URL. Nothing is sent before the first call. */
export async function openTransport(target: Target, options: TransportOptions = {}): Promise<Transport> {
  const route = await openConnections(target, options)
  const pace = createPace(target.rate, options.wait)
  const closed = new AbortController()
  const answered = new Set<string>()
  return {
    call: async (request, { signal, origin }) => {
      const url = parseCallUrl(request)
      const place = describePlace(request, url, chooseSettingNames(options))
      const stopped = AbortSignal.any([signal, closed.signal])
      await createStepRunner(place, stopped)('header', pace.waitForTurn)
      const response = await sendCall(route, { request, url, origin, place, stopped }).catch((error: unknown) => {
        throw origin === 'message' && !answered.has(url.origin) ? addCause(error, request.url) : error
      })
      answered.add(url.origin)
      const pause = readRetryAfter(response)
      if (pause > 0) pace.hold(pause)
      return response
    },
    close: async () => {
      closed.abort()
      pace.stop()
      await route.close()
    },
  }
}
