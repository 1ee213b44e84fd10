import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { JsonObject } from '../encoding/json.ts'
import { refuse } from '../encoding/problem.ts'
import type { Random } from '../encoding/random.ts'
import { agreeAsRecipient, agreeAsSender, type KeyPurpose } from './ecdh-es.ts'
import { type ContentEncryption, getSizes, hideDecryptionErrors, refuseDecryption } from './jwe-content.ts'
import type { Jwk } from './jwk.ts'
import { decryptOaep, encryptOaep, type OaepHash } from './oaep.ts'

interface RsaOaep {
  readonly kty: 'RSA'
  readonly hash: OaepHash
}

interface EcdhEs {
  readonly kty: 'EC'
  /** What the agreed key wraps the content key with. Without it, the agreed key is the content key. */
  readonly wrap?: { readonly cipher: 'aes128-wrap' | 'aes192-wrap' | 'aes256-wrap'; readonly octets: 16 | 24 | 32 }
}

/** The key managements that are known (RFC 7518 section 4.1). RSA1_5, `dir` and passwords are left out for good. */
const algorithms = {
  'RSA-OAEP-256': { kty: 'RSA', hash: 'sha256' },
  'RSA-OAEP': { kty: 'RSA', hash: 'sha1' },
  'ECDH-ES': { kty: 'EC' },
  'ECDH-ES+A128KW': { kty: 'EC', wrap: { cipher: 'aes128-wrap', octets: 16 } },
  'ECDH-ES+A192KW': { kty: 'EC', wrap: { cipher: 'aes192-wrap', octets: 24 } },
  'ECDH-ES+A256KW': { kty: 'EC', wrap: { cipher: 'aes256-wrap', octets: 32 } },
} as const satisfies Record<string, RsaOaep | EcdhEs>
export type KeyManagement = keyof typeof algorithms

/** Every value of `alg` that can be read. */
export const keyManagements = Object.keys(algorithms) as readonly KeyManagement[] // the keys of a closed table

/** The key management that an `alg` names. */
export const parseKeyManagement = (alg: unknown): KeyManagement =>
  keyManagements.find((name) => name === alg) ?? refuse('jwe-algorithm', 'the key management is not supported')

/** Whether a key is of the type that a key management needs. Its own `alg` is not looked at. */
export const isKeyTypeOf = (key: Jwk, alg: KeyManagement): boolean => key.kty === algorithms[alg].kty

/** How a message is protected, once its header has been understood. */
export interface JweProtection {
  readonly alg: KeyManagement
  readonly enc: ContentEncryption
  readonly header: JsonObject
}

/** The content key of a received message. */
export function unwrapKey(encryptedKey: Buffer, key: Jwk, protection: JweProtection): Buffer {
  const algorithm: RsaOaep | EcdhEs = algorithms[protection.alg]
  if (!isKeyTypeOf(key, protection.alg)) refuse('jwe-key', `a key for ${protection.alg} must be ${algorithm.kty}`)
  if (!Object.hasOwn(key, 'd')) refuse('jwe-key', 'the key is not private')
  if (algorithm.kty === 'RSA') return decryptOaep(encryptedKey, key, algorithm.hash)
  const agreed = agreeAsRecipient(key, choosePurpose(algorithm, protection))
  return algorithm.wrap
    ? unwrap(encryptedKey, agreed, algorithm.wrap.cipher)
    : requireNoEncryptedKey(agreed, encryptedKey)
}

const choosePurpose = ({ wrap }: EcdhEs, { alg, enc, header }: JweProtection): KeyPurpose =>
  wrap ? { algorithm: alg, octets: wrap.octets, header } : { algorithm: enc, octets: getSizes(enc).key, header }

const requireNoEncryptedKey = (agreed: Buffer, encryptedKey: Buffer): Buffer =>
  encryptedKey.length === 0 ? agreed : refuseDecryption()

/** A content key on its way to a recipient. */
export interface WrappedKey {
  readonly contentKey: Buffer
  readonly encryptedKey: Buffer
  /** What the recipient needs beside it in the header. */
  readonly headerMembers: JsonObject
}

/** Makes a content key and encrypts it to a public key, or agrees on one with it. */
export function wrapKey(key: Jwk, protection: JweProtection, random: Random): WrappedKey {
  const algorithm: RsaOaep | EcdhEs = algorithms[protection.alg]
  if (!isKeyTypeOf(key, protection.alg)) refuse('jwe-key', `a key for ${protection.alg} must be ${algorithm.kty}`)
  const fresh = (): Buffer => Buffer.from(random(getSizes(protection.enc).key))
  if (algorithm.kty === 'RSA') {
    const contentKey = fresh()
    return {
      contentKey,
      encryptedKey: encryptOaep(contentKey, { key, hash: algorithm.hash, random }),
      headerMembers: {},
    }
  }
  const { epk, derived } = agreeAsSender(key, choosePurpose(algorithm, protection), random)
  if (!algorithm.wrap) return { contentKey: derived, encryptedKey: Buffer.alloc(0), headerMembers: { epk } }
  const contentKey = fresh()
  return { contentKey, encryptedKey: wrap(contentKey, derived, algorithm.wrap.cipher), headerMembers: { epk } }
}

const initial = Buffer.alloc(8, 0xa6)

/** AES key wrap, RFC 3394, with its default initial value. */
function wrap(contentKey: Buffer, key: Buffer, name: string): Buffer {
  const cipher = createCipheriv(name, key, initial)
  return Buffer.concat([cipher.update(contentKey), cipher.final()])
}

function unwrap(encryptedKey: Buffer, key: Buffer, name: string): Buffer {
  return hideDecryptionErrors(() => {
    const decipher = createDecipheriv(name, key, initial)
    return Buffer.concat([decipher.update(encryptedKey), decipher.final()])
  })
}
