/** As its README shows it: the application picks the keys, and reads the key binding. */
export async function verify({ sdJwt, jwks, keyBinding, nonce, audience, now }, { library, jose }) {
  const { default: sdjwt } = library.default ?? library
  const { kid, alg } = jose.decodeProtectedHeader(sdJwt.slice(0, sdJwt.indexOf('~')))
  const issuer = jwks.keys.find((key) => key.kid === kid) ?? jwks.keys[0]
  const { cnf } = jose.decodeJwt(sdJwt.slice(0, sdJwt.indexOf('~')))
  const isBound = keyBinding === 'required'
  const kb = isBound && { publicKey: await jose.importJWK(cnf.jwk, 'ES256') }
  const isValid = await sdjwt.verify(sdJwt, await jose.importJWK(issuer, alg), undefined, isBound ? { kb } : undefined)
  const bound = sdjwt.getKeyBinding(sdJwt) ?? {}
  if (!isValid) throw new Error('it is not valid')
  if (isBound && !(bound.aud === audience && bound.nonce === nonce && Math.abs(now - bound.iat) <= 300))
    throw new Error('the application rejects the key binding')
  return sdjwt.getClaims(sdJwt)
}

export async function issue({ claims, frame, key }, { library, jose }) {
  const { default: sdjwt } = library.default ?? library
  const header = { kid: key.kid, typ: 'example+sd-jwt' }
  return sdjwt.issue(claims, await jose.importJWK(key, 'ES256'), frame, { header, sign_alg: 'ES256' })
}
