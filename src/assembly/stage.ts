import keys from '../../fixtures/keys.json' with { type: 'json' }
import { dialectOf } from '../../suites/dialect.ts'
import { type Bases, termsOf } from '../../suites/terms.ts'
import { inMemory } from '../actors/ledger.ts'
import type { Ports } from '../actors/parties/desk.ts'
import { publicOf } from '../actors/world.ts'
import { tally, together } from '../harness/effects.ts'
import { exhibitsBy, passageOf } from '../harness/exhibits.ts'
import type { Scene } from '../harness/play.ts'
import { type Episode, program } from '../harness/program.ts'
import { seeded } from '../harness/random.ts'
import { type Answerer, type Line, type Switchboard, switchboard } from '../harness/switchboard.ts'
import type { Deviation } from '../model/actors.ts'
import type { Known } from '../model/check.ts'
import type { Decide } from '../model/decision.ts'
import type { WireError } from '../model/errors.ts'
import type { Passage } from '../model/exchange-check.ts'
import type { Ledger } from '../model/ledger.ts'
import type { Role } from '../model/requirement.ts'
import type { Effects } from '../model/run-report.ts'
import type { Account, Settings } from '../model/settings.ts'
import type { Terms } from '../model/terms.ts'
import type { Hop } from '../model/wire.ts'
import type { Exhibit } from '../protocol/evidence.ts'
import type { JsonObject } from '../protocol/json.ts'
import { remembering } from '../protocol/remembering.ts'
import { appOf, type FetchHandler, inProcess } from '../wire/app.ts'
import { anchors, type Company, companyIn, openers } from './company.ts'
import { factsOf } from './facts.ts'
import { inboundOf, pathOf, type Visited } from './inbound.ts'
import { knownIn } from './known.ts'
import { type Desk, give, isDriven, lineOf } from './orders.ts'
import { basesIn, basesOf, doorOf, isStatusKnown, placesOf } from './places.ts'
import { type Ordering, portsOf, type Share } from './ports.ts'
import { lookAt, type Sighting } from './preflight.ts'
import { issuedIn, lookUp, presentAll } from './presenting.ts'
import { testedIn } from './roles.ts'
import type { Surroundings } from './run.ts'
import type { Attention } from './validations.ts'

/** How a session is cast. */
export interface Casting extends Attention {
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
  readonly ports: Ports & Share
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
  /** Why a session went no further, in the words of whoever is tested, and what they did beside the flow. */
  readonly wordsOf: (session: string) => string | undefined
  /** What was said in a session, so far. */
  readonly hopsOf: (session: string) => readonly Hop[]
  /** Plays something off the record, and puts on record what was worth it. */
  readonly aside: <T>(act: () => Promise<T>, isWorthIt: (outcome: T, hop: Hop) => boolean) => Promise<T>
  /** Takes in what was played on another stage. */
  readonly adopt: (played: { readonly hops: readonly Hop[]; readonly effects: Effects }) => void
  /** What was done to those under test, in all sessions. */
  readonly effects: () => Effects
  /** Everything that was seen, in all sessions. */
  readonly exhibits: () => readonly Exhibit[]
}

/** Builds a stage: every actor that is no target is played in this process, and everything that is said is recorded. */
export function stageFor(settings: Settings, surroundings: Surroundings, decide: Decide): Stage {
  const { clock, lines, signal, deviation, asks, drivers = {}, anchors: trusted = [] } = surroundings
  const tested = testedIn(settings, surroundings.tested)
  const places = placesOf(settings)
  const bases = basesOf(settings)
  const terms = termsOf(decide, bases)
  const ledger = inMemory()
  const now = (): number => settings.now ?? Math.floor(clock() / 1000)
  const neglect = surroundings.neglected === undefined ? {} : { neglected: new Set([surroundings.neglected]) }
  const isTarget = (role: Role): boolean => role in lines || role in drivers
  const rooms = new Map<string, Room>()
  const words = new Map<string, string>()
  const earlier = Map.groupBy(surroundings.earlier ?? [], ({ session }) => session)
  const sessions = new Map([...earlier].map(([session, hops]) => [session, [...hops]]))
  const done = tally()
  for (const hop of surroundings.earlier ?? []) if (tested.has(hop.to)) done.add(hop)
  let elsewhere = together([])
  let held: Hop[] | undefined
  const hopsOf = (session: string): readonly Hop[] => sessions.get(session) ?? []
  const board: Switchboard = switchboard({
    lineTo: (answerer, session) =>
      lines[answerer] ?? driven(answerer, session) ?? lineInside(rooms.get(session), answerer),
    clock,
    signal,
    before: Math.max(0, ...(surroundings.earlier ?? []).map(({ number }) => number)),
    factsOf: (session) => factsOf(hopsOf(session), rooms.get(session)?.account ?? accountOf(0, settings.accounts)),
    record: (hop) => {
      const said = sessions.get(hop.session) ?? []
      sessions.set(hop.session, said)
      said.push(hop)
      if (tested.has(hop.to)) done.add(hop)
      if (held) held.push(hop)
      else surroundings.record(hop)
    },
  })

  function enter({ session, account: index, ...casting }: Casting): Entered {
    const account = accountOf(index, settings.accounts)
    const bases = basesIn(session, places)
    const terms = termsOf(decide, bases)
    const ordering = (role: 'wallet' | 'identity app'): Ordering | undefined => {
      const driver = drivers[role]
      return driver && ((told) => give(driver, told, deskOf(session)))
    }
    const ports = portsOf({ board, session, terms, account, company: () => rooms.get(session)?.company, ordering })
    const random = seeded(`${settings.seed}/${session}`)
    const company = companyIn(
      {
        ...{ decide, bases, now, ledger, accounts: settings.accounts, random },
        anchors: [...anchors, ...trusted],
        ...neglect,
        ...casting,
      },
      ports,
    )
    const arrival = Promise.withResolvers<string>()
    const heard = heardAt(bases, session)
    const room = { session, account, company, bases, heard, terms, atDoor: termsOf(decide, heard), isTarget, arrival }
    rooms.set(session, room)
    const leave = (): readonly Hop[] => {
      const said = hopsOf(session)
      for (const books of [rooms, sessions, words]) books.delete(session)
      return said
    }
    return { account, company, ports, leave }
  }

  /** Where those who are moved find everybody: what one target tells another passes our door, or nobody would see it. */
  function heardAt(bases: Bases, session: string): Bases {
    const door = doorOf(settings.listen)
    if (door === undefined || !drivers['identity app'] || !isTarget('wallet backend')) return bases
    return { ...bases, walletBackend: places.door === undefined ? door : `${door}${pathOf(session)}` }
  }

  /** When a session was over that was played before. */
  const timeOf = (hops: readonly Hop[]): number =>
    settings.now ?? Math.floor(Math.max(...hops.map(({ sent, took }) => sent + took)) / 1000)

  function sceneOf({ session, account, offer, responseKey }: Episode): Scene {
    if (earlier.has(session)) return { share: async () => {}, present: async () => {} }
    const entered = enter({
      session,
      account,
      strict: tested,
      asks: { ...asks, ...(responseKey === 'EC' && { jwk: publicOf(keys.walletSealEc) }) },
      ...(deviation && { deviation }),
    })
    return {
      share: () => entered.ports.share(offer),
      present: () => present(entered, hopsOf(session)),
    }
  }

  async function present({ ports }: Entered, hops: readonly Hop[]): Promise<void> {
    const credential = issuedIn(hops)
    await presentAll(credential, ports, terms.addresses.presentation)
    await lookUp(credential, { hops, terms, ports, isTarget })
  }

  /** What whoever gives an order in a session has to say beside it. */
  function deskOf(session: string): Desk {
    const { issuer, status: statusService, walletBackend } = rooms.get(session)?.heard ?? bases
    return {
      places: { session, issuer, statusService, walletBackend },
      signal,
      arrival: rooms.get(session)?.arrival.promise ?? Promise.withResolvers<string>().promise,
      told: (said) => words.set(session, said),
      lost: () => rooms.get(session)?.lost,
    }
  }

  function driven(answerer: Answerer, session: string): Line | undefined {
    const { verifier } = drivers
    return verifier && isDriven(drivers, answerer) ? lineOf(verifier, () => deskOf(session)) : undefined
  }

  return {
    terms,
    ledger,
    decide,
    tested,
    isTarget,
    enter,
    sceneOf,
    hopsOf,
    aside: async (act, isWorthIt) => {
      const [before, hops]: [typeof held, Hop[]] = [held, []]
      held = hops
      try {
        const outcome = await act()
        for (const hop of hops.filter((each) => isWorthIt(outcome, each))) {
          if (before) before.push(hop)
          else surroundings.record(hop)
        }
        return outcome
      } finally {
        held = before
      }
    },
    adopt: ({ hops, effects }) => {
      for (const hop of hops) surroundings.record(board.numbered(hop))
      elsewhere = together([elsewhere, effects])
    },
    effects: () => together([done.counted(), elsewhere]),
    inbound: inboundOf(
      board,
      (session) => (session === undefined ? [...rooms.values()].at(-1) : rooms.get(session)),
      settings,
      dialectOf(decide).deeplink,
      {
        stray: (session, call) => words.set(session, `${call} was called, where nobody answers`),
        arrived: (session, link) => rooms.get(session)?.arrival.resolve(link),
        lost: (session, error) => {
          const room = rooms.get(session)
          if (room) room.lost = error
        },
      },
    ),
    wordsOf: (session) => words.get(session),
    look: () => lookAt(board, terms, now),
    known: (passages) => {
      const session = passages[0]?.hop.session ?? ''
      const played = earlier.get(session)
      const { issuer, status } = session === '' ? bases : basesIn(session, places)
      return knownIn(passages, {
        anchors: trusted,
        now: played ? timeOf(played) : now(),
        issuer,
        ...(isStatusKnown(settings) && { statusBase: status }),
      })
    },
    uids: () =>
      Object.fromEntries([
        ...program.flatMap(({ session, account }) =>
          earlier.has(session) ? [[session, accountOf(account, settings.accounts).uid]] : [],
        ),
        ...[...rooms].map(([session, { account }]) => [session, account.uid]),
      ]),
    exhibits: () =>
      exhibitsBy(
        [...sessions.values()].flat().map((hop) => passageOf(hop, openers)),
        () => true,
      ),
  }
}

/** Where a session is played, with everybody in it. */
interface Room extends Visited {
  readonly account: Account
  readonly bases: Bases
  /** The same, as those who are moved are told. */
  readonly heard: Bases
  /** What was lost between two targets. */
  lost?: WireError
  /** The deeplink, if it comes to our door. */
  readonly arrival: PromiseWithResolvers<string>
}

function accountOf(index: number, accounts: readonly Account[]): Account {
  const one = accounts[index % accounts.length]
  if (!one) throw new TypeError('settings have an account')
  return one
}

/** The lines of each room, every one built when somebody is first called there. */
const linesInside = new WeakMap<Room, (answerer: Answerer) => Line>()

function lineInside(room: Room | undefined, answerer: Answerer): Line {
  if (!room) throw new TypeError('nobody calls before the company is there')
  const lines = linesInside.get(room) ?? remembering((each: Answerer) => lineIn(room, each))
  linesInside.set(room, lines)
  return lines(answerer)
}

/** The actor of a company that answers, without a socket. What it throws is a defect of ours, and no answer. */
function lineIn({ company, terms }: Room, answerer: Answerer): Line {
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
