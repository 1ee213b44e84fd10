/** As its README shows it: the application gives the hash function and both signature checks, and reads the key binding. */
export async function verify({ sdJwt, jwks, keyBinding, nonce, audience, now }, { library, jose, hash, algorithms }) {
  const check = (key, text) => jose.compactVerify(text, key, { algorithms }).then(Boolean, () => false)
  const verifier = (data, signature) => check(jose.createLocalJWKSet(jwks), `${data}.${signature}`)
  const kbVerifier = async (data, signature, { cnf }) =>
    check(await jose.importJWK(cnf.jwk, 'ES256'), `${data}.${signature}`)
  const instance = new library.SDJwtInstance({ hasher: hash, hashAlg: 'sha-256', verifier, kbVerifier })
  const isBound = keyBinding === 'required'
  const options = { currentDate: now, ...(isBound && { keyBindingNonce: nonce }) }
  const { payload, kb } = await (instance.verify.length > 2
    ? instance.verify(sdJwt, [], isBound)
    : instance.verify(sdJwt, options))
  const bound = kb?.payload ?? {}
  if (isBound && !(bound.aud === audience && bound.nonce === nonce && Math.abs(now - bound.iat) <= 300))
    throw new Error('the application rejects the key binding')
  return payload
}

export async function issue({ claims, frame, key }, { library, hash, salt, sign }) {
  const instance = new library.SDJwtInstance({
    ...{ hasher: hash, hashAlg: 'sha-256', saltGenerator: salt },
    ...{ signer: (input) => sign(input, key), signAlg: 'ES256' },
  })
  return instance.issue(claims, frame, { header: { kid: key.kid, typ: 'example+sd-jwt' } })
}
