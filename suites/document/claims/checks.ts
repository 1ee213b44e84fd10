import { type ArtefactCheck, type Check, checkArtefact } from '../../../model/check.ts'
import {
  type CheckContext,
  finding,
  type Inspection,
  inconclusive,
  notApplicable,
  nothingFound,
  passedLeniently,
  type Remark,
  showValue,
} from '../../../model/finding.ts'
import { isObject, type JsonObject } from '../../../protocol/encoding/json.ts'
import type { Claim } from '../../../protocol/sd-jwt/claim.ts'
import { listForeignNames, mapClaims, readClaims } from '../disclosure/reading.ts'
import { collectIssuances, removeDuplicates } from '../kit/issuance.ts'
import { checkExchange } from '../model/check.ts'
import { type ClaimName, claimNames, isClaimName, isFlag } from './claim-set.ts'
import { findContradictions } from './contradictions.ts'
import { ADDRESS, BOOLEAN, REQUIRED } from './decisions.ts'
import { CLAIM, CLAIMS } from './requirements.ts'

/** Checks that a claim is in a disclosure of its own, and not in plaintext. */
const createDisclosableCheck = (name: ClaimName): ArtefactCheck => {
  const isTrueOrFalse = isFlag(name)
  return checkArtefact(CLAIM[name], 'credential', (credential, context) => {
    const isInPlaintext = Object.hasOwn(credential.jws.payload, name)
    const claim = mapClaims(credential, context).get(name)
    const remark = claim ? remarkOnType(name, isTrueOrFalse, claim.value, context) : notDisclosed[name]
    return isInPlaintext || remark ? reportPlaintext(name, isInPlaintext, remark) : nothingFound
  })
}

const notDisclosed = Object.fromEntries(claimNames.map((name) => [name, notApplicable(`${name} is not disclosed`)]))

function* reportPlaintext(name: ClaimName, isInPlaintext: boolean, remark: Remark | undefined): Inspection {
  if (isInPlaintext) yield finding(`/payload/${name}`, 'no plaintext claim', 'one')
  return remark
}

/** Remarks on a value of another type than the name of its claim suggests. No type is defined: it is no finding. */
function remarkOnType(
  name: ClaimName,
  isTrueOrFalse: boolean,
  value: unknown,
  { decide }: CheckContext,
): Remark | undefined {
  const expected = isTrueOrFalse && decide(BOOLEAN) === 'boolean' ? 'boolean' : 'string'
  const isFree = name === 'Address' // a decision of its own is about its type
  if (isFree || typeof value === expected) return undefined
  return passedLeniently(`${name} is not a JSON ${expected}; a digest over concatenated parts does not fix the type`)
}

const idTypes: readonly unknown[] = ['RF', 'NRI', 'IN']

const idType = checkArtefact(CLAIMS['ID-TYPE'], 'credential', function* (credential, context) {
  const claim = mapClaims(credential, context).get('IdType')
  if (!claim) return notApplicable('IdType is not disclosed')
  if (!idTypes.includes(claim.value)) yield finding('IdType', 'RF, NRI or IN', showValue(claim.value))
  return undefined
})

const names = checkArtefact(CLAIMS.NAMES, 'credential', function* (credential, context) {
  for (const name of listForeignNames(credential, context)) {
    const similar = claimNames.find((each) => each.toLowerCase() === name.toLowerCase())
    yield finding(
      'disclosures',
      'the name of a claim of the set',
      showValue(name),
      similar && `it is spelled ${similar}`,
    )
  }
  if (context.decide(REQUIRED) !== 'all') return undefined
  const claims = mapClaims(credential, context)
  for (const name of claimNames) if (!claims.has(name)) yield finding('disclosures', `the claim ${name}`, 'nothing')
  return undefined
})

/** A name without capitals and without anything but letters and digits. */
const foldName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z\d]/g, '')

const foldedNames = new Map(claimNames.map((name) => [foldName(name), name]))

const spelled = checkArtefact(CLAIMS.SPELLED, 'credential', function* (credential, context) {
  for (const name of listForeignNames(credential, context)) {
    const meant = foldedNames.get(foldName(name))
    if (meant !== undefined) yield finding('disclosures', meant, showValue(name))
  }
  return undefined
})

const consistent = checkArtefact(CLAIMS.CONSISTENT, 'credential', function* (credential, context) {
  context.decide(BOOLEAN)
  const claims = mapClaims(credential, context)
  const readValue = (name: ClaimName): unknown => claims.get(name)?.value
  for (const { at, expected, actual } of findContradictions(readValue, credential.jws.payload.iat))
    yield finding(at, expected, actual)
  return undefined
})

/** The masked claims, and the claims that they mask. */
const masks = { MaskedUID: undefined, MaskedMobile: 'Mobile', MaskedEmail: 'Email' } as const

const masked = checkArtefact(CLAIMS.MASKED, 'credential', function* (credential, context) {
  const claims = mapClaims(credential, context)
  const found = Object.entries(masks).filter(([name]) => claims.has(name))
  if (found.length === 0) return notApplicable('no masked claim is disclosed')
  for (const [name, original] of found) {
    const value = claims.get(name)?.value
    if (typeof value !== 'string') return inconclusive(`${name} is not a string`)
    const digits = value.replaceAll(/\D/g, '').length
    if (name !== 'MaskedEmail' && digits > 4) yield finding(name, 'at most four digits', `${digits} digits`)
    else if (original && claims.get(original)?.value === value)
      yield finding(name, `the masked ${original}`, `the value of ${original}`)
  }
  return undefined
})

/** A value of `Address`, and the names of all claims of its credential. */
interface AddressClaim {
  readonly value: unknown
  readonly names: ReadonlySet<string>
  /** Whether the credential has digests without a disclosure: one of them may be that of a part. */
  readonly hasOthers: boolean
}

function findAddress(claims: readonly Claim[], { _sd }: JsonObject): readonly AddressClaim[] {
  const address = claims.find(({ name }) => name === 'Address')
  if (!address) return []
  const hasOthers = Array.isArray(_sd) && _sd.length > claims.length
  return [{ value: address.value, names: new Set(claims.map(({ name }) => name)), hasOthers }]
}

/** An address that is an object discloses all of its parts at once: each part needs a disclosure of its own as well. */
const address = checkExchange(CLAIMS.ADDRESS, function* (exchange, context) {
  const isText = context.decide(ADDRESS) === 'text'
  const credentials = removeDuplicates(collectIssuances(exchange).flatMap(({ credentials: own }) => own))
  if (credentials.length === 0) return inconclusive('no credential could be read')
  const addresses = credentials.flatMap((credential) =>
    findAddress(readClaims(credential, context).claims, credential.jws.payload),
  )
  if (addresses.length === 0) return notApplicable('`Address` is not disclosed')
  let isHidden = false
  for (const { value, names: disclosed, hasOthers } of addresses) {
    if (!isObject(value)) continue
    const nested = Object.keys(value).filter((name) => isClaimName(name) && !disclosed.has(name))
    if (nested.length > 0 && hasOthers) isHidden = true
    else if (nested.length > 0)
      yield finding('Address', 'parts that have disclosures of their own', `${nested.join(', ')} in Address only`)
  }
  if (isHidden) return inconclusive('parts of `Address` may have disclosures that were not sent')
  const isLenient = isText && addresses.some(({ value }) => isObject(value))
  return isLenient
    ? passedLeniently('`Address` is an object; its parts have disclosures of their own as well')
    : undefined
})

export const checks: readonly Check[] = [
  ...claimNames.map(createDisclosableCheck),
  idType,
  names,
  spelled,
  consistent,
  masked,
  address,
]
