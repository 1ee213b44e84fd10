import type { JsonObject } from '../../protocol/encoding/json.ts'
import { toPublic } from './sample.ts'
import keys from './sample-keys.json' with { type: 'json' }

type EncryptionKey = Readonly<Record<string, string>> & { readonly kid: string; readonly alg: string }

/** Private keys for encryption that few have: on other curves, and one of RSA. They are public, and for tests alone. */
export const listEncryptionKeys = (purpose: string): readonly EncryptionKey[] => [
  { ...keys.p521, kid: `${purpose}-p521`, alg: 'ECDH-ES+A256KW' },
  { ...keys.p384, kid: `${purpose}-p384`, alg: 'ECDH-ES' },
  { ...keys.rsa, kid: `${purpose}-rsa`, alg: 'RSA-OAEP-256' },
]

/** The public half of such a key. */
export const showEncryptionKey = (key: EncryptionKey): JsonObject => ({
  ...toPublic(key),
  ...{ kid: key.kid, alg: key.alg, use: 'enc' },
})

/** A key for encryption that no one can use. */
export const unknownEncryptionKey: JsonObject = { kty: 'x-kty', kid: 'key', use: 'enc', alg: 'x-alg' }
