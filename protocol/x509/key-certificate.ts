import { createHash } from 'node:crypto'
import type { JsonObject, JsonValue } from '../encoding/json.ts'
import type { Jwk } from '../jose/jwk.ts'
import { type Certificate, readChain } from './certificate.ts'
import { exportKey } from './chain.ts'

const members = ['kty', 'crv', 'x', 'y', 'n', 'e'] as const

/** Whether two public keys are one, whatever is written beside them. */
export const isSameKey = (one: Jwk, other: Jwk): boolean => members.every((name) => one[name] === other[name])

/** What does not belong to a certificate. */
export interface ForeignPart {
  readonly member: string
  readonly expected: string
}

/** What of a key does not belong to the first of its certificates. */
export function describeForeignCertificate(key: Jwk, x5c: JsonValue): ForeignPart | undefined {
  const [certificate] = readChain(x5c)
  if (!certificate) return undefined
  const own = exportKey(certificate)
  if (own && !isSameKey(own, key)) return { member: 'x5c', expected: 'a certificate of this key' }
  return describeForeignThumbprint(key, certificate)
}

const thumbprints = [
  ['x5t', 'sha1'],
  ['x5t#S256', 'sha256'],
] as const

/** The thumbprint that is not of a certificate. */
export function describeForeignThumbprint(beside: JsonObject, { der }: Certificate): ForeignPart | undefined {
  for (const [member, hash] of thumbprints) {
    const value = beside[member]
    if (value !== undefined && value !== createHash(hash).update(der).digest('base64url'))
      return { member, expected: 'the thumbprint of the first certificate' }
  }
  return undefined
}
