import keys from '../../../fixtures/keys.json' with { type: 'json' }
import type { CallSequence, IssuerCalls, ProbeContext, ValidationReply } from '../../../model/probe.ts'
import type { HttpRequest } from '../../../model/wire.ts'
import type { JsonObject } from '../../../protocol/encoding/json.ts'
import { EC_MEMBERS } from '../../../suites/encryption/decisions.ts'
import { findContent } from '../../actors/services/context.ts'
import { createJsonRequest } from '../../actors/services/http.ts'
import { toPublicKey } from '../../actors/steps/environment.ts'
import type { OpenSession } from '../sessions/open-session.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import { interpretResponse, type RefusalRule } from './answers.ts'
import { catchLoss, fetchNonce, openIssuerSession } from './calls.ts'

/** Stories that are put on record. Of more there may be thousands: only those in which something went wrong are. */
const maxRecorded = 10

/** Plays stories, each in sessions of its own, one for each account. */
export function createSequenceRunner(
  store: SessionStore,
  id: string,
  refusal: RefusalRule,
): NonNullable<ProbeContext['runCalls']> {
  const asks = store.decide(EC_MEMBERS) === 'rsa' ? {} : { jwk: toPublicKey(keys.walletSealEc) }
  let count = 0
  let metadata: JsonObject | undefined
  const play = async (story: CallSequence, place: number): Promise<boolean> => {
    const sessions = [0, 1].map((account): CallerSession => {
      const session = `${id.replace('/', '-')}-${place}-of-${account + 1}`
      return { session, ...store.openSession({ session, account, asks, strict: new Set(['issuer']) }) }
    })
    try {
      metadata ??= await fetchMetadata(store, sessions)
      return await story(createIssuerCalls(store, sessions, refusal, metadata))
    } finally {
      for (const { close: leave } of sessions) leave()
    }
  }
  const isWorthIt = (isKept: boolean): boolean => !isKept
  return (story) => {
    const place = ++count
    return place <= maxRecorded ? play(story, place) : store.runOffRecord(() => play(story, place), isWorthIt)
  }
}

/** A session of a story: everything that is said in the name of one account. */
interface CallerSession extends OpenSession {
  readonly session: string
}

async function fetchMetadata(store: SessionStore, [first]: readonly CallerSession[]): Promise<JsonObject> {
  if (!first) return {}
  const request = createJsonRequest(store.terms.addresses.issuerMetadata)
  const response = await catchLoss(first.network.call('issuerMetadata', 'wallet', request))
  const message = response && store.findMessage(first.session, response)
  return (message && findContent(store.parse(message).response, 'metadata')) ?? {}
}

function createIssuerCalls(
  store: SessionStore,
  sessions: readonly CallerSession[],
  refusal: RefusalRule,
  metadata: JsonObject,
): IssuerCalls {
  const sessionOf = (account: number): CallerSession => {
    const session = sessions[account]
    if (!session) throw new TypeError(`there is no account ${account}`)
    return session
  }
  const send = async (caller: number, request: HttpRequest | undefined): Promise<ValidationReply> => {
    if (!request) return { caller, answer: 'inconclusive', body: '', readArtefacts: () => [] }
    const response = await catchLoss(sessionOf(caller).network.call('validate', 'identity app', request))
    const { body = '' } = response ?? {}
    const answer = interpretResponse(response, refusal, 'credential_response')
    const message = response && store.findMessage(sessionOf(caller).session, response)
    const read = () => (message ? store.parse(message).response : [])
    return { caller, request: request, answer, body, readArtefacts: read }
  }
  const ready: IssuerCalls['prepareRequest'] = ({ caller, holder, dataset: credentialIdentifier, code, nonce }) => {
    const { actors, account } = sessionOf(caller)
    const { uid } = sessionOf(holder).account
    const session = { ...account, uid, credentialIdentifier, code, nonce, holder: {} }
    const request = actors.requestSteps.createRequest(session, metadata)
    return () => send(caller, request)
  }
  return {
    sessions: sessions.filter(isDistinctAccount).map(({ session }) => session),
    openSession: (account) => openIssuerSession(sessionOf(account)),
    takeNonce: (account) => fetchNonce(sessionOf(account)),
    sendRequest: (wanted) => ready(wanted)(),
    prepareRequest: ready,
    resend: ({ caller, request }) => send(caller, request),
  }
}

/** Accounts of one holder cannot be told apart, and one device may have one session at a time. */
const isDistinctAccount = ({ account }: CallerSession, index: number, sessions: readonly CallerSession[]): boolean =>
  sessions.findIndex((other) => accountMembers.some((name) => other.account[name] === account[name])) === index

const accountMembers = ['uid', 'deviceId', 'sessionToken'] as const
