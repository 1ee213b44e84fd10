import type { Answers, Ports, Pushed } from '../actors/parties/desk.ts'
import { type Answerer, answererOf } from '../harness/switchboard.ts'
import { HarnessError } from '../model/errors.ts'
import type { Account } from '../model/settings.ts'
import type { Address, Terms } from '../model/terms.ts'
import type { Asked, Endpoint, Origin, Replied } from '../model/wire.ts'
import { appOf, type FetchHandler, inProcess } from '../wire/app.ts'
import { type Company, companyIn, deskIn, type Surroundings } from './company.ts'

// A company that was made to meet in one process, opened to callers from outside.

/** Everybody who can be served: they answer, and nobody has to hand them anything over. */
export const servedRoles = ['issuer', 'status-service', 'wallet-backend', 'verifier'] as const
export type ServedRole = (typeof servedRoles)[number]

/** Who lives in a house, and how they reach those who do not. */
export interface Tenancy {
  readonly roles: readonly ServedRole[]
  readonly callOut: (to: Answerer, asked: Asked, origin: Origin) => Promise<Replied>
}

/** Actors of some roles under one roof. */
export interface House {
  readonly app: FetchHandler
  /** The same, endpoint by endpoint. */
  readonly answers: Answers
  readonly terms: Terms
  /** What is answered here. */
  readonly endpoints: readonly Endpoint[]
  /** Has an honest identity app open a session here, and tells what it would push; nothing, if it does not get that far. */
  readonly offer: (account: Account) => Promise<Pushed | undefined>
}

/** Builds a house, in which every actor stays for as long as it stands. */
export function houseIn(surroundings: Surroundings, { roles, callOut }: Tenancy): House {
  const { terms } = deskIn(surroundings)
  const company = companyIn(surroundings, { ...nobodyNear, call })
  const answers: Answers = Object.assign({}, ...roles.map((role) => answersOf(company, role)))
  const endpoints = Object.keys(answers) as Endpoint[] // the keys of that record
  refuseCollisions(endpoints, terms)
  const app = appOf(answers, terms, (error) => {
    throw error
  })
  const inside = inProcess(app)

  function call(...[endpoint, , asked, origin = 'configured']: Parameters<Ports['call']>): Promise<Replied> {
    const isHere = endpoints.includes(endpoint) && isUnder(asked.url, terms.addresses[endpoint])
    return isHere ? inside(asked) : callOut(answererIn(endpoint), asked, origin)
  }

  async function offer(account: Account): Promise<Pushed | undefined> {
    const { deviation: _, ...honest } = surroundings
    let pushed: Pushed | undefined
    const push = async (one: Pushed): Promise<void> => {
      pushed = one
    }
    await companyIn(honest, { ...nobodyNear, call, push }).identityApp.share({ ...account, offer: 'value' })
    return pushed
  }

  return { app, answers, terms, endpoints, offer }
}

const answersOf = (company: Company, role: ServedRole): Answers =>
  ({
    issuer: company.issuer,
    'status-service': company.statusService,
    'wallet-backend': company.walletBackend,
    verifier: company.verifier,
  })[role]

const answererIn = (endpoint: Endpoint): Answerer =>
  endpoint === 'offerPush' || endpoint === 'deeplink' ? refuse() : answererOf[endpoint]

const refuse = (): never => {
  throw new HarnessError('ERR_DEFECT', 'a served actor neither pushes an offer nor opens a link')
}

/** What travels by the operating system of a device does not travel here. */
const nobodyNear = { push: refuse, handOver: refuse, openLink: refuse }

/** Whether a URL that came out of a message leads here: it has the origin and the beginning of the path in common. */
const isUnder = (url: string, { url: own }: Address): boolean => url.startsWith(own.split('{id}', 1)[0] ?? own)

/** Two endpoints at one place: the second would never be reached. */
function refuseCollisions(endpoints: readonly Endpoint[], { addresses }: Terms): void {
  const places = new Map<string, Endpoint>()
  for (const endpoint of endpoints) {
    const { method, url } = addresses[endpoint]
    const other = places.get(`${method} ${url}`)
    if (other) throw new HarnessError('ERR_DECISION', `${other} and ${endpoint} would both answer ${method} ${url}`)
    places.set(`${method} ${url}`, endpoint)
  }
}
