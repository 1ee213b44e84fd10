import { type CipherGCMTypes, createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto'
import { refuse } from '../encoding/problem.ts'

interface Gcm {
  readonly cipher: CipherGCMTypes
  /** Octets of the key, of the initialization vector. */
  readonly key: number
  readonly iv: 12
}

/** CBC with HMAC (RFC 7518 section 5.2.2): the first half of the key is for the hash, the second for the cipher. */
interface CbcHmac {
  readonly cipher: 'aes-128-cbc' | 'aes-192-cbc' | 'aes-256-cbc'
  readonly hash: 'sha256' | 'sha384' | 'sha512'
  readonly key: number
  readonly iv: 16
}

/** The content encryptions that are known (RFC 7518 section 5.1). */
const algorithms = {
  A128GCM: { cipher: 'aes-128-gcm', key: 16, iv: 12 },
  A192GCM: { cipher: 'aes-192-gcm', key: 24, iv: 12 },
  A256GCM: { cipher: 'aes-256-gcm', key: 32, iv: 12 },
  'A128CBC-HS256': { cipher: 'aes-128-cbc', hash: 'sha256', key: 32, iv: 16 },
  'A192CBC-HS384': { cipher: 'aes-192-cbc', hash: 'sha384', key: 48, iv: 16 },
  'A256CBC-HS512': { cipher: 'aes-256-cbc', hash: 'sha512', key: 64, iv: 16 },
} as const satisfies Record<string, Gcm | CbcHmac>
export type ContentEncryption = keyof typeof algorithms

/** Every value of `enc` that can be read and written. */
export const contentEncryptions = Object.keys(algorithms) as readonly ContentEncryption[] // the keys of a closed table

/** The content encryption that an `enc` names. */
export const parseContentEncryption = (enc: unknown): ContentEncryption =>
  contentEncryptions.find((name) => name === enc) ?? refuse('jwe-algorithm', 'the content encryption is not supported')

/** How many octets the key and the initialization vector have. */
export const getSizes = (enc: ContentEncryption): { readonly key: number; readonly iv: number } => algorithms[enc]

/** What the content of one message is encrypted under. */
export interface ContentLock {
  readonly enc: ContentEncryption
  readonly key: Buffer
  readonly iv: Buffer
  /** What is authenticated with the content and not encrypted. */
  readonly associated: Buffer
}

/** Encrypted content and what proves it whole. */
export interface Ciphertext {
  readonly ciphertext: Buffer
  readonly tag: Buffer
}

/** Encrypts and authenticates. */
export function encryptContent(plaintext: Uint8Array, lock: ContentLock): Ciphertext {
  const algorithm = algorithms[lock.enc]
  return 'hash' in algorithm ? encryptCbc(plaintext, lock, algorithm) : encryptGcm(plaintext, lock, algorithm)
}

/** The plaintext, if the tag, the key and everything else is right. */
export function decryptContent(sealed: Ciphertext, lock: ContentLock): Buffer {
  const algorithm = algorithms[lock.enc]
  if (lock.iv.length !== algorithm.iv) refuseDecryption()
  return hideDecryptionErrors(() =>
    'hash' in algorithm ? decryptCbc(sealed, lock, algorithm) : decryptGcm(sealed, lock, algorithm),
  )
}

/** Runs a decryption. Whatever goes wrong in it looks the same from outside: which step failed would help to forge. */
export function hideDecryptionErrors<T>(run: () => T): T {
  try {
    return run()
  } catch {
    return refuseDecryption()
  }
}

/** Ends a decryption, always with the same words. */
export const refuseDecryption = (): never => refuse('jwe-decrypt', 'the JWE cannot be decrypted')

function encryptGcm(plaintext: Uint8Array, { key, iv, associated }: ContentLock, { cipher: name }: Gcm): Ciphertext {
  const cipher = createCipheriv(name, key, iv).setAAD(associated)
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()])
  return { ciphertext, tag: cipher.getAuthTag() }
}

/** The length of the tag is pinned: some versions of Node accept one of four octets, which can be guessed. */
function decryptGcm(
  { ciphertext, tag }: Ciphertext,
  { key, iv, associated }: ContentLock,
  { cipher: name }: Gcm,
): Buffer {
  const decipher = createDecipheriv(name, key, iv, { authTagLength: 16 }).setAAD(associated).setAuthTag(tag)
  return Buffer.concat([decipher.update(ciphertext), decipher.final()])
}

function encryptCbc(plaintext: Uint8Array, lock: ContentLock, algorithm: CbcHmac): Ciphertext {
  const cipher = createCipheriv(algorithm.cipher, lock.key.subarray(algorithm.key / 2), lock.iv)
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()])
  return { ciphertext, tag: computeTag(ciphertext, lock, algorithm) }
}

/** The tag comes before the padding: the other way round, the padding tells an attacker the plaintext. */
function decryptCbc({ ciphertext, tag }: Ciphertext, lock: ContentLock, algorithm: CbcHmac): Buffer {
  if (!timingSafeEqual(tag, computeTag(ciphertext, lock, algorithm))) refuseDecryption()
  const decipher = createDecipheriv(algorithm.cipher, lock.key.subarray(algorithm.key / 2), lock.iv)
  return Buffer.concat([decipher.update(ciphertext), decipher.final()])
}

function computeTag(ciphertext: Buffer, { key, iv, associated }: ContentLock, { hash, key: octets }: CbcHmac): Buffer {
  const bits = Buffer.alloc(8)
  bits.writeBigUInt64BE(BigInt(associated.length) * 8n)
  const hmac = createHmac(hash, key.subarray(0, octets / 2))
    .update(associated)
    .update(iv)
    .update(ciphertext)
    .update(bits)
  return hmac.digest().subarray(0, octets / 2)
}
