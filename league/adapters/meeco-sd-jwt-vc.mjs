/** As its README shows it: the application gives the hash function, here that of `_sd_alg`, and both signature checks. */
export async function verify({ sdJwt, jwks, keyBinding, nonce, audience, now }, { library, jose, hash, algorithms }) {
  const currentDate = new Date(now * 1000)
  const verifier = (jwt) => jose.jwtVerify(jwt, jose.createLocalJWKSet(jwks), { algorithms, currentDate }).then(Boolean)
  const checkBinding = async (jwt, jwk) => {
    const { payload } = await jose.jwtVerify(jwt, await jose.importJWK(jwk, 'ES256'), {
      ...{ audience, typ: 'kb+jwt', maxTokenAge: 300, currentDate },
    })
    if (payload.nonce !== nonce) throw new Error('nonce mismatch')
    return true
  }
  const { _sd_alg: name = 'sha-256' } = jose.decodeJwt(sdJwt.slice(0, sdJwt.indexOf('~')))
  const hasher = (text) => Buffer.from(hash(text, name)).toString('base64url')
  hasher('') // what is unknown is refused
  const isBound = keyBinding === 'required'
  if (isBound && sdJwt.endsWith('~')) throw new Error('the application requires key binding')
  return new library.Verifier().verifyVCSDJWT(sdJwt, verifier, hasher, isBound ? checkBinding : undefined)
}

export async function issue({ claims, frame, key, holder }, { library, jose, hash }) {
  const callback = (text) => Buffer.from(hash(text, 'sha-256')).toString('base64url')
  const signer = async (header, payload) =>
    (await new jose.SignJWT(payload).setProtectedHeader(header).sign(await jose.importJWK(key, 'ES256'))).split('.')[2]
  const { iss, iat, exp, ...own } = claims
  const issuer = new library.Issuer({ alg: 'ES256', callback: signer }, { alg: 'sha-256', callback })
  return issuer.createVCSDJWT({ type: 'Member', ...own }, { iss, iat, exp, cnf: { jwk: holder } }, frame)
}
