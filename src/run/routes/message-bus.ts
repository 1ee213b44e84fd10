import { HarnessError, TransportError } from '../../../model/errors.ts'
import type { Responder, Role } from '../../../model/role.ts'
import {
  type CalledEndpoint,
  type Endpoint,
  type EndpointHandler,
  type HttpRequest,
  type HttpResponse,
  type Message,
  responders,
  type UrlOrigin,
} from '../../../model/wire.ts'

/** How one actor is reached, whether it is in this process or behind a URL. */
export type Route = (
  request: HttpRequest,
  how: {
    readonly endpoint: Endpoint
    readonly origin: UrlOrigin
    readonly signal: AbortSignal
    /** What the session knows by now. */
    readonly facts: () => Readonly<Record<string, string>>
  },
) => Promise<HttpResponse>

/** What a switchboard needs to put calls through and to keep a record of them. */
export interface MessageBusOptions {
  readonly findRoute: (responder: Responder, session: string) => Route
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Told of every hop when it is over. */
  readonly record: (message: Message) => void
  readonly signal: AbortSignal
  /** How many messages there were before; theirs are the first numbers. */
  readonly lastNumber?: number
  /** What a session knows by now, for whoever shapes its calls. */
  readonly listFacts: (session: string) => Readonly<Record<string, string>>
}

/** Puts every message through and records it. */
export interface MessageBus {
  readonly call: (
    session: string,
    endpoint: Endpoint,
    from: Role,
    asked: HttpRequest,
    origin?: UrlOrigin,
  ) => Promise<HttpResponse>
  /** Answers a call that came from outside, and records it. */
  readonly answer: (
    session: string,
    endpoint: CalledEndpoint,
    from: Role,
    asked: HttpRequest,
    answer: EndpointHandler,
  ) => Promise<HttpResponse>
  /** Records a message that does not travel by HTTP. */
  readonly record: (hop: Pick<Message, 'session' | 'endpoint' | 'from' | 'to' | 'request' | 'plaintext'>) => void
  /** A message that travelled over another switchboard, with the next number of this one. */
  readonly renumber: (hop: Message) => Message
}

/** A switchboard with everything that was said over it on record. */
export function createMessageBus({
  findRoute: lineTo,
  clock,
  record,
  signal,
  listFacts: factsOf,
  lastNumber: before = 0,
}: MessageBusOptions): MessageBus {
  let count = before
  return {
    async call(session, endpoint, from, request, origin = 'configured') {
      if (endpoint === 'offerPush' || endpoint === 'deeplink') {
        throw new HarnessError('ERR_DEFECT', `${endpoint} is not called over HTTP`)
      }
      const to = responders[endpoint]
      const started = { number: ++count, session, endpoint, from, to, sentAt: clock(), request }
      const ended = (): { readonly milliseconds: number } => ({ milliseconds: Math.max(0, clock() - started.sentAt) })
      try {
        const response = await lineTo(to, session)(request, { endpoint, origin, signal, facts: () => factsOf(session) })
        record({ ...started, ...ended(), response })
        return response
      } catch (error) {
        if (!(error instanceof TransportError)) throw error
        record({ ...started, ...ended(), transportError: { kind: error.kind, message: error.message } })
        throw error
      }
    },
    async answer(session, endpoint, from, request, answer) {
      const started = {
        number: ++count,
        session,
        endpoint,
        from,
        to: responders[endpoint],
        sentAt: clock(),
        request,
      }
      const response = await answer(request)
      record({ ...started, milliseconds: Math.max(0, clock() - started.sentAt), response })
      return response
    },
    record(message) {
      record({ number: ++count, sentAt: clock(), milliseconds: 0, ...message })
    },
    renumber: (message) => ({ ...message, number: ++count }),
  }
}
