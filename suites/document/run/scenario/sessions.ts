import { TransportError, UnknownPlaceholderError } from '../../../../model/errors.ts'
import { withTargetWords } from '../../../../model/wire.ts'
import { parseJsonObject } from '../../../../protocol/encoding/json.ts'
import { attempt } from '../../../../protocol/encoding/problem.ts'
import { sanitize } from '../../../../reporters/text/sanitize.ts'
import type { Message } from '../../model/endpoints.ts'
import type { PlannedSession, SessionEnd } from '../../model/session-plan.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import type { ReadySession } from './planned-session.ts'
import { listSuspectedSettings, type SuspectOptions } from './suspected-settings.ts'

/** What it takes to run sessions one after the other. */
export interface SessionSequence extends Pick<SessionStore, 'listMessages' | 'findTargetWords' | 'isTarget'> {
  /** How many accounts are configured. */
  readonly accounts: number
  readonly openSession: (planned: PlannedSession) => ReadySession
  /** Called whenever a session ends. */
  readonly onEnd: (end: SessionEnd) => void
  /** Whether the time for the whole run is over. */
  readonly isLate: () => boolean
}

/** Runs sessions until one is lost: those after it would be lost as well. */
export async function runSessions(planned: readonly PlannedSession[], sequence: SessionSequence): Promise<void> {
  for (const each of planned) {
    const end = sequence.isLate() ? endLate(each) : await runSession(each, sequence)
    sequence.onEnd(end)
    if (end.ended === 'unavailable') return
  }
}

const endLate = (planned: PlannedSession): SessionEnd => ({
  planned,
  ended: 'unavailable',
  reason: 'the time for the whole run was over',
  transportError: 'timeout',
})

async function runSession(
  planned: PlannedSession,
  { openSession, listMessages, findTargetWords, isTarget, accounts }: SessionSequence,
): Promise<SessionEnd> {
  const { session } = planned
  const { share, present } = openSession(planned)
  const suspect = { account: planned.account % accounts, isTarget }
  try {
    await share()
    await present()
    return { planned, ...concludeSession(listMessages(session), findTargetWords(session), suspect) }
  } catch (error) {
    if (error instanceof UnknownPlaceholderError) return { planned, ended: 'stopped', reason: error.message }
    if (!(error instanceof TransportError)) throw error
    const lost = listMessages(session).findLast(({ transportError }) => transportError !== undefined)
    const settings = lost ? listSuspectedSettings(lost, suspect) : []
    return { planned, ended: 'unavailable', reason: error.message, transportError: error.kind, ...keepSome(settings) }
  }
}

const keepSome = (settings: readonly string[]): Pick<SessionEnd, 'settings'> =>
  settings.length > 0 ? { settings } : {}

/** A session is complete when the wallet backend has the credential. Otherwise the last message says why. */
function concludeSession(
  messages: readonly Message[],
  targetWords = '',
  suspect: SuspectOptions,
): Omit<SessionEnd, 'planned'> {
  const delivered = messages.findLast(({ endpoint }) => endpoint === 'walletCallback')
  if (delivered && isSuccessful(delivered)) return { ended: 'completed' }
  const refusal = messages.find((message) => message.response !== undefined && !isSuccessful(message))
  if (!refusal) {
    const last = messages.at(-1)
    const reason = last ? `nothing followed ${last.endpoint}` : 'nothing happened'
    // A target that is driven may have answered its driver first, to act a moment later.
    const isDriven = suspect.isTarget('wallet') || suspect.isTarget('identity app')
    return { ended: 'stopped', reason: withTargetWords(reason, targetWords), ...keepSome(isDriven ? ['patience'] : []) }
  }
  const status = refusal.response?.status ?? 0
  const reason = `${refusal.endpoint} was answered with status ${status}`
  const settings = keepSome(listSuspectedSettings(refusal, suspect))
  if (status >= 500)
    return { ended: 'unavailable', reason: `${reason}: that is not a refusal`, transportError: 'protocol', ...settings }
  const explained = withTargetWords(reason, describeError(refusal.response?.body))
  return { ended: 'stopped', reason: `${explained}${describeCall(refusal, status)}`, ...settings }
}

/** Statuses of a target that knows nothing at the address, or not with this method. */
const unknownStatuses: readonly number[] = [404, 405, 410, 501]

/** Endpoints whose paths come from the configuration alone. In others are codes and identifiers. */
const plainEndpoints: readonly Message['endpoint'][] = [
  'issuerConfig',
  'issuerMetadata',
  'nonce',
  'validate',
  'walletCallback',
  'jwks',
]

/** The method and the path that were called, where the target does not know them. */
function describeCall({ endpoint, request: { method, url } }: Message, status: number): string {
  const path = URL.canParse(url) ? new URL(url).pathname : ''
  return unknownStatuses.includes(status) && plainEndpoints.includes(endpoint) ? `, at ${method} ${path}` : ''
}

/** The most of an error that is repeated. */
const longestError = 300

/** Repeats the `error` and the `error_description` of a response, or its body where it has neither. */
function describeError(body = ''): string {
  const read = attempt(() => parseJsonObject(body))
  const { error, error_description: description } = 'value' in read ? read.value : {}
  const texts = [error, description].filter((each) => typeof each === 'string')
  return sanitize(texts.length > 0 ? texts.join(': ') : body.slice(0, longestError)).slice(0, longestError)
}

const isSuccessful = ({ response }: Message): boolean =>
  response !== undefined && response.status >= 200 && response.status < 300
