import type { Account } from '../../../model/settings.ts'
import type { Message } from '../../../model/wire.ts'
import { isObject, type JsonObject, parseJsonObject } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'

/** The names of the values that a session may have. */
export const sessionValueNames: readonly string[] = [
  'deviceId',
  'uid',
  'sessionToken',
  'code',
  'credentialIdentifier',
  'accessToken',
  'secret',
  'nonce',
]

/** Collects the values of a session so far, under the names that the shape of a call may use. */
export function collectPlaceholderValues(
  messages: readonly Message[],
  { deviceId, uid, sessionToken }: Account,
): Readonly<Record<string, string>> {
  const config = findLastBody(messages, 'issuerConfig')
  const given = findLastBody(messages, 'nonce')
  const found = {
    code: config['pre-authorized_code'] ?? config.nonce,
    credentialIdentifier: config.credential_identifier,
    accessToken: config.access_token,
    secret: config.secret,
    nonce: given.c_nonce ?? given.nonce,
  }
  const texts = Object.entries(found).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return { deviceId, uid, sessionToken, ...Object.fromEntries(texts) }
}

function findLastBody(messages: readonly Message[], endpoint: Message['endpoint']): JsonObject {
  const body = messages.findLast((message) => message.endpoint === endpoint && message.response)?.response?.body
  const read = attempt(() => parseJsonObject(body ?? ''))
  return 'value' in read && isObject(read.value) ? read.value : {}
}
