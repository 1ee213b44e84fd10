import { hash } from 'node:crypto'

const algorithms = ['sha256', 'sha1', 'md5'] as const

/** The digits that are compared: the first 48 bits of a digest, which truncation leaves. */
const comparedDigits = 12

const computePrefixes = (input: string | Uint8Array): readonly string[] =>
  algorithms.map((algorithm) => hash(algorithm, input, 'hex').slice(0, comparedDigits))

function writeOctets(value: number): Uint8Array {
  const octets = new Uint8Array(8)
  new DataView(octets.buffer).setBigUint64(0, BigInt(value))
  return octets
}

/** The first bits of a value that may be a digest, in hexadecimal; `undefined` if it has another form. */
export function readDigestPrefix(value: string): string | undefined {
  const digits = value.replaceAll('-', '').toLowerCase()
  if (/^[\da-f]{16,128}$/.test(digits)) return digits.slice(0, comparedDigits)
  if (!/^[\w+/-]{22,88}={0,2}$/.test(value)) return undefined
  return Buffer.from(value, 'base64').toString('hex').slice(0, comparedDigits)
}

/** Whether one of some values is the digest of a text, whole or truncated. */
export const isDigestOf = (prefixes: ReadonlySet<string>, text: string): boolean =>
  computePrefixes(text).some((prefix) => prefixes.has(prefix))

/** How many counters are hashed: many by the algorithm with digests of that length, few by those that may be truncated. */
const maxCounters = { exact: 131_072, truncated: 4_096 }

/** The algorithm whose digests have so many octets, if one has. */
const algorithmsByLength: Readonly<Record<number, string>> = { 32: 'sha256', 20: 'sha1', 16: 'md5' }

const counters = new Map<string, ReadonlySet<string>>()

/** Whether a value is the digest of a small counter or of a usual linear generator. */
export function isCounterDigest(value: string): boolean {
  const prefix = readDigestPrefix(value)
  if (prefix === undefined) return false
  const algorithm = algorithmsByLength[measureOctets(value)]
  const tables = [
    createOnce('truncated', hashSmallNumbers),
    ...(algorithm === undefined ? [] : [createOnce(algorithm, () => hashCounters(algorithm))]),
  ]
  return tables.some((table) => table.has(prefix))
}

function measureOctets(value: string): number {
  const digits = value.replaceAll('-', '')
  return /^[\da-f]+$/i.test(digits) ? digits.length / 2 : Math.floor((value.replace(/=+$/, '').length * 3) / 4)
}

/** Creates a table once for all checks: its entries are constants. */
function createOnce(name: string, create: () => ReadonlySet<string>): ReadonlySet<string> {
  const table = counters.get(name) ?? create()
  counters.set(name, table)
  return table
}

const hashCounters = (algorithm: string): ReadonlySet<string> =>
  new Set(Array.from({ length: maxCounters.exact }, (_, i) => hash(algorithm, `${i}`, 'hex').slice(0, comparedDigits)))

const hashSmallNumbers = (): ReadonlySet<string> =>
  new Set(
    Array.from({ length: maxCounters.truncated }, (_, i) => [
      ...computePrefixes(`${i}`),
      ...computePrefixes(writeOctets(i)),
    ])
      .flat()
      .concat(linearGenerators.flatMap((generator) => listStates(generator).flatMap(computePrefixes))),
  )

interface LinearGenerator {
  readonly factor: number
  readonly increment: number
  readonly modulus: number
}

/** The generators of ANSI C, of Numerical Recipes, and of Park and Miller. */
const linearGenerators: readonly LinearGenerator[] = [
  { factor: 1_103_515_245, increment: 12_345, modulus: 2 ** 31 },
  { factor: 1_664_525, increment: 1_013_904_223, modulus: 2 ** 32 },
  { factor: 16_807, increment: 0, modulus: 2 ** 31 - 1 },
  { factor: 48_271, increment: 0, modulus: 2 ** 31 - 1 },
]

const maxSteps = 100

const usualSeeds = [0, 1, 2, 3, 7, 13, 42, 99, 100, 123, 1_000, 1_234, 1_337, 2_026, 9_999, 10_000].concat([
  12_345, 31_337, 65_535, 99_999, 100_000, 123_456, 1_000_000, 1_234_567, 123_456_789,
])

/** Lists the first states of a generator from usual seeds: computed exactly, and in double precision as in JavaScript. */
function listStates({ factor, increment, modulus }: LinearGenerator): readonly string[] {
  const states: string[] = []
  for (const seed of usualSeeds) {
    let [exact, rounded] = [BigInt(seed), seed]
    for (let i = 0; i < maxSteps; i++) {
      exact = (exact * BigInt(factor) + BigInt(increment)) % BigInt(modulus)
      rounded = (rounded * factor + increment) % modulus
      states.push(`${exact}`, `${rounded}`)
    }
  }
  return states
}

/** What may follow a time before it is hashed: the index of a claim, for salts. */
export type TimeSuffixes = readonly string[]

/** Milliseconds by which the clock of an issuer may differ from ours. */
const clockDifference = 2_000

const known = new Map<string, ReadonlySet<string>>()

/** Collects the digests of every time around a call, in milliseconds and in seconds. The last few are kept. */
export function collectTimeDigests(
  { sentAt, milliseconds }: { readonly sentAt: number; readonly milliseconds: number },
  suffixes: TimeSuffixes,
): ReadonlySet<string> {
  const from = Math.floor(sentAt) - clockDifference
  const until = Math.ceil(sentAt + Math.min(milliseconds, clockDifference)) + clockDifference
  const key = [from, until, ...suffixes].join()
  const digests = known.get(key) ?? hashTimes(from, until, suffixes)
  if (known.size >= maxKnown) known.clear()
  known.set(key, digests)
  return digests
}

const maxKnown = 8

function hashTimes(from: number, until: number, suffixes: TimeSuffixes): ReadonlySet<string> {
  const milliseconds = Array.from({ length: until - from + 1 }, (_, i) => from + i)
  const seconds = Array.from(new Set(milliseconds.map((time) => Math.floor(time / 1000))))
  const times = [...milliseconds, ...seconds]
  return new Set([
    ...times.flatMap((time) => suffixes.flatMap((suffix) => computePrefixes(`${time}${suffix}`))),
    ...times.flatMap((time) => computePrefixes(writeOctets(time))),
  ])
}
