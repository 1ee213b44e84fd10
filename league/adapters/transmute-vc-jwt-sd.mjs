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

/** The claims in YAML, with the tag of the library on what is hidden. */
function writeYaml(value, { _sd: hidden = [], ...inner } = {}) {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const tag = (name) => (hidden.some((each) => `${each}` === name) ? '!sd ' : '')
  const items = Object.entries(value).map(([name, item]) =>
    Array.isArray(value)
      ? `${tag(name)}${writeYaml(item, inner[name])}`
      : `${tag(name)}${JSON.stringify(name)}: ${writeYaml(item, inner[name])}`,
  )
  return Array.isArray(value) ? `[${items.join(', ')}]` : `{${items.join(', ')}}`
}

export async function issue({ claims, frame, key }, { library }) {
  const { default: sd } = library.default ?? library
  const { iss, ...own } = claims
  const jwk = { ...key, alg: 'ES256' }
  const signing = sd.jws ? { alg: 'ES256', signer: await sd.jws.signer(jwk) } : { secretKeyJwk: jwk } // from 0.1.2, and before
  const order = { claimset: writeYaml(own, frame), iat: claims.iat, exp: claims.exp }
  return sd
    .issuer({ iss, kid: key.kid, typ: 'example+sd-jwt', ...signing })
    .issue({ ...order, ...(sd.jws ? { kid: 'holder-key' } : { holder: 'holder-key' }) })
}
