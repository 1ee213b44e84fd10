// @sd-jwt/core as a holder: node sd-jwt-holder.mjs FOLDER
// What it receives is verified by `verify` of the library, and presented by `present` with a frame of the claims.

import { given, hash, load, presentSelected } from '../kit.mjs'

const [{ SDJwtInstance }, jose] = await Promise.all(['@sd-jwt/core', 'jose'].map(load))

/** Older versions take the names of claims that have to be there, and not the time. */
const isOld = given.includes('old')

/** The hash functions that the application has. */
const functions = ['sha-256', 'sha-384', 'sha-512']

function hasher(data, name) {
  if (!functions.includes(name)) throw new Error(`the hash function ${name}`)
  return hash(data, name)
}

/** The frame that discloses the claims at some places. */
function makeFrame(pointers) {
  const frame = {}
  for (const pointer of pointers) {
    const names = pointer
      .slice(1)
      .split('/')
      .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    const last = names.pop()
    const inner = names.reduce((at, name) => {
      at[name] = typeof at[name] === 'object' ? at[name] : {}
      return at[name]
    }, frame)
    inner[last] ??= true
  }
  return frame
}

await presentSelected(async ({ sdJwt, jwks, disclose, key, audience, nonce, now }) => {
  const keys = jose.createLocalJWKSet(jwks)
  const instance = new SDJwtInstance({
    ...{ hasher, hashAlg: 'sha-256', kbSignAlg: 'ES256' },
    verifier: (data, signature) =>
      jose.compactVerify(`${data}.${signature}`, keys, { algorithms: ['ES256'] }).then(Boolean, () => false),
    ...(key && { kbSigner: await makeSigner(key) }),
  })
  await (isOld ? instance.verify(sdJwt) : instance.verify(sdJwt, { currentDate: now }))
  // The library verifies for holders and verifiers alike.
  if ((await instance.decode(sdJwt)).kbJwt) throw new Error('a Key Binding JWT')
  const payload = { aud: audience, nonce, iat: now }
  return instance.present(sdJwt, makeFrame(disclose), key && { kb: { payload } })
})

/** The library gives header and payload, and wants the signature. */
async function makeSigner(jwk) {
  const { d, x, y } = jwk
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('jwk', { kty: 'EC', crv: 'P-256', x, y, d }, algorithm, false, ['sign'])
  return async (data) => Buffer.from(await crypto.subtle.sign(algorithm, key, Buffer.from(data))).toString('base64url')
}
