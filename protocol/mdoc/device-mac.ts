import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  hkdfSync,
  timingSafeEqual,
} from 'node:crypto'
import type { CoseMessage } from '../cbor/cose.ts'
import { attemptCrypto } from '../encoding/attempt-crypto.ts'
import type { Jwk } from '../jose/jwk.ts'
import { writeEncoded } from './issuer-signed.ts'

/** The keys of both sides: a private one of one of them, and the public one of the other. */
export interface MacKeys {
  readonly privateKey: Jwk
  readonly publicKey: Jwk
}

/** The MAC of a device over what it shows (ISO/IEC 18013-5:2021, section 9.1.3.5); nothing, if the keys do not fit. */
export function computeDeviceMac(input: Buffer, transcript: Buffer, keys: MacKeys): Buffer | undefined {
  const secret = attemptCrypto(() =>
    diffieHellman({
      privateKey: createPrivateKey({ key: { ...keys.privateKey }, format: 'jwk' }),
      publicKey: createPublicKey({ key: { ...keys.publicKey }, format: 'jwk' }),
    }),
  )
  if (!secret) return undefined
  const salt = createHash('sha256').update(writeEncoded(transcript)).digest()
  const key = Buffer.from(hkdfSync('sha256', secret, salt, 'EMacKey', 32))
  return createHmac('sha256', key).update(input).digest()
}

/** Whether a MAC is that of the device for the reader. */
export function verifyDeviceMac({ input, signature }: CoseMessage, transcript: Buffer, keys: MacKeys): boolean {
  const wanted = computeDeviceMac(input, transcript, keys)
  return wanted !== undefined && wanted.length === signature.length && timingSafeEqual(wanted, signature)
}
