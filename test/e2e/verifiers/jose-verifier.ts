import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { type CredentialProfile, isCutAnew, type Verify } from './profiles.ts'
import { findList, readListed } from './status-list.ts'

// A verifier as a team would write it in an afternoon: jose for the signatures, node:crypto for the digests.

const permanent = ['iss', 'id', 'iat', 'nbf', 'exp', 'status', 'cnf', 'vct', '_sd', '_sd_alg', '...']
const encode = (text: string): string => Buffer.from(text).toString('base64url')
const hash = (text: string): string => createHash('sha256').update(text).digest('base64url')

export const verify: Verify = async ({ presentation, issuer }, { profile, get, now }) => {
  const keys = createLocalJWKSet(JSON.parse(await get(`${issuer}/.well-known/jwks.json`)))
  const rules = { algorithms: ['ES256'], currentDate: new Date(now * 1000), clockTolerance: 60 }
  const [jws = '', ...disclosures] = presentation.split('~')
  assert.equal(disclosures.pop(), '')
  const requiredClaims = [...profile.requiredClaims]
  const { payload, protectedHeader } = await jwtVerify(jws, keys, { ...rules, issuer, requiredClaims })
  assert.match(String(protectedHeader.typ), profile.typ)
  assert(Number(payload.iat) <= now + 60)
  assert.equal(payload._sd_alg, profile.hashName)
  const claims = new Map(disclosures.map((each) => readDisclosure(each, payload._sd, profile)))
  assert.equal(claims.size, disclosures.length)
  assert(![...claims.keys()].some((name) => Object.hasOwn(payload, name)))
  const { idx, uri } = profile.isStatusUrl ? { idx: 0, uri: String(payload.status) } : findList(payload)
  const { payload: status } = await jwtVerify(await get(uri), keys, { ...rules, issuer })
  if (profile.isStatusUrl) assert.deepEqual([status.status, status.id], ['active', payload.id])
  else assert.deepEqual([readListed(status, idx), status.sub], ['active', uri])
  return Object.fromEntries(claims)
}

function readDisclosure(text: string, digests: unknown, { isStandard }: CredentialProfile): [string, unknown] {
  const json = Buffer.from(text, 'base64url').toString()
  const elements: unknown = JSON.parse(json)
  assert(Array.isArray(elements) && elements.length === 3)
  const [salt, name, value] = isStandard ? elements : [elements[2], elements[0], elements[1]]
  assert(typeof salt === 'string' && typeof name === 'string' && !permanent.includes(name))
  assert(isStandard || !isCutAnew(name, salt))
  const parts = [salt, name, typeof value === 'string' ? value : JSON.stringify(value)]
  const digest = hash(isStandard ? text : parts.map(encode).join(''))
  assert(Array.isArray(digests) && digests.filter((each) => each === digest).length === 1)
  return [name, value]
}
