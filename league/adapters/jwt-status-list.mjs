/** As its README shows it: the application checks both tokens, and the library reads the reference and the list. */
export async function readStatus(question, { library, jose, algorithms }) {
  const { referencedToken, statusListToken, jwks, now } = question
  const [token, keys] = [referencedToken.split('~')[0], jose.createLocalJWKSet(jwks)]
  const options = { algorithms, currentDate: new Date(now * 1000) }
  // jose reads padded base64url: that it is none is for the application to see.
  if (![token, statusListToken].every((jws) => /^[\w-]+\.[\w-]+\.[\w-]+$/.test(jws))) throw new Error('no compact JWS')
  await jose.jwtVerify(token, keys, options)
  const { idx, uri } = library.getStatusListFromJWT(token)
  if (!URL.canParse(uri)) throw new Error('there is nothing that could be fetched')
  await jose.jwtVerify(statusListToken, keys, {
    ...{ ...options, typ: 'statuslist+jwt', subject: uri, requiredClaims: ['iat'] },
  })
  const status = library.getListFromStatusListJWT(statusListToken).getStatus(idx)
  if (typeof status !== 'number') throw new Error('the application knows no such status')
  return status
}
