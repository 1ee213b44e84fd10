import type { Decide } from '../../../model/decision.ts'
import { groupBySession, selectMessagesTo } from '../../../model/exchange.ts'
import { type Finding, finding, inconclusive, type Remark } from '../../../model/finding.ts'
import type { Role } from '../../../model/role.ts'
import { isAnswered } from '../kit/answered.ts'
import type { MessageEndpoint } from '../model/endpoints.ts'
import type { Exchange, ParsedMessage } from '../model/exchange.ts'
import { DELIVERY } from '../offer/decisions.ts'
import { readOfferLink } from '../offer/offers.ts'

/** A step of a role in the flow. */
export interface DueStep {
  readonly role: Role
  /** What the step is an answer to. */
  readonly after: (message: ParsedMessage['message']) => boolean
  readonly endpoint: MessageEndpoint
  readonly expected: string
  /** The roles that have a part in what it gets: where one is another target, that may be wrong. */
  readonly senders: readonly Role[]
}

type Delivery = 'value' | 'reference'

/** How the offer of a session came. */
const readDelivery = (own: readonly ParsedMessage[]): Delivery => {
  const [push] = selectMessagesTo(own, 'offerPush')
  return push && readOfferLink(push)?.reference !== undefined ? 'reference' : 'value'
}

/** Whether nothing in a session was lost or refused. */
const isUndisturbed = (own: readonly ParsedMessage[], decide: Decide): boolean =>
  own.every(
    (each) =>
      each.message.transportError === undefined && (each.message.response === undefined || isAnswered(each, decide)),
  )

/**
 * Finds the sessions in which a role did not take a step: if it did in an earlier session and got everything again, or if nothing
 * explains why it never does. Returns what could explain that.
 */
export function* findMissingSteps(
  exchange: Exchange,
  step: DueStep,
  decide: Decide,
): Generator<Finding, Remark | undefined> {
  const { tested } = exchange
  const { role, after, endpoint, expected, senders } = step
  if (!tested.has(role) || senders.some((sender) => tested.has(sender))) return undefined
  const isStep = ({ message }: ParsedMessage): boolean => message.endpoint === endpoint && message.from === role
  if (!exchange.messages.some(isStep)) return yield* findStepNeverTaken(exchange, step, decide)
  const earlier = new Map<Delivery, string>()
  for (const [session, own] of groupBySession(exchange)) {
    if (exchange.explained?.has(session) || !own.some(({ message }) => after(message))) continue
    const delivery = readDelivery(own)
    const isTaken = own.some(isStep)
    if (isTaken && !earlier.has(delivery)) earlier.set(delivery, session)
    // A role may support one way of delivery only, if that was agreed.
    const isDue = earlier.has(delivery) || decide(DELIVERY) === 'either' || decide(DELIVERY) === delivery
    const before = earlier.get(delivery) ?? [...earlier.values()][0]
    if (!isTaken && isDue && before !== undefined && isUndisturbed(own, decide))
      yield finding(`${session}: ${endpoint}`, expected, `none, unlike in the session \`${before}\``)
  }
  return undefined
}

/** Finds the first session in which a role got only valid messages, where it goes no further in any session. */
function* findStepNeverTaken(
  exchange: Exchange,
  { role, after, endpoint, expected }: DueStep,
  decide: Decide,
): Generator<Finding, Remark | undefined> {
  // One that sends nothing at all may not reach the addresses of the run.
  if (!exchange.messages.some(({ message }) => message.from === role)) return undefined
  for (const [session, own] of groupBySession(exchange)) {
    const due = own.find(({ message }) => after(message))
    if (!due || !isUndisturbed(own, decide)) continue
    const causes = exchange.explainRefusal?.(gatherReceived(own, due, role), exchange)
    const open = causes?.filter(({ isGiven }) => !isGiven)
    if (open?.length === 0) {
      yield finding(`${session}: ${endpoint}`, expected, 'none, in any session', 'it got only valid messages')
      return undefined
    }
    if (open && open.length > 0)
      return inconclusive(`would fail with ${open.map(({ setting }) => setting).join(', ')} confirmed: it sent none`)
  }
  return undefined
}

/** All that a role got in a session, as one message: what it did not act on. */
function gatherReceived(own: readonly ParsedMessage[], { message }: ParsedMessage, role: Role): ParsedMessage {
  const request = own.flatMap((each) => [
    ...(each.message.to === role ? each.request : []),
    ...(each.message.from === role ? each.response : []),
  ])
  return { message: { ...message, number: own.at(-1)?.message.number ?? message.number }, request, response: [] }
}
