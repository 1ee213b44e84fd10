import assert from 'node:assert/strict'
import { createHash, createPublicKey, verify as verifySignature, type webcrypto } from 'node:crypto'
import type { CredentialProfile, Verify } from './profiles.ts'

// A verifier that does what RFC 9901, section 7, asks of it, with the MUSTs of RFC 7515 and RFC 7519, and no more. It
// looks at no status, at no `typ`, at no holder key and at no `iat`: it claims conformance, not readiness to go live.

type Members = Record<string, unknown>
type KeyInSet = webcrypto.JsonWebKey & { readonly kid?: unknown }

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const encode = (text: string): string => Buffer.from(text).toString('base64url')

/** Decodes base64url without padding, line breaks or other characters (RFC 7515, section 2). */
function decode(text: string): Buffer {
  assert.match(text, /^[\w-]+$/)
  return Buffer.from(text, 'base64url')
}

const parse = (text: string): unknown => JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(decode(text)))

export const verify: Verify = async ({ presentation, issuer }, { profile, get, now }) => {
  const [jws = '', ...disclosures] = presentation.split('~')
  assert.equal(disclosures.pop(), '')
  const payload = verifyJws(jws, JSON.parse(await get(`${issuer}/.well-known/jwks.json`)))
  assert.equal(payload.iss, issuer)
  const claims = revealClaims(payload, disclosures, profile)
  checkTimes({ ...payload, ...claims }, now)
  return claims
}

/** RFC 7515, section 5.2, and RFC 9901, section 7.1, step 2. */
function verifyJws(jws: string, keySet: Members): Members {
  const [header = '', payload = '', signature = '', ...more] = jws.split('.')
  assert.equal(more.length, 0)
  const { alg, kid, crit } = parse(header) as Members
  assert.equal(alg, 'ES256')
  assert.equal(crit, undefined)
  const keys = (keySet.keys as readonly KeyInSet[]).filter((key) => key.kid === kid)
  assert(keys.length === 1 && typeof kid === 'string')
  const key = createPublicKey({ key: keys[0] ?? {}, format: 'jwk' })
  assert.equal(key.asymmetricKeyDetails?.namedCurve, 'prime256v1')
  const octets = decode(signature)
  assert(verifySignature('sha256', Buffer.from(`${header}.${payload}`), { key, dsaEncoding: 'ieee-p1363' }, octets))
  const claims = parse(payload)
  assert(isObject(claims))
  return claims
}

/** RFC 9901, section 7.1, steps 3 to 5. No claim of the document contains others. */
function revealClaims(payload: Members, disclosures: readonly string[], profile: CredentialProfile): Members {
  const { _sd: digests = [], _sd_alg: hashName = 'sha-256' } = payload
  assert.equal(hashName, profile.hashName)
  assert(Array.isArray(digests))
  assert.equal(new Set(digests).size, digests.length)
  const claims: Members = {}
  for (const disclosure of disclosures) {
    const { digest, name, value } = readDisclosure(disclosure, profile)
    assert(digests.includes(digest))
    assert(name !== '_sd' && name !== '...' && name !== '_sd_alg')
    assert(!Object.hasOwn(payload, name) && !Object.hasOwn(claims, name))
    claims[name] = value
  }
  return claims
}

function readDisclosure(text: string, { isStandard }: CredentialProfile) {
  const elements = parse(text)
  assert(Array.isArray(elements) && elements.length === 3)
  const [salt, name, value]: readonly unknown[] = isStandard ? elements : [elements[2], elements[0], elements[1]]
  assert(typeof salt === 'string' && typeof name === 'string')
  const parts = [salt, name, typeof value === 'string' ? value : JSON.stringify(value)]
  const input = isStandard ? text : parts.map(encode).join('')
  return { digest: createHash('sha256').update(input).digest('base64url'), name, value }
}

/** RFC 9901, section 7.1, step 6, and RFC 7519, sections 4.1.4 and 4.1.5. */
function checkTimes({ exp, nbf = 0 }: Members, now: number): void {
  assert(typeof exp === 'number' && now < exp + 60)
  assert(typeof nbf === 'number' && now >= nbf - 60)
}
