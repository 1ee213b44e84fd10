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

export async function issue({ claims, frame, key }, { library, jose, hash }) {
  const callback = (text) => Buffer.from(hash(text, 'sha-256')).toString('base64url')
  const signer = async (header, payload) =>
    (await new jose.SignJWT(payload).setProtectedHeader(header).sign(await jose.importJWK(key, 'ES256'))).split('.')[2]
  const header = { alg: 'ES256', kid: key.kid, typ: 'example+sd-jwt' }
  return library.issueSDJWT(header, claims, frame, { hash: { alg: 'sha-256', callback }, signer })
}
