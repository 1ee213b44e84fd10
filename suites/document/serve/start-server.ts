import type { StateStore } from '../../../model/state-store.ts'
import { openPersistentStore } from '../../../src/files/sqlite-store.ts'
import { createDecider } from '../../../src/judge/decisions.ts'
import { readWallClock } from '../../../src/runtime/clock.ts'
import { createRandom } from '../../../src/runtime/random.ts'
import type { FetchHandler } from '../../../src/wire/server/app.ts'
import type { ServedRequest } from '../../../src/wire/server/limit-handler.ts'
import { serve } from '../../../src/wire/server/server.ts'
import { createStateStore, servedEntries } from '../actors/services/state-store.ts'
import { createReadyOffer } from '../reference/ready-offer.ts'
import { createServedActors, type ServedActors } from '../reference/served-actors.ts'
import { type OutgoingCall, type OutgoingRoutes, openOutgoingRoutes } from './outgoing-calls.ts'
import type { ServePlan } from './serve-plan.ts'
import { describeServer, type ServerFacts } from './server-facts.ts'
import { addStatusEndpoint } from './status-endpoint.ts'

/** Notified of what happens at a server. */
export interface ServerListener {
  readonly request: (served: ServedRequest) => void | Promise<void>
  readonly call: (call: OutgoingCall) => void
}

/** A server that is running. */
export interface RunningServer {
  readonly facts: ServerFacts
  readonly close: () => Promise<void>
}

/** Starts a server with the actors of a plan. */
export async function startServer(plan: ServePlan, listener: ServerListener): Promise<RunningServer> {
  const ledger =
    plan.state === undefined
      ? { ...createStateStore(servedEntries), close: () => {} }
      : await openPersistentStore(plan.state)
  try {
    const { house, routes, server } = await listen(plan, ledger, listener)
    const facts = describeServer(plan, house, server.url, await createReadyOffer(house, plan.accounts[0]))
    let closed: Promise<void> | undefined
    const close = (): Promise<void> => {
      closed ??= server.close().then(routes.close).then(ledger.close)
      return closed
    }
    return { facts, close }
  } catch (error) {
    ledger.close()
    throw error
  }
}

/** Opens the port first: the URLs of the actors contain it. */
async function listen(plan: ServePlan, ledger: StateStore, { request, call }: ServerListener) {
  const { host, port, encrypted } = plan
  const tls = encrypted && { tls: encrypted.encryption }
  let created: { readonly house: ServedActors; readonly routes: OutgoingRoutes } | undefined
  const server = await serve(
    (url) => {
      const { handler, ...rest } = createActors(plan, ledger, url, call)
      created = rest
      return handler
    },
    { host, port, hosts: plan.hosts, ...tls, watch: request },
  )
  if (!created) throw new TypeError('a server asks for its handler')
  return { server, ...created }
}

function createActors(plan: ServePlan, ledger: StateStore, url: string, report: ServerListener['call']) {
  const { profile, decisions, chosen, accounts, anchors, now = 0, roles } = plan
  const { decide } = createDecider({ profile, decisions })
  const bases = plan.basesAt(url)
  const routes = openOutgoingRoutes(bases, plan.trusted, report)
  const surroundings = {
    decide,
    bases,
    now: plan.now === undefined ? readWallClock : () => now,
    random: createRandom(`${plan.seed}/${countOpenings(ledger)}`),
    state: ledger,
    accounts,
    ...(anchors && { anchors }),
    ...(chosen && { mutation: chosen.mutation }),
    ...(chosen?.settings.responseEncryption && { asks: chosen.settings.responseEncryption }),
  }
  const house = createServedActors(surroundings, { roles, callOut: routes.callOut })
  const handler: FetchHandler = plan.isAdministered
    ? addStatusEndpoint(house.app, { state: ledger, decide }, plan)
    : house.app
  return { house, routes, handler }
}

/** Counts how often a store was opened: a server that starts again with one seed must not issue the same codes again. */
function countOpenings(ledger: StateStore): number {
  const count = Number(ledger.get('openings')?.count ?? 0) + 1
  ledger.set('openings', { count })
  return count
}
