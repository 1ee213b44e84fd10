/** As its README shows it: the application resolves the key of the issuer. */
export async function verify({ sdJwt, jwks, keyBinding, nonce, audience }, { library }) {
  const { default: sd } = library.default ?? library
  const resolve = async (kid) => jwks.keys.find((key) => key.kid === kid)
  const isBound = keyBinding === 'required'
  const { claimset } = await sd
    .verifier({ resolver: { resolve } })
    .verify({ token: sdJwt, ...(isBound && { audience, nonce }) })
  return claimset
}
