import type { ExchangeCheck } from '../../../model/check.ts'
import type { Decide } from '../../../model/decision.ts'
import { groupBySession } from '../../../model/exchange.ts'
import { finding, inconclusive, notApplicable } from '../../../model/finding.ts'
import type { Requirement } from '../../../model/requirement.ts'
import type { Role } from '../../../model/role.ts'
import { isAnswered } from '../kit/answered.ts'
import { checkExchange } from '../model/check.ts'
import type { MessageEndpoint } from '../model/endpoints.ts'
import type { Exchange, ParsedMessage, RefusalCause } from '../model/exchange.ts'
import { FLOW } from './requirements.ts'

/** What a role returns at each step, with the places that say so, and who has a part in what it gets. */
interface Answering {
  readonly returns: { readonly [E in MessageEndpoint]?: string }
  readonly senders: readonly Role[]
}

const issuer: Answering = {
  returns: {
    issuerConfig: '`credential_identifier` and `nonce` (section 1, step 3)',
    nonce: 'a nonce (section 4, endpoint 5)',
    validate: 'a credential response (section 1, step 6)',
  },
  senders: ['wallet', 'identity app', 'credential manager'],
}

const backend: Answering = {
  returns: { walletCallback: 'success (section 1, step 7: it receives the credential)' },
  senders: [...issuer.senders, 'issuer'],
}

/** A status that blames the message. Others blame the address, the caller, the rate, or the server itself. */
const isAboutMessage = (status: number): boolean =>
  status >= 400 && status < 500 && ![...addressStatuses, 401, 403, 407, 408, 423, 425, 429].includes(status)

const addressStatuses = [404, 405, 410]

/** What other holders and other sessions have of their own. */
const ownOfSession = ['accounts', 'encryption.responseKeys']

/** A refused message of a session, and every other one to the same endpoint. */
interface Refusal {
  readonly refused: ParsedMessage
  readonly others: readonly ParsedMessage[]
}

/** The first message of each session that the role answered without success. */
function* listRefusals(exchange: Exchange, role: Role, { returns }: Answering, decide: Decide): Generator<Refusal> {
  const isCall = ({ message: { to, endpoint, response } }: ParsedMessage): boolean =>
    to === role && returns[endpoint] !== undefined && response !== undefined
  for (const own of groupBySession(exchange).values()) {
    const refused = own.find((each) => isCall(each) && !isAnswered(each, decide))
    const isElsewhere = ({ message }: ParsedMessage): boolean =>
      message.endpoint === refused?.message.endpoint && message.session !== refused.message.session
    if (refused) yield { refused, others: exchange.messages.filter((each) => isCall(each) && isElsewhere(each)) }
  }
}

/**
 * What could explain a refusal, other than the target; `undefined` if its status says nothing about the message, or if the
 * message may be wrong.
 */
function findCauses(
  { refused, others }: Refusal,
  exchange: Exchange,
  decide: Decide,
): readonly RefusalCause[] | undefined {
  const { session, response } = refused.message
  const { uids, explainRefusal } = exchange
  if (!isAboutMessage(response?.status ?? 0)) return undefined
  const accepted = others.filter((each) => isAnswered(each, decide))
  // Rate limits and locks are not shown: who was answered once may be refused later.
  if (accepted.some(({ message }) => uids[message.session] === uids[session])) return undefined
  const causes = explainRefusal?.(refused, exchange)
  return accepted.length > 0 ? causes?.filter(({ setting }) => ownOfSession.includes(setting)) : causes
}

const listSettings = (causes: readonly RefusalCause[]): string => causes.map(({ setting }) => setting).join(', ')

const diagnose = (causes: readonly RefusalCause[]): string =>
  causes.length === 0
    ? valid
    : `${valid}; all settings that could explain the refusal were given, so one of them may be wrong: ${listSettings(causes)}`

const valid = 'the request meets every requirement on it'

/** Judges whether a role answers valid messages. Where other targets have a part in them, they may be wrong. */
const checkAnswers = (requirement: Requirement, role: Role, answering: Answering): ExchangeCheck =>
  checkExchange(requirement, function* (exchange, { decide }) {
    const { messages, tested } = exchange
    // The credential manager is tested only where all actors are ours.
    const isOurs = tested.has('credential manager') || !answering.senders.some((sender) => tested.has(sender))
    if (!isOurs) return notApplicable('another target has a part in the messages that it gets')
    let doubt: string | undefined
    for (const refusal of listRefusals(exchange, role, answering, decide)) {
      const { endpoint, session, response } = refusal.refused.message
      const causes = findCauses(refusal, exchange, decide)
      const open = causes?.filter(({ isGiven }) => !isGiven)
      const answered = `${endpoint} was answered with status ${response?.status}`
      const expected = answering.returns[endpoint] ?? 'success'
      if (causes && open?.length === 0)
        yield finding(`${session}: ${endpoint}`, expected, `status ${response?.status}`, diagnose(causes))
      else if (open) doubt = `would fail with ${listSettings(open)} confirmed: ${answered} instead of ${expected}`
      else doubt ??= `${answered}, which may have other reasons than the message`
    }
    if (doubt !== undefined) return inconclusive(doubt)
    const isSeen = messages.some(({ message: { to, endpoint } }) => to === role && answering.returns[endpoint])
    return isSeen ? undefined : inconclusive('it got no message')
  })

/** The ids of these requirements. */
export const answerRows: ReadonlySet<string> = new Set([FLOW.ANSWERED.id, FLOW.RECEIVED.id])

export const answerChecks: readonly ExchangeCheck[] = [
  checkAnswers(FLOW.ANSWERED, 'issuer', issuer),
  checkAnswers(FLOW.RECEIVED, 'wallet backend', backend),
]
