import { hash } from 'node:crypto'
import type { JsonObject } from '../encoding/json.ts'

/** A hash function by its name in the registry of RFC 6920, as `_sd_alg` has it. */
export interface HashFunction {
  readonly name: string
  /** The octets of a digest. */
  readonly length: number
  readonly compute: (text: string) => string
}

const define = (name: string, algorithm: string, length: number): [string, HashFunction] => [
  name,
  { name, length, compute: (text) => hash(algorithm, text, 'buffer').subarray(0, length).toString('base64url') },
]

const functions: ReadonlyMap<string, HashFunction> = new Map([
  define('sha-256', 'sha256', 32),
  define('sha-256-128', 'sha256', 16),
  define('sha-256-120', 'sha256', 15),
  define('sha-256-96', 'sha256', 12),
  define('sha-256-64', 'sha256', 8),
  define('sha-256-32', 'sha256', 4),
  define('sha-384', 'sha384', 48),
  define('sha-512', 'sha512', 64),
  define('sha3-224', 'sha3-224', 28),
  define('sha3-256', 'sha3-256', 32),
  define('sha3-384', 'sha3-384', 48),
  define('sha3-512', 'sha3-512', 64),
  define('blake2s-256', 'blake2s256', 32),
  define('blake2b-512', 'blake2b512', 64),
])

/** Names of the registry that nothing here computes. */
const uncomputed: ReadonlySet<string> = new Set(['blake2b-256', 'k12-256', 'k12-512'])

/** The hash function that `_sd_alg` names, or that of an SD-JWT without it. */
export const chooseHash = ({ _sd_alg: name = 'sha-256' }: JsonObject): HashFunction | undefined =>
  typeof name === 'string' ? functions.get(name) : undefined

export const isRegisteredHash = (name: string): boolean => functions.has(name) || uncomputed.has(name)

/** The registered name that a misspelt one resembles. */
export const findSimilarHash = (name: string): string | undefined =>
  [...functions.keys()].find((known) => simplify(known) === simplify(name))

const simplify = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
