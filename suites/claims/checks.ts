import { type Check, type Context, cannotTell, check, finding, notHere, show } from '../../src/model/check.ts'
import type { Claim } from '../../src/protocol/claim.ts'
import { remembering } from '../../src/protocol/remembering.ts'
import type { SdJwt } from '../../src/protocol/sd-jwt.ts'
import { readingOf } from '../disclosure/reading.ts'
import { type ClaimName, claimSet, isClaimName } from './claim-set.ts'
import { BOOLEAN, REQUIRED } from './decisions.ts'
import { CLAIM, CLAIMS } from './requirements.ts'

const names = Object.keys(claimSet) as readonly ClaimName[] // its keys

/** A claim can be disclosed by itself: it stands in a disclosure of its own, and not in clear. */
const disclosable = (name: ClaimName): Check =>
  check(CLAIM[name], 'credential', function* (credential, context) {
    const inClear = Object.hasOwn(credential.jws.payload, name)
    if (inClear) yield finding(`/payload/${name}`, 'nothing: the claim is disclosed by itself', 'the claim in clear')
    else if (!claimsOf(credential, context).has(name)) return notHere(`${name} is not disclosed`)
    return undefined
  })

/** The claims that a credential discloses, by name. */
const claimsOf = (credential: SdJwt, context: Context): ReadonlyMap<string, Claim> =>
  mapOf(readingOf(credential, context).claims)

const mapOf = remembering(
  (claims: readonly Claim[]): ReadonlyMap<string, Claim> => new Map(claims.map((claim) => [claim.name, claim])),
)

const idType = check(CLAIMS['ID-TYPE'], 'credential', function* (credential, context) {
  const claim = claimsOf(credential, context).get('IdType')
  if (!claim) return notHere('IdType is not disclosed')
  if (!['RF', 'NRI', 'IN'].some((type) => type === claim.value))
    yield finding('IdType', 'RF, NRI or IN', 'another value')
  return undefined
})

const setNames = check(CLAIMS.NAMES, 'credential', function* (credential, context) {
  const claims = claimsOf(credential, context)
  for (const name of claims.keys()) {
    if (isClaimName(name)) continue
    const meant = names.find((each) => each.toLowerCase() === name.toLowerCase())
    yield finding('disclosures', 'a name of the claim set', show(name), meant && `it is spelled ${meant}`)
  }
  if (context.decide(REQUIRED) !== 'all') return undefined
  for (const name of names) if (!claims.has(name)) yield finding('disclosures', `the claim ${name}`, 'nothing')
  return undefined
})

const yes = [true, 'true', 'Y', 'y', 'TRUE']

const ages = ['AgeAbove18', 'AgeAbove50', 'AgeAbove60', 'AgeAbove75'] as const

const consistent = check(CLAIMS.CONSISTENT, 'credential', function* (credential, context) {
  const claims = claimsOf(credential, context)
  const says = (name: ClaimName): boolean | undefined => {
    const claim = claims.get(name)
    return claim && yes.some((each) => each === claim.value)
  }
  context.decide(BOOLEAN)
  for (const [i, older] of ages.entries()) {
    const younger = ages[i - 1]
    if (younger && says(older) === true && says(younger) === false) {
      yield finding(older, `no one older than ${older.slice(8)} and not than ${younger.slice(8)}`, 'such a one')
    }
  }
  const [from, to] = ['CredentialIssuingDate', 'EnrolmentDate'].map((name) => claims.get(name)?.value)
  if (isDate(from) && isDate(to) && from < to)
    yield finding('EnrolmentDate', 'a date before the credential', 'a later one')
  return undefined
})

const isDate = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)

const masks = { MaskedUID: undefined, MaskedMobile: 'Mobile', MaskedEmail: 'Email' } as const

const masked = check(CLAIMS.MASKED, 'credential', function* (credential, context) {
  const claims = claimsOf(credential, context)
  const found = Object.entries(masks).filter(([name]) => claims.has(name))
  if (found.length === 0) return notHere('no masked claim is disclosed')
  for (const [name, of] of found) {
    const value = claims.get(name)?.value
    if (typeof value !== 'string') return cannotTell(`${name} is no text`)
    const digits = value.replaceAll(/\D/g, '').length
    if (name !== 'MaskedEmail' && digits > 4) yield finding(name, 'four digits at most', `${digits} digits`)
    else if (of && claims.get(of)?.value === value) yield finding(name, `a masked ${of}`, `the value of ${of}`)
  }
  return undefined
})

export const checks: readonly Check[] = [...names.map(disclosable), idType, setNames, consistent, masked]
