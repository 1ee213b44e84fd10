import holders from '../../fixtures/holders.json' with { type: 'json' }
import keys from '../../fixtures/keys.json' with { type: 'json' }
import { dialectOf } from '../../suites/dialect.ts'
import { type Bases, termsOf } from '../../suites/terms.ts'
import { honestIssuer, issue } from '../actors/issuer.ts'
import { credentialManagerAtWork } from '../actors/parties/credential-manager.ts'
import {
  type Answers,
  type Customer,
  contentOf,
  type Desk,
  guarded,
  type Ports,
  type Pushed,
} from '../actors/parties/desk.ts'
import { called } from '../actors/parties/http.ts'
import { type IdentityAppAtWork, identityAppAtWork, lowered } from '../actors/parties/identity-app.ts'
import { issuerAtWork } from '../actors/parties/issuer.ts'
import { statusServiceAtWork } from '../actors/parties/status-service.ts'
import { verifierAtWork } from '../actors/parties/verifier.ts'
import { nonceIn, requestIn, walletAtWork } from '../actors/parties/wallet.ts'
import { walletBackendAtWork } from '../actors/parties/wallet-backend.ts'
import { honestCast } from '../actors/rehearsal.ts'
import { publicOf, uuid, type World, wishIn } from '../actors/world.ts'
import { bend, type Cast, type Deviation, type Session } from '../model/actors.ts'
import type { Decide } from '../model/decision.ts'
import type { Ledger } from '../model/ledger.ts'
import type { Role } from '../model/requirement.ts'
import type { Account } from '../model/settings.ts'
import type { Asked } from '../model/wire.ts'
import { isObject, type JsonObject, RawJson, type Writable } from '../protocol/json.ts'
import { toPem } from '../protocol/jwk.ts'
import { open } from '../protocol/open.ts'
import { type Attention, validationsUnder } from './validations.ts'

// Suites, actors and fixtures know nothing of one another; here they become people who can meet.

/** Where a company lives and what it goes by. */
export interface Surroundings extends Attention {
  readonly decide: Decide
  readonly bases: Bases
  /** Seconds since 1970, asked whenever it matters. */
  readonly now: () => number
  readonly random: (octets: number) => Uint8Array
  readonly ledger: Ledger
  readonly accounts: readonly Account[]
  /** What the wallet asks for, where it is not the usual. */
  readonly asks?: JsonObject
  /** Where the chains of devices may end, if not at the authority of the reference cast. */
  readonly anchors?: readonly string[]
  /** Who validates what it gets. The others go on as far as they can, to see as much as they can; absent, all validate. */
  readonly strict?: ReadonlySet<Role>
  /** How one of them is bent. */
  readonly deviation?: Deviation
}

/** The actors of one session, all at work. */
export interface Company {
  readonly issuer: Answers
  readonly statusService: Answers
  readonly walletBackend: Answers
  readonly verifier: Answers
  readonly identityApp: IdentityAppAtWork
  readonly credentialManager: { readonly take: (pushed: Pushed) => Promise<void> }
  readonly wallet: { readonly take: (pushed: Pushed) => Promise<void> }
  /** A credential that the issuer made for a holder without any flow, and the callback with it. It is in the books. */
  readonly mint: (account: number) => Minted
  /** Asks for a credential with as few messages as can be: opens a session, takes a nonce, has the request validated. */
  readonly ask: (account: Account, metadata: JsonObject) => Promise<void>
  /** The steps of that, one by one, for whoever wants another order. */
  readonly steps: AskingSteps
}

/** What a wallet and an identity app do who ask without an offer. */
export interface AskingSteps {
  /** What the issuer told of the session that it opened; nothing that could not be read. */
  readonly open: (account: Account) => Promise<JsonObject>
  /** A nonce; empty if none was given. */
  readonly takeNonce: () => Promise<string>
  /** The validation call; nothing, if the request cannot be encrypted. */
  readonly request: (session: Session, metadata: JsonObject) => Asked | undefined
}

export interface Minted {
  readonly credential: string
  readonly callback: Writable
}

/** The private keys that open what the reference actors can open. */
export const openers: readonly JsonObject[] = [keys.issuerSeal, keys.issuerSealEc, keys.walletSeal, keys.walletSealEc]

/** The authority of every device in the reference cast. */
export const anchors: readonly string[] = [toPem(keys.root)]

/** The desk at which all actors of a company sit. */
export function deskIn({ decide, bases, now, random, ledger, accounts, asks, ...rest }: Surroundings): Desk {
  const dialect = dialectOf(decide)
  const terms = termsOf(decide, bases)
  const validations = validationsUnder(decide, terms, rest)
  const world: World = {
    issuer: bases.issuer,
    status: bases.status,
    get now() {
      return now()
    },
    dialect,
    keys,
    random,
    announced: { nonce: terms.addresses.nonce.url, credential: terms.addresses.validate.url },
    codePresented: terms.codePresented,
    token: terms.token,
    responseEncryption: wishIn(dialect, { jwk: publicOf(keys.walletSeal), enc: 'A256GCM', zip: 'DEF', ...asks }),
    validations: (role) => (rest.strict?.has(role) === false ? [] : validations(role)),
  }
  return {
    world,
    terms,
    ledger,
    customers: accounts.map(customerOf),
    anchors: rest.anchors ?? anchors,
    device: { certificates: [] },
  }
}

const people = Object.values(holders)

/** The holder of an account; every account has a synthetic one. */
const customerOf = ({ uid, sessionToken }: Account, index: number): Customer => ({
  uid,
  sessionToken,
  holder: people[index % people.length] ?? {},
})

/** Everybody, honest but for what the surroundings bend, connected by ports. */
export function companyIn(surroundings: Surroundings, ports: Ports): Company {
  const desk = deskIn(surroundings)
  const cast = bend(honestCast(desk.world), surroundings.deviation ?? {})
  return {
    issuer: guarded(desk, issuerAtWork(cast.issuer, desk)),
    statusService: guarded(desk, statusServiceAtWork(cast.statusService, desk)),
    walletBackend: guarded(desk, walletBackendAtWork(cast.walletBackend, desk, ports)),
    verifier: verifierAtWork(cast.verifier, desk, ports),
    identityApp: identityAppAtWork(cast.identityApp, desk, ports),
    credentialManager: credentialManagerAtWork(cast.credentialManager, ports),
    wallet: walletAtWork(cast.wallet, desk, ports),
    mint: (account) => minted(cast, desk, account),
    ask: (account, metadata) => asking(stepsOf(cast, desk, ports), ports, account, metadata),
    steps: stepsOf(cast, desk, ports),
  }
}

const stepsOf = (
  { wallet, identityApp }: Cast,
  { terms: { addresses }, world }: Desk,
  { call }: Ports,
): AskingSteps => ({
  open: async (account) => {
    const config = called(addresses.issuerConfig, identityApp.ask(wantedBy(account)))
    const { body } = await call('issuerConfig', 'identity app', config)
    return contentOf(open('issuer-config-response', body), 'issuer-config-response') ?? {}
  },
  takeNonce: async () => {
    const { body } = await call('nonce', 'wallet', called(addresses.nonce))
    return nonceIn(contentOf(open('nonce-response', body), 'nonce-response') ?? {}, world.dialect.nonceField)
  },
  request: (session, metadata) => {
    const { sealed } = requestIn(session, wallet, world, metadata)
    if (sealed === undefined) return undefined
    const { headers, body } = identityApp.validate(session, sealed)
    return called(addresses.validate, body, lowered(headers))
  },
})

const wantedBy = (account: Account): Session => ({
  ...account,
  credentialIdentifier: '',
  code: '',
  nonce: '',
  holder: {},
})

async function asking(
  { open, takeNonce, request }: AskingSteps,
  { call }: Ports,
  account: Account,
  metadata: JsonObject,
): Promise<void> {
  const { credential_identifier: dataset, nonce: code } = await open(account)
  const nonce = await takeNonce()
  const session = { ...wantedBy(account), credentialIdentifier: String(dataset), code: String(code), nonce }
  const asked = request(session, metadata)
  if (asked) await call('validate', 'identity app', asked)
}

function minted({ issuer, identityApp }: Cast, { world, ledger, customers }: Desk, account: number): Minted {
  const { uid, holder } = customers[account % customers.length] ?? { uid: '', holder: {} }
  const credentialIdentifier = uuid(world.random)
  const session: Session = { deviceId: '', sessionToken: '', code: '', nonce: '', uid, holder, credentialIdentifier }
  const { credential, payload } = issue(issuer, session, world.keys.holder)
  ledger.set(`issued/${payload.id}`, { status: 'active', uid })
  const response = honestIssuer(world).respond(session, {}, [credential])
  const delivered = isObject(response) && !(response instanceof RawJson) ? response : {}
  return { credential, callback: identityApp.callBack(delivered, []) }
}
