import { type Check, checkArtefact, skipWithheld } from '../../../model/check.ts'
import { type Finding, finding, notApplicable, passedLeniently, showValue } from '../../../model/finding.ts'
import { decodeText } from '../../../protocol/encoding/base64url.ts'
import { describeKind, isNested, isObject, type JsonObject, type JsonValue } from '../../../protocol/encoding/json.ts'
import { isVisiblyDistinct } from '../../../protocol/encoding/text-finder.ts'
import type { Claim, DisclosureOrder } from '../../../protocol/sd-jwt/claim.ts'
import { BODY } from '../bodies/requirements.ts'
import { isClaimName } from '../claims/claim-set.ts'
import { ORDER, RFC9901, SERIALIZATION, WRITING } from './decisions.ts'
import { digestChecks } from './digest-checks.ts'
import { hidden } from './plaintext-checks.ts'
import { type DisclosureEntry, listDigests, listUnreadable, mapClaims, nameDisclosure, readClaims } from './reading.ts'
import { SD } from './requirements.ts'
import { saltChecks } from './salt-checks.ts'
import { selectionChecks } from './selection-checks.ts'

const triple = checkArtefact(SD.TRIPLE, 'credential', function* (credential, context) {
  const { odd } = readClaims(credential, context)
  const decided = context.decide(ORDER)
  const expected = describeOrder(decided)
  for (const { index, disclosure, claim, order } of odd) {
    if (disclosure.problem || (claim && order === decided)) continue
    const place = nameDisclosure(index)
    if (claim) yield finding(place, expected, describeOrder(order), `this is the order under sd.order = ${order}`)
    else yield finding(place, `an array ${expected}`, describeElements(disclosure.content))
  }
  return undefined
})

const describeOrder = (order: DisclosureOrder): string => `[${order.replaceAll('-', ', ')}]`

const describeElements = (content: JsonValue | undefined): string =>
  Array.isArray(content) ? `an array of ${content.map(describeKind).join(', ') || 'nothing'}` : describeKind(content)

const salted = checkArtefact(SD.SALTED, 'credential', function* (credential, context) {
  const { entries, claims } = readClaims(credential, context)
  const first = new Map<string, number>()
  const salts = claims.map(({ salt }) => salt)
  if (!salts.includes('') && isVisiblyDistinct(salts)) return undefined
  for (const { index, claim, disclosure } of entries) {
    if (!claim) continue
    if (claim.salt === '') yield finding(nameDisclosure(index), 'a non-empty salt', 'an empty one')
    const before = first.get(claim.salt)
    if (before === undefined) first.set(claim.salt, index)
    else if (entries[before]?.disclosure.text !== disclosure.text) {
      yield finding(nameDisclosure(index), 'a unique salt', `the salt of ${nameDisclosure(before)}`)
    }
  }
  return undefined
})

const entropy = checkArtefact(SD.ENTROPY, 'credential', function* (credential, context) {
  const { entries, claims } = readClaims(credential, context)
  if (!claims.some(isGuessable)) return undefined
  for (const { index, claim } of entries) {
    if (!claim || !isGuessable(claim)) continue
    const bits = estimateBits(claim.salt)
    yield finding(nameDisclosure(index), 'a salt of at least 128 bits', `at most ${Math.floor(bits)} bits`)
  }
  return undefined
})

/** An empty salt is what another requirement is about. */
const isGuessable = ({ salt }: Claim): boolean => salt !== '' && estimateBits(salt) < 128

const estimateBits = (salt: string): number => salt.length * estimateBitsPerCharacter(salt)

const estimateBitsPerCharacter = (salt: string): number => {
  if (!/^[0-9a-f-]+$|^[0-9A-F-]+$/.test(salt)) return 6
  return /^[0-9]+$/.test(salt) ? 3.3 : 4
}

const encoded = checkArtefact(SD.ENCODED, 'credential', function* (credential, { derive }) {
  for (const { index, text, problem } of derive(listUnreadable, credential)) {
    if (problem.code.startsWith('json-')) continue
    const diagnosis = text.startsWith('[') ? 'it is JSON that is not encoded' : undefined
    yield finding(nameDisclosure(index), 'unpadded base64url of JSON', problem.message, diagnosis)
  }
  return undefined
})

/** JSON without white space outside texts, and without escapes but those of quotes, backslashes and control characters. */
const compactJson = /^(?:[^\s"]|"(?:[^"\\]|\\(?:["\\bfnrt]|u00(?:0[0-7bef]|1[0-9a-f])))*")*$/

const written = checkArtefact(SD.WRITTEN, 'credential', function* ({ disclosures }, { decide }) {
  if (decide(WRITING) === 'any') return notApplicable('the JSON of a disclosure may be written in any way')
  for (const [index, { text, problem }] of disclosures.entries()) {
    if (!problem && !compactJson.test(decodeText(text)))
      yield finding(
        nameDisclosure(index),
        'compact JSON',
        'JSON with white space, or with an escape that is not needed',
      )
  }
  return undefined
})

const strict = skipWithheld(
  checkArtefact(BODY.STRICT, 'credential', function* (credential, { derive }) {
    for (const { index, problem } of derive(listUnreadable, credential)) {
      if (problem.code.startsWith('json-')) yield finding(nameDisclosure(index), 'a well-formed text', problem.message)
    }
    return undefined
  }),
)

const terminated = checkArtefact(SD.TERMINATED, 'credential', function* ({ tail, hasSeparator }, { decide }) {
  if (!hasSeparator || tail === '' || tail.includes('.')) return undefined
  if (decide(SERIALIZATION) !== 'tilde-terminated') return passedLeniently('the final `~` is missing')
  yield finding('end', '`~`', 'the end of a disclosure', 'many libraries silently drop this disclosure')
  return undefined
})

const once = checkArtefact(SD.ONCE, 'credential', function* (credential) {
  yield* findRepetitions(listDigests(credential), (i) => `/payload/_sd/${i}`, 'a unique digest')
  return undefined
})

const twice = checkArtefact(SD.TWICE, 'credential', function* ({ disclosures }) {
  const texts = disclosures.map(({ text }) => text)
  yield* findRepetitions(texts, nameDisclosure, 'a unique disclosure')
  return undefined
})

function* findRepetitions(
  texts: readonly string[],
  namePlace: (index: number) => string,
  expected: string,
): Generator<Finding> {
  if (isVisiblyDistinct(texts)) return
  const first = new Map<string, number>()
  for (const [index, text] of texts.entries()) {
    const before = first.get(text)
    if (before === undefined) first.set(text, index)
    else yield finding(namePlace(index), expected, `the same as ${namePlace(before)}`)
  }
}

const reserved = ['_sd', '_sd_alg', '...']
const permanentNames = ['iss', 'id', 'iat', 'exp', 'nbf', 'status', 'cnf', 'vct']

const name = checkArtefact(SD.NAME, 'credential', function* (credential, context) {
  const { payload } = credential.jws
  const { entries, claims, odd } = readClaims(credential, context)
  if (odd.length === 0 && mapClaims(credential, context).size === claims.length) return undefined
  const texts = new Map<string, string>()
  for (const { index, claim } of entries) {
    if (!claim) continue
    const before = texts.get(claim.name)
    texts.set(claim.name, claim.text)
    const isRepeated = before !== undefined && before !== claim.text
    const isKnown = isClaimName(claim.name) || permanentNames.includes(claim.name)
    if (isKnown && !isRepeated) continue
    const [place, actual] = [nameDisclosure(index), showValue(claim.name)]
    if (reserved.includes(claim.name)) yield finding(place, 'a name that is not reserved', actual)
    else if (isRepeated) yield finding(place, 'a unique name', actual)
    else if (Object.hasOwn(payload, claim.name))
      yield finding(place, 'a name that no member of the payload has', actual)
  }
  return undefined
})

const permanent = checkArtefact(SD.PERMANENT, 'credential', function* (credential, context) {
  for (const { index, claim } of readClaims(credential, context).odd) {
    if (claim && permanentNames.includes(claim.name))
      yield finding(nameDisclosure(index), 'a claim that may be selectively disclosable', showValue(claim.name))
  }
  return undefined
})

const noBinding = checkArtefact(SD['NO-BINDING'], 'credential', function* ({ tail }) {
  if (tail.includes('.')) yield finding('end', 'nothing after the final `~`', 'another JWT')
  return undefined
})

const flat = checkArtefact(SD.FLAT, 'credential', function* (credential, context) {
  if (context.decide(RFC9901) === 'rfc9901') return notApplicable('RFC 9901 permits digests at any depth')
  yield* findNestedDigests(credential.jws.payload, '/payload', 0)
  for (const { index, claim } of readClaims(credential, context).entries.filter(hasNestedValue))
    yield* findNestedDigests(claim?.value as JsonValue, nameDisclosure(index), 1) // it was read from JSON
  return undefined
})

const hasNestedValue = ({ claim }: DisclosureEntry): boolean =>
  claim !== undefined && isNested(claim.value as JsonValue) // likewise

/** Finds members below a value that only disclosing needs. */
function findNestedDigests(value: JsonValue, place: string, depth: number, found: Finding[] = []): readonly Finding[] {
  if (!isNested(value) || (Array.isArray(value) && !value.some(isNested))) return found
  const isMember = isObject(value)
  for (const key in value) {
    const member = (value as JsonObject)[key] ?? null // an array has its elements under their indexes
    const isMisplaced = isMember && (key === '...' || (depth > 0 && reserved.includes(key)))
    if (isMisplaced) found.push(finding(`${place}/${key}`, `no member \`${key}\``, 'one'))
    if (isNested(member)) findNestedDigests(member, `${place}/${key}`, depth + 1, found)
  }
  return found
}

export const checks: readonly Check[] = [
  ...digestChecks,
  triple,
  salted,
  hidden,
  encoded,
  written,
  strict,
  terminated,
  once,
  twice,
  name,
  entropy,
  noBinding,
  permanent,
  flat,
  ...selectionChecks,
  ...saltChecks,
]
