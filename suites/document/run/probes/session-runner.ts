import { TransportError } from '../../../../model/errors.ts'
import type { Role } from '../../../../model/role.ts'
import { type JsonObject, parseJsonObject } from '../../../../protocol/encoding/json.ts'
import { attempt } from '../../../../protocol/encoding/problem.ts'
import { createJsonRequest } from '../../actors/services/http.ts'
import type { ActorMutation } from '../../model/actors.ts'
import type { Message } from '../../model/endpoints.ts'
import { chooseDelivery } from '../scenario/planned-session.ts'
import { createStatusRequest, findIssuedCredential } from '../scenario/presentations.ts'
import type { OpenSession } from '../sessions/open-session.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import { createIssuerMatcher } from './accepted-encryption.ts'
import type { RunProbeSession } from './probe-path.ts'

/** Creates the runner of the sessions of one probe, over a store of its own. */
type CreateRunner = (store: SessionStore, name: string) => RunProbeSession

/** Creates runners of probe sessions that share what they find out about the target. */
export function createSessionRunners(store: SessionStore): CreateRunner {
  const flow: KnownFlow = { metadata: {} }
  const match = createIssuerMatcher(store)
  return (scoped, name) => match(createRunner(scoped, nameInScope(name), flow))
}

/** Creates the runner of probe sessions. Only the receiver validates; the other actors go on as far as they can. */
export const createSessionRunner = (store: SessionStore, name = 'probe'): RunProbeSession =>
  createIssuerMatcher(store)(createRunner(store, (count) => `${name}-${count}`, { metadata: {} }))

/** The first session of a probe has its name. */
const nameInScope =
  (name: string) =>
  (count: number): string =>
    count === 1 ? name : `${name}-${count}`

/** What later sessions need of earlier ones. */
interface KnownFlow {
  metadata: JsonObject
}

function createRunner(store: SessionStore, nameSession: (count: number) => string, flow: KnownFlow): RunProbeSession {
  let count = 0
  const runNamed = async (session: string, options: Parameters<RunProbeSession>[0]): ReturnType<RunProbeSession> => {
    const { receiver, mutation, account = 0, issuerKeys, onLoss, lent } = options
    const { responseEncryption: asks = store.usualEncryption.read() } = options
    const opened = store.openSession({
      session,
      account,
      asks,
      strict: new Set([receiver]),
      ...(mutation && { mutation }),
      ...(issuerKeys && { issuerKeys }),
      ...(lent && { lentFrom: lent.session }),
    })
    try {
      await runPath(options, opened, store, session, flow)
    } catch (error) {
      if (!(error instanceof TransportError)) throw error // the lost message is recorded
      onLoss?.(error)
    }
    const messages = opened.close()
    if (!mutation) flow.metadata = findMetadata(messages) ?? flow.metadata
    return lent ? [...lent.messages, ...messages] : messages
  }
  return async (options) => {
    const session = nameSession(++count)
    const { mutation: _, isAfterValid, ...valid } = options
    // A session of the same name has the same random values: the id of its credential, and its salts.
    if (isAfterValid && options.receiver === 'verifier') await runNamed(session, valid)
    return runNamed(session, options)
  }
}

function runPath(
  { receiver, isShort, account = 0, mutation, lent }: Parameters<RunProbeSession>[0],
  opened: OpenSession,
  store: SessionStore,
  session: string,
  { metadata }: KnownFlow,
): Promise<void> {
  if (isShort && receiver === 'issuer') {
    const known = store.findMetadata() ?? metadata
    return opened.actors.requestCredential(opened.account, known, lent)
  }
  if (isShort) return presentMinted(opened, receiver, store, account)
  return runFlow(opened, receiver, store, session, mutation)
}

/** Finds the metadata of the issuer in the messages of a session. */
function findMetadata(messages: readonly Message[]): JsonObject | undefined {
  const { response } = messages.find(({ endpoint, to }) => endpoint === 'issuerMetadata' && to === 'issuer') ?? {}
  const read = attempt(() => parseJsonObject(response?.body ?? ''))
  return 'value' in read ? read.value : undefined
}

/** Sends a minted credential to a verifier or to a wallet backend, without the flow before it. */
async function presentMinted(
  { actors, network }: OpenSession,
  receiver: Role,
  { terms }: SessionStore,
  account: number,
): Promise<void> {
  const { credential: presentation, callback } = actors.mintCredential(account)
  const { addresses } = terms
  if (receiver === 'verifier')
    await network.call('presentation', 'wallet', createJsonRequest(addresses.presentation, { presentation }))
  else await network.call('walletCallback', 'identity app', createJsonRequest(addresses.walletCallback, callback))
}

async function runFlow(
  { network }: OpenSession,
  receiver: Role,
  store: SessionStore,
  session: string,
  mutation: ActorMutation | undefined,
): Promise<void> {
  // An offer by value is made by the identity app; an offer by reference comes from the issuer.
  await network.share(chooseDelivery(store.decide, mutation?.identityApp ? 'value' : 'reference'))
  if (receiver === 'status service') return askStatus(network, store, session)
  const presentation =
    receiver === 'verifier' ? findIssuedCredential(store.listMessages(session).map(store.parse))?.text : undefined
  if (presentation === undefined) return
  await network.call('presentation', 'wallet', createJsonRequest(store.terms.addresses.presentation, { presentation }))
}

/** Asks for the status of the credential of a session, as a verifier does. */
async function askStatus(
  { call }: OpenSession['network'],
  { listMessages, parse, terms }: SessionStore,
  session: string,
): Promise<void> {
  const credential = findIssuedCredential(listMessages(session).map(parse))
  const request = createStatusRequest(credential, terms)
  if (request) await call('status', 'verifier', request, 'message')
}
