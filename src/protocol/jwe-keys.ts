import { createCipheriv, createDecipheriv } from 'node:crypto'
import { type Purpose, receiveAgreement, sendAgreement } from './ecdh-es.ts'
import type { JsonObject } from './json.ts'
import { type ContentEncryption, cannotDecrypt, decrypting, sizesOf } from './jwe-content.ts'
import type { Jwk } from './jwk.ts'
import { decryptOaep, encryptOaep, type OaepHash } from './oaep.ts'
import { refuse } from './problem.ts'
import type { Random } from './random.ts'

interface RsaOaep {
  readonly kty: 'RSA'
  readonly hash: OaepHash
}

interface EcdhEs {
  readonly kty: 'EC'
  /** What the agreed key wraps the content key with. Without it, the agreed key is the content key. */
  readonly wrap?: { readonly cipher: 'aes128-wrap' | 'aes256-wrap'; readonly octets: 16 | 32 }
}

/** The key managements that are known (RFC 7518 section 4.1). RSA1_5, `dir` and passwords are left out for good. */
const algorithms = {
  'RSA-OAEP-256': { kty: 'RSA', hash: 'sha256' },
  'RSA-OAEP': { kty: 'RSA', hash: 'sha1' },
  'ECDH-ES': { kty: 'EC' },
  'ECDH-ES+A128KW': { kty: 'EC', wrap: { cipher: 'aes128-wrap', octets: 16 } },
  'ECDH-ES+A256KW': { kty: 'EC', wrap: { cipher: 'aes256-wrap', octets: 32 } },
} as const satisfies Record<string, RsaOaep | EcdhEs>
export type KeyManagement = keyof typeof algorithms

/** Every value of `alg` that can be read. */
export const keyManagements = Object.keys(algorithms) as readonly KeyManagement[] // the keys of a closed table

/** The key management that an `alg` names. */
export const keyManagement = (alg: unknown): KeyManagement =>
  keyManagements.find((name) => name === alg) ?? refuse('jwe-algorithm', 'the key management is not supported')

/** Whether a key is of the type that a key management needs. Its own `alg` is not looked at. */
export const fits = (key: Jwk, alg: KeyManagement): boolean => key.kty === algorithms[alg].kty

/** How a message is protected, once its header has been understood. */
export interface Protection {
  readonly alg: KeyManagement
  readonly enc: ContentEncryption
  readonly header: JsonObject
}

/** The content key of a received message. */
export function unwrapKey(encryptedKey: Buffer, key: Jwk, protection: Protection): Buffer {
  const algorithm: RsaOaep | EcdhEs = algorithms[protection.alg]
  if (!fits(key, protection.alg)) refuse('jwe-key', `a key for ${protection.alg} must be ${algorithm.kty}`)
  if (!Object.hasOwn(key, 'd')) refuse('jwe-key', 'the key is not private')
  if (algorithm.kty === 'RSA') return decryptOaep(encryptedKey, key, algorithm.hash)
  const agreed = receiveAgreement(key, purposeOf(algorithm, protection))
  return algorithm.wrap ? unwrap(encryptedKey, agreed, algorithm.wrap.cipher) : alone(agreed, encryptedKey)
}

const purposeOf = ({ wrap }: EcdhEs, { alg, enc, header }: Protection): Purpose =>
  wrap ? { algorithm: alg, octets: wrap.octets, header } : { algorithm: enc, octets: sizesOf(enc).key, header }

const alone = (agreed: Buffer, encryptedKey: Buffer): Buffer => (encryptedKey.length === 0 ? agreed : cannotDecrypt())

/** A content key on its way to a recipient. */
export interface WrappedKey {
  readonly contentKey: Buffer
  readonly encryptedKey: Buffer
  /** What the recipient needs beside it in the header. */
  readonly added: JsonObject
}

/** Makes a content key and encrypts it to a public key, or agrees on one with it. */
export function wrapKey(key: Jwk, protection: Protection, random: Random): WrappedKey {
  const algorithm: RsaOaep | EcdhEs = algorithms[protection.alg]
  if (!fits(key, protection.alg)) refuse('jwe-key', `a key for ${protection.alg} must be ${algorithm.kty}`)
  const fresh = (): Buffer => Buffer.from(random(sizesOf(protection.enc).key))
  if (algorithm.kty === 'RSA') {
    const contentKey = fresh()
    return { contentKey, encryptedKey: encryptOaep(contentKey, { key, hash: algorithm.hash, random }), added: {} }
  }
  const { epk, derived } = sendAgreement(key, purposeOf(algorithm, protection), random)
  if (!algorithm.wrap) return { contentKey: derived, encryptedKey: Buffer.alloc(0), added: { epk } }
  const contentKey = fresh()
  return { contentKey, encryptedKey: wrap(contentKey, derived, algorithm.wrap.cipher), added: { epk } }
}

const initial = Buffer.alloc(8, 0xa6)

/** AES key wrap, RFC 3394, with its default initial value. */
function wrap(contentKey: Buffer, key: Buffer, name: string): Buffer {
  const cipher = createCipheriv(name, key, initial)
  return Buffer.concat([cipher.update(contentKey), cipher.final()])
}

function unwrap(encryptedKey: Buffer, key: Buffer, name: string): Buffer {
  return decrypting(() => {
    const decipher = createDecipheriv(name, key, initial)
    return Buffer.concat([decipher.update(encryptedKey), decipher.final()])
  })
}
