import type { Context } from '../../src/model/check.ts'
import { type Claim, type Construction, claimDigest, type Order } from '../../src/protocol/claim.ts'
import { claimIn, type Disclosure } from '../../src/protocol/disclosure.ts'
import type { SdJwt } from '../../src/protocol/sd-jwt.ts'
import { isClaimName } from '../claims/claim-set.ts'
import { DIGEST, ORDER } from './decisions.ts'

/** One disclosure, and the claim in it in the order that it really has. */
export interface Entry {
  readonly index: number
  readonly disclosure: Disclosure
  /** Absent if it cannot be read as a claim in any order. */
  readonly claim?: Claim
  /** The order that it has, which may not be the one that was decided. */
  readonly order: Order
}

/** What the disclosures of a credential say. */
export interface Reading {
  readonly entries: readonly Entry[]
  readonly claims: readonly Claim[]
}

const readings = new WeakMap<SdJwt, Map<Order, Reading>>()

/** Reads the disclosures, once for all checks. */
export function readingOf(credential: SdJwt, { decide }: Context): Reading {
  const order = decide(ORDER)
  const known = readings.get(credential) ?? new Map<Order, Reading>()
  readings.set(credential, known)
  const found = known.get(order) ?? read(credential, order)
  known.set(order, found)
  return found
}

const other: Record<Order, Order> = { 'name-value-salt': 'salt-name-value', 'salt-name-value': 'name-value-salt' }

function read({ disclosures }: SdJwt, decided: Order): Reading {
  const entries = disclosures.map((disclosure, index): Entry => {
    const expected = claimIn(disclosure, decided)
    if (expected && isClaimName(expected.name)) return { index, disclosure, claim: expected, order: decided }
    const turned = claimIn(disclosure, other[decided])
    if (turned && isClaimName(turned.name)) return { index, disclosure, claim: turned, order: other[decided] }
    return expected ? { index, disclosure, claim: expected, order: decided } : { index, disclosure, order: decided }
  })
  return { entries, claims: entries.flatMap(({ claim }) => claim ?? []) }
}

/** The digests in `_sd`, as far as they are texts. */
export const digestsOf = ({ jws }: SdJwt): readonly string[] => {
  const { _sd } = jws.payload
  return Array.isArray(_sd) ? _sd.filter((digest) => typeof digest === 'string') : []
}

const digestSets = new WeakMap<SdJwt, ReadonlySet<string>>()

/** The same, to look one up. */
export function digestSetOf(credential: SdJwt): ReadonlySet<string> {
  const known = digestSets.get(credential) ?? new Set(digestsOf(credential))
  digestSets.set(credential, known)
  return known
}

/** Which claims have their digest in `_sd` under the decided construction. */
export interface Match {
  readonly entry: Entry
  readonly claim: Claim
  readonly matches: boolean
}

const matched = new WeakMap<Reading, Map<Construction, readonly Match[]>>()

export function matchesOf(credential: SdJwt, context: Context): readonly Match[] {
  const reading = readingOf(credential, context)
  const construction = context.decide(DIGEST)
  const known = matched.get(reading) ?? new Map<Construction, readonly Match[]>()
  matched.set(reading, known)
  const found = known.get(construction) ?? match(credential, reading, construction)
  known.set(construction, found)
  return found
}

function match(credential: SdJwt, { entries }: Reading, construction: Construction): readonly Match[] {
  const digests = digestSetOf(credential)
  return entries.flatMap((entry) =>
    entry.claim ? [{ entry, claim: entry.claim, matches: digests.has(claimDigest(entry.claim, construction)) }] : [],
  )
}
