import type { CheckContext } from '../../model/finding.ts'
import { memoizeLast } from '../../protocol/encoding/memoize-last.ts'
import {
  type Claim,
  type Construction,
  computeClaimDigest,
  constructions,
  type DisclosureOrder,
} from '../../protocol/sd-jwt/claim.ts'
import { type Disclosure, readClaim } from '../../protocol/sd-jwt/disclosure.ts'
import type { SdJwt } from '../../protocol/sd-jwt/sd-jwt.ts'
import { isClaimName } from '../claims/claim-set.ts'
import { DIGEST, ORDER } from './decisions.ts'

/** Names a disclosure in findings. */
export const nameDisclosure = (index: number): string => `disclosure ${index}`

/** A disclosure, and the claim in it. */
export interface DisclosureEntry {
  readonly index: number
  readonly disclosure: Disclosure
  /** Absent if it cannot be read as a claim in any order. */
  readonly claim?: Claim
  /** The actual order of the elements, which may differ from the decided one. */
  readonly order: DisclosureOrder
}

/** The disclosures of a credential, and the claims in them. */
export interface ClaimReading {
  readonly credential: SdJwt
  readonly entries: readonly DisclosureEntry[]
  readonly claims: readonly Claim[]
}

const readings: Readonly<Record<DisclosureOrder, (credential: SdJwt) => ClaimReading>> = {
  'name-value-salt': (credential) => readEntries(credential, 'name-value-salt'),
  'salt-name-value': (credential) => readEntries(credential, 'salt-name-value'),
}

/** Reads the claims of a credential, once for all checks. */
export const readClaims = (
  credential: SdJwt,
  { decide, derive }: Pick<CheckContext, 'decide' | 'derive'>,
): ClaimReading => derive(readings[decide(ORDER)], credential)

/** Maps the disclosed claims of a credential by name. */
export const mapClaims = (
  credential: SdJwt,
  context: Pick<CheckContext, 'decide' | 'derive'>,
): ReadonlyMap<string, Claim> => context.derive(mapByName, readClaims(credential, context).claims)

const mapByName = (claims: readonly Claim[]): ReadonlyMap<string, Claim> =>
  new Map(claims.map((claim) => [claim.name, claim]))

const otherOrder: Record<DisclosureOrder, DisclosureOrder> = {
  'name-value-salt': 'salt-name-value',
  'salt-name-value': 'name-value-salt',
}

function readEntries(credential: SdJwt, decided: DisclosureOrder): ClaimReading {
  const entries = credential.disclosures.map((disclosure, index): DisclosureEntry => {
    const expected = readClaim(disclosure, decided)
    if (expected && isClaimName(expected.name)) return { index, disclosure, claim: expected, order: decided }
    const swapped = readClaim(disclosure, otherOrder[decided])
    if (swapped && isClaimName(swapped.name)) return { index, disclosure, claim: swapped, order: otherOrder[decided] }
    return expected ? { index, disclosure, claim: expected, order: decided } : { index, disclosure, order: decided }
  })
  return { credential, entries, claims: entries.flatMap(({ claim }) => claim ?? []) }
}

/** Lists the digests in `_sd`. Elements that are not strings are left out. */
export function listDigests({ jws }: SdJwt): readonly string[] {
  const { _sd } = jws.payload
  return Array.isArray(_sd) ? _sd.filter((digest) => typeof digest === 'string') : []
}

/** Collects the digests in `_sd`. */
export const collectDigests = memoizeLast((credential: SdJwt): ReadonlySet<string> => new Set(listDigests(credential)))

/** A claim, and whether its digest under the decided construction is in `_sd`. */
export interface DigestMatch {
  readonly entry: DisclosureEntry
  readonly claim: Claim
  readonly matches: boolean
}

const matchers = new Map(
  constructions.map((construction) => [construction, (reading: ClaimReading) => findDigests(reading, construction)]),
)

export function matchDigests(credential: SdJwt, context: CheckContext): readonly DigestMatch[] {
  const matcher = matchers.get(context.decide(DIGEST))
  return matcher ? context.derive(matcher, readClaims(credential, context)) : []
}

function findDigests({ credential, entries }: ClaimReading, construction: Construction): readonly DigestMatch[] {
  const digests = collectDigests(credential)
  const matches: DigestMatch[] = []
  for (const entry of entries) {
    const { claim } = entry
    if (claim) matches.push({ entry, claim, matches: digests.has(computeClaimDigest(claim, construction)) })
  }
  return matches
}
