import type { RequestHandler } from 'msw'
import { exchangeFaults } from '../suites/exchange-faults.ts'
import { exchangeVariants } from '../suites/exchange-variants.ts'
import { faults } from '../suites/faults.ts'
import { variants } from '../suites/variants.ts'
import { inMemory } from './actors/ledger.ts'
import type { Answers } from './actors/parties/desk.ts'
import type { Surroundings } from './assembly/company.ts'
import { answersBeside, bentBy } from './assembly/deeds.ts'
import { houseIn, type ServedRole, servedRoles } from './assembly/house.ts'
import { type OfferMade, offerMade } from './assembly/offer-made.ts'
import { changeStatus, type Status } from './assembly/statuses.ts'
import { addressOf, answersOf } from './cli/config/checked.ts'
import { nobodies, nowhere } from './cli/config/defaults.ts'
import { oneOf } from './cli/values.ts'
import { answersUnder } from './harness/answers.ts'
import { wallClock } from './harness/clock.ts'
import { seeded } from './harness/random.ts'
import { answererOf } from './harness/switchboard.ts'
import { type Preset, presets } from './model/decision.ts'
import type { Ledger } from './model/ledger.ts'
import type { Account } from './model/settings.ts'
import type { Address } from './model/terms.ts'
import type { Answering, Asked, Endpoint, Hop, Replied } from './model/wire.ts'
import { inProcess } from './wire/app.ts'
import { handlersOf } from './wire/msw.ts'

export type { ServedRole } from './assembly/house.ts'
export type { OfferMade } from './assembly/offer-made.ts'
export type { Status } from './assembly/statuses.ts'
export type { Account } from './model/settings.ts'

/** How the reference actors are set up. */
export interface ReferenceOptions {
  /** Who is played; the others are called by `fetch`. Everybody who answers, if left out. */
  readonly roles?: readonly ServedRole[]
  /** Base addresses. The usual ones are reserved names, such as `https://issuer.example`. */
  readonly addresses?: { readonly [R in ServedRole]?: string }
  readonly profile?: Preset
  readonly decisions?: Readonly<Record<string, string>>
  /** The id of the one thing that an actor does wrong, as in `assay list faults`. */
  readonly fault?: string
  /** The id of the one thing that an actor does otherwise, as in `assay list variants`. */
  readonly variant?: string
  /** The people whom the issuer knows; two synthetic ones, if left out. */
  readonly accounts?: readonly Account[]
  /** Seconds since 1970 where time stands still, or whoever tells them. */
  readonly now?: number | (() => number)
  /** The same seed gives the same codes, nonces and salts. */
  readonly seed?: number
}

/** A message of the code under test, and what it was answered. */
export type Received = Pick<Hop, 'endpoint' | 'to' | 'asked'> & { readonly replied: Replied }

/** Reference actors behind the `fetch` of the code under test. */
export interface Reference {
  /** For `setupServer(…)`, `server.use(…)` or `defineNetwork({ handlers })`. */
  readonly handlers: RequestHandler[]
  /** What arrived, in the order of the answers. What the reference actors say to one another is not in it. */
  readonly received: () => readonly Received[]
  readonly accounts: readonly Account[]
  /** Where what is answered. */
  readonly endpoints: { readonly [E in Endpoint]?: Address }
  /** The offer of a session that is opened for an account, usually the first. Nothing, if a fault is in its way. */
  readonly offer: (account?: Account) => Promise<OfferMade | undefined>
  /** The ids of the credentials that were issued, the oldest first. */
  readonly issued: () => readonly string[]
  /** Changes the status of a credential that was issued here. */
  readonly setStatus: (id: string, status: Status) => void
}

/** The reference issuer, status service, wallet backend and verifier, for msw. */
export const handlers = (options: ReferenceOptions = {}): RequestHandler[] => reference(options).handlers

/** The same actors, with a look at what they received and a hand on what they know. */
export function reference(options: ReferenceOptions = {}): Reference {
  const { roles = servedRoles } = options
  const { ledger, issued } = watched(inMemory())
  const bases = basesIn(options)
  const surroundings = surroundingsFor(options, bases, ledger)
  const { accounts, decide } = surroundings
  const house = houseIn(surroundings, { roles, callOut: (_, asked) => outside(asked) })
  const { terms, endpoints } = house
  const received: Received[] = []
  const answers = recorded(house.answers, (one) => received.push(one))
  return {
    handlers: handlersOf({ answers, terms, bases: roles.map((role) => bases[role]) }),
    received: () => [...received],
    accounts,
    endpoints: Object.fromEntries(endpoints.map((endpoint) => [endpoint, terms.addresses[endpoint]])),
    offer: (account = accounts[0]) => offerMade(house, account),
    issued,
    setStatus: (id, status) => {
      const change = changeStatus(id, status, { ledger, decide })
      if (change !== 'changed') throw new TypeError(refusals[change])
    },
  }
}

const refusals = {
  unknown: 'no such credential was issued here',
  final: 'revoked is final, unless status.transitions=any is decided',
}

const catalogue = { faults: [...faults, ...exchangeFaults], variants: [...variants, ...exchangeVariants] }

type Bases = Readonly<Record<ServedRole, string>>

function surroundingsFor(options: ReferenceOptions, bases: Bases, ledger: Ledger): Surroundings {
  const { roles = servedRoles, profile, decisions = {}, accounts = nobodies, now = wallClock, seed = 1 } = options
  const bent = bentBy(options, catalogue, { seed, roles })
  const answering = answersBeside(bent, {
    ...(profile !== undefined && { profile: oneOf('profile', profile, presets) }),
    given: answersOf('decisions', decisions),
  })
  const { issuer, verifier } = bases
  return {
    decide: answersUnder(answering).decide,
    bases: { issuer, status: bases['status-service'], walletBackend: bases['wallet-backend'], verifier },
    now: typeof now === 'number' ? () => now : now,
    random: seeded(String(seed)),
    ledger,
    accounts,
    ...(bent && { deviation: bent.deviation }),
    ...(bent?.setting.asks && { asks: bent.setting.asks }),
  }
}

function basesIn({ addresses = {} }: ReferenceOptions): Bases {
  const told = Object.entries(addresses).map(([role, base]) => [role, addressOf(`addresses.${role}`, base)])
  return { ...nowhere, ...Object.fromEntries(told) }
}

/** Whoever is not played is called as the code under test would call: through the `fetch` of the process. */
const outside = (asked: Asked): Promise<Replied> => inProcess((request) => fetch(request))(asked)

/** A ledger that knows which credentials were entered. */
function watched(ledger: Ledger): { readonly ledger: Ledger; readonly issued: () => readonly string[] } {
  const ids = new Set<string>()
  const set: Ledger['set'] = (key, entry) => {
    if (key.startsWith('issued/')) ids.add(key.slice('issued/'.length))
    ledger.set(key, entry)
  }
  return { ledger: { ...ledger, set }, issued: () => [...ids] }
}

const recorded = (answers: Answers, note: (one: Received) => void): Answers =>
  Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => {
      const endpoint = name as keyof typeof answererOf // served actors answer at no others
      const noted: Answering = async (asked) => {
        const replied = await answer(asked)
        note({ endpoint, to: answererOf[endpoint], asked, replied })
        return replied
      }
      return [endpoint, noted]
    }),
  )
