import { createPublicKey } from 'node:crypto'
import { limits } from '../encoding/limits.ts'
import { checkPoint, type Jwk } from './jwk.ts'

/** Why a public key protects nothing that is encrypted to it; `undefined` if no reason is known. */
export function describeWeakKey(key: Jwk): string | undefined {
  if (key.kty === 'RSA') return describeWeakRsaKey(key)
  return key.kty === 'EC' ? describeWeakEcKey(key) : undefined
}

function describeWeakRsaKey({ n, e }: Jwk): string | undefined {
  const [modulus, exponent] = [readNumber(n), readNumber(e)]
  if (modulus === undefined || exponent === undefined) return '`n` or `e` is not base64url'
  if (modulus === 'too long' || exponent === 'too long') return undefined
  const bits = modulus.toString(2).length
  if (bits < 2048) return `\`n\` has ${bits} bits`
  if (modulus % 2n === 0n) return '`n` is even'
  return exponent < 3n || exponent % 2n === 0n ? '`e` is even, or less than 3' : undefined
}

/** Reads a number in base64url. */
function readNumber(text: unknown): bigint | 'too long' | undefined {
  if (typeof text !== 'string' || !/^[\w-]+$/.test(text)) return undefined
  const octets = Buffer.from(text, 'base64url')
  return octets.length * 8 > limits.modulusBits ? 'too long' : BigInt(`0x${octets.toString('hex') || '0'}`)
}

const curves: readonly unknown[] = ['P-384', 'P-521']

function describeWeakEcKey({ crv, x, y }: Jwk): string | undefined {
  if (crv === 'P-256') return checkPoint(x, y)
  if (typeof crv !== 'string' || !curves.includes(crv)) return '`crv` is not P-256, P-384 or P-521'
  if (typeof x !== 'string' || typeof y !== 'string') return '`x` or `y` is missing'
  try {
    createPublicKey({ key: { kty: 'EC', crv, x, y }, format: 'jwk' })
    return undefined
  } catch {
    return `the point is not on ${crv}`
  }
}
