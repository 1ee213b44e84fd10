// A verifier of RFC 9901 on `jose` and `node:crypto`, with one line of JSON for each question and for each answer:
//
//   npx assay vectors --profile sd-jwt --against 'node examples/sd-jwt-verifier/verifier.mjs'
import { createHash } from 'node:crypto'
import { createInterface } from 'node:readline'
import { compactVerify, createLocalJWKSet, importJWK } from 'jose'

const algorithms = ['ES256', 'ES384']
const hashes = { 'sha-256': 'sha256', 'sha-384': 'sha384', 'sha-512': 'sha512' }
/** Seconds that clocks may differ, and seconds that a presentation may take. */
const [skew, window] = [60, 300]

const require = (holds, reason) => {
  if (!holds) throw new Error(reason)
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

async function verifyJwt(jwt, key) {
  const { payload, protectedHeader } = await compactVerify(jwt, key, { algorithms })
  const claims = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload))
  require(isObject(claims), 'the payload is no object')
  return { header: protectedHeader, claims }
}

async function verifySdJwt({ sdJwt, jwks, audience, nonce, now, keyBinding }) {
  const [jwt, ...disclosures] = sdJwt.split('~')
  require(disclosures.length > 0, 'there is no `~`')
  const binding = disclosures.pop()
  require(binding === '' || binding.includes('.'), 'it does not end with `~`')
  const { claims } = await verifyJwt(jwt, createLocalJWKSet(jwks))
  const hash = hashes[claims._sd_alg ?? 'sha-256']
  require(hash !== undefined, 'the hash function is unknown')
  const digest = (text) => createHash(hash).update(text).digest('base64url')

  const payload = disclose(claims, disclosures, digest)
  require(payload.exp === undefined || now <= payload.exp + skew, 'it has expired')
  require(payload.nbf === undefined || now >= payload.nbf - skew, 'it is not yet valid')
  require(payload.aud === undefined || [payload.aud].flat().includes(audience), 'it is for another audience')
  if (keyBinding !== 'required') return payload

  require(binding !== '', 'there is no Key Binding JWT')
  const { header, claims: bound } = await verifyJwt(binding, await importJWK(payload.cnf.jwk, 'ES256'))
  require(header.typ === 'kb+jwt', 'the Key Binding JWT has another type')
  require(Math.abs(now - bound.iat) <= window, 'the Key Binding JWT is not fresh')
  require(bound.aud === audience && bound.nonce === nonce, 'the Key Binding JWT is for another transaction')
  require(bound.sd_hash === digest(sdJwt.slice(0, -binding.length)), 'the Key Binding JWT is for other disclosures')
  return payload
}

/** Puts every disclosure in the place of its digest (section 7.1, steps 3 to 5). */
function disclose({ _sd_alg, ...claims }, disclosures, digest) {
  const byDigest = new Map(disclosures.map((text) => [digest(text), text]))
  const seen = new Set()

  const take = (key, length) => {
    require(!seen.has(key), 'a digest occurs twice')
    seen.add(key)
    const text = byDigest.get(key)
    if (text === undefined) return undefined
    const content = JSON.parse(Buffer.from(text, 'base64url').toString())
    require(Array.isArray(content) && content.length === length, `a disclosure does not have ${length} elements`)
    return content
  }
  const walk = (value) =>
    Array.isArray(value) ? value.flatMap(walkElement) : isObject(value) ? walkObject(value) : value
  const walkElement = (element) => {
    const isHidden = isObject(element) && Object.keys(element).join() === '...' && typeof element['...'] === 'string'
    if (!isHidden) return [walk(element)]
    const content = take(element['...'], 2)
    return content ? [walk(content[1])] : []
  }
  const walkObject = ({ _sd, ...object }) => {
    const members = new Map(Object.entries(object).map(([name, value]) => [name, walk(value)]))
    for (const key of Array.isArray(_sd) ? _sd.filter((each) => typeof each === 'string') : []) {
      const [, name, value] = take(key, 3) ?? []
      if (name === undefined) continue
      require(name !== '_sd' && name !== '...' && !members.has(name), 'the name of a disclosed claim is taken')
      members.set(name, walk(value))
    }
    return Object.fromEntries(members)
  }

  const payload = walk(claims)
  require([...byDigest.keys()].every((key) => seen.has(key)), 'a disclosure has no digest')
  return payload
}

for await (const line of createInterface({ input: process.stdin })) {
  const answer = await verifySdJwt(JSON.parse(line)).then(
    (payload) => ({ accepted: true, payload }),
    (error) => ({ accepted: false, reason: error.message }),
  )
  console.log(JSON.stringify(answer))
}
