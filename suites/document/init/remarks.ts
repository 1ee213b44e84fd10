import { isObject, type JsonObject } from '../../../protocol/encoding/json.ts'
import { listPrivateMembers } from '../../../protocol/jose/jwk.ts'
import { readKeySetMembers } from './detect.ts'

/** What the metadata of an issuer say, for readers of the configuration. */
export function* describeMetadata(metadata: JsonObject): Generator<string> {
  const configurations = Object.entries(
    isObject(metadata.credential_configurations_supported) ? metadata.credential_configurations_supported : {},
  )
  for (const [id, configuration] of configurations) {
    yield `credential configuration ${id}, format ${formatText(Object(configuration).format)}`
  }
  const encryption = Object(metadata.credential_request_encryption)
  for (const key of readKeySetMembers(encryption)) {
    const algorithms = formatList(encryption.enc_values_supported)
    yield `requests are encrypted to ${describeKey(key)}${algorithms && `, enc ${algorithms}`}`
  }
}

/** What a JWK Set contains. */
export function* describeKeys(keys: readonly JsonObject[]): Generator<string> {
  if (keys.length === 0) yield 'the JWK Set is empty'
  for (const key of keys) {
    yield `key ${describeKey(key)}`
    const secrets = listPrivateMembers(key)
    if (secrets.length > 0) yield `THIS KEY IS PUBLISHED WITH ITS PRIVATE PART: \`${secrets.join('`, `')}\``
  }
}

/** Such as `EC P-256 ES256, kid issuer-2026`. */
function describeKey({ kty, crv, n, alg, kid }: JsonObject): string {
  const size = typeof n === 'string' ? `${8 * Buffer.from(n, 'base64url').length}` : undefined
  const kind = [kty, crv, size, alg].filter((word) => typeof word === 'string').join(' ') || 'of an unknown type'
  return typeof kid === 'string' ? `${kind}, kid ${kid}` : `${kind}, no kid`
}

const formatText = (value: unknown): string => (typeof value === 'string' ? value : 'not named')
const formatList = (value: unknown): string => (Array.isArray(value) ? value.map(String).join(' ') : '')
