import usualKeys from '../../../../fixtures/keys.json' with { type: 'json' }
import type { Account } from '../../../../model/driver.ts'
import { type Responder, type Role, toRoleMember } from '../../../../model/role.ts'
import { isObject, type JsonObject, parseJsonObject } from '../../../../protocol/encoding/json.ts'
import { memoizeLast } from '../../../../protocol/encoding/memoize-last.ts'
import { attempt } from '../../../../protocol/encoding/problem.ts'
import { createRandom } from '../../../../src/runtime/random.ts'
import { callInProcess, createApp } from '../../../../src/wire/server/app.ts'
import type { Network } from '../../actors/services/context.ts'
import type { Keyring } from '../../actors/steps/environment.ts'
import { URI } from '../../deeplink/decisions.ts'
import { type BaseAddresses, deriveTerms } from '../../kit/terms.ts'
import type { ActorMutation } from '../../model/actors.ts'
import type { Message } from '../../model/endpoints.ts'
import type { ProbeSession } from '../../model/probe.ts'
import type { Terms } from '../../model/terms.ts'
import { CONFIGURATION } from '../../offer/decisions.ts'
import { type ActorsOptions, anchors, type RunningActors, startActors } from '../../reference/actors.ts'
import { ServerError, type ValidationOptions } from '../../reference/validations.ts'
import { findListenerUrl, listSessionUrls } from '../routes/addresses.ts'
import { preflightSession } from '../routes/check-issuer.ts'
import { createSessionPath } from '../routes/inbound.ts'
import type { MessageBus, Route } from '../routes/message-bus.ts'
import { type SendCommand, sendCommand } from './driver-commands.ts'
import { createDriverContext } from './driver-context.ts'
import type { MessageLog } from './message-log.ts'
import { createNetwork, type ShareStep } from './network.ts'
import type { RunEnvironment } from './run-environment.ts'
import type { SessionRegistry } from './session-registry.ts'

/** How a session differs from the others. */
export interface SessionOptions extends ValidationOptions {
  readonly session: string
  /** The account that shares; counted from 0. */
  readonly account: number
  /** What the wallet asks for in `credential_response_encryption`, where it is not the usual. */
  readonly asks?: JsonObject
  /** The roles that validate what they get; the others go on as far as they can. */
  readonly strict: ReadonlySet<Role>
  readonly mutation?: ActorMutation
  readonly issuerKeys?: ProbeSession['issuerKeys']
  /** What makes its random values differ from those of another session with its name. */
  readonly draw?: string
  /** The probe that it is for, where several are sent at a time. */
  readonly probe?: string
  /** The session that was opened for its request, where that was another. */
  readonly lentFrom?: string
  /** Called with its messages when it is over, where it is not judged at once. */
  readonly onClose?: (messages: readonly Message[]) => void
}

/** A session that is ready to run. */
export interface OpenSession {
  readonly account: Account
  readonly actors: RunningActors
  readonly network: Network & ShareStep
  /** Forgets the session, and returns its messages. */
  readonly close: () => readonly Message[]
}

/** What sessions are kept in and run over. */
export interface SessionParts {
  readonly environment: RunEnvironment
  readonly registry: SessionRegistry
  readonly log: MessageLog
  readonly bus: MessageBus
  /** Called with the messages of a session that is over. */
  readonly onClose: (messages: readonly Message[]) => void
}

/** Starts the actors of a session and registers it. */
export function openSession(parts: SessionParts, options: SessionOptions): OpenSession {
  const { environment, registry, log } = parts
  const { session, lentFrom = '', onClose = parts.onClose } = options
  const account = selectAccount(options.account, environment.settings.accounts)
  const bases = listSessionUrls(session, environment.addresses)
  const terms = deriveTerms(environment.decide, bases)
  const network = createSessionNetwork(parts, options, account, terms)
  const configurationId = findConfiguration(log.list(preflightSession), environment.decide(CONFIGURATION))
  const actors = startSessionActors(environment, { ...options, configurationId }, bases, network)
  const driverAddresses = listDriverAddresses(environment, session, bases)
  registry.add({
    session,
    account,
    probe: options.probe,
    lentFrom: options.lentFrom,
    actors,
    terms,
    driverAddresses,
    listenerTerms: deriveTerms(environment.decide, driverAddresses),
    isTarget: environment.isTarget,
    findRoute: memoizeLast((responder) => createLocalRoute(actors, terms, responder)),
    deeplink: Promise.withResolvers<string>(),
    watchers: new Set(),
  })
  const close = (): readonly Message[] => {
    const messages = log.list(session)
    onClose([...log.list(lentFrom).map((message) => ({ ...message, session })), ...messages])
    registry.remove(session)
    log.forget(session)
    return messages
  }
  return { account, actors, network, close }
}

/** The credential configuration that the metadata of a target define under the agreed ID, or the first one. */
function findConfiguration(preflight: readonly Message[], agreed: string): string {
  const { response } = preflight.find(({ endpoint }) => endpoint === 'issuerMetadata') ?? {}
  const read = attempt(() => parseJsonObject(response?.body ?? ''))
  const supported = 'value' in read ? read.value.credential_configurations_supported : undefined
  const ids = isObject(supported) ? Object.keys(supported) : []
  return ids.includes(agreed) ? agreed : (ids[0] ?? agreed)
}

/** Selects an account by its number. Where there are fewer, it starts again from the first. */
export function selectAccount(index: number, accounts: readonly Account[]): Account {
  const account = accounts[index % accounts.length]
  if (!account) throw new TypeError('settings have an account')
  return account
}

function createSessionNetwork(
  { environment, registry, bus }: SessionParts,
  { session, draw = '' }: SessionOptions,
  account: Account,
  terms: Terms,
): Network & ShareStep {
  const { drivers = {} } = environment.options
  const findCommand = (role: 'wallet' | 'identity app'): SendCommand | undefined => {
    const driver = drivers[role]
    return driver && ((details) => sendCommand(driver, details, createDriverContext(session, environment, registry)))
  }
  const findActors = (): RunningActors | undefined => registry.find(session)?.actors
  const seed = `${environment.settings.seed}/${session}${draw}/device`
  const createTxnCode = (): string => String(100_000 + (createRandom(seed)(4).readUInt32BE() % 900_000))
  const redirectUri = environment.decide(URI)
  return createNetwork({ bus, session, terms, account, createTxnCode, redirectUri, findActors, findCommand })
}

function startSessionActors(
  { settings: { accounts, seed, targets }, options, decide, state, now, keys }: RunEnvironment,
  {
    session,
    account: _,
    probe: _probe,
    lentFrom: _lentFrom,
    onClose: _onClose,
    issuerKeys,
    draw = '',
    ...rest
  }: SessionOptions & Pick<ActorsOptions, 'configurationId'>,
  bases: BaseAddresses,
  network: Network,
): RunningActors {
  const { disabledValidation, anchors: trusted = [] } = options
  return startActors(
    {
      ...{ decide, bases, now, state, accounts },
      random: createRandom(`${seed}/${session}${draw}`),
      ...chooseKeys(keys, issuerKeys),
      anchors: [...anchors, ...trusted],
      ...(targets.issuer?.requestKey && { requestKey: targets.issuer.requestKey }),
      ...(disabledValidation !== undefined && { disabled: new Set([disabledValidation]) }),
      ...rest,
    },
    network,
  )
}

/** The keys of the actors, if they are not the usual ones. */
const chooseKeys = (keys: Keyring | undefined, issuerKeys: ProbeSession['issuerKeys']): Pick<ActorsOptions, 'keys'> =>
  issuerKeys ? { keys: { ...(keys ?? usualKeys), ...issuerKeys } } : { ...(keys && { keys }) }

/** The addresses in the commands to drivers. A callback between two targets goes through our server, to be recorded. */
function listDriverAddresses(
  { settings, options: { drivers = {} }, addresses, isTarget }: RunEnvironment,
  session: string,
  bases: BaseAddresses,
): BaseAddresses {
  const listener = findListenerUrl(settings.listen)
  if (listener === undefined || !drivers['identity app'] || !isTarget('wallet backend')) return bases
  const path = addresses.listener === undefined ? '' : createSessionPath(session)
  return { ...bases, walletBackend: `${listener}${path}` }
}

/** The route to a reference actor in this process, without a socket. What the actor throws is a defect of ours. */
const createLocalRoute = (actors: RunningActors, terms: Terms, responder: Responder): Route =>
  callInProcess(createApp(actors[toRoleMember(responder)], terms, rethrow))

const rethrow = (error: unknown): Response => {
  if (error instanceof ServerError) return new Response(null, { status: 500 })
  throw error
}
