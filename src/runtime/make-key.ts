import { createECDH, createPrivateKey } from 'node:crypto'
import type { Jwk } from '../../protocol/jose/jwk.ts'
import { drawOctets } from './random.ts'

/** Curves, as OpenSSL names them, and the octets of a coordinate. */
const curves = {
  'P-256': { name: 'prime256v1', size: 32 },
  'P-384': { name: 'secp384r1', size: 48 },
  'P-521': { name: 'secp521r1', size: 66 },
} as const

/** What comes before the secret of an Ed25519 key in PKCS #8. */
const ed25519 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Draws a private key: another one every time, and the same one from the same seed. */
export function makeKey(crv: keyof typeof curves | 'Ed25519' = 'P-256'): Jwk {
  if (crv === 'Ed25519') return makeEdwardsKey()
  const { name, size } = curves[crv]
  const pair = createECDH(name)
  const secret = Buffer.from(drawOctets(size))
  secret[0] = crv === 'P-521' ? 0 : (secret[0] ?? 0) & 0x7f // less than the order of the curve
  pair.setPrivateKey(secret)
  const point = pair.getPublicKey()
  const [x, y, d] = [point.subarray(1, size + 1), point.subarray(size + 1), secret].map((each) =>
    each.toString('base64url'),
  )
  return { kty: 'EC', crv, x: x ?? '', y: y ?? '', d: d ?? '' }
}

function makeEdwardsKey(): Jwk {
  const key = createPrivateKey({ key: Buffer.concat([ed25519, drawOctets(32)]), format: 'der', type: 'pkcs8' })
  const { kty = '', crv = '', x = '', d = '' } = key.export({ format: 'jwk' })
  return { kty, crv, x, d }
}
