import type { Decide } from '../../../../model/decision.ts'
import type { Account, Driver } from '../../../../model/driver.ts'
import type { KnownFacts } from '../../../../model/finding.ts'
import type { Role } from '../../../../model/role.ts'
import type { Traffic } from '../../../../model/run-report.ts'
import type { Settings } from '../../../../model/settings.ts'
import type { StateStore } from '../../../../model/state-store.ts'
import type { HttpResponse } from '../../../../model/wire.ts'
import type { Artefact } from '../../../../protocol/artefacts/artefact.ts'
import type { JsonObject } from '../../../../protocol/encoding/json.ts'
import { hasSameOrigin } from '../../../../src/wire/client/url.ts'
import type { FetchHandler } from '../../../../src/wire/server/app.ts'
import { deriveConventions } from '../../kit/conventions.ts'
import type { Message } from '../../model/endpoints.ts'
import type { ParsedMessage, Population } from '../../model/exchange.ts'
import { createMessageParser, selectArtefacts } from '../../model/parse-message.ts'
import type { Terms } from '../../model/terms.ts'
import { decryptionKeys } from '../../reference/actors.ts'
import type { ProbeSessionInput } from '../judging/probe-sessions.ts'
import { checkIssuer, type PreflightCheck } from '../routes/check-issuer.ts'
import { createInboundHandler } from '../routes/inbound.ts'
import { type CallableRole, createMessageBus, type MessageBus, type Route } from '../routes/message-bus.ts'
import { createDriverRoute, isDriven } from './driver-commands.ts'
import { createDriverContext } from './driver-context.ts'
import { createEarlierSessions } from './earlier-sessions.ts'
import { createFactCollector } from './known-facts.ts'
import { createMessageLog, type MessageLog, type Outlet, type OutletOptions, type RunOffRecord } from './message-log.ts'
import { type OpenSession, openSession, type SessionOptions, selectAccount } from './open-session.ts'
import type { Hooks, SessionStoreOptions } from './options.ts'
import { collectPlaceholderValues, createValueLister, hasConfigPlaceholder } from './placeholder-values.ts'
import { createPopulationCollector, type PopulationCollector } from './population-collector.ts'
import { createPublished, type PublishedDocument } from './published.ts'
import { createRunEnvironment, type RunEnvironment } from './run-environment.ts'
import { createSessionRegistry, type SessionRegistry } from './session-registry.ts'
import { createTrafficCounter, type TrafficCounter } from './traffic.ts'
import { createUsualEncryption, type UsualEncryption } from './usual-encryption.ts'
import { createWrongSessions } from './wrong-sessions.ts'

/** Opens sessions, and keeps their messages. */
export interface SessionStore {
  readonly terms: Terms
  readonly state: StateStore
  readonly decide: Decide
  readonly tested: ReadonlySet<Role>
  readonly isTarget: (role: Role) => boolean
  /** The driver of a target that cannot be called. */
  readonly findDriver: (role: Role) => Driver | undefined
  /** How the side of a target is asked for changes. */
  readonly hooks: Hooks
  readonly showCertificate?: SessionStoreOptions['showCertificate']
  readonly openSession: (options: SessionOptions) => OpenSession
  /** The probe whose sessions it opens, where several are sent at a time. */
  readonly probe?: string
  /** Whether an earlier run completed a session. */
  readonly isFromEarlierRun: (session: string) => boolean
  /** Answers targets that call reference actors. */
  readonly inbound: FetchHandler
  readonly hasUnnamedCalls: SessionRegistry['hasUnnamedCalls']
  readonly usualEncryption: UsualEncryption
  /** Fetches the metadata and the keys of the issuer, and checks them. */
  readonly checkIssuer: () => Promise<readonly PreflightCheck[]>
  /** The metadata of the issuer under test, if it showed them, and always the same. */
  readonly findMetadata: () => JsonObject | undefined
  /** What is known beside the messages of a session. */
  readonly collectFacts: (messages: readonly ParsedMessage[]) => KnownFacts
  /** The account of each session. */
  readonly listAccounts: () => Readonly<Record<string, Account>>
  /** Why a target went no further in a session, in its own words, or what it did beside the flow. */
  readonly findTargetWords: (session: string) => string | undefined
  /** The messages of a session so far. */
  readonly listMessages: (session: string) => readonly Message[]
  /** Parses a message: each side once, when it is first read. */
  readonly parse: (message: Message) => ParsedMessage
  /** Finds the message of an open session by its response. */
  readonly findMessage: (session: string, response: HttpResponse) => Message | undefined
  /** Whether the issuer gives nonces for open sessions only. */
  readonly isNonceBound: boolean
  /** Why a message could not be made since this was last asked. */
  readonly takeUnmade: () => string | undefined
  readonly runOffRecord: RunOffRecord
  /** Opens a way to the record for the messages of some sessions. */
  readonly openOutlet: (options: OutletOptions) => Outlet
  /** Adds a sentence about the run that is no result. */
  readonly note: (text: string) => void
  readonly listNotes: () => readonly string[]
  /** Records the messages and the traffic of another store. */
  readonly adopt: (run: { readonly messages: readonly Message[]; readonly traffic: Traffic }) => void
  /** The traffic to the roles under test, in all sessions. */
  readonly traffic: () => Traffic
  /** What the issuer under test issued in the sessions of probes. */
  readonly collectPopulation: () => Population
  /** Every artefact of every session. */
  readonly listArtefacts: () => readonly Artefact[]
  /** Judges what targets sent in a session that is over. */
  readonly judgeSession: (messages: readonly Message[]) => void
  /** Whether a target sent something wrong in the session of a probe. */
  readonly isWrong: (session: string) => boolean
  /** The sessions of probes in which a target sent something wrong. */
  readonly listWrongSessions: () => readonly ProbeSessionInput[]
}

/** Creates a store. Every role that is not a target gets a reference actor in this process, and every message is recorded. */
export function createSessionStore(settings: Settings, options: SessionStoreOptions, decide: Decide): SessionStore {
  const environment = createRunEnvironment(settings, options, decide)
  const { terms, state, tested, isTarget, now } = environment
  const parse = createMessageParser(decryptionKeys, options.onParse)
  const record = (message: Message): void => options.record(parse(message))
  const earlier = createEarlierSessions(options.earlier ?? [])
  const registry = createSessionRegistry()
  const traffic = createTrafficCounter(tested)
  for (const message of options.earlier ?? []) traffic.add(message)
  const log = createMessageLog(options.earlier ?? [], record)
  const population = createPopulationCollector(parse, decide)
  const unmade = createUnmadeNote()
  const keySets = createPublished('jwks')
  const metadata = createPublished('issuerMetadata')
  for (const message of options.earlier ?? []) keySets.add(message)
  const bus = createBus(environment, registry, { log, traffic, population, unmade, published: [keySets, metadata] })
  const { issuer } = settings.targets
  const collectFacts = createFactCollector(environment, earlier)
  const uids = Object.fromEntries(settings.accounts.map(({ uid }, i) => [`account ${i + 1}`, uid]))
  const findKeySet = keySets.findOnly
  const wrong = createWrongSessions(parse, { exchange: { tested, uids }, collectFacts, findKeySet, decide })
  const isOurs = Object.keys({ ...options.routes, ...options.drivers }).length === 0
  const judgeSession = (messages: readonly Message[]): void => (isOurs ? undefined : wrong.add(messages))
  return {
    ...{ terms, state, decide, tested, isTarget, parse, hooks: options.hooks ?? {} },
    findDriver: (role) => Object.entries(options.drivers ?? {}).find(([driven]) => driven === role)?.[1],
    usualEncryption: createUsualEncryption(decide),
    ...(options.showCertificate && { showCertificate: options.showCertificate }),
    openSession: (session) => openSession({ environment, registry, log, bus, onClose: judgeSession }, session),
    isFromEarlierRun: earlier.has,
    ...{ inbound: createInbound(environment, registry, bus), hasUnnamedCalls: registry.hasUnnamedCalls },
    checkIssuer: () => checkIssuer(bus, terms, now),
    findMetadata: () => (isTarget('issuer') ? metadata.findOnly() : undefined),
    collectFacts,
    listAccounts: () =>
      Object.fromEntries([
        ...earlier.listAccounts().map(([session, index]) => [session, selectAccount(index, settings.accounts)]),
        ...registry.list().map(({ session, account }) => [session, account]),
      ]),
    findTargetWords: registry.findTargetWords,
    listMessages: log.list,
    findMessage: (session, response) => log.list(session).findLast((message) => message.response === response),
    isNonceBound: issuer !== undefined && hasConfigPlaceholder(issuer, 'nonce'),
    takeUnmade: unmade.take,
    ...{ runOffRecord: log.runOffRecord, openOutlet: log.openOutlet, ...createNotes() },
    adopt: ({ messages, traffic: other }) => {
      for (const message of messages) record(bus.renumber(message))
      traffic.merge(other)
    },
    traffic: traffic.count,
    collectPopulation: population.collect,
    listArtefacts: () => [...selectArtefacts(log.listAll().map(parse), () => true), ...wrong.listArtefacts()],
    judgeSession,
    isWrong: wrong.has,
    listWrongSessions: () => {
      for (const own of Map.groupBy(log.listAll(), ({ session }) => session).values()) judgeSession(own)
      return wrong.list()
    },
  }
}

/** What is said of a run beside its results. */
function createNotes(): Pick<SessionStore, 'note' | 'listNotes'> {
  const notes: string[] = []
  return { note: (text) => void notes.push(text), listNotes: () => notes }
}

/** What keeps messages, or something of them. */
interface MessageSinks {
  readonly log: MessageLog
  readonly traffic: TrafficCounter
  readonly population: PopulationCollector
  readonly unmade: UnmadeNote
  readonly published: readonly PublishedDocument[]
}

/** Notes why the last message could not be made. */
export interface UnmadeNote {
  readonly add: (message: Message) => void
  readonly take: () => string | undefined
}

/** Creates a note of one run, or of a part of it. */
export function createUnmadeNote(): UnmadeNote {
  let noted: string | undefined
  return {
    add: ({ transportError }) => {
      if (transportError?.kind === 'configuration') noted = transportError.message
    },
    take: () => {
      const taken = noted
      noted = undefined
      return taken
    },
  }
}

function createBus(
  environment: RunEnvironment,
  registry: SessionRegistry,
  { log, traffic, population, unmade, published }: MessageSinks,
): MessageBus {
  const { settings, options, tested } = environment
  return createMessageBus({
    findRoute: (responder, session) => findRoute(environment, registry, responder, session),
    isHostedByApp: (url, session) => isHostedByApp(environment, registry, url, session),
    clock: options.clock,
    signal: options.signal,
    lastNumber: Math.max(0, ...(options.earlier ?? []).map(({ number }) => number)),
    listFacts: createValueLister(
      (session) => {
        const { account = selectAccount(0, settings.accounts), lentFrom = '' } = registry.find(session) ?? {}
        return collectPlaceholderValues([...log.list(lentFrom), ...log.list(session)], account, environment.decide)
      },
      (session) => registry.find(session)?.probe,
    ),
    record: (message) => {
      traffic.add(message)
      unmade.add(message)
      for (const each of published) each.add(message)
      log.add(message)
      for (const watch of registry.find(message.session)?.watchers ?? []) watch(message)
      if (tested.has('issuer')) population.add(message, registry.find(message.session)?.account)
    },
  })
}

/** Whether an offer is at an address of the identity app under test: the one at any other origin than that of the issuer is. */
const isHostedByApp = (
  { options: { routes }, terms }: RunEnvironment,
  registry: SessionRegistry,
  url: string,
  session: string,
): boolean =>
  routes['identity app'] !== undefined &&
  !hasSameOrigin((registry.find(session)?.terms ?? terms).addresses.offer.url, url)

/** The route to a target, or else to the reference actor of the session. */
function findRoute(
  environment: RunEnvironment,
  registry: SessionRegistry,
  responder: CallableRole,
  session: string,
): Route {
  const { routes, drivers = {} } = environment.options
  const route = routes[responder]
  if (route) return route
  if (responder === 'identity app') throw new TypeError('only an identity app under test hosts offers')
  const { verifier } = drivers
  if (verifier && isDriven(drivers, responder)) {
    return createDriverRoute(verifier, () => createDriverContext(session, environment, registry))
  }
  const open = registry.find(session)
  if (!open) throw new TypeError(`the session ${session} is not open`)
  return open.findRoute(responder)
}

const createInbound = ({ settings, decide }: RunEnvironment, registry: SessionRegistry, bus: MessageBus) =>
  createInboundHandler({
    bus,
    settings,
    deeplink: deriveConventions(decide).deeplink,
    findSession: (session) => (session === undefined ? registry.findLatest() : registry.find(session)),
    onStray: (session, call) => registry.noteTargetWords(session, `${call} was called, where nothing answers`),
    onDeeplink: (session, link) => registry.find(session)?.deeplink.resolve(link),
    onLoss: registry.noteLoss,
  })
