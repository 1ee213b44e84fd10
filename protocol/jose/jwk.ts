import { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import { isObject, type JsonObject, type JsonValue } from '../encoding/json.ts'
import { memoizeLast } from '../encoding/memoize-last.ts'
import { refuse } from '../encoding/problem.ts'

/** A JSON Web Key as it was received: nothing about it is known yet. */
export type Jwk = JsonObject

/** Members that only a private or symmetric key has (RFC 7518 section 6). */
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'] as const

/** The private members that a key gives away; none, for a public key. */
export const listPrivateMembers = (jwk: Jwk): readonly string[] =>
  privateMembers.filter((member) => Object.hasOwn(jwk, member))

const prime = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n
const b = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn

/** Why two coordinates are no point of P-256, or nothing. `y² = x³ − 3x + b` is worked out here, not asked of a library. */
export function checkPoint(x: unknown, y: unknown): string | undefined {
  const [first, second] = [readCoordinate('x', x), readCoordinate('y', y)]
  if (typeof first === 'string') return first
  if (typeof second === 'string') return second
  return isOnCurve(first, second) ? undefined : 'the point is not on P-256'
}

/** A coordinate as a number, or what is wrong with it. */
function readCoordinate(name: string, value: unknown): bigint | string {
  const octets = typeof value === 'string' ? Buffer.from(value, 'base64url') : undefined
  if (octets?.toString('base64url') !== value) return `${name} is not unpadded base64url`
  return octets?.length === 32 ? BigInt(`0x${octets.toString('hex')}`) : `${name} has ${octets?.length} octets, not 32`
}

const isOnCurve = (x: bigint, y: bigint): boolean =>
  x < prime && y < prime && (y * y - (x * x - 3n) * x - b) % prime === 0n

/** Imported keys, by parsed JWKs, which never change. An import takes half as long as a verification. */
const imported = new WeakMap<Jwk, KeyObject>()

/** A P-256 public key for ES256. Anything else in the key (`alg`, `use`, `kid`) is not looked at here. */
export function importP256(jwk: Jwk): KeyObject {
  const known = imported.get(jwk) ?? importUncached(jwk)
  imported.set(jwk, known)
  return known
}

function importUncached(jwk: Jwk): KeyObject {
  if (jwk.kty !== 'EC' || jwk.crv !== 'P-256') refuse('jwk', 'not an EC key on P-256')
  const fault = checkPoint(jwk.x, jwk.y)
  if (fault) refuse('jwk', fault)
  return createKey(requireText(jwk.x))(requireText(jwk.y))
}

/** A key set that is fetched again brings the same keys as other objects. */
const createKey = memoizeLast((x: string) =>
  memoizeLast((y: string): KeyObject => createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })),
)

/** A member that has to be a text. An object may have a `toString` of its own that is none, and is never asked. */
const requireText = (value: JsonValue | undefined): string =>
  typeof value === 'string' ? value : refuse('jwk', 'a member is not a string')

const thumbprintMembers: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['EC', ['crv', 'kty', 'x', 'y']],
  ['OKP', ['crv', 'kty', 'x']], // RFC 8037, section 2
  ['RSA', ['e', 'kty', 'n']],
])

/** RFC 7638 thumbprint of a public key: the same key, whatever else was written beside it. */
export function computeThumbprint(jwk: Jwk): string | undefined {
  const members = thumbprintMembers.get(jwk.kty)
  if (!members?.every((member) => typeof jwk[member] === 'string')) return undefined
  const canonical = JSON.stringify(Object.fromEntries(members.map((member) => [member, jwk[member]])))
  return createHash('sha256').update(canonical).digest('base64url')
}

/** The keys of a JSON Web Key Set that have this `kid`. A set with the same `kid` twice yields both: the caller must not choose. */
export const findKeysById = (jwks: unknown, kid: unknown): readonly Jwk[] =>
  listKeys(jwks).filter((key) => key.kid === kid)

/** Every object in the `keys` of a JSON Web Key Set. */
export const listKeys = (jwks: unknown): readonly Jwk[] =>
  isObject(jwks) && Array.isArray(jwks.keys) ? jwks.keys.filter(isObject) : []

/** Whether a key can be used to verify ES256. It is not imported: a message may have thousands of keys. */
export const isP256Key = ({ kty, crv, x, y }: Jwk): boolean =>
  kty === 'EC' && crv === 'P-256' && checkPoint(x, y) === undefined

/** The public half of an EC key as PEM. */
export const toPem = ({ kty, crv, x, y }: Jwk): string =>
  createPublicKey({
    key: { kty: requireText(kty), crv: requireText(crv), x: requireText(x), y: requireText(y) },
    format: 'jwk',
  })
    .export({ type: 'spki', format: 'pem' })
    .toString()
