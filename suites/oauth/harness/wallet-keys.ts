import { createHmac, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { encodeBase64url } from '../../../protocol/encoding/base64url.ts'
import type { JsonObject } from '../../../protocol/encoding/json.ts'
import { signEs256 } from '../../../protocol/jose/es256.ts'
import type { Jwk } from '../../../protocol/jose/jwk.ts'
import { makeKey as drawKey } from '../../../src/runtime/make-key.ts'
import { type WalletAlgorithm, walletSigning } from '../../jose/wallet-algorithms.ts'

/** A key of the wallet. */
export interface WalletKey {
  readonly publicKey: Jwk
  readonly privateKey: Jwk
}

/** Makes a key: another one every time. */
export function makeKey(alg: WalletAlgorithm): WalletKey {
  const privateKey = drawKey(walletSigning[alg].curve)
  const { d: _, ...publicKey } = privateKey
  return { publicKey, privateKey }
}

/** Signs a text as JWS does; by ES256, the same text always in the same way. */
export function signText(alg: WalletAlgorithm, input: string, key: Jwk): Buffer {
  if (alg === 'ES256' && key.crv === 'P-256') return signEs256(Buffer.from(input), key)
  const imported = createPrivateKey({ key: { ...key }, format: 'jwk' })
  return sign(walletSigning[alg].hash, Buffer.from(input), { key: imported, dsaEncoding: 'ieee-p1363' })
}

/** A compact JWT by a key, without a signature, or by a MAC with a text that is public. */
export function writeJwt(header: JsonObject, claims: JsonObject, signer: (input: string) => Buffer): string {
  const input = [header, claims].map((part) => encodeBase64url(JSON.stringify(part))).join('.')
  return `${input}.${signer(input).toString('base64url')}`
}

export const signByMac = (input: string, secret: string): Buffer => createHmac('sha256', secret).update(input).digest()

/** A public key as PEM, which libraries take for the secret of a MAC. */
export const writePem = (key: Jwk): string =>
  createPublicKey({ key: { ...key }, format: 'jwk' })
    .export({ type: 'spki', format: 'pem' })
    .toString()
