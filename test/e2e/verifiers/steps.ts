import assert from 'node:assert/strict'
import { createHash, createPublicKey, type KeyObject, verify as verifySignature, type webcrypto } from 'node:crypto'
import { type CredentialProfile, isCutAnew, type Surroundings, type Verify } from './profiles.ts'
import { findList, readListed } from './status-list.ts'

// A correct verifier that is made of steps. A bug replaces one of them (bugs.ts).

export type Members = Readonly<Record<string, unknown>>
export type KeyInSet = webcrypto.JsonWebKey & { readonly kid?: unknown }
type Get = Surroundings['get']

/** A compact JWS in its parts. */
export interface Signed {
  readonly header: Members
  readonly payload: Members
  readonly input: string
  readonly signature: Buffer
}

/** The steps that verify a JWS. */
export interface JwsSteps {
  readonly read: (text: string) => Signed
  readonly checkAlgorithm: (header: Members) => void
  readonly checkCritical: (header: Members) => void
  readonly findKey: (header: Members, keys: readonly KeyInSet[], get: Get) => KeyInSet | Promise<KeyInSet>
  readonly checkSignature: (signed: Signed, key: KeyInSet) => void
}

/** What a disclosure says. */
export interface Disclosed {
  readonly name: string
  readonly value: unknown
  readonly digest: string
}

export interface Steps {
  readonly credential: JwsSteps
  readonly status: JwsSteps
  readonly split: (presentation: string) => { readonly jws: string; readonly disclosures: readonly string[] }
  readonly checkType: (header: Members, profile: CredentialProfile) => void
  readonly checkIssuer: (payload: Members, issuer: string) => void
  readonly checkRequired: (payload: Members, profile: CredentialProfile) => void
  readonly checkExpiry: (payload: Members, now: number) => void
  readonly checkStart: (payload: Members, now: number) => void
  readonly checkIssuance: (payload: Members, now: number) => void
  readonly checkHashName: (payload: Members, profile: CredentialProfile) => void
  readonly checkDigests: (digests: readonly unknown[]) => void
  readonly readDisclosure: (text: string, profile: CredentialProfile) => Disclosed
  readonly readElements: (text: string) => readonly unknown[]
  readonly checkElements: (elements: readonly unknown[]) => void
  readonly checkBoundary: (name: string, salt: unknown) => void
  readonly checkName: (name: string) => void
  readonly checkPlace: (name: string, payload: Members, claims: Members) => void
  readonly isIncluded: (digest: string, digests: readonly unknown[]) => boolean
  readonly fetchStatus: (payload: Members, get: Get) => Promise<string | undefined>
  readonly readStatus: (text: string, verify: (text: string) => Promise<Members>) => Promise<Members>
  readonly checkSubject: (status: Members, payload: Members) => void
  readonly checkStatusIssuer: (status: Members, issuer: string) => void
  readonly checkStatusExpiry: (status: Members, now: number) => void
  readonly isActive: (value: unknown) => boolean
}

const skew = 60

/** Seconds by which clocks may differ are granted on either side. */
const isAfter = (now: number, time: number): boolean => now > time + skew
const isBefore = (now: number, time: number): boolean => now < time - skew

export const encode = (text: string): string => Buffer.from(text).toString('base64url')

export function decode(text: string): Buffer {
  assert.match(text, /^[\w-]*$/)
  return Buffer.from(text, 'base64url')
}

export const parse = (text: string): unknown =>
  JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(decode(text)))

export const readMembers = (text: string): Members => {
  const value = parse(text)
  assert(typeof value === 'object' && value !== null && !Array.isArray(value))
  return value as Members
}

export const findByKid = (kid: unknown, keys: readonly KeyInSet[]): KeyInSet => {
  const [found, ...others] = keys.filter((key) => typeof kid === 'string' && key.kid === kid)
  assert(found && others.length === 0)
  return found
}

export const readKey = (key: KeyInSet): KeyObject => {
  const read = createPublicKey({ key, format: 'jwk' })
  assert.equal(read.asymmetricKeyDetails?.namedCurve, 'prime256v1')
  return read
}

export const isSignedBy = ({ input, signature }: Signed, key: KeyObject): boolean =>
  verifySignature('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }, signature)

const jws: JwsSteps = {
  read: (text) => {
    const parts = text.split('.')
    assert.equal(parts.length, 3)
    const [header = '', payload = '', signature = ''] = parts
    return {
      header: readMembers(header),
      payload: readMembers(payload),
      input: `${header}.${payload}`,
      signature: decode(signature),
    }
  },
  checkAlgorithm: ({ alg }) => assert.equal(alg, 'ES256'),
  checkCritical: ({ crit }) => assert.equal(crit, undefined),
  findKey: ({ kid }, keys) => findByKid(kid, keys),
  checkSignature: (signed, key) => assert(isSignedBy(signed, readKey(key))),
}

const permanent = new Set(['iss', 'id', 'iat', 'nbf', 'exp', 'status', 'cnf', 'vct'])

export const hash = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** The digest of a disclosure: of its text, or of its three parts as in section 2.9. */
export const computeDigest = (
  text: string,
  [salt, name, value]: readonly unknown[],
  { isStandard }: CredentialProfile,
): string =>
  hash(
    isStandard
      ? text
      : [salt, name, typeof value === 'string' ? value : JSON.stringify(value)]
          .map((part) => encode(`${part}`))
          .join(''),
  )

export const correctSteps: Steps = {
  credential: jws,
  status: jws,
  split: (presentation) => {
    const [first = '', ...disclosures] = presentation.split('~')
    assert.equal(disclosures.pop(), '')
    assert.equal(new Set(disclosures).size, disclosures.length)
    return { jws: first, disclosures }
  },
  checkType: ({ typ }, profile) => assert.match(String(typ), profile.typ),
  checkIssuer: ({ iss }, issuer) => assert.equal(iss, issuer),
  checkRequired: (payload, { requiredClaims }) => assert(requiredClaims.every((name) => Object.hasOwn(payload, name))),
  checkExpiry: ({ exp }, now) => assert(typeof exp === 'number' && !isAfter(now, exp)),
  checkStart: ({ nbf = 0 }, now) => assert(typeof nbf === 'number' && !isBefore(now, nbf)),
  checkIssuance: ({ iat }, now) => assert(typeof iat === 'number' && !isBefore(now, iat)),
  checkHashName: ({ _sd_alg: name = 'sha-256' }, { hashName }) => assert.equal(name, hashName),
  checkDigests: (digests) => assert.equal(new Set(digests).size, digests.length),
  readElements: (text) => {
    const elements = parse(text)
    assert(Array.isArray(elements))
    return elements
  },
  checkElements: ({ length, 0: salt, 1: name }) =>
    assert(length === 3 && typeof salt === 'string' && typeof name === 'string'),
  readDisclosure(text, profile) {
    const elements = this.readElements(text)
    const [first, second, third, ...more] = elements
    const sorted = profile.isStandard ? elements : [third, first, second, ...more].slice(0, elements.length)
    this.checkElements(sorted)
    const [salt, name, value] = sorted
    if (!profile.isStandard) this.checkBoundary(String(name), salt)
    return { name: String(name), value, digest: computeDigest(text, sorted, profile) }
  },
  checkBoundary: (name, salt) => assert(!isCutAnew(name, String(salt))),
  checkName: (name) => assert(!['_sd', '_sd_alg', '...'].includes(name)),
  checkPlace: (name, payload, claims) =>
    assert(!permanent.has(name) && !Object.hasOwn(payload, name) && !Object.hasOwn(claims, name)),
  isIncluded: (digest, digests) => digests.includes(digest),
  fetchStatus: async ({ status }, get) => {
    const url = typeof status === 'string' ? status : findList({ status }).uri
    return get(url)
  },
  readStatus: (text, verify) => verify(text),
  checkSubject: ({ id, sub }, payload) =>
    typeof payload.status === 'string' ? assert.equal(id, payload.id) : assert.equal(sub, findList(payload).uri),
  checkStatusIssuer: ({ iss }, issuer) => assert.equal(iss, issuer),
  checkStatusExpiry: ({ exp }, now) => assert(exp === undefined || (typeof exp === 'number' && !isAfter(now, exp))),
  isActive: (value) => value === 'active',
}

/** A verifier that takes these steps. */
export const createVerifier =
  (steps: Steps): Verify =>
  async ({ presentation, issuer }, { profile, get, now }) => {
    const { keys } = JSON.parse(await get(`${issuer}/.well-known/jwks.json`))
    const verifyJws = async (text: string, own: JwsSteps): Promise<Signed> => {
      const signed = own.read(text)
      own.checkAlgorithm(signed.header)
      own.checkCritical(signed.header)
      own.checkSignature(signed, await own.findKey(signed.header, keys, get))
      return signed
    }
    const { jws: text, disclosures } = steps.split(presentation)
    const { header, payload } = await verifyJws(text, steps.credential)
    steps.checkType(header, profile)
    steps.checkIssuer(payload, issuer)
    const claims = revealClaims(steps, payload, disclosures, profile)
    steps.checkRequired(payload, profile)
    for (const check of [steps.checkExpiry, steps.checkStart, steps.checkIssuance]) check(payload, now)
    assert.equal(typeof payload.status === 'string' || payload.status === undefined, profile.isStatusUrl)
    const status = await steps.fetchStatus(payload, get)
    if (status === undefined) return claims
    const read = await steps.readStatus(status, async (token) => (await verifyJws(token, steps.status)).payload)
    steps.checkSubject(read, payload)
    steps.checkStatusIssuer(read, issuer)
    steps.checkStatusExpiry(read, now)
    assert(steps.isActive(profile.isStatusUrl ? read.status : readListed(read, findList(payload).idx)))
    return claims
  }

function revealClaims(
  steps: Steps,
  payload: Members,
  disclosures: readonly string[],
  profile: CredentialProfile,
): Members {
  const { _sd: digests = [] } = payload
  assert(Array.isArray(digests))
  steps.checkHashName(payload, profile)
  steps.checkDigests(digests)
  const claims: Record<string, unknown> = {}
  for (const text of disclosures) {
    const { name, value, digest } = steps.readDisclosure(text, profile)
    steps.checkName(name)
    steps.checkPlace(name, payload, claims)
    assert(steps.isIncluded(digest, digests))
    claims[name] = value
  }
  return claims
}
