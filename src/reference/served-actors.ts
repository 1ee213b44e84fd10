import { HarnessError } from '../../model/errors.ts'
import { fromRoleKey, type Responder, type ResponderKey, responderKeys, toRoleMember } from '../../model/role.ts'
import type { Account } from '../../model/settings.ts'
import type { Address, Terms } from '../../model/terms.ts'
import { type Endpoint, type HttpRequest, type HttpResponse, responders, type UrlOrigin } from '../../model/wire.ts'
import type { EndpointHandlers, Network, PushedOffer } from '../actors/services/context.ts'
import { callInProcess, createApp, type FetchHandler } from '../wire/server/app.ts'
import { type ActorsOptions, createServiceContext, type RunningActors, startActors } from './actors.ts'

// A company that was made to meet in one process, opened to callers from outside.

/** Everybody who can be served: they answer, and nobody has to hand them anything over. */
export const servedRoles = responderKeys
export type ServedRole = ResponderKey

/** Who lives in a house, and how they reach those who do not. */
export interface ServedActorsOptions {
  readonly roles: readonly ServedRole[]
  readonly callOut: (to: Responder, request: HttpRequest, origin: UrlOrigin) => Promise<HttpResponse>
}

/** Actors of some roles under one roof. */
export interface ServedActors {
  readonly app: FetchHandler
  /** The same, endpoint by endpoint. */
  readonly handlers: EndpointHandlers
  readonly terms: Terms
  /** What is answered here. */
  readonly endpoints: readonly Endpoint[]
  /** Has an honest identity app open a session here, and tells what it would push; nothing, if it does not get that far. */
  readonly createOffer: (account: Account) => Promise<PushedOffer | undefined>
}

/** Builds a house, in which every actor stays for as long as it stands. */
export function createServedActors(options: ActorsOptions, { roles, callOut }: ServedActorsOptions): ServedActors {
  const { terms } = createServiceContext(options)
  const actors = startActors(options, { ...noLocalNetwork, call })
  const handlers: EndpointHandlers = Object.assign({}, ...roles.map((role) => selectHandlers(actors, role)))
  const endpoints = Object.keys(handlers) as Endpoint[] // the keys of that record
  rejectCollisions(endpoints, terms)
  const app = createApp(handlers, terms, (error) => {
    throw error
  })
  const inside = callInProcess(app)

  function call(...[endpoint, , request, origin = 'configured']: Parameters<Network['call']>): Promise<HttpResponse> {
    const isHere = endpoints.includes(endpoint) && isBelow(request.url, terms.addresses[endpoint])
    return isHere ? inside(request) : callOut(findResponder(endpoint), request, origin)
  }

  async function offer(account: Account): Promise<PushedOffer | undefined> {
    const { mutation: _, ...honest } = options
    let pushed: PushedOffer | undefined
    const push = async (one: PushedOffer): Promise<void> => {
      pushed = one
    }
    await startActors(honest, { ...noLocalNetwork, call, pushOffer: push }).identityApp.share({
      ...account,
      offer: 'value',
    })
    return pushed
  }

  return { app, handlers, terms, endpoints, createOffer: offer }
}

const selectHandlers = (actors: RunningActors, role: ServedRole): EndpointHandlers =>
  actors[toRoleMember(fromRoleKey(role))]

const findResponder = (endpoint: Endpoint): Responder =>
  endpoint === 'offerPush' || endpoint === 'deeplink' ? throwDefect() : responders[endpoint]

const throwDefect = (): never => {
  throw new HarnessError('ERR_DEFECT', 'a served actor neither pushes an offer nor opens a link')
}

/** What travels by the operating system of a device does not travel here. */
const noLocalNetwork = { pushOffer: throwDefect, deliverOffer: throwDefect, openLink: throwDefect }

/** Whether a URL that came out of a message leads here: it has the origin and the beginning of the path in common. */
const isBelow = (url: string, { url: own }: Address): boolean => url.startsWith(own.split('{id}', 1)[0] ?? own)

/** Two endpoints at one place: the second would never be reached. */
function rejectCollisions(endpoints: readonly Endpoint[], { addresses }: Terms): void {
  const places = new Map<string, Endpoint>()
  for (const endpoint of endpoints) {
    const { method, url } = addresses[endpoint]
    const other = places.get(`${method} ${url}`)
    if (other) throw new HarnessError('ERR_DECISION', `${other} and ${endpoint} would both answer ${method} ${url}`)
    places.set(`${method} ${url}`, endpoint)
  }
}
