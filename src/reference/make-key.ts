import { generateKeyPairSync } from 'node:crypto'
import type { Jwk } from '../../protocol/jose/jwk.ts'

/** Makes a key on P-256. It comes from the system: it has to be another one every time. */
export function makeKey(): Jwk {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { kty = '', crv = '', x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' })
  return { kty, crv, x, y, d }
}
