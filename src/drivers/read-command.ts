import type { CommandVerb, DriverCommand } from '../../model/driver.ts'
import { HarnessError } from '../../model/errors.ts'
import { type JsonObject, parseJsonObject } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'

/** What each order says beside where it is given. */
const membersByVerb: Readonly<Record<CommandVerb, readonly string[]>> = {
  share: ['offer', 'deviceId', 'uid', 'sessionToken'],
  offer: ['offer', 'credentialIdentifier'],
  open: ['link'],
  verify: ['presentation'],
}

const addressMembers = ['session', 'issuer', 'statusService', 'walletBackend']

/** Reads an order, for whoever is moved. */
export function readCommand(text: string): DriverCommand {
  const read = attempt(() => parseJsonObject(text))
  if (!('value' in read)) return refuse('it is no JSON object')
  const order: JsonObject = read.value
  const own =
    typeof order.verb === 'string' && Object.hasOwn(membersByVerb, order.verb)
      ? membersByVerb[order.verb as CommandVerb]
      : []
  if (own.length === 0) return refuse(`its verb is none of ${Object.keys(membersByVerb).join(', ')}`)
  const missing = [...own, ...addressMembers].find((name) => typeof order[name] !== 'string')
  if (missing !== undefined) return refuse(`it has no text \`${missing}\``)
  return order as unknown as DriverCommand // every member was looked at
}

function refuse(what: string): never {
  throw new HarnessError('ERR_INPUT', `this is no order: ${what}`)
}
