import type { Decide } from '../../model/decision.ts'
import { type Exchange, groupBySession, type ParsedMessage, selectMessagesTo } from '../../model/exchange.ts'
import { type Finding, finding } from '../../model/finding.ts'
import type { Role } from '../../model/role.ts'
import type { MessageEndpoint } from '../../model/wire.ts'
import { isAnswered } from '../kit/answered.ts'
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
 * Finds the sessions in which a role did not take a step, although it did in an earlier session, and got everything again. One that
 * never takes it may need another setting, or more time.
 */
export function* findMissingSteps(
  exchange: Exchange,
  { role, after, endpoint, expected, senders }: DueStep,
  decide: Decide,
): Generator<Finding> {
  const { tested } = exchange
  if (!tested.has(role) || senders.some((sender) => tested.has(sender))) return
  const earlier = new Map<Delivery, string>()
  for (const [session, own] of groupBySession(exchange)) {
    if (exchange.explained?.has(session) || !own.some(({ message }) => after(message))) continue
    const delivery = readDelivery(own)
    const isTaken = own.some(({ message }) => message.endpoint === endpoint && message.from === role)
    if (isTaken && !earlier.has(delivery)) earlier.set(delivery, session)
    // A role may support one way of delivery only, if that was agreed.
    const isDue = earlier.has(delivery) || decide(DELIVERY) === 'either' || decide(DELIVERY) === delivery
    const before = earlier.get(delivery) ?? [...earlier.values()][0]
    if (!isTaken && isDue && before !== undefined && isUndisturbed(own, decide))
      yield finding(`${session}: ${endpoint}`, expected, `none, unlike in the session \`${before}\``)
  }
}
