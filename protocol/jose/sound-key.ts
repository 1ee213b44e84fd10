import { createPublicKey } from 'node:crypto'
import type { JsonValue } from '../encoding/json.ts'
import { limits } from '../encoding/limits.ts'
import { checkPoint, type Jwk } from './jwk.ts'

/** Why a public key protects nothing that is encrypted to it; `undefined` if no reason is known. */
export function describeWeakKey(key: Jwk): string | undefined {
  const { kty, crv } = key
  if (kty === 'EC' && !isCommonCurve(crv)) return '`crv` is not P-256, P-384 or P-521'
  return describeUnsoundKey(key)
}

/** Why a signature by a key says nothing; `undefined` if no reason is known. */
export const describeUnsoundKey = (key: Jwk): string | undefined => describeInvalidKey(key) ?? describeSmallKey(key)

const isCommonCurve = (crv: JsonValue | undefined): boolean => typeof crv === 'string' && /^P-(256|384|521)$/.test(crv)

/** The bits of an RSA modulus where they are fewer than 2,048 (RFC 7518, sections 3.3, 3.5 and 4.2). */
export function describeSmallKey({ kty, n }: Jwk): string | undefined {
  const octets = kty === 'RSA' ? readOctets(n) : undefined
  const first = octets?.findIndex((octet) => octet !== 0) ?? -1
  if (!octets || first < 0) return undefined
  const bits = 8 * (octets.length - first) - Math.clz32(octets[first] ?? 0) + 24
  return bits < 2048 ? `\`n\` has ${bits} bits` : undefined
}

/** Whether the members of a key are known: those of types and curves of others may mean anything. */
export const isKnownKey = ({ kty, crv }: Jwk): boolean =>
  kty === 'RSA' || (typeof crv === 'string' && curves.get(crv)?.kty === kty)

/** Whether something can be encrypted to a key here: it is of a known type, and no larger than OpenSSL computes with. */
export const isComputableKey = ({ kty, n, e }: Jwk): boolean =>
  kty === 'EC' ||
  (kty === 'RSA' && [n, e].every((text) => typeof text === 'string' && text.length * 6 <= limits.modulusBits + 6))

/** Why a public key is none, whatever its strength; `undefined` if no reason is known. */
export function describeInvalidKey(key: Jwk): string | undefined {
  if (typeof key.kty !== 'string') return '`kty` is not a string'
  if (key.kty === 'RSA') return describeInvalidRsaKey(key)
  const { kty, crv } = key
  if ((kty === 'EC' || kty === 'OKP') && typeof crv !== 'string') return '`crv` is not a string'
  return isKnownKey(key) ? describeInvalidPoint(key) : describeMisnamedCurve(key)
}

/** Other names of curves, without signs. */
const aliases: ReadonlyMap<string, string> = new Map([
  ['secp256r1', 'P-256'],
  ['prime256v1', 'P-256'],
  ['secp384r1', 'P-384'],
  ['secp521r1', 'P-521'],
])

/** Why a key has no curve, though it is clear which one is meant: names are registered, and case-sensitive. */
export function describeMisnamedCurve({ kty, crv }: Jwk): string | undefined {
  const plain = typeof crv === 'string' ? strip(crv) : ''
  const meant = aliases.get(plain) ?? [...curves.keys()].find((name) => strip(name) === plain)
  if (meant === undefined) return undefined
  if (crv !== meant) return `\`crv\` is not spelled ${meant}`
  const type = curves.get(meant)?.kty
  return kty === type ? undefined : `\`kty\` is not ${type}`
}

const strip = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

function describeInvalidRsaKey({ n, e }: Jwk): string | undefined {
  const [modulus, exponent] = [readOctets(n), readOctets(e)]
  if (!modulus?.length || !exponent?.length) return '`n` or `e` is not base64url'
  if (modulus[0] === 0 || exponent[0] === 0) return '`n` or `e` begins with an octet of zeros'
  if (isEven(modulus)) return '`n` is even'
  return isEven(exponent) || (exponent.length === 1 && exponent[0] === 1) ? '`e` is even, or less than 3' : undefined
}

const isEven = (octets: Buffer): boolean => ((octets.at(-1) ?? 0) & 1) === 0

/** Octets in base64url without padding. What the last character has beyond the last octet says nothing of a number. */
const readOctets = (text: JsonValue | undefined): Buffer | undefined =>
  typeof text === 'string' && /^[\w-]+$/.test(text) ? Buffer.from(text, 'base64url') : undefined

interface Curve {
  readonly kty: 'EC' | 'OKP'
  /** The octets of a coordinate. */
  readonly octets: number
}

/** The curves of RFC 7518, RFC 8037 and RFC 8812. */
const curves: ReadonlyMap<string, Curve> = new Map([
  ['P-256', { kty: 'EC', octets: 32 }],
  ['P-384', { kty: 'EC', octets: 48 }],
  ['P-521', { kty: 'EC', octets: 66 }],
  ['secp256k1', { kty: 'EC', octets: 32 }],
  ['Ed25519', { kty: 'OKP', octets: 32 }],
  ['Ed448', { kty: 'OKP', octets: 57 }],
  ['X25519', { kty: 'OKP', octets: 32 }],
  ['X448', { kty: 'OKP', octets: 56 }],
])

function describeInvalidPoint({ kty, crv, x, y }: Jwk): string | undefined {
  if (crv === 'P-256' && kty === 'EC') return checkPoint(x, y)
  const { octets } = curves.get(`${crv}`) ?? {}
  for (const [name, value] of Object.entries(kty === 'EC' ? { x, y } : { x })) {
    const read = readOctets(value)
    if (!read) return `\`${name}\` is not unpadded base64url`
    if (read.length !== octets) return `\`${name}\` has ${read.length} octets, not ${octets}`
  }
  if (kty !== 'EC') return undefined
  return canImport({ kty, crv: `${crv}`, x: `${x}`, y: `${y}` }) ? undefined : `the point is not on ${crv}`
}

function canImport(key: { readonly [name: string]: string }): boolean {
  try {
    createPublicKey({ key, format: 'jwk' })
    return true
  } catch {
    return false
  }
}
