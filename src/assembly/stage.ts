import keys from '../../fixtures/keys.json' with { type: 'json' }
import { type Bases, termsOf } from '../../suites/terms.ts'
import { inMemory } from '../actors/ledger.ts'
import type { Answers, Ports, Pushed } from '../actors/parties/desk.ts'
import { called } from '../actors/parties/http.ts'
import { publicOf } from '../actors/world.ts'
import { exhibitsBy, passageOf } from '../harness/exhibits.ts'
import type { Scene } from '../harness/play.ts'
import type { Episode } from '../harness/program.ts'
import { seeded } from '../harness/random.ts'
import { type Answerer, type Line, type Switchboard, switchboard } from '../harness/switchboard.ts'
import type { Known } from '../model/check.ts'
import type { Decide } from '../model/decision.ts'
import type { Passage } from '../model/exchange-check.ts'
import type { Role } from '../model/requirement.ts'
import type { Account, Settings } from '../model/settings.ts'
import type { Address, Terms } from '../model/terms.ts'
import type { Asked, Hop, Replied } from '../model/wire.ts'
import type { Exhibit, Kind } from '../protocol/evidence.ts'
import { isObject, type JsonObject } from '../protocol/json.ts'
import { appOf, type FetchHandler, inProcess } from '../wire/app.ts'
import { anchors, type Company, companyIn, openers } from './company.ts'
import { factsOf } from './facts.ts'
import { lookAt, type Sighting } from './preflight.ts'
import { testedIn } from './roles.ts'
import type { Surroundings } from './run.ts'

/** Where sessions are played, and what is known of them afterwards. */
export interface Stage {
  readonly sceneOf: (episode: Episode) => Scene
  /** What targets that call us find: the actors that they need and that are played in this process. */
  readonly inbound: FetchHandler
  /** Looks whether the issuer is there. */
  readonly look: () => Promise<readonly Sighting[]>
  readonly known: (passages: readonly Passage[]) => Known
  /** Who shared in which session. */
  readonly uids: () => Readonly<Record<string, string>>
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
export function stageFor(settings: Settings, surroundings: Surroundings, decide: Decide, hops: Hop[]): Stage {
  const tested = testedIn(settings, surroundings.tested)
  const { clock, lines, signal, deviation, asks } = surroundings
  const bases = basesOf(settings)
  const terms = termsOf(decide, bases)
  const ledger = inMemory()
  const now = (): number => settings.now ?? Math.floor(clock() / 1000)
  const companies = new Map<string, Company>()
  const sessionAccounts = new Map<string, Account>()
  const board = switchboard({
    lineTo: (answerer, session) => lines[answerer] ?? lineInside(companies.get(session), answerer, terms),
    clock,
    signal,
    factsOf: (session) => {
      const said = hops.filter((hop) => hop.session === session)
      return factsOf(said, sessionAccounts.get(session) ?? accountOf(0, settings.accounts))
    },
    record: (hop) => {
      hops.push(hop)
      surroundings.record(hop)
    },
  })

  function sceneOf(episode: Episode): Scene {
    const { session } = episode
    const account = accountOf(episode.account, settings.accounts)
    sessionAccounts.set(session, account)
    const ports = portsOf({ board, session, terms, account, company: () => companies.get(session) })
    const company = companyIn(
      {
        decide,
        bases,
        now,
        ledger,
        accounts: settings.accounts,
        random: seeded(`${settings.seed}/${session}`),
        ...(asks && { asks }),
        ...(episode.responseKey === 'EC' && { asks: { jwk: publicOf(keys.walletSealEc) } }),
        strict: tested,
        ...(deviation && { deviation }),
      },
      ports,
    )
    companies.set(session, company)
    return {
      share: () => company.identityApp.share({ ...account, offer: episode.offer }),
      present: () => presentAll(issuedIn(hops, session), ports, terms.addresses.presentation),
    }
  }

  return {
    sceneOf,
    inbound: appOf(inboundOf(board, companies, callerIn(settings)), terms),
    look: () => lookAt(board, terms, now),
    known: (passages) => knownIn(passages, { now: now(), issuer: bases.issuer, statusBase: bases.status }),
    uids: () => Object.fromEntries([...sessionAccounts].map(([session, { uid }]) => [session, uid])),
    exhibits: () =>
      exhibitsBy(
        hops.map((hop) => passageOf(hop, openers)),
        () => true,
      ),
  }
}

function accountOf(index: number, accounts: readonly Account[]): Account {
  const one = accounts[index % accounts.length]
  if (!one) throw new TypeError('settings have an account')
  return one
}

/** The actor of a company that answers, without a socket. */
function lineInside(company: Company | undefined, answerer: Answerer, terms: Terms): Line {
  if (!company) throw new TypeError('nobody calls before the company is there')
  const answers = {
    issuer: company.issuer,
    'status service': company.statusService,
    'wallet backend': company.walletBackend,
    verifier: company.verifier,
  }[answerer]
  return inProcess(appOf(answers, terms))
}

/** The actors of the session in play, for calls from outside. */
function inboundOf(board: Switchboard, companies: ReadonlyMap<string, Company>, from: Role): Answers {
  const answers = (['jwks', 'issuerMetadata', 'offer', 'nonce', 'status'] as const).map((endpoint) => {
    const answer = async (asked: Asked): Promise<Replied> => {
      const [session = '', company] = [...companies].at(-1) ?? []
      const own = { ...company?.issuer, ...company?.statusService }[endpoint]
      return own ? board.take(session, endpoint, from, asked, own) : { status: 503, headers: {}, body: '' }
    }
    return [endpoint, answer] as const
  })
  return Object.fromEntries(answers)
}

/** Who calls from outside: the target that has to look things up. */
const callerIn = ({ targets }: Settings): Role => (targets.verifier ? 'verifier' : 'wallet backend')

/** What the ports of a session are made of. */
interface Connection {
  readonly board: Switchboard
  readonly session: string
  readonly terms: Terms
  readonly account: Account
  readonly company: () => Company | undefined
}

/** The session token, for endpoints that were agreed to want one of whoever calls. */
const tokenHeader = (
  { token: { header, format } }: Terms,
  { sessionToken }: Account,
): Readonly<Record<string, string>> => ({
  [header.toLowerCase()]: format === 'bearer' ? `Bearer ${sessionToken}` : sessionToken,
})

/** How the actors of one session reach one another. */
function portsOf({ board, session, terms, account, company }: Connection): Ports {
  const pushed = ({ offer }: Pushed) => ({ method: 'PUSH', url: 'os:offer', headers: {}, body: offer })
  return {
    call: (endpoint, from, asked, origin) => {
      const known = terms.guarded.has(endpoint) ? { ...tokenHeader(terms, account), ...asked.headers } : asked.headers
      return board.call(session, endpoint, from, { ...asked, headers: known }, origin)
    },
    push: async (one) => {
      board.note({ session, endpoint: 'offerPush', from: 'identity app', to: 'credential manager', asked: pushed(one) })
      await company()?.credentialManager.take(one)
    },
    handOver: async (one) => {
      board.note({ session, endpoint: 'offerPush', from: 'credential manager', to: 'wallet', asked: pushed(one) })
      await company()?.wallet.take(one)
    },
    openLink: async (link, clear) => {
      const asked = { method: 'OPEN', url: link, headers: {} }
      board.note({ session, endpoint: 'deeplink', from: 'wallet', to: 'identity app', asked, clear })
      await company()?.identityApp.open(link)
    },
  }
}

/** The first credential that was issued in a session. */
function issuedIn(hops: readonly Hop[], session: string): string | undefined {
  const answer = hops.findLast((hop) => hop.session === session && hop.endpoint === 'validate')
  const exhibits = answer ? passageOf(answer, openers).replied : []
  return exhibits.find(({ kind, content }) => kind === 'credential' && content !== undefined)?.text
}

/** Presents a credential with all of its disclosures, with one of them, and with none. */
async function presentAll(credential: string | undefined, { call }: Ports, address: Address): Promise<void> {
  if (credential === undefined) return
  const [jwt = '', ...rest] = credential.split('~')
  const disclosures = rest.filter((each) => each !== '')
  for (const chosen of [disclosures, disclosures.slice(0, 1), []]) {
    const presentation = [jwt, ...chosen, ''].join('~')
    await call('presentation', 'wallet', called(address, { presentation }))
  }
}

/** What is known beside the messages of one session: what they say of one another. */
function knownIn(passages: readonly Passage[], always: Known): Known {
  const exhibits = exhibitsBy(passages, () => true)
  const content = (kind: Kind): JsonObject | undefined => {
    const found = exhibits.find((each) => each.kind === kind)?.content
    return isObject(found) ? (found as JsonObject) : undefined // whatever else is looked up here is no object of JSON
  }
  const given = content('nonce-response')
  const nonce = given?.c_nonce ?? given?.nonce
  const wanted = content('request')?.credential_response_encryption
  const credential = exhibits.find((each): each is Exhibit<'credential'> => each.kind === 'credential')?.content
  const id = credential?.jws.payload.id
  return {
    ...always,
    anchors,
    keys: openers,
    jwks: content('jwks'),
    ...(typeof nonce === 'string' && { nonce }),
    ...(typeof id === 'string' && { credentialId: id }),
    ...(isObject(wanted) && { responseEncryption: wanted }),
  }
}
