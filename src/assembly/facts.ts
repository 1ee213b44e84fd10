import type { Account } from '../model/settings.ts'
import type { Hop } from '../model/wire.ts'
import { isObject, type JsonObject, parseJsonObject } from '../protocol/json.ts'
import { attempt } from '../protocol/problem.ts'

/** What a session knows by now, under the names that the shape of a call may use. */
export function factsOf(
  hops: readonly Hop[],
  { deviceId, uid, sessionToken }: Account,
): Readonly<Record<string, string>> {
  const config = lastAnswer(hops, 'issuerConfig')
  const given = lastAnswer(hops, 'nonce')
  const found = {
    code: config.nonce ?? config['pre-authorized_code'],
    credentialIdentifier: config.credential_identifier,
    accessToken: config.access_token,
    secret: config.secret,
    nonce: given.c_nonce ?? given.nonce,
  }
  const texts = Object.entries(found).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return { deviceId, uid, sessionToken, ...Object.fromEntries(texts) }
}

function lastAnswer(hops: readonly Hop[], endpoint: Hop['endpoint']): JsonObject {
  const body = hops.findLast((hop) => hop.endpoint === endpoint && hop.replied)?.replied?.body
  const read = attempt(() => parseJsonObject(body ?? ''))
  return 'value' in read && isObject(read.value) ? read.value : {}
}
