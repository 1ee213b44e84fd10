import type { PlaceStatistics, PopulationSample, SaltStatistics } from '../../../model/population.ts'

// Statistical tests of many credentials. Each accuses an issuer that draws at random with a probability of at most 1e-6,
// whatever the size of the sample: the bounds hold exactly, and are not approximations.

/** What a test came to: why the values can be guessed or read, or why it was not made. */
export interface TestResult {
  readonly weakness?: string
  readonly skipped?: string
}

/** The rate at which values that are random may be taken for others. */
const falseAlarms = 1e-6

const small: TestResult = { skipped: 'the credentials are too few for a statistical test' }

/**
 * A bound of the logarithm of the probability that so many of all events happen, or more extreme counts, where each is
 * independent of the others and `expected` happen on average (Chernoff and Hoeffding).
 */
export function boundProbability(count: number, all: number, expected: number): number {
  const [seen, mean] = [count / all, expected / all]
  const part = (a: number, b: number): number => (a === 0 ? 0 : a * Math.log(a / b))
  return -all * (part(seen, mean) + part(1 - seen, 1 - mean))
}

const isRare = (logarithm: number, tests: number): boolean => logarithm < Math.log(falseAlarms / (2 * tests))

/**
 * Salts that are compared. The entropy of so many is estimated to within three bits: by the inequality of McDiarmid, that
 * of random salts is estimated lower with a probability of 1e-7.
 */
const leastSalts = 20_000

/** The bits below which salts can be tried out, and those below which they are short for what they could have. */
const leastBits = { always: 60, sparse: 80 } as const

/** Salts of fewer bits than they have room for are no accident below this share. */
const leastShare = 0.75

/** Salts that follow a pattern: a counter, a time, few bits, or something that is known. */
export function explainSalts({ salts, derived }: PopulationSample): TestResult {
  const [source] = Object.entries(derived).find(([, credentials]) => credentials > 1) ?? []
  if (source !== undefined) return { weakness: `salts that are digests of ${source}` }
  const most = salts.toSorted((a, b) => b.salts - a.salts)[0]
  if (!most || most.salts < leastSalts) return small
  const bits = most.positions.reduce((sum, counts) => sum + measureEntropy(counts), 0)
  const room = most.length * Math.log2(countCharacters(most))
  if (bits < leastBits.always || (bits < leastBits.sparse && bits < room * leastShare))
    return { weakness: `salts of ${most.length} characters that have ${Math.floor(bits)} bits of entropy at most` }
  return explainAlike(most)
}

function measureEntropy(counts: Readonly<Record<string, number>>): number {
  const all = Object.values(counts)
  const sum = all.reduce((total, count) => total + count, 0)
  return all.reduce((bits, count) => bits - (count / sum) * Math.log2(count / sum), 0)
}

const countCharacters = ({ positions }: SaltStatistics): number =>
  Math.max(2, new Set(positions.flatMap((counts) => Object.keys(counts))).size)

/**
 * Salts that go on from the salt before them. Random ones of 60 bits have half of what changes in common with a
 * probability of less than 2^-20; here it is a tenth of all.
 */
function explainAlike({ length, positions, alike }: SaltStatistics): TestResult {
  const constant = positions.filter((counts) => Object.keys(counts).length === 1).length
  const least = constant + (length - constant) / 2
  const pairs = Object.values(alike).reduce((sum, count) => sum + count, 0)
  const close = Object.entries(alike).reduce((sum, [equal, count]) => sum + (Number(equal) >= least ? count : 0), 0)
  return pairs > 0 && close > pairs / 10
    ? { weakness: `${close} of ${pairs} salts with most characters of the salt before them` }
    : {}
}

/** The fewest credentials that can show an order. */
const leastCredentials = 20

/** Digests whose places tell which claims they are of. */
export function explainPlaces({ credentials, places }: PopulationSample): TestResult {
  if (credentials < leastCredentials) return small
  const tests = places.length * (8 + places.length)
  for (const place of places) {
    const weakness = explainPlace(place, tests) ?? explainNext(place, tests)
    if (weakness !== undefined) return { weakness }
  }
  return {}
}

function explainPlace({ name, credentials, seen, expected }: PlaceStatistics, tests: number): string | undefined {
  const part = seen.findIndex((count, i) => isRare(boundProbability(count, credentials, expected[i] ?? 0), tests))
  if (part < 0) return undefined
  const usual = Math.round(expected[part] ?? 0)
  return `the digest of ${name} in eighth ${part + 1} of the list ${seen[part]} times of ${credentials}, instead of some ${usual}`
}

function explainNext({ name, credentials, next, nextExpected }: PlaceStatistics, tests: number): string | undefined {
  const [found] = Object.entries(next).filter(
    ([, count]) => count > nextExpected && isRare(boundProbability(count, credentials, nextExpected), tests),
  )
  if (!found) return undefined
  const [follower, count] = found
  return `the digest of ${follower} next to that of ${name} ${count} times of ${credentials}, instead of some ${Math.round(nextExpected)}`
}

/** Pairs of credentials that are needed to see an order. */
const leastPairs = 40

/** Identifiers that rise or fall with the time of issuance. */
export function explainIdOrder({ ids }: PopulationSample): TestResult {
  const byTime = ids.toSorted(([idA, a], [idB, b]) => a - b || idA - idB)
  const half = Math.floor(byTime.length / 2)
  const pairs = byTime.slice(0, half).flatMap(([id, iat], i) => {
    const [laterId, laterIat] = byTime[i + half] ?? [id, iat]
    return laterIat > iat && laterId !== id ? [laterId > id] : []
  })
  if (pairs.length < leastPairs) return small
  const rising = pairs.filter(Boolean).length
  if (!isRare(boundProbability(rising, pairs.length, pairs.length / 2), 1)) return {}
  const most = Math.max(rising, pairs.length - rising)
  return { weakness: `${most} of ${pairs.length} pairs in the ${rising === most ? '' : 'reverse '}order of issuance` }
}

/** The fewest credentials that show how decoys are counted. */
const leastWithDecoys = 100

/** Decoys that are as many whatever the claims are, or that depend on them in another way that can be computed back. */
export function explainDecoys({ credentials, sizes }: PopulationSample): TestResult {
  const pairs = Object.keys(sizes).map((key) => key.split(',').map(Number))
  if (!pairs.some(([digests = 0, claims = 0]) => digests > claims)) return { skipped: 'no credential has decoys' }
  if (credentials < leastWithDecoys) return small
  const [digests, claims] = [new Set(pairs.map(([size]) => size)), new Set(pairs.map(([, size]) => size))]
  const isReadable = claims.size > 1 && digests.size === pairs.length
  return isReadable ? { weakness: `${digests.size} numbers of digests, each with one number of claims` } : {}
}
