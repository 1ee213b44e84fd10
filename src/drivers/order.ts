import type { Order, Verb } from '../model/driver.ts'
import { HarnessError } from '../model/errors.ts'
import { type JsonObject, parseJsonObject } from '../protocol/json.ts'
import { attempt } from '../protocol/problem.ts'

/** What each order says beside where it is given. */
const members: Readonly<Record<Verb, readonly string[]>> = {
  share: ['offer', 'deviceId', 'uid', 'sessionToken'],
  offer: ['offer', 'credentialIdentifier'],
  open: ['link'],
  verify: ['presentation'],
}

const places = ['session', 'issuer', 'statusService', 'walletBackend']

/** Reads an order, for whoever is moved. */
export function readOrder(text: string): Order {
  const read = attempt(() => parseJsonObject(text))
  if (!('value' in read)) return refuse('it is no JSON object')
  const order: JsonObject = read.value
  const own = typeof order.verb === 'string' && Object.hasOwn(members, order.verb) ? members[order.verb as Verb] : []
  if (own.length === 0) return refuse(`its verb is none of ${Object.keys(members).join(', ')}`)
  const missing = [...own, ...places].find((name) => typeof order[name] !== 'string')
  if (missing !== undefined) return refuse(`it has no text \`${missing}\``)
  return order as unknown as Order // every member was looked at
}

function refuse(what: string): never {
  throw new HarnessError('ERR_INPUT', `this is no order: ${what}`)
}
