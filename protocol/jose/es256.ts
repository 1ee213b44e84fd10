import { createECDH, createHash, createHmac, type KeyObject, verify } from 'node:crypto'
import { decodeBase64url } from '../encoding/base64url.ts'
import { readText } from '../encoding/json.ts'
import type { Jwk } from './jwk.ts'

/**
 * Verifies ES256 (RFC 7518 section 3.4): the signature is R and S of 32 octets each, one after the other.
 *
 * The key goes in directly and the signature is turned into DER here: the obvious `{ key, dsaEncoding }` makes some
 * versions of Node rebuild the curve point on every call, and half of the time is lost.
 */
export function verifyEs256(input: Uint8Array, key: KeyObject, signature: Uint8Array): boolean {
  return signature.length === 64 && verifyDer(input, key, toDer(signature))
}

/** The same, for a signature that was turned already. */
export const verifyDer = (input: Uint8Array, key: KeyObject, der: Uint8Array): boolean =>
  verify('sha256', input, key, der)

/** DER form of a signature, which `openssl`, Java and Android write by default. */
export function toDer(signature: Uint8Array): Buffer {
  const der = Buffer.allocUnsafe(longestDer)
  const middle = putInteger(der, 2, signature, 0)
  const end = putInteger(der, middle, signature, 32)
  der[0] = 0x30
  der[1] = end - 2
  return der.subarray(0, end)
}

/** Two integers of 33 octets, and three heads of two. */
const longestDer = 72

/** Writes 32 octets as an integer: without leading zeros, except the one that keeps it positive. Returns its end. */
function putInteger(der: Buffer, at: number, octets: Uint8Array, start: number): number {
  const end = start + 32
  let from = start
  while (from < end - 1 && octets[from] === 0) from++
  const sign = (octets[from] ?? 0) >= 0x80 ? 1 : 0
  der[at] = 0x02
  der[at + 1] = end - from + sign
  der[at + 2] = 0
  der.set(octets.subarray(from, end), at + 2 + sign)
  return at + 2 + sign + end - from
}

/** Whether octets are shaped like a signature in DER. Never 64 octets: then they are taken as R and S. */
export const looksLikeDer = (signature: Uint8Array): boolean =>
  signature.length !== 64 && signature[0] === 0x30 && signature[1] === signature.length - 2 && signature[2] === 0x02

const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/**
 * Signs with ES256 and the deterministic nonce of RFC 6979, so that the same draft always gives the same bytes.
 * For test keys only: the arithmetic takes a time that depends on the key. A fault gives nonces of its own.
 */
export function signEs256(input: Uint8Array, key: Jwk, given?: Iterable<bigint>): Buffer {
  const secret = toInteger(decodeBase64url(readText(key.d)))
  const digest = createHash('sha256').update(input).digest()
  for (const k of given ?? generateNonces(secret, digest)) {
    const r = multiplyBase(k) % order
    const s = (invert(k) * (toInteger(digest) + r * secret)) % order
    if (r !== 0n && s !== 0n) return Buffer.concat([toOctets(r), toOctets(s)])
  }
  throw new TypeError('no nonce was found') // out of 2^256 there is always one
}

const curve = createECDH('prime256v1')

/** The x coordinate of `k` times the base point: what a key agreement computes for the public key of `k`. */
function multiplyBase(k: bigint): bigint {
  curve.setPrivateKey(toOctets(k))
  return toInteger(curve.getPublicKey().subarray(1, 33))
}

/** Candidates for the nonce, RFC 6979 section 3.2. */
function* generateNonces(secret: bigint, digest: Buffer): Generator<bigint> {
  const seed = Buffer.concat([toOctets(secret), toOctets(toInteger(digest) % order)])
  let value: Buffer = Buffer.alloc(32, 1)
  let key: Buffer = Buffer.alloc(32, 0)
  const stir = (mark: number, extra: Buffer): void => {
    key = hmac(key, Buffer.concat([value, Buffer.from([mark]), extra]))
    value = hmac(key, value)
  }
  stir(0, seed)
  stir(1, seed)
  for (;;) {
    value = hmac(key, value)
    const candidate = toInteger(value)
    if (candidate > 0n && candidate < order) yield candidate
    stir(0, Buffer.alloc(0))
  }
}

const hmac = (key: Buffer, content: Buffer): Buffer => createHmac('sha256', key).update(content).digest()

function invert(value: bigint): bigint {
  let [a, b, x, y] = [value % order, order, 1n, 0n]
  while (a > 1n) {
    const quotient = a / b
    ;[a, b] = [b, a - quotient * b]
    ;[x, y] = [y, x - quotient * y]
  }
  return ((x % order) + order) % order
}

const toInteger = (octets: Uint8Array): bigint => BigInt(`0x${Buffer.from(octets).toString('hex')}`)
const toOctets = (value: bigint): Buffer => Buffer.from(value.toString(16).padStart(64, '0'), 'hex')
