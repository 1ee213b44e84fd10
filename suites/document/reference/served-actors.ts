import type { Account } from '../../../model/driver.ts'
import { HarnessError } from '../../../model/errors.ts'
import { fromRoleKey, type Responder, type ResponderKey, responderKeys, toRoleMember } from '../../../model/role.ts'
import type { Address, HttpRequest, HttpResponse, UrlOrigin } from '../../../model/wire.ts'
import { callInProcess, createApp, type FetchHandler } from '../../../src/wire/server/app.ts'
import type { EndpointHandlers, Network, OfferPush } from '../actors/services/context.ts'
import { type Endpoint, responders } from '../model/endpoints.ts'
import type { Terms } from '../model/terms.ts'
import { type ActorsOptions, createServiceContext, type RunningActors, startActors } from './actors.ts'

// The actors of one process, served to callers from outside.

/** The roles that can be served: those that only answer calls. */
export const servedRoles = responderKeys
export type ServedRole = ResponderKey

/** The served roles, and how they call the others. */
export interface ServedActorsOptions {
  readonly roles: readonly ServedRole[]
  readonly callOut: (to: Responder, request: HttpRequest, origin: UrlOrigin) => Promise<HttpResponse>
}

/** The served actors of some roles. */
export interface ServedActors {
  readonly app: FetchHandler
  /** The handler of each endpoint. */
  readonly handlers: EndpointHandlers
  readonly terms: Terms
  /** The served endpoints. */
  readonly endpoints: readonly Endpoint[]
  /** Lets the reference identity app open a session. Returns the offer that it would push; `undefined` if there is none. */
  readonly createOffer: (account: Account) => Promise<OfferPush | undefined>
}

/** Creates served actors. */
export function createServedActors(options: ActorsOptions, { roles, callOut }: ServedActorsOptions): ServedActors {
  const { terms } = createServiceContext(options)
  const actors = startActors(options, { ...noLocalNetwork, call })
  const handlers: EndpointHandlers = Object.assign({}, ...roles.map((role) => selectHandlers(actors, role)))
  const endpoints = Object.keys(handlers) as Endpoint[] // the keys of that record
  rejectCollisions(endpoints, terms)
  const app = createApp(handlers, terms, (error) => {
    throw error
  })
  const callOwnApp = callInProcess(app)

  function call(...[endpoint, , request, origin = 'configured']: Parameters<Network['call']>): Promise<HttpResponse> {
    const isOwn = endpoints.includes(endpoint) && isBelow(request.url, terms.addresses[endpoint])
    return isOwn ? callOwnApp(request) : callOut(findResponder(endpoint), request, origin)
  }

  async function createOffer(account: Account): Promise<OfferPush | undefined> {
    const { mutation: _, ...valid } = options
    let pushed: OfferPush | undefined
    const push = async (one: OfferPush): Promise<void> => {
      pushed = one
    }
    await startActors(valid, { ...noLocalNetwork, call, pushOffer: push }).identityApp.share({
      ...account,
      offer: 'value',
    })
    return pushed
  }

  return { app, handlers, terms, endpoints, createOffer }
}

const selectHandlers = (actors: RunningActors, role: ServedRole): EndpointHandlers =>
  actors[toRoleMember(fromRoleKey(role))]

const findResponder = (endpoint: Endpoint): Responder =>
  endpoint === 'offerPush' || endpoint === 'deeplink' ? throwDefect() : responders[endpoint]

const throwDefect = (): never => {
  throw new HarnessError('ERR_DEFECT', 'a served actor neither pushes an offer nor opens a link')
}

/** Messages over the operating system of a device are not served. */
const noLocalNetwork = { pushOffer: throwDefect, deliverOffer: throwDefect, openLink: throwDefect }

/** Whether a URL in a message is one of ours: the origin and the beginning of the path are equal. */
const isBelow = (url: string, { url: own }: Address): boolean => url.startsWith(own.split('{id}', 1)[0] ?? own)

/** Rejects two endpoints at one URL: the second would never be called. */
function rejectCollisions(endpoints: readonly Endpoint[], { addresses }: Terms): void {
  const known = new Map<string, Endpoint>()
  for (const endpoint of endpoints) {
    const { method, url } = addresses[endpoint]
    const other = known.get(`${method} ${url}`)
    if (other) throw new HarnessError('ERR_DECISION', `${other} and ${endpoint} would both answer ${method} ${url}`)
    known.set(`${method} ${url}`, endpoint)
  }
}
