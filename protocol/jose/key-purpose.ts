import type { JsonValue } from '../encoding/json.ts'
import type { Jwk } from './jwk.ts'
import { describeMisnamedCurve } from './sound-key.ts'

/** What a key is for. */
export type JwkPurpose = 'sig' | 'enc'

interface Fit {
  readonly kty: string
  readonly crv?: readonly string[]
  readonly use: JwkPurpose
}

const suit = (use: JwkPurpose, kty: string, ...crv: readonly string[]): Fit =>
  crv.length > 0 ? { use, kty, crv } : { use, kty }

const agreement = ['P-256', 'P-384', 'P-521', 'X25519', 'X448', 'secp256k1']

/** What keys algorithms are for, of RFC 7518, RFC 8037, RFC 8812 and RFC 9864. Others may mean anything. */
const fits: readonly (readonly [pattern: RegExp, ...fits: readonly Fit[]])[] = [
  [/^(ES256|ESP256)$/, suit('sig', 'EC', 'P-256')],
  [/^(ES384|ESP384)$/, suit('sig', 'EC', 'P-384')],
  [/^(ES512|ESP512)$/, suit('sig', 'EC', 'P-521')],
  [/^ES256K$/, suit('sig', 'EC', 'secp256k1')],
  [/^EdDSA$/, suit('sig', 'OKP', 'Ed25519', 'Ed448')],
  [/^Ed25519$/, suit('sig', 'OKP', 'Ed25519')],
  [/^Ed448$/, suit('sig', 'OKP', 'Ed448')],
  [/^(RS|PS)(256|384|512)$/, suit('sig', 'RSA')],
  [/^HS(256|384|512)$/, suit('sig', 'oct')],
  [/^(RSA1_5|RSA-OAEP(-(256|384|512))?)$/, suit('enc', 'RSA')],
  [/^ECDH-ES(\+A(128|192|256)KW)?$/, suit('enc', 'EC', ...agreement), suit('enc', 'OKP', ...agreement)],
  [/^(A(128|192|256)(GCM)?KW|dir)$/, suit('enc', 'oct')],
]

const findFits = (alg: JsonValue | undefined): readonly Fit[] => {
  const [, ...found] = typeof alg === 'string' ? (fits.find(([pattern]) => pattern.test(alg)) ?? []) : []
  return found as readonly Fit[] // the pattern comes first
}

/** Whether the algorithm is known, and no algorithm of keys like this one. A curve that does not exist is another mistake. */
const contradictsAlgorithm = (key: Jwk, alg: JsonValue | undefined): boolean => {
  if (describeMisnamedCurve(key) !== undefined) return false
  const { kty, crv } = key
  const known = findFits(alg)
  const isOn = (curves: readonly string[]): boolean => typeof crv === 'string' && curves.includes(crv)
  return known.length > 0 && !known.some((each) => each.kty === kty && (each.crv === undefined || isOn(each.crv)))
}

const operations: ReadonlyMap<JsonValue, JwkPurpose> = new Map([
  ['sign', 'sig'],
  ['verify', 'sig'],
  ['encrypt', 'enc'],
  ['decrypt', 'enc'],
  ['wrapKey', 'enc'],
  ['unwrapKey', 'enc'],
  ['deriveKey', 'enc'],
  ['deriveBits', 'enc'],
])

/** The members of a key that are texts, whatever its type. */
const texts = ['use', 'alg', 'kid', 'x5u', 'x5t', 'x5t#S256'] as const

/** One member of a key that is no such member, or contradicts another one. */
export interface KeyContradiction {
  readonly member: (typeof texts)[number] | 'key_ops'
  readonly expected: string
}

/** What contradicts itself in a key, or what it is for in its place (RFC 7517, sections 4.2 to 4.9). What is not known contradicts nothing. */
export function* describeContradiction(key: Jwk, place?: JwkPurpose): Generator<KeyContradiction> {
  const { use, key_ops: ops, alg } = key
  for (const member of texts)
    if (key[member] !== undefined && typeof key[member] !== 'string') yield { member, expected: 'a string' }
  if (contradictsAlgorithm(key, alg)) yield { member: 'alg', expected: `an algorithm for keys like this one` }
  const purpose = findFits(alg)[0]?.use
  if (place && purpose && place !== purpose) yield { member: 'alg', expected: `an algorithm for "${place}"` }
  else if (purpose && isKnownUse(use) && use !== purpose)
    yield { member: 'use', expected: `"${purpose}", as \`alg\` has it` }
  else if (place && isKnownUse(use) && use !== place) yield { member: 'use', expected: `"${place}"` }
  yield* describeOperations(ops, place ?? (isKnownUse(use) ? use : purpose))
}

/** What is wrong with `key_ops`, or with what a key says of its certificates; `undefined` if nothing is. */
export const findWrongMember = (key: Jwk): KeyContradiction | undefined =>
  [...describeContradiction(key)].find(({ member }) => member === 'key_ops' || member.startsWith('x5'))

const isKnownUse = (use: JsonValue | undefined): use is JwkPurpose => use === 'sig' || use === 'enc'

function* describeOperations(ops: JsonValue | undefined, purpose: JwkPurpose | undefined): Generator<KeyContradiction> {
  if (ops === undefined) return
  const isList = Array.isArray(ops) && ops.every((each) => typeof each === 'string')
  if (!isList || new Set(ops).size < ops.length) yield { member: 'key_ops', expected: 'strings, each once' }
  const known = (isList ? ops : []).flatMap((each) => operations.get(each) ?? [])
  if (purpose && known.length > 0 && !known.includes(purpose))
    yield { member: 'key_ops', expected: `operations for "${purpose}"` }
}
