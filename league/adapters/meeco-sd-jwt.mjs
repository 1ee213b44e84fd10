/** As its README shows it: the application gives the hash function and both signature checks. */
export async function verify({ sdJwt, jwks, keyBinding, nonce, audience, now }, { library, jose, hash, algorithms }) {
  const currentDate = new Date(now * 1000)
  const verifier = (jwt) => jose.jwtVerify(jwt, jose.createLocalJWKSet(jwks), { algorithms, currentDate })
  const checkBinding = async (jwt, jwk) => {
    const { payload } = await jose.jwtVerify(jwt, await jose.importJWK(jwk, 'ES256'), {
      ...{ audience, typ: 'kb+jwt', maxTokenAge: 300, currentDate },
    })
    return payload.nonce === nonce
  }
  const kb = { verifier: (jwt, jwk) => checkBinding(jwt, jwk).catch(() => false) }
  const getHasher = async (name) => (text) => Buffer.from(hash(text, name)).toString('base64url')
  return library.verifySDJWT(sdJwt, verifier, getHasher, keyBinding === 'required' ? { kb } : undefined)
}
