import keys from '../../fixtures/keys.json' with { type: 'json' }
import { type Bases, termsOf } from '../../suites/terms.ts'
import { inMemory } from '../actors/ledger.ts'
import type { Ports } from '../actors/parties/desk.ts'
import { publicOf } from '../actors/world.ts'
import { exhibitsBy, passageOf } from '../harness/exhibits.ts'
import type { Scene } from '../harness/play.ts'
import type { Episode } from '../harness/program.ts'
import { seeded } from '../harness/random.ts'
import { type Answerer, type Line, type Switchboard, switchboard } from '../harness/switchboard.ts'
import type { Deviation } from '../model/actors.ts'
import type { Known } from '../model/check.ts'
import type { Decide } from '../model/decision.ts'
import type { Passage } from '../model/exchange-check.ts'
import type { Ledger } from '../model/ledger.ts'
import type { Role } from '../model/requirement.ts'
import type { Account, Settings } from '../model/settings.ts'
import type { Terms } from '../model/terms.ts'
import type { Hop } from '../model/wire.ts'
import type { Exhibit } from '../protocol/evidence.ts'
import type { JsonObject } from '../protocol/json.ts'
import { appOf, type FetchHandler, inProcess } from '../wire/app.ts'
import { type Company, companyIn, openers } from './company.ts'
import { factsOf } from './facts.ts'
import { callerIn, inboundOf } from './inbound.ts'
import { knownIn } from './known.ts'
import { portsOf } from './ports.ts'
import { lookAt, type Sighting } from './preflight.ts'
import { issuedIn, lookUp, presentAll } from './presenting.ts'
import { testedIn } from './roles.ts'
import type { Surroundings } from './run.ts'

/** How a session is cast. */
export interface Casting {
  readonly session: string
  /** Which of the accounts shares; counted from 0. */
  readonly account: number
  readonly asks?: JsonObject
  /** Who validates what it gets; the others go on as far as they can. */
  readonly strict: ReadonlySet<Role>
  readonly deviation?: Deviation
}

/** A session that somebody is about to play. */
export interface Entered {
  readonly account: Account
  readonly company: Company
  readonly ports: Ports
  /** Everybody goes home, and the session is forgotten but for what was said in it. */
  readonly leave: () => readonly Hop[]
}

/** Where sessions are played, and what is known of them afterwards. */
export interface Stage {
  readonly terms: Terms
  readonly ledger: Ledger
  readonly decide: Decide
  readonly tested: ReadonlySet<Role>
  /** Whether somebody else plays a role. */
  readonly isTarget: (role: Role) => boolean
  readonly enter: (casting: Casting) => Entered
  readonly sceneOf: (episode: Episode) => Scene
  /** What targets that call us find: the actors that they need and that are played in this process. */
  readonly inbound: FetchHandler
  /** Looks whether the issuer is there. */
  readonly look: () => Promise<readonly Sighting[]>
  readonly known: (passages: readonly Passage[]) => Known
  /** Who shared in which session. */
  readonly uids: () => Readonly<Record<string, string>>
  /** What was said in a session, so far. */
  readonly hopsOf: (session: string) => readonly Hop[]
  /** Every message so far, those of probes included. */
  readonly every: () => readonly Hop[]
  /** Everything that was seen, in all sessions. */
  readonly exhibits: () => readonly Exhibit[]
}

/** The bases of all who answer over HTTP. */
export function basesOf({ addresses, targets, listen }: Settings): Bases {
  const here = listen && (listen.publicUrl ?? `http://${listen.host}:${listen.port}`)
  return {
    issuer: targets.issuer ? addresses.issuer : (here ?? addresses.issuer),
    status: targets['status-service'] ? addresses['status-service'] : (here ?? addresses['status-service']),
    walletBackend: addresses['wallet-backend'],
    verifier: addresses.verifier,
  }
}

/** Builds a stage: every actor that is no target is played in this process, and everything that is said is recorded. */
export function stageFor(settings: Settings, surroundings: Surroundings, decide: Decide): Stage {
  const { clock, lines, signal, deviation, asks } = surroundings
  const tested = testedIn(settings, surroundings.tested)
  const bases = basesOf(settings)
  const terms = termsOf(decide, bases)
  const ledger = inMemory()
  const now = (): number => settings.now ?? Math.floor(clock() / 1000)
  const neglect = surroundings.neglected === undefined ? {} : { neglected: surroundings.neglected }
  const companies = new Map<string, Company>()
  const accounts = new Map<string, Account>()
  const sessions = new Map<string, Hop[]>()
  const every: Hop[] = []
  const hopsOf = (session: string): readonly Hop[] => sessions.get(session) ?? []
  const board: Switchboard = switchboard({
    lineTo: (answerer, session) => lines[answerer] ?? lineInside(companies.get(session), answerer, terms),
    clock,
    signal,
    factsOf: (session) => factsOf(hopsOf(session), accounts.get(session) ?? accountOf(0, settings.accounts)),
    record: (hop) => {
      const said = sessions.get(hop.session) ?? []
      sessions.set(hop.session, said)
      said.push(hop)
      every.push(hop)
      surroundings.record(hop)
    },
  })

  function enter({ session, account: index, ...casting }: Casting): Entered {
    const account = accountOf(index, settings.accounts)
    accounts.set(session, account)
    const ports = portsOf({ board, session, terms, account, company: () => companies.get(session) })
    const random = seeded(`${settings.seed}/${session}`)
    const company = companyIn(
      { decide, bases, now, ledger, accounts: settings.accounts, random, ...neglect, ...casting },
      ports,
    )
    companies.set(session, company)
    const leave = (): readonly Hop[] => {
      const said = hopsOf(session)
      for (const books of [companies, accounts, sessions]) books.delete(session)
      return said
    }
    return { account, company, ports, leave }
  }

  function sceneOf({ session, account, offer, responseKey }: Episode): Scene {
    const entered = enter({
      session,
      account,
      strict: tested,
      asks: { ...asks, ...(responseKey === 'EC' && { jwk: publicOf(keys.walletSealEc) }) },
      ...(deviation && { deviation }),
    })
    return {
      share: () => entered.company.identityApp.share({ ...entered.account, offer }),
      present: () => present(entered, hopsOf(session)),
    }
  }

  async function present({ ports }: Entered, hops: readonly Hop[]): Promise<void> {
    const credential = issuedIn(hops)
    await presentAll(credential, ports, terms.addresses.presentation)
    await lookUp(credential, { hops, terms, ports, isTarget: (answerer) => answerer in lines })
  }

  return {
    terms,
    ledger,
    decide,
    tested,
    isTarget: (role) => role in lines,
    enter,
    sceneOf,
    hopsOf,
    every: () => every,
    inbound: appOf(inboundOf(board, companies, callerIn(settings)), terms, throwOn),
    look: () => lookAt(board, terms, now),
    known: (passages) => knownIn(passages, { now: now(), issuer: bases.issuer, statusBase: bases.status }),
    uids: () => Object.fromEntries([...accounts].map(([session, { uid }]) => [session, uid])),
    exhibits: () =>
      exhibitsBy(
        [...sessions.values()].flat().map((hop) => passageOf(hop, openers)),
        () => true,
      ),
  }
}

function accountOf(index: number, accounts: readonly Account[]): Account {
  const one = accounts[index % accounts.length]
  if (!one) throw new TypeError('settings have an account')
  return one
}

/** The actor of a company that answers, without a socket. What it throws is a defect of ours, and no answer. */
function lineInside(company: Company | undefined, answerer: Answerer, terms: Terms): Line {
  if (!company) throw new TypeError('nobody calls before the company is there')
  const answers = {
    issuer: company.issuer,
    'status service': company.statusService,
    'wallet backend': company.walletBackend,
    verifier: company.verifier,
  }[answerer]
  return inProcess(appOf(answers, terms, throwOn))
}

const throwOn = (error: unknown): never => {
  throw error
}
