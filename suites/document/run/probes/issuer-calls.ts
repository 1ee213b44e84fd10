import type { HttpRequest } from '../../../../model/wire.ts'
import type { JsonObject } from '../../../../protocol/encoding/json.ts'
import { findContent } from '../../actors/services/context.ts'
import { createJsonRequest } from '../../actors/services/http.ts'
import type { Message } from '../../model/endpoints.ts'
import type { CallSequence, IssuerCalls, ProbeContext, ValidationReply } from '../../model/probe.ts'
import type { OpenSession } from '../sessions/open-session.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import { type AnswerReading, interpretResponse } from './answers.ts'
import { catchLoss, fetchNonce, openIssuerSession } from './calls.ts'

/** The number of sequences that are recorded. Of the others, there may be thousands, only those that fail are. */
const maxRecorded = 10

/** Creates the runner of call sequences. Each runs in sessions of its own, one for each account. */
export function createSequenceRunner(
  store: SessionStore,
  id: string,
  reading: AnswerReading,
): NonNullable<ProbeContext['runCalls']> {
  const label = `${id.replace('/', '-')}${/(?:-again)*$/.exec(store.probe ?? '')?.[0] ?? ''}`
  let count = 0
  let metadata: JsonObject | undefined
  const runSequence = async (sequence: CallSequence, number: number): Promise<boolean> => {
    const sessions = [0, 1].map((account): CallerSession => {
      const session = `${label}-${number}-of-${account + 1}`
      return {
        session,
        ...store.openSession({ session, account, asks: store.usualEncryption.read(), strict: new Set(['issuer']) }),
      }
    })
    try {
      metadata ??= store.findMetadata() ?? (await fetchMetadata(store, sessions))
      return await sequence(createIssuerCalls(store, sessions, reading, metadata))
    } finally {
      for (const { close } of sessions) close()
    }
  }
  const isWorthRecording = (isPassed: boolean, { session }: Message): boolean => !isPassed || store.isWrong(session)
  return (sequence) => {
    const number = ++count
    const runNext = () => runSequence(sequence, number)
    return number <= maxRecorded ? runNext() : store.runOffRecord(runNext, isWorthRecording)
  }
}

/** A session of a sequence: all calls with the token of one account. */
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
  { refusal, onDisputed }: AnswerReading,
  metadata: JsonObject,
): IssuerCalls {
  const findSession = (account: number): CallerSession => {
    const session = sessions[account]
    if (!session) throw new TypeError(`there is no account ${account}`)
    return session
  }
  const send = async (caller: number, request: HttpRequest | undefined): Promise<ValidationReply> => {
    if (!request) return { caller, answer: 'inconclusive', body: '', readArtefacts: () => [] }
    const response = await catchLoss(findSession(caller).network.call('validate', 'identity app', request))
    const { body = '' } = response ?? {}
    const answer = interpretResponse(response, refusal, 'credential_response', onDisputed)
    const message = response && store.findMessage(findSession(caller).session, response)
    const readArtefacts = () => (message ? store.parse(message).response : [])
    return { caller, request, answer, body, readArtefacts }
  }
  const prepareRequest: IssuerCalls['prepareRequest'] = ({
    caller,
    holder,
    dataset: credentialIdentifier,
    code,
    nonce,
  }) => {
    const { actors, account } = findSession(caller)
    const { uid } = findSession(holder).account
    const session = { ...account, uid, credentialIdentifier, code, nonce, holder: {} }
    const request = actors.requestSteps.createRequest(session, metadata)
    return () => send(caller, request)
  }
  return {
    sessions: sessions.filter(isDistinctAccount).map(({ session }) => session),
    isNonceBound: store.isNonceBound,
    openSession: (account) => openIssuerSession(findSession(account)),
    takeNonce: (account) => fetchNonce(findSession(account)),
    sendRequest: (plan) => prepareRequest(plan)(),
    prepareRequest,
    resend: ({ caller, request }) => send(caller, request),
  }
}

/** Whether an account shares no member with an earlier one: an issuer may treat both as the same holder or device. */
const isDistinctAccount = ({ account }: CallerSession, index: number, sessions: readonly CallerSession[]): boolean =>
  sessions.findIndex((other) => accountMembers.some((name) => other.account[name] === account[name])) === index

const accountMembers = ['uid', 'deviceId', 'sessionToken'] as const
