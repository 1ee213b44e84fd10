import { cannotTell, finding, notHere } from '../../src/model/check.ts'
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

/** Whoever hands on a sealed response need not have read it. */
const isHandedOnSealed = ({ body }: Delivery): boolean =>
  textsIn(body).some((text) => !text.includes('~') && text.split('.').length === 5)

const isNamed = (value: unknown): value is string => typeof value === 'string' && value !== ''

const unseen = 'no response could be read together with the callback for it'

const sameId = across(CALLBACK['SAME-ID'], function* (exchange, { decide }) {
  const field = decide(ID_FIELD)
  if (field === 'none') return notHere('a response has no credential id, by decision')
  const known = deliveriesIn(issuancesIn(exchange)).filter(({ response }) => isNamed(response[field]))
  if (known.length === 0) return cannotTell(unseen)
  const open = known.filter((delivery) => !isHandedOnSealed(delivery))
  if (open.length === 0) return cannotTell('the identity app hands on what it may not be able to open')
  for (const { session, response, body } of open) {
    const { credential_identifier: id } = body
    if (!isNamed(id) || id === response[field]) continue
    yield finding('/credential_identifier', 'the credential id of the response', `another, in the session ${session}`)
  }
  return undefined
})

const count = across(CALLBACK.COUNT, function* (exchange, { decide }) {
  if (decide(CERTIFICATES) === 'callback') return cannotTell('certificates may stand among the credentials')
  const known = deliveriesIn(issuancesIn(exchange)).filter((delivery) => !isHandedOnSealed(delivery))
  if (known.length === 0) return cannotTell(unseen)
  for (const { session, response, body } of known) {
    const [wanted, given] = [textsIn({ credentials: response[decide(CREDENTIALS_FIELD)] ?? null }), textsIn(body)].map(
      ({ length }) => length,
    )
    if (given === wanted) continue
    yield finding('/credentials', `${wanted}, as in the response`, `${given}, in the session ${session}`)
  }
  return undefined
})

export const exchangeChecks: readonly ExchangeCheck[] = [sameId, count]
