import type { FoundationProof } from '../../model/foundation/proof.ts'
import type { JsonObject } from '../../protocol/encoding/json.ts'
import type { Jwk } from '../../protocol/jose/jwk.ts'
import { unrelatedKey, unrelatedRsaKey } from '../kit/unrelated-keys.ts'
import type { KeyRule } from './key-rules.ts'
import { certifyKey, hashCertificate } from './sample-certificate.ts'

/** A change of a public key. */
export type KeyChange = (usual: Jwk) => Jwk

const curveMembers = ['kty', 'crv', 'x', 'y', 'n', 'e']

/** Puts another key in the place of one, with an algorithm for the same purpose, if there was any. */
const become =
  (members: Jwk): KeyChange =>
  (usual) => {
    const kept = Object.entries(usual).filter(([name]) => !curveMembers.includes(name))
    return { ...Object.fromEntries(kept), ...members, ...findAlgorithm(usual, members) }
  }

function findAlgorithm({ alg }: Jwk, { kty, crv }: Jwk): JsonObject {
  if (typeof alg !== 'string' || kty === undefined) return {}
  const isEncryption = /^(ECDH|RSA-OAEP)/.test(alg)
  if (kty === 'AKP') return { alg: 'x-algorithm' }
  if (kty === 'RSA') return { alg: isEncryption ? 'RSA-OAEP-256' : 'PS256' }
  return isEncryption ? { alg: 'ECDH-ES' } : { alg: crv === 'P-521' ? 'ES512' : alg }
}

const set =
  (members: JsonObject): KeyChange =>
  (usual) => ({ ...usual, ...members })

const modulus = Buffer.from(`${unrelatedRsaKey.n}`, 'base64url')
const rsa = (members: JsonObject = {}): KeyChange => become({ ...unrelatedRsaKey, ...members })
const number = (octets: Buffer): string => octets.toString('base64url')
const even = Buffer.concat([modulus.subarray(0, -1), Buffer.of(0)])

/** A point of P-521. */
const large: Jwk = {
  kty: 'EC',
  crv: 'P-521',
  x: 'AVI8SuszWlzJy_L6BmNqBzv_0vx3FP3Y7_gdUNnG47A6XJjj6VqMQ-BVSCW_198pCaIWZtf2jwCG4JtRHsfQ7HRS',
  y: 'AQEJZQJvaAfakSSAcPpwa9qMoVbgnVX4zB-hBZIF3Pe-0y7DPf8MD8HcqUOoGeGV4Q25gy_n_4oy-gc8uYwoRYcJ',
}

const { x = '' } = unrelatedKey

/** Two coordinates of P-256 that are no point. */
const offCurve: Jwk = { kty: 'EC', crv: 'P-256', x, y: x }

const withCertificate =
  (choose: (usual: Jwk) => Jwk, more: (certificate: Buffer) => JsonObject = () => ({})): KeyChange =>
  (usual) => {
    const certificate = certifyKey(choose(usual))
    return { ...usual, x5c: [certificate.toString('base64')], ...more(certificate) }
  }

const keep: KeyChange = (usual) => usual

const fault = (name: KeyRule, description: string, change: KeyChange) => ({ name, description, change })

// biome-ignore format: a table, one row a line.
/** Public keys that break a rule, and legal ones that are unusual. */
export const keyProof: FoundationProof<KeyRule, KeyChange> = {
  faults: [
    fault('KEY-SIZE', 'has an RSA key of 1,024 bits', rsa({ n: number(Buffer.alloc(128, 0xc5)) })),
    fault('KEY-SIZE', 'has an RSA key of 2,047 bits', rsa({ n: number(Buffer.alloc(256, 0x55)) })),
    fault('KEY-VALID', 'has a point off its curve', become(offCurve)),
    fault('KEY-VALID', 'has a point off P-521', become({ ...large, y: `${large.x}` })),
    fault('KEY-VALID', 'has a curve with the name that another registry has', become({ ...large, crv: 'secp521r1' })),
    fault('KEY-VALID', 'has a curve in small letters', become({ ...large, crv: 'p-521' })),
    fault('KEY-VALID', 'has a curve of another type of key', become({ ...offCurve, crv: 'Ed25519' })),
    fault('KEY-VALID', 'has a coordinate without its last octet', become({ ...large, y: `${large.y}`.slice(0, -4) })),
    fault('KEY-VALID', 'has an even RSA modulus', rsa({ n: number(even) })),
    fault('KEY-VALID', 'has an RSA modulus with an octet of zeros before it', rsa({ n: number(Buffer.concat([Buffer.alloc(1), modulus])) })),
    fault('KEY-VALID', 'has an RSA exponent with an octet of zeros before it', rsa({ e: 'AAEAAQ' })),
    fault('KEY-VALID', 'has the RSA exponent one', rsa({ e: 'AQ' })),
    fault('KEY-VALID', 'has an even RSA exponent', rsa({ e: 'AQAA' })),
    fault('KEY-PUBLIC', 'has a private member in its key', set({ d: `${unrelatedKey.d}` })),
    fault('KEY-PUBLIC', 'has a shared secret beside its key', set({ k: 'AAAA' })),
    fault('KEY-MEMBERS', 'has a key for another purpose than its operations', set({ use: 'sig', key_ops: ['deriveKey'] })),
    fault('KEY-MEMBERS', 'has an operation twice in its key', set({ key_ops: ['verify', 'deriveKey', 'verify'] })),
    fault('KEY-MEMBERS', 'has a number as the use of its key', set({ use: 1 })),
    fault('KEY-MEMBERS', 'has a number as the thumbprint of its key', set({ x5t: 7 })),
    fault('KEY-MEMBERS', 'has an array as the thumbprint of its key', set({ 'x5t#S256': ['AAAA'] })),
    fault('KEY-CERT', 'has a key with the certificate of another key', withCertificate(() => large)),
    fault('KEY-CERT', 'has a key with the thumbprint of another certificate', withCertificate(keep, () => ({ 'x5t#S256': hashCertificate('sha256', Buffer.alloc(1)) }))),
  ],
  variants: [
    fault('KEY-SIZE', 'has an RSA key of 2,048 bits', rsa()),
    fault('KEY-VALID', 'has a key on P-521', become(large)),
    fault('KEY-VALID', 'has a key of a type that is not known', become({ kty: 'AKP', pub: 'AAAA' })),
    fault('KEY-MEMBERS', 'has a key with operations of its own', set({ key_ops: ['x-note', 'verify', 'deriveKey'] })),
    fault('KEY-CERT', 'has a key with its certificate and both thumbprints', withCertificate(keep, (octets) => ({ x5t: hashCertificate('sha1', octets), 'x5t#S256': hashCertificate('sha256', octets) }))),
  ],
}

/** Keys for something other than signatures, where a key is for signatures. */
export const signerProof: FoundationProof<KeyRule, KeyChange> = {
  faults: [
    fault('KEY-MEMBERS', 'has a key for encryption', set({ use: 'enc' })),
    fault('KEY-MEMBERS', 'has a key for key agreement alone', set({ key_ops: ['deriveBits'] })),
    fault('KEY-MEMBERS', 'has a key with an algorithm of key agreement', set({ alg: 'ECDH-ES' })),
  ],
  variants: [fault('KEY-MEMBERS', 'has a key for signatures', set({ use: 'sig', key_ops: ['verify'] }))],
}
