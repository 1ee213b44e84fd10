import type { Decide } from '../../../../model/decision.ts'
import type { Account } from '../../../../model/driver.ts'
import type { Target } from '../../../../model/target.ts'
import { isObject, type JsonObject, parseJsonObject } from '../../../../protocol/encoding/json.ts'
import { attempt } from '../../../../protocol/encoding/problem.ts'
import { listPlaceholders, type PlaceholderValues } from '../../../../src/wire/client/placeholders.ts'
import { mergeShape } from '../../../../src/wire/client/request-shape.ts'
import type { Endpoint, Message } from '../../model/endpoints.ts'
import { readNonce } from '../../nonce/reading.ts'
import { isProbeMessage } from '../probes/session-names.ts'

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

/** Values that a session has only when Issuer Config was answered. */
const configValueNames = new Set(['code', 'credentialIdentifier', 'accessToken', 'secret'])

/** Whether a target wants a value of Issuer Config in its calls to an endpoint. */
export const hasConfigPlaceholder = (target: Target, endpoint: Endpoint): boolean =>
  listPlaceholders(mergeShape(target, endpoint)).some((name) => configValueNames.has(name))

/** Lists the values of a session. A single message of a probe has those of the session before it, which it repeats or varies. */
export function createValueLister(
  listOwn: (session: string) => PlaceholderValues,
  findProbe: (session: string) => string | undefined = () => undefined,
): typeof listOwn {
  const latest = new Map<string | undefined, PlaceholderValues>()
  return (session) => {
    const [own, probe] = [listOwn(session), findProbe(session)]
    if (isProbeMessage(session)) return { ...latest.get(probe), ...own }
    if (own.credentialIdentifier !== undefined) latest.set(probe, own)
    return own
  }
}

/** Collects the values of a session so far, under the names that the shape of a call may use. */
export function collectPlaceholderValues(
  messages: readonly Message[],
  { deviceId, uid, sessionToken }: Account,
  decide: Decide,
): PlaceholderValues {
  const config = findLastBody(messages, 'issuerConfig')
  const given = findLastBody(messages, 'nonce')
  const found = {
    code: config['pre-authorized_code'] ?? config.nonce,
    credentialIdentifier: config.credential_identifier,
    accessToken: config.access_token,
    secret: config.secret,
    nonce: readNonce(given, decide),
  }
  const texts = Object.entries(found).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return { deviceId, uid, sessionToken, ...Object.fromEntries(texts) }
}

function findLastBody(messages: readonly Message[], endpoint: Message['endpoint']): JsonObject {
  const body = messages.findLast((message) => message.endpoint === endpoint && message.response)?.response?.body
  const read = attempt(() => parseJsonObject(body ?? ''))
  return 'value' in read && isObject(read.value) ? read.value : {}
}
