import { TransportError } from '../../../../model/errors.ts'
import { fromRoleKey, type Role, type TargetRole } from '../../../../model/role.ts'
import type { Settings } from '../../../../model/settings.ts'
import type { EndpointHandler, HeaderFields, HttpRequest, HttpResponse } from '../../../../model/wire.ts'
import type { Conventions } from '../../../../protocol/artefacts/conventions.ts'
import { createApp, type FetchHandler } from '../../../../src/wire/server/app.ts'
import type { EndpointHandlers } from '../../actors/services/context.ts'
import type { CalledEndpoint } from '../../model/endpoints.ts'
import type { Terms } from '../../model/terms.ts'
import type { RunningActors } from '../../reference/actors.ts'
import type { MessageBus } from './message-bus.ts'

// Targets call the reference actors here, each session at an address of its own where that is possible.

/** A session that targets can call. */
export interface CalledSession {
  readonly session: string
  readonly actors: RunningActors
  readonly terms: Terms
  /** The terms with the addresses at which targets find our server. */
  readonly listenerTerms: Terms
  /** Whether a role is a target. Calls to it are not answered here. */
  readonly isTarget: (role: Role) => boolean
}

/** What answers the calls of targets, and what is called for those that are no message of the flow. */
export interface InboundOptions {
  readonly bus: MessageBus
  readonly settings: Settings
  readonly deeplink: Conventions['deeplink']
  /** Finds the session that a path names; the latest, where it names none. */
  readonly findSession: (name: string | undefined) => CalledSession | undefined
  /** Called when a target calls an address where nothing answers. */
  readonly onStray: (session: string, call: string) => void
  /** Called when a deeplink arrives. */
  readonly onDeeplink: (session: string, link: string) => void
  /** Called when a message between two targets is lost. */
  readonly onLoss: (session: string, loss: TransportError) => void
}

/** The path below the base address at which a session is reached. */
export const createSessionPath = (session: string): string => `/s/${session}`

/** Answers calls from outside with the actors of their session: the one in their path, or else the latest. */
export function createInboundHandler(options: InboundOptions): FetchHandler {
  const { deeplink, findSession, onDeeplink } = options
  const apps = new WeakMap<CalledSession, FetchHandler>()
  return async (request) => {
    const { pathname, search } = new URL(request.url)
    const name = /^\/s\/([\w-]{1,64})(?=\/|$)/.exec(pathname)?.[1]
    const found = findSession(name)
    if (!found) return createGoneResponse(name)
    const { session, listenerTerms } = found
    if (new URLSearchParams(search).has(deeplink.parameter)) {
      onDeeplink(session, `${deeplink.uri}${search}`)
      return Response.json({ received: 'the deeplink' })
    }
    const app =
      apps.get(found) ??
      createApp(createHandlers(found, options), listenerTerms, rethrow, createStrayRecorder(found, options))
    apps.set(found, app)
    return app(request)
  }
}

/** The handlers of the reference actors of a session. Every call to them is recorded. */
function createHandlers(called: CalledSession, options: InboundOptions): EndpointHandlers {
  const { session, actors, isTarget, terms, listenerTerms } = called
  const own: EndpointHandlers = {
    ...(!isTarget('wallet backend') && actors.walletBackend),
    ...(!isTarget('issuer') && actors.issuer),
    ...(!isTarget('status service') && actors.statusService),
  }
  const recorded = Object.entries(own).map(([name, handler]) => {
    const endpoint = name as CalledEndpoint // the keys of handlers are endpoints
    const from = findCaller(endpoint, options.settings)
    const answer: EndpointHandler = (request) => options.bus.answer(session, endpoint, from, request, handler)
    return [endpoint, answer]
  })
  const { url } = terms.addresses.walletCallback
  const isForwarded = isTarget('wallet backend') && listenerTerms.addresses.walletCallback.url !== url
  return {
    ...Object.fromEntries(recorded),
    ...(isForwarded && { walletCallback: createForwarder(session, url, options) }),
  }
}

/** Records calls to addresses where nothing answers, if it is clear which target made them. */
const createStrayRecorder =
  ({ session, isTarget }: CalledSession, { bus, settings, onStray }: InboundOptions) =>
  (request: HttpRequest, response: HttpResponse): void => {
    onStray(session, `${request.method} ${new URL(request.url).pathname}`)
    const [from, ...others] = (['wallet', 'identity-app'] as const).filter((role) => settings.targets[role])
    const to = (['issuer', 'wallet backend'] as const).find((role) => !isTarget(role))
    if (from === undefined || others.length > 0 || to === undefined) return
    bus.record({ session, endpoint: 'other', from: fromRoleKey(from), to, request, response })
  }

/** Forwards a callback from one target to another, so that it is recorded. */
const createForwarder =
  (session: string, url: string, { bus, onLoss }: InboundOptions): EndpointHandler =>
  async ({ headers, ...rest }) => {
    const request = { ...rest, url, headers: keepMessageHeaders(headers) }
    try {
      return await bus.call(session, 'walletCallback', 'identity app', request)
    } catch (error) {
      if (!(error instanceof TransportError)) throw error
      onLoss(session, error)
      return { status: 502, headers: {}, body: '' }
    }
  }

/** Keeps the header fields of a message. The others belong to the connection that it came by. */
const keepMessageHeaders = (headers: HeaderFields): HeaderFields =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !connectionHeaders.has(name)))

const connectionHeaders = new Set(
  'host connection keep-alive content-length transfer-encoding accept-encoding te trailer upgrade expect'.split(' '),
)

/** The targets that may call an endpoint, the most probable first. A reference actor does not call from outside. */
const callers: Readonly<Record<CalledEndpoint, readonly TargetRole[]>> = {
  issuerConfig: ['identity-app', 'wallet'],
  validate: ['identity-app', 'wallet'],
  walletCallback: ['identity-app', 'wallet', 'issuer'],
  offer: ['wallet', 'identity-app'],
  nonce: ['wallet', 'identity-app'],
  issuerMetadata: ['wallet', 'verifier', 'identity-app', 'wallet-backend'],
  jwks: ['verifier', 'wallet-backend', 'wallet', 'identity-app'],
  status: ['verifier', 'wallet-backend', 'wallet', 'identity-app'],
  presentation: ['wallet'],
}

/** The target that calls an endpoint. */
function findCaller(endpoint: CalledEndpoint, { targets }: Settings): Role {
  const [usual = 'wallet'] = callers[endpoint]
  return fromRoleKey(callers[endpoint].find((role) => targets[role]) ?? usual)
}

const createGoneResponse = (session: string | undefined): Response =>
  Response.json(
    {
      error: 'gone',
      error_description: session === undefined ? 'no session is open' : `the session ${session} is closed`,
    },
    { status: session === undefined ? 503 : 410 },
  )

const rethrow = (error: unknown): never => {
  throw error
}
