// What the verifiers share that leave the credential to the application: it is verified by @sd-jwt/sd-jwt-vc.

import { readFileSync } from 'node:fs'
import { hash, load, now } from './kit.mjs'

const [{ SDJwtVcInstance }, jose] = await Promise.all(['@sd-jwt/sd-jwt-vc', 'jose'].map(load))

const verifyBy = (key) => async (data, signature) =>
  jose.compactVerify(`${data}.${signature}`, key, { algorithms: ['ES256'] }).then(Boolean, () => false)

/** Opens a verifier that trusts some keys, and returns what it takes. What is wrong is thrown. */
export async function openVerifier(jwksFile) {
  const keys = jose.createLocalJWKSet(JSON.parse(readFileSync(jwksFile, 'utf8')))
  return async (presentation, { nonce, audience }) => {
    const instance = new SDJwtVcInstance({
      ...{ hasher: hash, hashAlg: 'sha-256', verifier: verifyBy(keys) },
      kbVerifier: async (data, signature, { cnf }) => verifyBy(await jose.importJWK(cnf.jwk, 'ES256'))(data, signature),
    })
    const { payload, kb } = await instance.verify(presentation, { keyBindingNonce: nonce })
    if (kb?.payload.aud !== audience) throw new Error('the key binding is for another audience')
    if (Math.abs(now() - kb.payload.iat) > 300) throw new Error('the key binding is old')
    return { credential_format: 'dc+sd-jwt', vct: payload.vct, claims: payload, cryptographic_holder_binding: true }
  }
}
