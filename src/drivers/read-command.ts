import type { CommandVerb, DriverCommand } from '../../model/driver.ts'
import { HarnessError } from '../../model/errors.ts'
import { type JsonObject, parseJsonObject } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'

/** The members of each command, beside the addresses. */
const membersByVerb: Readonly<Record<CommandVerb, readonly string[]>> = {
  share: ['offer', 'deviceId', 'uid', 'sessionToken'],
  offer: ['offer', 'credentialIdentifier'],
  open: ['link'],
  request: ['request', 'origin'],
  verify: ['presentation'],
}

const addressMembers = ['session', 'issuer', 'statusService', 'walletBackend']

/** The names of all members that a command may have beside its verb. */
export const commandMembers: readonly string[] = [
  ...new Set([...Object.values(membersByVerb).flat(), 'txnCode', 'redirectUri', ...addressMembers]),
]

/** Parses a command, on the side of the target. */
export function readCommand(text: string): DriverCommand {
  const read = attempt(() => parseJsonObject(text))
  if (!('value' in read)) return refuse('it is not a JSON object')
  const command: JsonObject = read.value
  const own =
    typeof command.verb === 'string' && Object.hasOwn(membersByVerb, command.verb)
      ? membersByVerb[command.verb as CommandVerb]
      : []
  if (own.length === 0) return refuse(`its verb is not one of ${Object.keys(membersByVerb).join(', ')}`)
  const missing = [...own, ...addressMembers].find((name) => typeof command[name] !== 'string')
  if (missing !== undefined) return refuse(`it has no text \`${missing}\``)
  return command as unknown as DriverCommand // every member was validated
}

function refuse(what: string): never {
  throw new HarnessError('ERR_INPUT', `not a command: ${what}`)
}
