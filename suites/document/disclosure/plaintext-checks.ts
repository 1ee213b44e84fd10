import { checkArtefact } from '../../../model/check.ts'
import { finding } from '../../../model/finding.ts'
import { isNested, type JsonObject, type JsonValue } from '../../../protocol/encoding/json.ts'
import type { Claim } from '../../../protocol/sd-jwt/claim.ts'
import { isClaimName } from '../claims/claim-set.ts'
import { readClaims } from './reading.ts'
import { SD } from './requirements.ts'

/** The claims whose values are about one person. A place name may be in a plaintext text by accident. */
const personal = new Set([
  ...['ResidentName', 'LocalResidentName', 'CareOf', 'LocalCareOf', 'Dob', 'Email', 'Mobile', 'EnrolmentNumber'],
  ...['Address', 'RegionalAddress', 'ResidentImage'],
])

/** Members that a standard defines: their texts are addresses, identifiers and dates. */
const definedMembers = new Set([
  ...['iss', 'id', 'jti', 'iat', 'exp', 'nbf', 'status', 'vct', 'type', '@context', '_sd_alg'],
  ...['typ', 'alg', 'kid', 'x5c', 'x5u', 'jku', 'x5t', 'x5t#S256', 'cty'],
])

/** A value in plaintext. */
interface Plaintext {
  readonly place: string
  readonly name: string
  readonly value: string | number | boolean
  readonly isTopLevel: boolean
  readonly isDefined: boolean
}

export const hidden = checkArtefact(SD.HIDDEN, 'credential', function* (credential, context) {
  const { header, payload } = credential.jws
  const { claims } = readClaims(credential, context)
  const texts = claims.filter(hasText)
  for (const plaintext of findPlaintexts(payload, '/payload').concat(findPlaintexts(header, '/header'))) {
    const name = findRepeated(plaintext, texts) ?? findByName(plaintext, claims)
    if (name !== undefined) yield finding(plaintext.place, 'no value of a disclosure', `the value of ${name}`)
  }
  return undefined
})

type TextClaim = Claim & { readonly value: string }

const hasText = (claim: Claim): claim is TextClaim => typeof claim.value === 'string' && claim.value.length >= 6

/** Finds every value below an object. Digests, the holder key and plaintext claims have requirements of their own. */
function findPlaintexts(value: JsonObject, place: string): readonly Plaintext[] {
  const found: Plaintext[] = []
  for (const key in value) {
    if (key === '_sd' || key === 'cnf' || (place === '/payload' && isClaimName(key))) continue
    collectPlaintexts(
      value[key] ?? null,
      { place: `${place}/${key}`, name: key, isDefined: definedMembers.has(key) },
      1,
      found,
    )
  }
  return found
}

function collectPlaintexts(
  value: JsonValue,
  about: Omit<Plaintext, 'value' | 'isTopLevel'>,
  depth: number,
  found: Plaintext[],
): void {
  if (!isNested(value)) {
    if (value !== null) found.push({ ...about, value, isTopLevel: depth === 1 })
    return
  }
  const { place, name, isDefined } = about
  for (const key in value) {
    if (key === '_sd' || key === 'cnf') continue
    const own = { place: `${place}/${key}`, name: Array.isArray(value) ? name : key, isDefined }
    collectPlaintexts((value as JsonObject)[key] ?? null, own, depth + 1, found) // an array has its elements under their indexes
  }
}

/** The claim whose value a plaintext repeats, alone or within a longer text, in upper or lower case. */
function findRepeated({ value, isDefined }: Plaintext, claims: readonly TextClaim[]): string | undefined {
  if (typeof value !== 'string') return undefined
  const exact = claims.find((claim) => claim.value === value)
  if (exact || isDefined) return exact?.name
  const folded = fold(value)
  return claims.find((claim) => personal.has(claim.name) && containsWords(folded, fold(claim.value)))?.name
}

const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Whether a text contains words that are no part of longer words. */
const containsWords = (text: string, words: string): boolean =>
  text.split(words).some((before, i, all) => {
    const after = all[i + 1]
    return (
      after !== undefined && ![before.at(-1), after[0]].some((each) => each !== undefined && /[\p{L}\p{N}]/u.test(each))
    )
  })

const genders = /^(m|f|t|male|female|transgender)$/i

/** The claim that the name of a member announces, where its value is too short to be recognised without the name. */
function findByName({ name, value, isTopLevel, isDefined }: Plaintext, claims: readonly Claim[]): string | undefined {
  if (isDefined || isClaimName(name)) return undefined // CRED-CONCEALED is about the exact names
  const spelled = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  if (/^(gender|sex)$/.test(spelled) && genders.test(String(value))) return 'Gender'
  if (/^(dob|yob|(year|date)ofbirth|birth(date|day|year))$/.test(spelled) && repeatsYear(value, claims)) return 'Dob'
  if (!isTopLevel) return undefined // deeper, a flag may say that a claim can be disclosed
  const isFlag = typeof value === 'boolean' || /^(true|false|[yn])$/i.test(String(value))
  const [, years] = /^(?:is)?age(?:is)?(?:above|over|equalorover)(\d+)$/.exec(spelled) ?? []
  if (isFlag && years !== undefined) return `AgeAbove${years}`
  return isFlag ? flags.get(spelled) : undefined
}

const flags: ReadonlyMap<string, string> = new Map([
  ['isnri', 'IsNRI'],
  ['isresidentforeigner', 'IsResidentForeigner'],
])

const repeatsYear = (value: Plaintext['value'], claims: readonly Claim[]): boolean => {
  const years = String(claims.find(({ name }) => name === 'Dob')?.value).match(/\d{4}/g) ?? []
  return years.some((year) => String(value).includes(year))
}
