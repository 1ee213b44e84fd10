import { isObject, type JsonObject } from '../../protocol/json.ts'
import { secretsIn } from '../../protocol/jwk.ts'
import { keysIn } from './probe.ts'

/** What is to be said of the metadata of an issuer, for whoever reads the configuration. */
export function* remarksOn(metadata: JsonObject): Generator<string> {
  const configurations = Object.entries(
    isObject(metadata.credential_configurations_supported) ? metadata.credential_configurations_supported : {},
  )
  for (const [id, configuration] of configurations) {
    yield `a credential: ${id}, format ${textOf(Object(configuration).format)}`
  }
  const encryption = Object(metadata.credential_request_encryption)
  for (const key of keysIn(encryption)) {
    const named = listOf(encryption.enc_values_supported)
    yield `requests are encrypted to: ${kindOfKey(key)}${named && `, enc ${named}`}`
  }
}

/** What is to be said of a key set. */
export function* remarksOnKeys(keys: readonly JsonObject[]): Generator<string> {
  if (keys.length === 0) yield 'there is no key in it'
  for (const key of keys) {
    yield `a key: ${kindOfKey(key)}`
    const secrets = secretsIn(key)
    if (secrets.length > 0) yield `THIS KEY IS PUBLISHED WITH ITS PRIVATE HALF: \`${secrets.join('`, `')}\``
  }
}

/** Such as `EC P-256 ES256, kid issuer-2026`. */
function kindOfKey({ kty, crv, n, alg, kid }: JsonObject): string {
  const size = typeof n === 'string' ? `${8 * Buffer.from(n, 'base64url').length}` : undefined
  const kind = [kty, crv, size, alg].filter((word) => typeof word === 'string').join(' ') || 'of no kind'
  return typeof kid === 'string' ? `${kind}, kid ${kid}` : `${kind}, no kid`
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : 'not named')
const listOf = (value: unknown): string => (Array.isArray(value) ? value.map(String).join(' ') : '')
