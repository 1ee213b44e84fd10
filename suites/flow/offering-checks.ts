import { isDeepStrictEqual } from 'node:util'
import { cannotTell, finding, notHere } from '../../src/model/check.ts'
import type { Decide } from '../../src/model/decision.ts'
import {
  across,
  at,
  type ExchangeCheck,
  isAnswered,
  type Passage,
  readIn,
  sessionsIn,
} from '../../src/model/exchange-check.ts'
import type { JsonValue } from '../../src/protocol/json.ts'
import { parseJsonObject } from '../../src/protocol/json.ts'
import { attempt } from '../../src/protocol/problem.ts'
import { FIELDS } from '../issuer-config/decisions.ts'
import { NONCE_RELATION } from '../nonce/decisions.ts'
import { codeIn, fetchedIn, pushesBy, valueIn } from '../offer/offered.ts'
import { FLOW } from './requirements.ts'

const isText = (value: JsonValue | undefined): value is string => typeof value === 'string'

/** The configurations that issuers gave before a message. */
const configsBefore = (passages: readonly Passage[], { hop: { number } }: Passage) =>
  readIn(
    at(passages, 'issuerConfig').filter((each) => isAnswered(each) && each.hop.number < number),
    'issuer-config-response',
  )

const codeFirst = across(FLOW['CODE-FIRST'], function* (exchange) {
  const { passages } = exchange
  let pushed = 0
  for (const [session, own] of sessionsIn(exchange)) {
    for (const push of pushesBy('identity app', own)) {
      pushed++
      // An app may have the code from an earlier call: then the offer shows it.
      const code = codeIn(valueIn(push) ?? {})
      const known = configsBefore(passages, push).flatMap((config) => Object.values(config))
      if (configsBefore(own, push).length > 0 || (code !== undefined && known.includes(code))) continue
      yield finding(`${session}: offer`, 'an offer after Issuer Config', 'one before any code was given')
    }
  }
  return pushed > 0 ? undefined : cannotTell('no offer was pushed')
})

/** The members of Issuer Config that hold the code, by what was decided. */
const codeMembers = (decide: Decide): readonly string[] => [
  ...(decide(NONCE_RELATION) === 'all-separate' ? [] : ['nonce']),
  ...(decide(FIELDS) === 'extended' ? ['pre-authorized_code'] : []),
]

/** The code in an offer that was pushed, or that was fetched. */
const codeShownIn = (passage: Passage): string | undefined =>
  codeIn((passage.hop.endpoint === 'offerPush' ? valueIn(passage) : fetchedIn([passage])[0]) ?? {})

const sameCode = across(FLOW['SAME-CODE'], function* (exchange, { decide }) {
  const members = codeMembers(decide)
  if (members.length === 0) return notHere('Issuer Config does not show the code, by decision')
  let compared = 0
  for (const [session, own] of sessionsIn(exchange)) {
    for (const message of [...pushesBy('identity app', own), ...at(own, 'offer')]) {
      const code = codeShownIn(message)
      const given = configsBefore(own, message).flatMap((config) => members.map((name) => config[name]).filter(isText))
      if (code === undefined || given.length === 0) continue
      compared++
      if (!given.includes(code)) yield finding(`${session}: offer`, 'the code that the issuer gave', 'another')
    }
  }
  return compared > 0 ? undefined : cannotTell('no code was seen both in Issuer Config and in an offer')
})

const untouched = across(FLOW.UNTOUCHED, function* (exchange) {
  let compared = 0
  for (const [session, own] of sessionsIn(exchange)) {
    const taken = pushesBy('identity app', own)
    for (const [i, handed] of pushesBy('credential manager', own).entries()) {
      const before = taken[i]
      if (!before) continue
      compared++
      if (!isSame(before, handed)) yield finding(`${session}: offer`, 'what the identity app pushed', 'something else')
    }
  }
  return compared > 0 ? undefined : cannotTell('no offer was handed on')
})

/** Whether two messages say the same. The `txn_code` that a credential manager makes may travel beside the offer. */
function isSame(before: Passage, after: Passage): boolean {
  const [one = '', other = ''] = [before.hop.asked.body, after.hop.asked.body]
  if (one === other) return true
  const [taken, handed] = [one, other].map((text) => attempt(() => parseJsonObject(text)))
  if (!taken || !handed || !('value' in taken) || !('value' in handed)) return false
  const { txn_code: made, ...rest } = handed.value
  return isDeepStrictEqual(taken.value, rest) || (made !== undefined && isDeepStrictEqual(taken.value, handed.value))
}

export const offeringChecks: readonly ExchangeCheck[] = [codeFirst, sameCode, untouched]
