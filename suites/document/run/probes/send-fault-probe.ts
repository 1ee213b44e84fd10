import type { ProbeAnswer, ProbeResult } from '../../../../model/probe.ts'
import type { Role } from '../../../../model/role.ts'
import type { JsonObject } from '../../../../protocol/encoding/json.ts'
import { findRejectionRequirement, listExaminedKinds } from '../../kit/rejection.ts'
import type { Message } from '../../model/endpoints.ts'
import type { Fault } from '../../model/fault.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import { interpretMessages, type RefusalRule, refusedOtherwise } from './answers.ts'
import type { Sending } from './batches.ts'
import type { FaultProbe } from './portions.ts'
import type { RunProbeSession } from './probe-path.ts'

/** Decides what the messages of a probe show. */
export interface ProbeRules {
  readonly refusal: RefusalRule
  /** Whether our own checks find that the messages break the requirement of the fault, under the decisions of the run. */
  readonly isBroken: (fault: Fault, messages: readonly Message[], receiver: Role) => boolean
  /** The answers to decisions under which the messages do not break the requirement of the fault. */
  readonly listExcuses: (fault: Fault, messages: readonly Message[], receiver: Role) => readonly string[]
  /** Whether our own checks find no mistake in the messages of any actor but the receiver. */
  readonly isLegal: (messages: readonly Message[], receiver: Role) => boolean
  /** The mandatory requirements that the messages of the receiver break. */
  readonly findBroken: (messages: readonly Message[], receiver: Role) => readonly string[]
}

/** What sends fault probes, and judges them. */
export interface FaultSending extends Sending {
  readonly store: SessionStore
  readonly rules: ProbeRules
}

/**
 * Sends a probe. There is no result if the message was accepted and breaks nothing under the decisions of the run, or if
 * the reference actors could not make it.
 */
export async function sendFaultProbe(
  { fault, receiver, description, mutation }: FaultProbe,
  runSession: RunProbeSession,
  { refusal, isBroken, listExcuses }: ProbeRules,
): Promise<readonly ProbeResult[]> {
  const attempt = async (responseEncryption?: JsonObject): Promise<ProbeAttempt> => {
    const about = { id: fault.id, description: describeFault({ fault, description }) }
    const messages = await runSession({
      receiver,
      mutation,
      ...about,
      ...(responseEncryption && { responseEncryption, isMadeFromAccepted: true }),
    })
    const kind = listExaminedKinds(fault)[0] ?? 'request'
    let isDisputed = false
    const answer = interpretMessages(messages, receiver, kind, refusal, () => {
      isDisputed = true
    })
    return { messages, answer, isDisputed }
  }
  const isHarmless = ({ messages, answer }: ProbeAttempt): boolean =>
    answer === 'accepted' && !isBroken(fault, messages, receiver)
  const first = await attempt(fault.responseEncryption)
  // A fault in an RSA key changes nothing in the EC key that probes use by default.
  const last = isHarmless(first) ? await attempt(fault.responseEncryption ?? {}) : first
  if (isHarmless(last) || isNeverSent(last)) return []
  const passesUnder = [
    ...(last.answer === 'accepted' ? listExcuses(fault, last.messages, receiver) : []),
    ...(last.isDisputed ? [refusedOtherwise] : []),
  ]
  const result = describeResult({ fault, receiver, description }, last)
  return [{ ...result, ...(passesUnder.length > 0 && { passesUnder }) }]
}

/** The messages of a probe, and how the receiver answered. */
interface ProbeAttempt {
  readonly messages: readonly Message[]
  readonly answer: ProbeAnswer
  /** Whether the answer would be a refusal under another answer to a decision. */
  readonly isDisputed: boolean
}

/**
 * Whether all went well until a reference actor stopped, or nothing was sent: the fault does not apply to the keys of this
 * target.
 */
function isNeverSent({ messages, answer }: ProbeAttempt): boolean {
  if (messages.length === 0) return true
  const { response, transportError } = messages.at(-1) ?? {}
  return answer === 'inconclusive' && transportError === undefined && response !== undefined && response.status < 300
}

const describeFault = ({ fault, description }: Pick<FaultProbe, 'fault' | 'description'>): string =>
  description === '' ? fault.description : `${fault.description}: ${description}`

const describeResult = (
  { fault, receiver, description }: Omit<FaultProbe, 'mutation'>,
  { messages, answer }: ProbeAttempt,
): ProbeResult => ({
  id: fault.id,
  requirement: findRejectionRequirement(fault, receiver)?.id ?? '',
  receiver,
  description: describeFault({ fault, description }),
  breaks: fault.breaks.id,
  expected: 'refused',
  answer,
  ...(answer === 'inconclusive' && { reason: explainInconclusive(messages) }),
  ...describeSession(messages),
})

/** The session of its own: the messages before it may be those of a session that it shares. */
const describeSession = (messages: readonly Message[]): Pick<ProbeResult, 'session'> => {
  const session = messages.at(-1)?.session
  return session === undefined ? {} : { session }
}

const explainInconclusive = (messages: readonly Message[]): string => {
  const { endpoint, response, transportError } = messages.at(-1) ?? {}
  if (transportError) return transportError.message
  if (response && (response.status >= 500 || response.status === 429))
    return `${endpoint} was answered with status ${response.status}, which is no rejection`
  return `the message did not get that far: nothing followed ${endpoint}`
}
