/** As its README shows it, with the metadata of the type; what the library fetches, it gets from the question. */
export async function verify(question, { library, jose, hash, algorithms }) {
  const { sdJwt, jwks, keyBinding, nonce, audience, now, typeMetadata } = question
  const documents = new Map(Object.entries(typeMetadata ?? {}))
  globalThis.fetch = async (url) =>
    documents.has(String(url)) ? new Response(documents.get(String(url))) : new Response('', { status: 404 })
  const check = (key, text) => jose.compactVerify(text, key, { algorithms }).then(Boolean, () => false)
  const instance = new library.SDJwtVcInstance({
    ...{ hasher: hash, hashAlg: 'sha-256', loadTypeMetadataFormat: typeMetadata !== undefined },
    verifier: (data, signature) => check(jose.createLocalJWKSet(jwks), `${data}.${signature}`),
    kbVerifier: async (data, signature, { cnf }) =>
      check(await jose.importJWK(cnf.jwk, 'ES256'), `${data}.${signature}`),
  })
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
  const instance = new library.SDJwtVcInstance({
    ...{ hasher: hash, hashAlg: 'sha-256', saltGenerator: salt },
    ...{ signer: (input) => sign(input, key), signAlg: 'ES256' },
  })
  return instance.issue(claims, frame, { header: { kid: key.kid } })
}
