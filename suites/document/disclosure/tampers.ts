import { hash } from 'node:crypto'
import { hasSucceeded } from '../../../model/exchange.ts'
import type { CheckContext } from '../../../model/finding.ts'
import type { Requirement } from '../../../model/requirement.ts'
import type { ArtefactTampering, Tampering } from '../../../model/tampering.ts'
import { encodeBase64url } from '../../../protocol/encoding/base64url.ts'
import { isObject, type JsonObject, type JsonValue, parseJsonObject } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import { type Claim, type Construction, computeClaimDigest } from '../../../protocol/sd-jwt/claim.ts'
import { readDisclosure, writeDisclosure } from '../../../protocol/sd-jwt/disclosure.ts'
import type { SdJwt } from '../../../protocol/sd-jwt/sd-jwt.ts'
import { BODY } from '../bodies/requirements.ts'
import { replaceMembers, tamperContent } from '../kit/artefact-tampers.ts'
import { tamperArtefacts, tamperMessages, withResponse } from '../kit/exchange-tampers.ts'
import type { ParsedMessage } from '../model/exchange.ts'
import { DIGEST, ORDER, SERIALIZATION, WRITING } from './decisions.ts'
import { listDigests, matchDigests, readClaims } from './reading.ts'
import { SD } from './requirements.ts'

/** A claim that was never issued. */
export interface ForgedClaim {
  readonly name: string
  readonly value: JsonValue
  readonly salt?: string
}

const aSalt = 'tampered-tampered-tampered'

const writeClaim = ({ name, value, salt = `${aSalt}-${name}` }: ForgedClaim, { decide }: CheckContext): Claim =>
  writeDisclosure({ name, value, salt }, decide(ORDER))

/** Adds disclosures of claims that were never issued. */
export const addClaims = (
  breaks: Requirement,
  description: string,
  ...claims: readonly ForgedClaim[]
): ArtefactTampering =>
  tamperContent(breaks, 'credential', description, (credential, context) => {
    const texts = claims.map((claim) => writeClaim(claim, context).text)
    return appendDisclosures(credential, texts)
  })

/** Adds texts in the places of disclosures. */
const addTexts = (breaks: Requirement, description: string, ...texts: readonly string[]): ArtefactTampering =>
  tamperContent(breaks, 'credential', description, (credential) => appendDisclosures(credential, texts))

const appendDisclosures = (credential: SdJwt, texts: readonly string[]): SdJwt => ({
  ...credential,
  disclosures: [...credential.disclosures, ...texts.map(readDisclosure)],
})

const setInPayload = (credential: SdJwt, name: string, value: JsonValue): SdJwt => ({
  ...credential,
  jws: { ...credential.jws, payload: { ...credential.jws.payload, [name]: value } },
})

const setDigests = (credential: SdJwt, digests: readonly string[]): SdJwt =>
  setInPayload(credential, '_sd', [...digests])

/** Chooses a construction that never leads to the same digest as the decided one. */
const chooseOtherConstruction = ({ decide }: CheckContext): Construction =>
  decide(DIGEST) === 'disclosure' ? 'parts' : 'disclosure'

function changeAllDigests(credential: SdJwt, context: CheckContext): SdJwt | undefined {
  const matches = matchDigests(credential, context)
  const digests = matches.map(({ claim }) => computeClaimDigest(claim, chooseOtherConstruction(context)))
  return matches.length > 0 ? setDigests(credential, digests) : undefined
}

function changeOneDigest(credential: SdJwt, context: CheckContext): SdJwt | undefined {
  const [first, ...others] = matchDigests(credential, context).filter(({ matches }) => matches)
  if (!first || others.length === 0) return undefined
  const original = computeClaimDigest(first.claim, context.decide(DIGEST))
  const changed = computeClaimDigest(first.claim, chooseOtherConstruction(context))
  const digests = listDigests(credential).map((each) => (each === original ? changed : each))
  return setDigests(credential, digests)
}

function removeOneDigest(credential: SdJwt, context: CheckContext): SdJwt | undefined {
  const [first] = matchDigests(credential, context)
  if (!first) return undefined
  const removed = computeClaimDigest(first.claim, context.decide(DIGEST))
  const digests = listDigests(credential).filter((each) => each !== removed)
  return setDigests(credential, digests)
}

/** Discloses as `Mobile` what was `MaskedMobile` when its digest was computed. The digest is the same. */
function moveBoundary(credential: SdJwt, context: CheckContext): SdJwt {
  const isBare = context.decide(DIGEST).startsWith('parts-bare-salt')
  const salt = `${'tampered'.repeat(3)}${isBare ? encodeBase64url('Masked') : 'Masked'}`
  const claim = writeClaim({ name: 'Mobile', value: '0000000000', salt }, context)
  const digest = computeClaimDigest(claim, context.decide(DIGEST))
  return { ...setDigests(credential, [digest]), disclosures: [readDisclosure(claim.text)] }
}

function hashParts(credential: SdJwt, context: CheckContext): SdJwt | undefined {
  const [first] = matchDigests(credential, context)
  return first && setDigests(credential, [computeClaimDigest(first.claim, 'parts')])
}

/** Removes the final `~`, where it is required. */
const removeFinalTilde = (credential: SdJwt, { decide }: CheckContext): SdJwt | undefined =>
  decide(SERIALIZATION) === 'tilde-terminated' ? { ...credential, hasSeparator: true, tail: 'tampered' } : undefined

function repeatValue(credential: SdJwt, context: CheckContext): SdJwt {
  const { text } = writeClaim({ name: 'CareOf', value: 'tampered-value' }, context)
  return appendDisclosures(setInPayload(credential, 'tampered', 'tampered-value'), [text])
}

const singleElement = encodeBase64url('["tampered"]')
const duplicateMember = encodeBase64url('["tampered",{"a":1,"a":2},"tampered"]')

/** Puts the digests into the order of the names of their claims. */
function sortDigests(credential: SdJwt, context: CheckContext): SdJwt {
  const digests = listDigests(credential)
  const sorted = readClaims(credential, context)
    .claims.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((claim) => computeClaimDigest(claim, context.decide(DIGEST)))
    .filter((digest) => digests.includes(digest))
  const others = digests.filter((digest) => !sorted.includes(digest))
  return setDigests(credential, [...sorted, ...others])
}

/** Changes members in the answer of a verifier that accepts and reads claims. */
const changeAnswer =
  (change: (claims: JsonObject) => JsonObject) =>
  (message: ParsedMessage): ParsedMessage => {
    const read = attempt(() => parseJsonObject(message.message.response?.body ?? ''))
    if (!hasSucceeded(message) || !('value' in read)) return message
    const { accepted, claims } = read.value
    if (accepted !== true || !isObject(claims)) return message
    return withResponse(message, () => ({ body: JSON.stringify({ ...read.value, ...change(claims) }) }))
  }

const rejectWithoutClaims = changeAnswer((claims) => (Object.keys(claims).length === 0 ? { accepted: false } : {}))
const misread = changeAnswer(() => ({ claims: { Vtc: 'tampered' } }))

// biome-ignore format: a table, one row a line.
export const tampers: readonly Tampering[] = [
  tamperContent(SD.DIGEST, 'credential', 'all digests computed in another way', changeAllDigests),
  tamperContent(SD.EVERY, 'credential', 'one digest computed in another way', changeOneDigest),
  tamperContent(SD.INCLUDED, 'credential', 'without the digest of one claim', removeOneDigest),
  tamperContent(SD.INCLUDED, 'credential', 'without any digest', (credential) => setDigests(credential, [])),
  tamperContent(SD.RECUT, 'credential', 'a masked claim with a moved boundary', moveBoundary),
  tamperContent(SD.RFC9901, 'credential', 'a digest over concatenated parts', hashParts),
  tamperContent(SD.TERMINATED, 'credential', 'without the final `~`', removeFinalTilde),
  addTexts(SD.TRIPLE, 'a disclosure of one element', singleElement),
  addTexts(SD.ENCODED, 'a disclosure that is not encoded', '!'),
  tamperContent(SD.WRITTEN, 'credential', 'one disclosure with white space', (credential, { decide }) => (decide(WRITING) === 'any' ? undefined : appendDisclosures(credential, [encodeBase64url('["tampered" ]')]))),
  addTexts(SD.TWICE, 'one disclosure twice', singleElement, singleElement),
  addTexts(BODY.STRICT, 'a disclosure with a duplicate member', duplicateMember),
  addClaims(SD.SALTED, 'two claims with the same salt', { name: 'Vtc', value: 'one', salt: aSalt }, { name: 'State', value: 'two', salt: aSalt }),
  addClaims(SD.ENTROPY, 'a claim with a short salt', { name: 'Vtc', value: 'one', salt: 'tampered' }),
  addClaims(SD.NAME, 'a claim with a reserved name', { name: '_sd', value: 'one' }),
  addClaims(SD.PERMANENT, 'a disclosed `iss`', { name: 'iss', value: 'one' }),
  tamperContent(SD.HIDDEN, 'credential', 'the value of a claim in plaintext', repeatValue),
  replaceMembers(SD.ONCE, 'credential', { '/payload/_sd': ['tampered', 'tampered'] }),
  replaceMembers(SD.FLAT, 'credential', { '/payload/tampered/_sd': [] }),
  tamperContent(SD['NO-BINDING'], 'credential', 'another JWT at the end', (credential) => ({ ...credential, tail: 'e30.e30.AAAA' })),

  tamperArtefacts(SD.SHUFFLED, 'digests in the order of their claims', 'credential', sortDigests),
  tamperArtefacts(SD['SALT-ONCE'], 'one more claim with the same salt in every credential', 'credential', (credential, context) => appendDisclosures(credential, [writeClaim({ name: 'tampered', value: 'one' }, context).text])),
  tamperArtefacts(SD.GUESSLESS, 'one more claim whose salt is the digest of its name', 'credential', (credential, context) => appendDisclosures(credential, [writeClaim({ name: 'tampered', value: 'one', salt: hash('sha256', 'tampered', 'base64url') }, context).text])),
  tamperMessages(SD['ANY-SUBSET'], 'a verifier that rejects a presentation without claims', ['presentation'], rejectWithoutClaims),
  tamperMessages(SD.READ, 'a verifier that reads another claim', ['presentation'], misread),
]
