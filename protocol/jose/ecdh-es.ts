import { createECDH, createHash, createPublicKey } from 'node:crypto'
import { decodeBase64url, isBase64url } from '../encoding/base64url.ts'
import { isObject, type JsonObject, type JsonValue, readText } from '../encoding/json.ts'
import { memoizeLast } from '../encoding/memoize-last.ts'
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

/** The curves of RFC 7518 section 6.2.1.1: the name in OpenSSL, octets of a coordinate, bits of the first octet below the order. */
const curves = {
  'P-256': { name: 'prime256v1', octets: 32, firstBits: 0x7f },
  'P-384': { name: 'secp384r1', octets: 48, firstBits: 0x7f },
  'P-521': { name: 'secp521r1', octets: 66, firstBits: 0 },
} as const
type Curve = keyof typeof curves

const isCurve = (crv: unknown): crv is Curve => typeof crv === 'string' && Object.hasOwn(curves, crv)

/** The key that the sender of a message agreed on with this private key. */
export function agreeAsRecipient(key: Jwk, purpose: KeyPurpose): Buffer {
  const { epk } = purpose.header
  if (!isObject(epk)) return refuse('jwe-header', '`epk` is not an object')
  const point = readPoint(epk)
  if ('fault' in point) return refuse('jwe-header', `\`epk\`: ${point.fault}`)
  if (key.crv !== point.curve) return refuse('jwe-header', '`epk` is on another curve than the key')
  return deriveKey(agree({ curve: point.curve, secret: readScalar(key), point: point.octets }).shared, purpose)
}

/** Agrees with a public key; the other side needs `epk` to come to the same `derived` key. */
export function agreeAsSender(key: Jwk, purpose: KeyPurpose, random: Random): { epk: JsonObject; derived: Buffer } {
  const point = readPoint(key)
  if ('fault' in point) return refuse('jwe-key', point.fault)
  const { own, shared } = agree({ curve: point.curve, secret: drawScalar(random, point.curve), point: point.octets })
  return { epk: writePublicJwk(own, point.curve), derived: deriveKey(shared, purpose) }
}

/** A point outside the curve is never multiplied: with enough of them, an attacker works out the private key. */
function readPoint({ kty, crv, x, y }: JsonObject): { curve: Curve; octets: Buffer } | { fault: string } {
  if (kty !== 'EC' || !isCurve(crv)) return { fault: 'not an EC key on P-256, P-384 or P-521' }
  const fault = crv === 'P-256' ? checkPoint(x, y) : checkLargePoint(crv, x, y)
  if (fault !== undefined) return { fault }
  return {
    curve: crv,
    octets: Buffer.concat([Buffer.from([4]), decodeBase64url(readText(x)), decodeBase64url(readText(y))]),
  }
}

/** Why two coordinates are no point of one of the larger curves, or nothing. */
function checkLargePoint(crv: Curve, x: unknown, y: unknown): string | undefined {
  const isCoordinate = (text: unknown): text is string =>
    typeof text === 'string' && isBase64url(text) && decodeBase64url(text).length === curves[crv].octets
  if (!isCoordinate(x) || !isCoordinate(y)) return `\`x\` or \`y\` has not ${curves[crv].octets} octets`
  try {
    createPublicKey({ key: { kty: 'EC', crv, x, y }, format: 'jwk' })
    return undefined
  } catch {
    return `the point is not on ${crv}`
  }
}

function readScalar({ d }: Jwk): Buffer {
  if (typeof d !== 'string' || !isBase64url(d)) return refuse('jwe-key', '`d` is not unpadded base64url')
  return decodeBase64url(d)
}

interface Agreement {
  readonly curve: Curve
  readonly secret: Buffer
  /** The point of the other side, uncompressed. */
  readonly point: Buffer
}

/** The secret that two keys share, and the point of the own one. The recorder, the judge and an actor open one message. */
const agree = memoizeLast(
  ({ curve, secret, point }: Agreement): { readonly own: Buffer; readonly shared: Buffer } => {
    const pair = createECDH(curves[curve].name)
    try {
      pair.setPrivateKey(secret)
    } catch {
      return refuse('jwe-key', `\`d\` is no private key of ${curve}`)
    }
    return { own: pair.getPublicKey(), shared: pair.computeSecret(point) }
  },
  (a, b) => a.curve === b.curve && a.secret.equals(b.secret) && a.point.equals(b.point),
)

/** Any octets make a valid scalar: without its first bits it is below the order, and an odd number is not zero. */
function drawScalar(random: Random, crv: Curve): Buffer {
  const { octets: length, firstBits } = curves[crv]
  const octets = Buffer.from(random(length))
  octets[0] = (octets[0] ?? 0) & firstBits
  octets[length - 1] = (octets[length - 1] ?? 0) | 1
  return octets
}

function writePublicJwk(point: Buffer, crv: Curve): JsonObject {
  const { octets } = curves[crv]
  const [x, y] = [point.subarray(1, octets + 1), point.subarray(octets + 1)]
  return { kty: 'EC', crv, x: x.toString('base64url'), y: y.toString('base64url') }
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
