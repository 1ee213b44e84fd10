import type { CheckContext } from '../../../model/finding.ts'
import { memoizeLast } from '../../../protocol/encoding/memoize-last.ts'
import type { ProtocolError } from '../../../protocol/encoding/problem.ts'
import { createTextFinder } from '../../../protocol/encoding/text-finder.ts'
import {
  type Claim,
  type Construction,
  computeTextDigest,
  constructions,
  type DisclosureOrder,
  findDigestInput,
} from '../../../protocol/sd-jwt/claim.ts'
import { type Disclosure, readClaim, writeDigestInputs } from '../../../protocol/sd-jwt/disclosure.ts'
import type { SdJwt } from '../../../protocol/sd-jwt/sd-jwt.ts'
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
  /** The decided order of the elements. */
  readonly order: DisclosureOrder
  readonly entries: readonly DisclosureEntry[]
  readonly claims: readonly Claim[]
  /** Those that are no claim of the claim set in the decided order: nearly always none. */
  readonly odd: readonly DisclosureEntry[]
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

/** A disclosure that could not be decoded, and why. */
interface UnreadableDisclosure {
  readonly index: number
  readonly text: string
  readonly problem: ProtocolError
}

/** Lists the disclosures that could not be decoded, whatever the order of their elements is. */
export const listUnreadable = ({ disclosures }: SdJwt): readonly UnreadableDisclosure[] =>
  disclosures.some(({ problem }) => problem)
    ? disclosures.flatMap(({ text, problem }, index) => (problem ? { index, text, problem } : []))
    : []

/** Lists the names of claims that are none of the claim set. */
export const listForeignNames = (
  credential: SdJwt,
  context: Pick<CheckContext, 'decide' | 'derive'>,
): ReadonlySet<string> =>
  new Set(
    readClaims(credential, context).odd.flatMap(({ claim }) => (claim && !isClaimName(claim.name) ? claim.name : [])),
  )

/** Maps the disclosed claims of a credential by name. */
export const mapClaims = (
  credential: SdJwt,
  context: Pick<CheckContext, 'decide' | 'derive'>,
): ReadonlyMap<string, Claim> => context.derive(mapByName, readClaims(credential, context).claims)

function mapByName(claims: readonly Claim[]): ReadonlyMap<string, Claim> {
  const named = new Map<string, Claim>()
  for (const claim of claims) named.set(claim.name, claim)
  return named
}

const otherOrder: Record<DisclosureOrder, DisclosureOrder> = {
  'name-value-salt': 'salt-name-value',
  'salt-name-value': 'name-value-salt',
}

function readEntries(credential: SdJwt, decided: DisclosureOrder): ClaimReading {
  const entries: DisclosureEntry[] = []
  const claims: Claim[] = []
  const odd: DisclosureEntry[] = []
  for (const disclosure of credential.disclosures) {
    const entry = readEntry(disclosure, entries.length, decided)
    const { claim, order } = entry
    entries.push(entry)
    if (claim) claims.push(claim)
    if (!claim || order !== decided || !isClaimName(claim.name)) odd.push(entry)
  }
  return { credential, order: decided, entries, claims, odd }
}

function readEntry(disclosure: Disclosure, index: number, decided: DisclosureOrder): DisclosureEntry {
  const expected = readClaim(disclosure, decided)
  if (expected && isClaimName(expected.name)) return { index, disclosure, claim: expected, order: decided }
  const swapped = readClaim(disclosure, otherOrder[decided])
  if (swapped && isClaimName(swapped.name)) return { index, disclosure, claim: swapped, order: otherOrder[decided] }
  return expected ? { index, disclosure, claim: expected, order: decided } : { index, disclosure, order: decided }
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

function findDigests(reading: ClaimReading, construction: Construction): readonly DigestMatch[] {
  const { credential, entries, order } = reading
  const digests = createTextFinder(listDigests(credential))
  const isThere = (input: string): boolean => digests.find(computeTextDigest(input)) >= 0
  const written = construction === 'parts' ? writeDigestInputs(credential.disclosures, order) : []
  const matched: DigestMatch[] = []
  for (const entry of entries) {
    const { claim, index } = entry
    if (!claim) continue
    const plain = entry.order === order ? written[index] : undefined
    const matches = plain === undefined ? findDigestInput(claim, construction, isThere) !== undefined : isThere(plain)
    matched.push({ entry, claim, matches })
  }
  return matched
}
