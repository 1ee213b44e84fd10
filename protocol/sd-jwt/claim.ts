import { hash } from 'node:crypto'
import { encodeBase64url, encodeThree } from '../encoding/base64url.ts'
import type { JsonValue } from '../encoding/json.ts'
import { jsonSpellings } from '../encoding/json-spellings.ts'

/**
 * How the digest of a claim is made. Six readings; none is a special case of another, and none may be "simplified"
 * into another.
 *
 * `parts-*` follow section 2.9, "Claim encoding", rule 1: salt, name and value are encoded one by one and joined with
 * nothing between them. The text leaves open whether the salt is encoded once more, and whether a string value is
 * with its JSON quotes. `disclosure` follows RFC 9901 section 4.2.3: the digest is over the disclosure as it travels.
 */
export const constructions = [
  'parts',
  'parts-json-value',
  'parts-bare-salt',
  'parts-bare-salt-json-value',
  'disclosure',
] as const
export type Construction = (typeof constructions)[number]

/** Which element of a disclosure is what, by position. */
export const disclosureOrders = ['name-value-salt', 'salt-name-value'] as const
export type DisclosureOrder = (typeof disclosureOrders)[number]

/** Which element of a disclosure is what. */
export const elementPositions: Readonly<Record<DisclosureOrder, readonly [salt: number, name: number, value: number]>> =
  {
    'name-value-salt': [2, 0, 1],
    'salt-name-value': [0, 1, 2],
  }

/** One claim as a disclosure carries it. `json` is the received JSON text of the value, `value` what it says. */
export interface Claim {
  readonly salt: string
  readonly name: string
  readonly value: unknown
  readonly json: string
  /** The disclosure as it travels. */
  readonly text: string
}

/** What the digest of a claim is over, before it is hashed. */
export function buildDigestInput(claim: Claim, construction: Construction): string {
  switch (construction) {
    case 'parts':
      return encodeThree(claim.salt, claim.name, getRawValue(claim))
    case 'parts-json-value':
      return encodeThree(claim.salt, claim.name, claim.json)
    case 'parts-bare-salt':
      return claim.salt + encodeBase64url(claim.name) + encodeBase64url(getRawValue(claim))
    case 'parts-bare-salt-json-value':
      return claim.salt + encodeBase64url(claim.name) + encodeBase64url(claim.json)
    case 'disclosure':
      return claim.text
  }
}

/**
 * What the digest of a claim is over, in the first way in which `isDigested` knows it. Section 2.9 does not say how an object is
 * written before it is encoded: next to the text that was received, any usual way to write the same value counts.
 */
export function findDigestInput(
  claim: Claim,
  construction: Construction,
  isDigested: (input: string) => boolean,
): string | undefined {
  const received = buildDigestInput(claim, construction)
  if (isDigested(received)) return received
  if (construction === 'disclosure' || typeof claim.value !== 'object' || claim.value === null) return undefined
  const value = claim.value as JsonValue // it was read from JSON
  return Object.values(jsonSpellings)
    .map((write) => buildDigestInput({ ...claim, json: write(value) }, construction))
    .find(isDigested)
}

/** A string is used as it is; any other value as the JSON text that was received, never serialized again. */
export const getRawValue = ({ value, json }: Claim): string => (typeof value === 'string' ? value : json)

/** Digest of one claim, SHA-256 in unpadded base64url. */
export const computeClaimDigest = (claim: Claim, construction: Construction): string =>
  hash('sha256', buildDigestInput(claim, construction), 'base64url')

/** The digest of a claim that is in a set, in any of the ways in which it may be made. */
export function findClaimDigest(
  claim: Claim,
  construction: Construction,
  digests: Pick<ReadonlySet<string>, 'has'>,
): string | undefined {
  const input = findDigestInput(claim, construction, (each) => digests.has(computeTextDigest(each)))
  return input === undefined ? undefined : computeTextDigest(input)
}

/** Digest of a disclosure as it travels, whatever is in it. */
export const computeTextDigest = (text: string): string => hash('sha256', text, 'base64url')
