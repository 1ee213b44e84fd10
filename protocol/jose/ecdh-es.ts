import { createECDH, createHash, type ECDH } from 'node:crypto'
import { decodeBase64url, isBase64url } from '../encoding/base64url.ts'
import { isObject, type JsonObject, type JsonValue, readText } from '../encoding/json.ts'
import { refuse } from '../encoding/problem.ts'
import type { Random } from '../encoding/random.ts'
import { checkPoint, type Jwk } from './jwk.ts'

/** What a key is derived for (RFC 7518 section 4.6.2). */
export interface KeyPurpose {
  /** The algorithm that the derived key is used with. */
  readonly algorithm: string
  readonly octets: number
  /** Holds `apu` and `apv`, if the parties are named. */
  readonly header: JsonObject
}

/** The key that the sender of a message agreed on with this private key, on P-256 only. */
export function agreeAsRecipient(key: Jwk, purpose: KeyPurpose): Buffer {
  const { epk } = purpose.header
  if (!isObject(epk)) return refuse('jwe-header', '`epk` is not an object')
  const point = readPoint(epk)
  if ('fault' in point) return refuse('jwe-header', `\`epk\`: ${point.fault}`)
  return deriveKey(importPrivateKey(key).computeSecret(point.octets), purpose)
}

/** Agrees with a public key on P-256; the other side needs `epk` to come to the same `derived` key. */
export function agreeAsSender(key: Jwk, purpose: KeyPurpose, random: Random): { epk: JsonObject; derived: Buffer } {
  const point = readPoint(key)
  if ('fault' in point) return refuse('jwe-key', point.fault)
  const ephemeral = createECDH('prime256v1')
  ephemeral.setPrivateKey(drawScalar(random))
  return { epk: exportPublicJwk(ephemeral), derived: deriveKey(ephemeral.computeSecret(point.octets), purpose) }
}

/** A point outside the curve is never multiplied: with enough of them, an attacker works out the private key. */
function readPoint(jwk: JsonObject): { octets: Buffer } | { fault: string } {
  if (jwk.kty !== 'EC' || jwk.crv !== 'P-256') return { fault: 'not an EC key on P-256' }
  const fault = checkPoint(jwk.x, jwk.y)
  if (fault !== undefined) return { fault }
  return {
    octets: Buffer.concat([Buffer.from([4]), decodeBase64url(readText(jwk.x)), decodeBase64url(readText(jwk.y))]),
  }
}

function importPrivateKey({ d }: Jwk): ECDH {
  if (typeof d !== 'string' || !isBase64url(d)) return refuse('jwe-key', '`d` is not unpadded base64url')
  const owner = createECDH('prime256v1')
  try {
    owner.setPrivateKey(decodeBase64url(d))
  } catch {
    return refuse('jwe-key', '`d` is no private key of P-256')
  }
  return owner
}

/** Any octets make a valid scalar: without its top bit it is below the order, and an odd number is not zero. */
function drawScalar(random: Random): Buffer {
  const octets = Buffer.from(random(32))
  octets[0] = (octets[0] ?? 0) & 0x7f
  octets[31] = (octets[31] ?? 0) | 1
  return octets
}

function exportPublicJwk(key: ECDH): JsonObject {
  const point = key.getPublicKey()
  const [x, y] = [point.subarray(1, 33), point.subarray(33)]
  return { kty: 'EC', crv: 'P-256', x: x.toString('base64url'), y: y.toString('base64url') }
}

/** Concat KDF with SHA-256, RFC 7518 section 4.6.2. */
function deriveKey(secret: Buffer, { algorithm, octets, header }: KeyPurpose): Buffer {
  const parties = [decodeParty(header.apu), decodeParty(header.apv)]
  const context = Buffer.concat([...[Buffer.from(algorithm), ...parties].map(prefixLength), writeUint32(octets * 8)])
  const round = (_: unknown, i: number): Buffer =>
    createHash('sha256')
      .update(writeUint32(i + 1))
      .update(secret)
      .update(context)
      .digest()
  return Buffer.concat(Array.from({ length: Math.ceil(octets / 32) }, round)).subarray(0, octets)
}

function decodeParty(name: JsonValue | undefined): Buffer {
  if (name === undefined) return Buffer.alloc(0)
  if (typeof name !== 'string') return refuse('jwe-header', '`apu` or `apv` is not a string')
  return decodeBase64url(name)
}

const prefixLength = (content: Buffer): Buffer => Buffer.concat([writeUint32(content.length), content])

function writeUint32(value: number): Buffer {
  const octets = Buffer.alloc(4)
  octets.writeUInt32BE(value)
  return octets
}
