import { cannotTell, finding, notHere } from '../../src/model/check.ts'
import type { Decide } from '../../src/model/decision.ts'
import { across, type ExchangeCheck, readIn } from '../../src/model/exchange-check.ts'
import { isObject, type JsonObject } from '../../src/protocol/json.ts'
import { type Issuance, issuancesIn } from '../issuance.ts'
import { CERTIFICATES, CREDENTIALS_FIELD, ID_FIELD } from '../request/decisions.ts'
import { CALLBACK } from './requirements.ts'

/** A response, and what was told to the wallet backend of it. */
interface Delivery {
  readonly session: string
  readonly response: JsonObject
  readonly body: JsonObject
}

/** Every delivery of which both sides can be read. */
const deliveriesIn = (issuances: readonly Issuance[]): readonly Delivery[] =>
  issuances.flatMap(({ session, response, callbacks }) =>
    response ? readIn(callbacks, 'callback').map((body) => ({ session, response, body })) : [],
  )

/** The credentials in either message, as they travel. What is none in the response cannot be handed on. */
const textsIn = ({ credentials: list }: JsonObject): readonly string[] =>
  (Array.isArray(list) ? list : []).filter(isObject).flatMap(({ Credential, credential }) => {
    const text = Credential ?? credential
    return typeof text === 'string' ? [text] : []
  })

const isSealed = (text: string): boolean => !text.includes('~') && text.split('.').length === 5

/** A certificate in base64. */
const isDer = (text: string): boolean => /^MI[\w+/=\s]+$/.test(text)

/** Whoever hands on a sealed response need not have read it. Beside what was read, sealed texts can be certificates. */
function isHandedOnSealed({ body }: Delivery, decide: Decide): boolean {
  const texts = textsIn(body)
  return decide(CERTIFICATES) === 'callback' ? texts.every(isSealed) : texts.some(isSealed)
}

const isNamed = (value: unknown): value is string => typeof value === 'string' && value !== ''

const unseen = 'no response could be read together with the callback for it'

const sameId = across(CALLBACK['SAME-ID'], function* (exchange, { decide }) {
  const field = decide(ID_FIELD)
  if (field === 'none') return notHere('a response has no credential id, by decision')
  const known = deliveriesIn(issuancesIn(exchange)).filter(({ response }) => isNamed(response[field]))
  if (known.length === 0) return cannotTell(unseen)
  const open = known.filter((delivery) => !isHandedOnSealed(delivery, decide))
  if (open.length === 0) return cannotTell('the identity app hands on what it may not be able to open')
  for (const { session, response, body } of open) {
    const { credential_identifier: id } = body
    if (!isNamed(id) || id === response[field]) continue
    yield finding('/credential_identifier', 'the credential id of the response', `another, in the session ${session}`)
  }
  return undefined
})

const count = across(CALLBACK.COUNT, function* (exchange, { decide }) {
  const known = deliveriesIn(issuancesIn(exchange)).filter((delivery) => !isHandedOnSealed(delivery, decide))
  if (known.length === 0) return cannotTell(unseen)
  for (const { session, response, body } of known) {
    const wanted = textsIn({ credentials: response[decide(CREDENTIALS_FIELD)] ?? null }).length
    const isMixed = decide(CERTIFICATES) === 'callback'
    const given = textsIn(body).filter((text) => !isMixed || !(isSealed(text) || isDer(text))).length
    if (given === wanted) continue
    yield finding('/credentials', `${wanted}, as in the response`, `${given}, in the session ${session}`)
  }
  return undefined
})

export const exchangeChecks: readonly ExchangeCheck[] = [sameId, count]
