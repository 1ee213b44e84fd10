import type { CheckContext } from '../../../model/finding.ts'
import { type Construction, constructions, findClaimDigest } from '../../../protocol/sd-jwt/claim.ts'
import type { Disclosure } from '../../../protocol/sd-jwt/disclosure.ts'
import {
  type DigestReading,
  explainDigest,
  findReading,
  type Solution,
} from '../../../protocol/sd-jwt/explain-digest.ts'
import type { SdJwt } from '../../../protocol/sd-jwt/sd-jwt.ts'
import { collectDigests, type DigestMatch } from './reading.ts'

/** How the digests of one credential were computed. Each is found out once, however many checks need it. */
interface SolutionTable {
  readonly digests: ReadonlySet<string>
  readonly readings: Map<Disclosure, DigestReading | undefined>
  readonly explanations: Map<Disclosure, Solution | undefined>
  readonly common: Map<readonly DigestMatch[], Construction | undefined>
}

const createTable = (credential: SdJwt): SolutionTable => ({
  digests: collectDigests(credential),
  readings: new Map(),
  explanations: new Map(),
  common: new Map(),
})

function computeOnce<Key, Value>(table: Map<Key, Value>, key: Key, compute: () => Value): Value {
  const known = table.get(key)
  if (known !== undefined || table.has(key)) return known as Value // it was computed before
  const value = compute()
  table.set(key, value)
  return value
}

/** Finds solutions for the digests of one credential. */
export interface DigestSolver {
  /** The reading of the text under which a disclosure has a digest. */
  readonly findReading: (disclosure: Disclosure) => DigestReading | undefined
  /** The same, and all known mistakes for the first few disclosures, within the budget. */
  readonly explain: (match: DigestMatch, rank: number) => Solution | undefined
  /** A construction that gives the digests of all claims. */
  readonly findCommon: (matches: readonly DigestMatch[]) => Construction | undefined
}

/** For how many claims all known mistakes are tried. For the others only the constructions are, which is much faster. */
const maxExplained = 4

/** Hashes that it takes to try all known mistakes. */
const hashesPerExplanation = 600

export function createSolver(
  credential: SdJwt,
  { derive, budget }: Pick<CheckContext, 'derive' | 'budget'>,
): DigestSolver {
  const { digests, readings, explanations, common } = derive(createTable, credential)
  const read = (disclosure: Disclosure) => computeOnce(readings, disclosure, () => findReading(disclosure, digests))
  const explain = (disclosure: Disclosure) =>
    computeOnce(explanations, disclosure, () =>
      budget.take('hashes', hashesPerExplanation) ? explainDigest(disclosure, digests) : undefined,
    )
  return {
    findReading: read,
    explain: ({ entry: { disclosure } }, rank) =>
      read(disclosure) ?? (rank < maxExplained ? explain(disclosure) : undefined),
    findCommon: (matches) =>
      computeOnce(common, matches, () =>
        constructions.find((each) => matches.every(({ claim }) => findClaimDigest(claim, each, digests) !== undefined)),
      ),
  }
}
