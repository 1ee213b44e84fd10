import type { Context } from '../../src/model/check.ts'
import { type Claim, type Construction, claimDigest, constructions, type Order } from '../../src/protocol/claim.ts'
import { claimIn, type Disclosure } from '../../src/protocol/disclosure.ts'
import { remembering } from '../../src/protocol/remembering.ts'
import type { SdJwt } from '../../src/protocol/sd-jwt.ts'
import { isClaimName } from '../claims/claim-set.ts'
import { DIGEST, ORDER } from './decisions.ts'

/** How a finding names a disclosure. */
export const at = (index: number): string => `disclosure ${index}`

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
  readonly credential: SdJwt
  readonly entries: readonly Entry[]
  readonly claims: readonly Claim[]
}

const readings: Readonly<Record<Order, (credential: SdJwt) => Reading>> = {
  'name-value-salt': remembering((credential) => read(credential, 'name-value-salt')),
  'salt-name-value': remembering((credential) => read(credential, 'salt-name-value')),
}

/** Reads the disclosures, once for all checks. */
export const readingOf = (credential: SdJwt, { decide }: Context): Reading => readings[decide(ORDER)](credential)

const other: Record<Order, Order> = { 'name-value-salt': 'salt-name-value', 'salt-name-value': 'name-value-salt' }

function read(credential: SdJwt, decided: Order): Reading {
  const entries = credential.disclosures.map((disclosure, index): Entry => {
    const expected = claimIn(disclosure, decided)
    if (expected && isClaimName(expected.name)) return { index, disclosure, claim: expected, order: decided }
    const turned = claimIn(disclosure, other[decided])
    if (turned && isClaimName(turned.name)) return { index, disclosure, claim: turned, order: other[decided] }
    return expected ? { index, disclosure, claim: expected, order: decided } : { index, disclosure, order: decided }
  })
  return { credential, entries, claims: entries.flatMap(({ claim }) => claim ?? []) }
}

/** The digests in `_sd`, as far as they are texts. */
export const digestsOf = remembering(({ jws }: SdJwt): readonly string[] => {
  const { _sd } = jws.payload
  return Array.isArray(_sd) ? _sd.filter((digest) => typeof digest === 'string') : []
})

/** The same, to look one up. */
export const digestSetOf = remembering((credential: SdJwt): ReadonlySet<string> => new Set(digestsOf(credential)))

/** Which claims have their digest in `_sd` under the decided construction. */
export interface Match {
  readonly entry: Entry
  readonly claim: Claim
  readonly matches: boolean
}

const matchings = new Map(
  constructions.map((construction) => [construction, remembering((reading: Reading) => match(reading, construction))]),
)

export const matchesOf = (credential: SdJwt, context: Context): readonly Match[] =>
  matchings.get(context.decide(DIGEST))?.(readingOf(credential, context)) ?? []

function match({ credential, entries }: Reading, construction: Construction): readonly Match[] {
  const digests = digestSetOf(credential)
  const matches: Match[] = []
  for (const entry of entries) {
    const { claim } = entry
    if (claim) matches.push({ entry, claim, matches: digests.has(claimDigest(claim, construction)) })
  }
  return matches
}
