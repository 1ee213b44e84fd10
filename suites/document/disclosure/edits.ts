import { encodeBase64url } from '../../../protocol/encoding/base64url.ts'
import type { JsonValue } from '../../../protocol/encoding/json.ts'
import type { Claim, DisclosureOrder } from '../../../protocol/sd-jwt/claim.ts'
import { type ClaimDraft, writeDisclosure } from '../../../protocol/sd-jwt/disclosure.ts'
import { isClaimName } from '../claims/claim-set.ts'
import { change, put } from '../kit/edits.ts'
import { changeClaims, changeDisclosures, mutate } from '../kit/message-mutations.ts'
import { changeResult, replaceStep } from '../kit/mutations.ts'
import type { ActorMutation } from '../model/actors.ts'

/** Any salt of 16 octets. */
export const aSalt = 'c2FsdHNhbHRzYWx0c2FsdA'

/** Changes one claim before its disclosure and its digest are made. */
export const changeClaim = (name: string, how: (claim: ClaimDraft) => ClaimDraft): ActorMutation =>
  changeClaims((all) => all.map((claim) => (claim.name === name ? how(claim) : claim)))

export const setValue = (name: string, value: ClaimDraft['value']): ActorMutation =>
  changeClaim(name, (claim) => ({ ...claim, value }))

export const addClaim = (name: string, value: JsonValue = 'xxxxx'): ActorMutation =>
  changeClaims((all) => [...all, { name, value, salt: aSalt }])

export const changeSalts = (how: (salt: string, index: number) => string): ActorMutation =>
  changeClaims((all) => all.map((claim, i) => ({ ...claim, salt: how(claim.salt, i) })))

/** Changes how the digest of a claim is computed. */
export const changeDigest = (how: (claim: Claim, compute: (claim: Claim) => string) => string): ActorMutation =>
  replaceStep('issuer', 'digest', (compute) => (claim) => how(claim, compute))

/** Changes the digests in `_sd`. */
export const changeDigestList = (how: (digests: readonly string[]) => readonly string[]): ActorMutation =>
  mutate.embedded(change('/_sd', (all) => (Array.isArray(all) ? [...how(all.map(String))] : all)))

/** Puts the digests into `_sd` in another order. They come in the order of the claims. */
export const placeDigests = (how: (digests: readonly string[]) => readonly string[]): ActorMutation =>
  replaceStep('issuer', 'embed', (embed) => (payload, digests) => put('/_sd', how(digests))(embed(payload, digests)))

export const decodeText = (text: string): string => Buffer.from(text, 'base64url').toString('utf8')

/** The elements of a disclosure: name, value and salt, whatever their order in it. */
export function readElements(text: string): readonly JsonValue[] {
  const elements = JSON.parse(decodeText(text))
  return isSaltFirst(elements) ? [...elements.slice(1), ...elements.slice(0, 1)] : elements
}

/** Rewrites a disclosure from its name, value and salt, in the order that it has. */
export function changeElements(text: string, how: (elements: readonly JsonValue[]) => JsonValue): string {
  const changed = how(readElements(text))
  const inOrder = isSaltFirst(JSON.parse(decodeText(text))) ? putSaltFirst(changed) : changed
  return encodeBase64url(JSON.stringify(inOrder))
}

const isSaltFirst = ([first, second]: readonly JsonValue[]): boolean => !isClaimName(first) && isClaimName(second)

const putSaltFirst = (elements: JsonValue): JsonValue =>
  Array.isArray(elements) ? [...elements.slice(2, 3), ...elements.slice(0, 2), ...elements.slice(3)] : elements

export const readName = (text: string): JsonValue | undefined => readElements(text)[0]

/** Changes the text of one disclosure before its digest is computed. */
export const changeText = (name: string, how: (text: string) => string): ActorMutation =>
  changeTexts((claim) => (claim.name === name ? how(claim.text) : claim.text))

/** Changes one claim after its disclosure and before its digest is made. */
export const changeConcealed = (name: string, how: (claim: Claim) => Partial<Claim>): ActorMutation =>
  changeResult('issuer', 'conceal', (all) =>
    all.map((claim) => (claim.name === name ? { ...claim, ...how(claim) } : claim)),
  )

/** Changes the text of the disclosures before their digests are computed. */
export const changeTexts = (how: (claim: Claim) => string): ActorMutation =>
  changeResult('issuer', 'conceal', (all) => all.map((claim) => ({ ...claim, text: how(claim) })))

/** Writes the same JSON differently. */
export const changeJson = (how: (json: string) => string): ActorMutation =>
  changeTexts(({ text }) => encodeBase64url(how(decodeText(text))))

/** Escapes every character of a JSON text that is not ASCII. */
export const escapeNonAscii = (json: string): string =>
  json.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Writes disclosures in another order of their elements. */
export const writeInOrder = (
  order: DisclosureOrder,
  isAffected: (index: number) => boolean = () => true,
): ActorMutation =>
  changeResult('issuer', 'conceal', (all) =>
    all.map((claim, i) =>
      isAffected(i) ? writeDisclosure({ ...claim, value: claim.value as JsonValue }, order) : claim,
    ),
  ) // the value was read from JSON

/** Changes the elements of one disclosure after its digest was computed. */
export const tamperDisclosure = (name: string, how: (elements: readonly JsonValue[]) => JsonValue): ActorMutation =>
  changeDisclosures((texts) => texts.map((text) => (readName(text) === name ? changeElements(text, how) : text)))
