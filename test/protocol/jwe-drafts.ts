import { createHash } from 'node:crypto'
import { attempt, type ProblemCode } from '../../protocol/encoding/problem.ts'
import { type JweDraft, openJwe, readJwe } from '../../protocol/jose/jwe.ts'
import { contentEncryptions } from '../../protocol/jose/jwe-content.ts'
import { type KeyManagement, keyManagements } from '../../protocol/jose/jwe-keys.ts'
import { type Jwk, listPrivateMembers } from '../../protocol/jose/jwk.ts'
import { ecKey, otherEcKey, otherRsaKey, rsaKey } from '../keys.ts'

/** The private key of the test recipient for a key management. */
export const keyFor = (alg: string): Jwk => (alg.startsWith('RSA') ? rsaKey : ecKey)

/** A key of the same type that opens nothing. */
export const otherKeyFor = (alg: string): Jwk => (alg.startsWith('RSA') ? otherRsaKey : otherEcKey)

/** What others see of a key. */
export const publicOf = (key: Jwk): Jwk & { kty: string } => {
  const members = Object.entries(key).filter(([member]) => !listPrivateMembers(key).includes(member))
  return { ...Object.fromEntries(members), kty: String(key.kty) }
}

/** Octets that depend on the seed and on how often they were asked for. */
export function randomOf(seed: string): JweDraft['random'] {
  let calls = 0
  return (octets) => createHash('shake256', { outputLength: octets }).update(`${seed} ${calls++}`).digest()
}

/** The algorithms in a header. */
export interface Choice {
  readonly alg: KeyManagement
  readonly enc: string
  readonly zip?: string
}

/** Every combination of algorithms. */
export const choices: Choice[] = keyManagements.flatMap((alg) =>
  contentEncryptions.flatMap((enc) => [
    { alg, enc },
    { alg, enc, zip: 'DEF' },
  ]),
)

/** The combination for tests that are about something else. */
export const honest: Choice = { alg: 'ECDH-ES+A256KW', enc: 'A256GCM' }

/** A draft that is honest, but for the downgrade that some of the choices are. */
export const draftOf = (header: Choice, rest: Partial<JweDraft> = {}): JweDraft => ({
  plaintext: 'content',
  header: { ...header, kid: 'test' },
  key: publicOf(keyFor(header.alg)),
  random: randomOf('jwe'),
  overrides: { alg: header.alg },
  ...rest,
})

/** Reads and decrypts. */
export const open = (text: string, key: Jwk): Buffer => openJwe(readJwe(text), key)

/** The code that a reading is refused with, or nothing. */
export function problemOf(run: () => unknown): ProblemCode | undefined {
  const outcome = attempt(run)
  return 'problem' in outcome ? outcome.problem.code : undefined
}
