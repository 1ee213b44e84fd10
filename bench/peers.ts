import { hash } from 'node:crypto'
import { verifySDJWT } from '@meeco/sd-jwt'
import { digest, ES256 } from '@sd-jwt/crypto-nodejs'
import { SDJwtVcInstance } from '@sd-jwt/sd-jwt-vc'
import { importJWK, jwtVerify } from 'jose'
import type { JsonObject } from '../protocol/encoding/json.ts'
import { listKeys } from '../protocol/jose/jwk.ts'

/** A library that verifies SD-JWTs. It throws if it rejects one. */
export interface Peer {
  readonly name: string
  readonly verify: (compact: string) => Promise<unknown>
}

/** The libraries, each with the keys imported beforehand and the clock at the time of the credentials. */
export const createPeers = async (jwks: JsonObject, now: number): Promise<readonly Peer[]> => [
  await sdJwtVc(jwks, now),
  await meeco(jwks, now),
]

const firstKey = (jwks: JsonObject): JsonObject => listKeys(jwks)[0] ?? {}

async function sdJwtVc(jwks: JsonObject, now: number): Promise<Peer> {
  const verifier = await ES256.getVerifier(firstKey(jwks))
  const instance = new SDJwtVcInstance({ verifier, hasher: digest, hashAlg: 'sha-256' })
  return {
    name: '@sd-jwt/sd-jwt-vc',
    verify: (compact) => instance.verify(compact, { currentDate: now, skewSeconds: 60 }),
  }
}

async function meeco(jwks: JsonObject, now: number): Promise<Peer> {
  const key = await importJWK(firstKey(jwks), 'ES256')
  const options = { currentDate: new Date(now * 1_000), clockTolerance: 60, algorithms: ['ES256'] }
  const verifier = async (jwt: string): Promise<boolean> => {
    await jwtVerify(jwt, key, options)
    return true
  }
  const hasher = (text: string): string => hash('sha256', text, 'base64url')
  return { name: '@meeco/sd-jwt', verify: (compact) => verifySDJWT(compact, verifier, async () => hasher) }
}

/** Whether a peer accepts a credential, whatever its reason. */
export const accepts = ({ verify }: Peer, compact: string): Promise<boolean> =>
  verify(compact).then(
    () => true,
    () => false,
  )
