import { constants, createPublicKey, type KeyObject, type VerifyKeyObjectInput, verify } from 'node:crypto'
import { limits } from '../encoding/limits.ts'
import { memoizeLast } from '../encoding/memoize-last.ts'
import { looksLikeDer, verifyEs256 } from './es256.ts'
import type { Jwk } from './jwk.ts'

/** How one digital signature algorithm verifies, and with which keys. */
interface SignatureAlgorithm {
  readonly kty: string
  readonly crv?: readonly string[]
  readonly hash: string | null
  readonly options: Omit<VerifyKeyObjectInput, 'key'>
  /** The length of a signature, where it is always the same. */
  readonly length?: number
}

const ecdsa = (crv: string, hash: string, length: number): SignatureAlgorithm => ({
  kty: 'EC',
  crv: [crv],
  hash,
  options: { dsaEncoding: 'ieee-p1363' },
  length,
})

const eddsa = (...crv: readonly string[]): SignatureAlgorithm => ({ kty: 'OKP', crv, hash: null, options: {} })

const rsa = (hash: string): SignatureAlgorithm => ({ kty: 'RSA', hash, options: {} })

const pss = (hash: string): SignatureAlgorithm => ({
  kty: 'RSA',
  hash,
  options: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST },
})

/** The digital signature algorithms of RFC 7518, RFC 8037, RFC 8812 and RFC 9864 that Node computes. */
const algorithms: ReadonlyMap<string, SignatureAlgorithm> = new Map([
  ['ES256', ecdsa('P-256', 'sha256', 64)],
  ['ES384', ecdsa('P-384', 'sha384', 96)],
  ['ES512', ecdsa('P-521', 'sha512', 132)],
  ['ESP256', ecdsa('P-256', 'sha256', 64)],
  ['ESP384', ecdsa('P-384', 'sha384', 96)],
  ['ESP512', ecdsa('P-521', 'sha512', 132)],
  ['ES256K', ecdsa('secp256k1', 'sha256', 64)],
  ['EdDSA', eddsa('Ed25519', 'Ed448')],
  ['Ed25519', eddsa('Ed25519')],
  ['Ed448', eddsa('Ed448')],
  ['PS256', pss('sha256')],
  ['PS384', pss('sha384')],
  ['PS512', pss('sha512')],
  ['RS256', rsa('sha256')],
  ['RS384', rsa('sha384')],
  ['RS512', rsa('sha512')],
])

export const isSignatureAlgorithm = (alg: unknown): boolean => typeof alg === 'string' && algorithms.has(alg)

/** Whether a key is of the type and on the curve that an algorithm needs. */
export function isKeyFor({ kty, crv }: Jwk, alg: unknown): boolean {
  const algorithm = typeof alg === 'string' ? algorithms.get(alg) : undefined
  return algorithm?.kty === kty && (algorithm?.crv?.some((each) => each === crv) ?? true)
}

/** The outcome of a verification: why it failed, where that is known. */
export type Verification = { readonly isValid: true } | { readonly isValid: false; readonly reason: string }

/** Verifies a signature by a public key. Never throws: a key or a signature may be anything. */
export function verifySignature(alg: string, jwk: Jwk, input: string, signature: Buffer): Verification {
  const algorithm = algorithms.get(alg)
  if (!algorithm || !isKeyFor(jwk, alg)) return { isValid: false, reason: `the key does not suit ${alg}` }
  if (algorithm.length !== undefined && signature.length !== algorithm.length) {
    const form = looksLikeDer(signature) ? 'it is written in DER' : `it has ${signature.length} octets`
    return { isValid: false, reason: `${form}; ${alg} has ${algorithm.length} octets, R followed by S` }
  }
  const key = importPublicKey(jwk)
  if (!key) return { isValid: false, reason: 'the key cannot be used' }
  const isValid = isSigned({ algorithm, key, input, signature })
  return isValid ? { isValid } : { isValid, reason: 'it is not by this key' }
}

interface Signed {
  readonly algorithm: SignatureAlgorithm
  readonly key: KeyObject
  readonly input: string
  readonly signature: Buffer
}

/** Several rules verify one signature, one after the other. */
const isSigned = memoizeLast(
  ({ algorithm: { crv, hash, options }, key, input, signature }: Signed): boolean => {
    const octets = Buffer.from(input, 'latin1')
    return hash === 'sha256' && crv?.includes('P-256')
      ? verifyEs256(octets, key, signature)
      : verify(hash, octets, { key, ...options }, signature)
  },
  (a, b) => a.key === b.key && a.algorithm === b.algorithm && a.input === b.input && a.signature.equals(b.signature),
)

/** A public key; nothing, if it is none or larger than OpenSSL computes with. */
function importPublicKey({ kty, crv, x, y, n, e }: Jwk): KeyObject | undefined {
  if (typeof n === 'string' && n.length * 6 > limits.modulusBits + 6) return undefined
  const members = Object.entries({ kty, crv, x, y, n, e }).filter(([, value]) => typeof value === 'string')
  return importMembers(JSON.stringify(Object.fromEntries(members)))
}

/** One key verifies many signatures, one after the other. */
const importMembers = memoizeLast((members: string): KeyObject | undefined => {
  try {
    return createPublicKey({ key: JSON.parse(members), format: 'jwk' })
  } catch {
    return undefined
  }
})
