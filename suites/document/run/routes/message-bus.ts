import { HarnessError, TransportError } from '../../../../model/errors.ts'
import type { Responder, Role } from '../../../../model/role.ts'
import type { EndpointHandler, HttpRequest, HttpResponse, UrlOrigin } from '../../../../model/wire.ts'
import type { Message } from '../../model/endpoints.ts'
import { type CalledEndpoint, type Endpoint, responders } from '../../model/endpoints.ts'

/** A role that answers over HTTP. An identity app does where it hosts its offers. */
export type CallableRole = Responder | 'identity app'

/** Sends a request to one actor, in this process or behind a URL. */
export type Route = (
  request: HttpRequest,
  how: {
    readonly endpoint: Endpoint
    readonly origin: UrlOrigin
    readonly signal: AbortSignal
    /** The values of the session so far. */
    readonly facts: () => Readonly<Record<string, string>>
  },
) => Promise<HttpResponse>

/** What a message bus needs to route calls and to record them. */
export interface MessageBusOptions {
  readonly findRoute: (responder: CallableRole, session: string) => Route
  /** Whether the identity app hosts the offer at a URL, and not the issuer. */
  readonly isHostedByApp?: (url: string, session: string) => boolean
  /** Milliseconds since 1970. */
  readonly clock: () => number
  /** Called with every message when it is complete. */
  readonly record: (message: Message) => void
  readonly signal: AbortSignal
  /** The number of the last message of an earlier run. */
  readonly lastNumber?: number
  /** Lists the values of a session so far, for the shape of its calls. */
  readonly listFacts: (session: string) => Readonly<Record<string, string>>
}

/** Routes every message and records it. */
export interface MessageBus {
  readonly call: (
    session: string,
    endpoint: Endpoint,
    from: Role,
    request: HttpRequest,
    origin?: UrlOrigin,
  ) => Promise<HttpResponse>
  /** Answers the call of a target, and records it. */
  readonly answer: (
    session: string,
    endpoint: CalledEndpoint,
    from: Role,
    request: HttpRequest,
    answer: EndpointHandler,
  ) => Promise<HttpResponse>
  /** Records a message that no route carried. */
  readonly record: (
    message: Pick<Message, 'session' | 'endpoint' | 'from' | 'to' | 'request' | 'response' | 'plaintext'>,
  ) => void
  /** Gives a message of another bus the next number of this one. */
  readonly renumber: (message: Message) => Message
}

/** Creates a bus that records every message. */
export function createMessageBus({
  findRoute,
  isHostedByApp = () => false,
  clock,
  record,
  signal,
  listFacts,
  lastNumber = 0,
}: MessageBusOptions): MessageBus {
  let count = lastNumber
  return {
    async call(session, endpoint, from, request, origin = 'configured') {
      if (endpoint === 'offerPush' || endpoint === 'deeplink') {
        throw new HarnessError('ERR_DEFECT', `${endpoint} is not called over HTTP`)
      }
      const isHosted = endpoint === 'offer' && isHostedByApp(request.url, session)
      const to: CallableRole = isHosted ? 'identity app' : responders[endpoint]
      const started = { number: ++count, session, endpoint, from, to, sentAt: clock(), request }
      const ended = (): { readonly milliseconds: number } => ({ milliseconds: Math.max(0, clock() - started.sentAt) })
      try {
        const response = await findRoute(to, session)(request, {
          endpoint,
          origin,
          signal,
          facts: () => listFacts(session),
        })
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
