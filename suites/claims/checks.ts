import { type ArtefactCheck, type Check, checkArtefact, checkExchange } from '../../model/check.ts'
import {
  type CheckContext,
  finding,
  inconclusive,
  notApplicable,
  passedLeniently,
  showValue,
} from '../../model/finding.ts'
import { isObject } from '../../protocol/encoding/json.ts'
import type { Claim } from '../../protocol/sd-jwt/claim.ts'
import type { SdJwt } from '../../protocol/sd-jwt/sd-jwt.ts'
import { readClaims } from '../disclosure/reading.ts'
import { collectIssuances, removeDuplicates } from '../kit/issuance.ts'
import { type ClaimName, claimSet, isClaimName } from './claim-set.ts'
import { ADDRESS, BOOLEAN, REQUIRED } from './decisions.ts'
import { CLAIM, CLAIMS } from './requirements.ts'

const names = Object.keys(claimSet) as readonly ClaimName[] // its keys

/** A claim can be disclosed by itself: it stands in a disclosure of its own, and not in clear. */
const disclosable = (name: ClaimName): ArtefactCheck =>
  checkArtefact(CLAIM[name], 'credential', function* (credential, context) {
    const inClear = Object.hasOwn(credential.jws.payload, name)
    if (inClear) yield finding(`/payload/${name}`, 'nothing: the claim is disclosed by itself', 'the claim in clear')
    else if (!claimsOf(credential, context).has(name)) return notApplicable(`${name} is not disclosed`)
    return undefined
  })

/** The claims that a credential discloses, by name. */
const claimsOf = (credential: SdJwt, context: CheckContext): ReadonlyMap<string, Claim> =>
  context.derive(mapOf, readClaims(credential, context).claims)

const mapOf = (claims: readonly Claim[]): ReadonlyMap<string, Claim> =>
  new Map(claims.map((claim) => [claim.name, claim]))

const idType = checkArtefact(CLAIMS['ID-TYPE'], 'credential', function* (credential, context) {
  const claim = claimsOf(credential, context).get('IdType')
  if (!claim) return notApplicable('IdType is not disclosed')
  if (!['RF', 'NRI', 'IN'].some((type) => type === claim.value))
    yield finding('IdType', 'RF, NRI or IN', 'another value')
  return undefined
})

const setNames = checkArtefact(CLAIMS.NAMES, 'credential', function* (credential, context) {
  const claims = claimsOf(credential, context)
  for (const name of claims.keys()) {
    if (isClaimName(name)) continue
    const meant = names.find((each) => each.toLowerCase() === name.toLowerCase())
    yield finding('disclosures', 'a name of the claim set', showValue(name), meant && `it is spelled ${meant}`)
  }
  if (context.decide(REQUIRED) !== 'all') return undefined
  for (const name of names) if (!claims.has(name)) yield finding('disclosures', `the claim ${name}`, 'nothing')
  return undefined
})

const yes = [true, 'true', 'Y', 'y', 'TRUE']

const ages = ['AgeAbove18', 'AgeAbove50', 'AgeAbove60', 'AgeAbove75'] as const

const consistent = checkArtefact(CLAIMS.CONSISTENT, 'credential', function* (credential, context) {
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

const masked = checkArtefact(CLAIMS.MASKED, 'credential', function* (credential, context) {
  const claims = claimsOf(credential, context)
  const found = Object.entries(masks).filter(([name]) => claims.has(name))
  if (found.length === 0) return notApplicable('no masked claim is disclosed')
  for (const [name, of] of found) {
    const value = claims.get(name)?.value
    if (typeof value !== 'string') return inconclusive(`${name} is no text`)
    const digits = value.replaceAll(/\D/g, '').length
    if (name !== 'MaskedEmail' && digits > 4) yield finding(name, 'four digits at most', `${digits} digits`)
    else if (of && claims.get(of)?.value === value) yield finding(name, `a masked ${of}`, `the value of ${of}`)
  }
  return undefined
})

/** An address that holds its parts discloses them all at once: each needs a disclosure of its own as well. */
const address = checkExchange(CLAIMS.ADDRESS, function* (exchange, context) {
  const isText = context.decide(ADDRESS) === 'text'
  const credentials = removeDuplicates(collectIssuances(exchange).flatMap(({ credentials: own }) => own))
  if (credentials.length === 0) return inconclusive('no credential could be read')
  const known = credentials.map((credential) => readClaims(credential, context).claims)
  const addressed = known.flatMap((claims) => {
    const one = claims.find(({ name }) => name === 'Address')
    return one ? [{ value: one.value, names: new Set(claims.map(({ name }) => name)) }] : []
  })
  if (addressed.length === 0) return notApplicable('`Address` is not disclosed')
  for (const { value, names } of addressed) {
    if (!isObject(value)) continue
    const tied = Object.keys(value).filter((name) => isClaimName(name) && !names.has(name))
    if (tied.length > 0)
      yield finding('Address', 'parts that can be disclosed without it', `${tied.join(', ')} in it alone`)
  }
  const isRemarked = isText && addressed.some(({ value }) => isObject(value))
  return isRemarked ? passedLeniently('`Address` is an object, and its parts stand beside it as well') : undefined
})

export const checks: readonly Check[] = [
  ...names.map(disclosable),
  idType,
  setNames,
  consistent,
  masked,

  address,
]
