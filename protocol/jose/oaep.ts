import {
  constants,
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  privateDecrypt,
  publicEncrypt,
} from 'node:crypto'
import type { JsonValue } from '../encoding/json.ts'
import { limits } from '../encoding/limits.ts'
import { memoizeLast } from '../encoding/memoize-last.ts'
import { refuse } from '../encoding/problem.ts'
import type { Random } from '../encoding/random.ts'
import { hideDecryptionErrors } from './jwe-content.ts'
import type { Jwk } from './jwk.ts'

/** The hash of RSA-OAEP-256, and the one of RSA-OAEP. */
export type OaepHash = 'sha256' | 'sha1'

/** Decryption by imported private keys, by parsed JWKs, which never change. Nothing else about a message takes as long. */
const decrypters = new WeakMap<Jwk, ReturnType<typeof createDecrypter>>()

/** Decrypts with RSAES-OAEP (RFC 7518 section 4.3). */
export function decryptOaep(ciphertext: Buffer, jwk: Jwk, oaepHash: OaepHash): Buffer {
  const opener = decrypters.get(jwk) ?? createDecrypter(importPrivateKey(jwk))
  decrypters.set(jwk, opener)
  return opener(oaepHash)(ciphertext.toString('base64'))
}

function importPrivateKey(jwk: Jwk): KeyObject {
  for (const member of ['n', 'e', 'd', 'p', 'q', 'dp', 'dq', 'qi']) requireBoundedNumber(member, jwk[member])
  return refuseBadKey(() => createPrivateKey({ key: jwk, format: 'jwk' }))
}

const maxCharacters = Math.ceil(limits.modulusBits / 6)

/** A number of an RSA key in base64url. It is measured before OpenSSL sees it: the time that OpenSSL takes grows with it. */
function requireBoundedNumber(member: string, value: JsonValue | undefined): string {
  if (typeof value !== 'string') return ''
  if (value.length <= maxCharacters) return value
  return refuse('jwe-key', `\`${member}\` of the RSA key has more than ${limits.modulusBits} bits`)
}

/** The receiver of a message decrypts it, and so does the recorder. A failed decryption is not kept. */
const createDecrypter = (key: KeyObject) =>
  memoizeLast((oaepHash: OaepHash) =>
    memoizeLast((ciphertext: string): Buffer => {
      const lock = { key, oaepHash, padding: constants.RSA_PKCS1_OAEP_PADDING }
      return hideDecryptionErrors(() => privateDecrypt(lock, Buffer.from(ciphertext, 'base64')))
    }),
  )

interface Oaep {
  readonly key: Jwk
  readonly hash: OaepHash
  readonly random: Random
}

/**
 * Encrypts with RSAES-OAEP. OpenSSL would pad with a seed of its own, and no message could be made a second time;
 * so the padding is done here and OpenSSL only computes the power.
 */
export function encryptOaep(message: Uint8Array, { key: { n, e }, hash, random }: Oaep): Buffer {
  const [modulus, exponent] = [requireBoundedNumber('n', n), requireBoundedNumber('e', e)]
  const key = refuseBadKey(() => createRsaKey(modulus)(exponent))
  const hashed = createHash(hash).digest()
  const gap = Math.ceil((key.asymmetricKeyDetails?.modulusLength ?? 0) / 8) - message.length - 2 * hashed.length - 2
  if (gap < 0) refuse('jwe-key', 'the RSA key is too short')
  const block = Buffer.concat([hashed, Buffer.alloc(gap), Buffer.from([1]), message])
  const padded = pad(block, random(hashed.length), hash)
  return refuseBadKey(() => publicEncrypt({ key, padding: constants.RSA_NO_PADDING }, padded))
}

/** Metadata that are fetched again bring the same key as another object. */
const createRsaKey = memoizeLast((n: string) =>
  memoizeLast((e: string): KeyObject => createPublicKey({ key: { kty: 'RSA', n, e }, format: 'jwk' })),
)

/** EME-OAEP, RFC 8017 section 7.1.1 step 2: the seed masks the block, and the block then masks the seed. */
function pad(block: Buffer, seed: Uint8Array, hash: OaepHash): Buffer {
  const maskedBlock = xor(block, generateMask(seed, block.length, hash))
  const maskedSeed = xor(seed, generateMask(maskedBlock, seed.length, hash))
  return Buffer.concat([Buffer.from([0]), maskedSeed, maskedBlock])
}

/** MGF1, RFC 8017 appendix B.2.1. */
function generateMask(seed: Uint8Array, octets: number, hash: OaepHash): Buffer {
  let masked = Buffer.alloc(0)
  for (const counter = Buffer.alloc(4); masked.length < octets; counter.writeUInt32BE(counter.readUInt32BE() + 1)) {
    masked = Buffer.concat([masked, createHash(hash).update(seed).update(counter).digest()])
  }
  return masked.subarray(0, octets)
}

const xor = (one: Uint8Array, other: Uint8Array): Buffer => Buffer.from(one.map((octet, i) => octet ^ (other[i] ?? 0)))

/** Runs what OpenSSL refuses only because of the key. */
function refuseBadKey<T>(run: () => T): T {
  try {
    return run()
  } catch {
    return refuse('jwe-key', 'the RSA key cannot be used')
  }
}
