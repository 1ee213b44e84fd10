import type { RequestHandler } from 'msw'
import { type Profile, profiles } from '../../../model/decision.ts'
import type { Account } from '../../../model/driver.ts'
import type { ResponderKey as ServedRole } from '../../../model/role.ts'
import type { StateStore } from '../../../model/state-store.ts'
import type { Address, EndpointHandler, HttpRequest, HttpResponse, Message } from '../../../model/wire.ts'
import type { DecisionAnswers } from '../../../schemas/types.ts'
import { parseBaseUrl, requireKnownAnswers } from '../../../src/config/check-values.ts'
import { createDecider } from '../../../src/judge/decisions.ts'
import { readWallClock } from '../../../src/runtime/clock.ts'
import { createRandom } from '../../../src/runtime/random.ts'
import { parseChoice } from '../../../src/terminal/values.ts'
import { callInProcess } from '../../../src/wire/server/app.ts'
import { createMswHandlers } from '../../../src/wire/server/msw.ts'
import type { EndpointHandlers } from '../actors/services/context.ts'
import { createStateStore } from '../actors/services/state-store.ts'
import { faults } from '../all/faults.ts'
import { variants } from '../all/variants.ts'
import { type Endpoint, responders } from '../model/endpoints.ts'
import type { ActorsOptions } from '../reference/actors.ts'
import { chooseMutation, mergeDecisions } from '../reference/chosen-mutation.ts'
import type { ReadyOffer } from '../reference/offer.ts'
import { createReadyOffer } from '../reference/ready-offer.ts'
import { createServedActors, servedRoles } from '../reference/served-actors.ts'
import { type CredentialStatus, changeStatus } from '../reference/statuses.ts'
import { placeholderAddresses, syntheticAccounts } from '../reference/usual-parties.ts'

export type { ReadyOffer } from '../reference/offer.ts'
export type { CredentialStatus } from '../reference/statuses.ts'

/** How the reference actors are set up. */
export interface ReferenceOptions {
  /** The actors behind `fetch`; requests to the others leave the process. By default, all four. */
  readonly roles?: readonly ServedRole[]
  /** Base URLs. The defaults are reserved names, such as `https://issuer.example`. */
  readonly addresses?: { readonly [R in ServedRole]?: string }
  readonly profile?: Profile
  readonly decisions?: Readonly<DecisionAnswers>
  /** The id of one thing that an actor does wrong; `assay list faults` has all ids. */
  readonly fault?: string
  /** The id of one thing that is legal and unusual; `assay list variants` has all ids. */
  readonly variant?: string
  /** The people whom the issuer knows; by default, two synthetic ones. */
  readonly accounts?: readonly Account[]
  /** A fixed time in seconds since 1970, or a function that returns the time. */
  readonly now?: number | (() => number)
  /** The same seed gives the same codes, nonces and salts. */
  readonly seed?: number
}

/** A request of the code under test, and the response. */
export type ReceivedMessage = Pick<Message, 'endpoint' | 'to' | 'request'> & { readonly response: HttpResponse }

/** Reference actors behind the `fetch` of the code under test. */
export interface Reference {
  /** For `setupServer(…)`, `server.use(…)` or `defineNetwork({ handlers })`. */
  readonly handlers: RequestHandler[]
  /** What the code under test sent, in the order of the responses. Messages between reference actors are left out. */
  readonly received: () => readonly ReceivedMessage[]
  readonly accounts: readonly Account[]
  /** The address of each endpoint. */
  readonly endpoints: { readonly [E in Endpoint]?: Address }
  /** Opens a session for an account, by default the first, and returns its offer. A fault may prevent that. */
  readonly offer: (account?: Account) => Promise<ReadyOffer | undefined>
  /** The ids of the credentials that were issued, the oldest first. */
  readonly issued: () => readonly string[]
  /** Sets the status of a credential that was issued here. */
  readonly setStatus: (id: string, status: CredentialStatus) => void
}

/** Creates reference actors, with what they receive, and with what sets the status of a credential. */
export function createReference(options: ReferenceOptions): Reference {
  const { roles = servedRoles } = options
  const { ledger, issued } = watchStore(createStateStore())
  const bases = readBases(options)
  const actorsOptions = makeActorsOptions(options, bases, ledger)
  const { accounts, decide } = actorsOptions
  const actors = createServedActors(actorsOptions, { roles, callOut: (_, request) => callOutside(request) })
  const { terms, endpoints } = actors
  const received: ReceivedMessage[] = []
  const answers = recordMessages(actors.handlers, (message) => received.push(message))
  return {
    handlers: createMswHandlers({ answers, terms, bases: roles.map((role) => bases[role]) }),
    received: () => [...received],
    accounts,
    endpoints: Object.fromEntries(endpoints.map((endpoint) => [endpoint, terms.addresses[endpoint]])),
    offer: (account = accounts[0]) => createReadyOffer(actors, account),
    issued,
    setStatus: (id, status) => {
      const change = changeStatus(id, status, { state: ledger, decide })
      if (change !== 'changed') throw new TypeError(refusals[change])
    },
  }
}

const refusals = {
  unknown: 'this issuer has not issued such a credential',
  final: 'a revoked credential stays revoked, unless status.transitions=any',
}

const catalogue = { faults, variants }

type ReferenceBases = Readonly<Record<ServedRole, string>>

function makeActorsOptions(options: ReferenceOptions, bases: ReferenceBases, ledger: StateStore): ActorsOptions {
  const { roles = servedRoles, profile, decisions = {}, accounts = syntheticAccounts, now = readWallClock } = options
  const { seed = 1 } = options
  const chosen = chooseMutation(options, catalogue, { seed, roles })
  const answers = mergeDecisions(chosen, {
    ...(profile !== undefined && { profile: parseChoice('profile', profile, profiles) }),
    decisions: requireKnownAnswers('decisions', decisions),
  })
  const { issuer, verifier } = bases
  return {
    decide: createDecider(answers).decide,
    bases: { issuer, status: bases['status-service'], walletBackend: bases['wallet-backend'], verifier },
    now: typeof now === 'number' ? () => now : now,
    random: createRandom(String(seed)),
    state: ledger,
    accounts,
    ...(chosen && { mutation: chosen.mutation }),
    ...(chosen?.settings.responseEncryption && { asks: chosen.settings.responseEncryption }),
  }
}

function readBases({ addresses = {} }: ReferenceOptions): ReferenceBases {
  const given = Object.entries(addresses).map(([role, base]) => [role, parseBaseUrl(`addresses.${role}`, base)])
  return { ...placeholderAddresses, ...Object.fromEntries(given) }
}

/** Calls an actor that is not served here, through the `fetch` of the process. */
const callOutside = (request: HttpRequest): Promise<HttpResponse> => callInProcess((each) => fetch(each))(request)

/** A state store that remembers which credentials were issued. */
function watchStore(ledger: StateStore): { readonly ledger: StateStore; readonly issued: () => readonly string[] } {
  const ids = new Set<string>()
  const set: StateStore['set'] = (key, entry) => {
    if (key.startsWith('issued/')) ids.add(key.slice('issued/'.length))
    ledger.set(key, entry)
  }
  return { ledger: { ...ledger, set }, issued: () => [...ids] }
}

const recordMessages = (answers: EndpointHandlers, record: (message: ReceivedMessage) => void): EndpointHandlers =>
  Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => {
      const endpoint = name as keyof typeof responders // served actors answer at no others
      const recording: EndpointHandler = async (request) => {
        const response = await answer(request)
        record({ endpoint, to: responders[endpoint], request, response })
        return response
      }
      return [endpoint, recording]
    }),
  )
