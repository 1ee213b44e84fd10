import { hash } from 'node:crypto'

const algorithms = ['sha256', 'sha1', 'md5'] as const

/** The octets of a digest that are compared, as one number: its first 48 bits, which truncation leaves. */
const comparedOctets = 6

/** The beginning of a digest as a number. A hundred thousand numbers take a tenth of the time of as many texts in a `Set`. */
function computePrefix(algorithm: string, input: string | Uint8Array): number {
  const digest = hash(algorithm, input, 'latin1')
  let prefix = 0
  for (let i = 0; i < comparedOctets; i++) prefix = prefix * 256 + digest.charCodeAt(i)
  return prefix
}

const computePrefixes = (input: string | Uint8Array): readonly number[] =>
  algorithms.map((algorithm) => computePrefix(algorithm, input))

function writeOctets(value: number): Uint8Array {
  const octets = new Uint8Array(8)
  new DataView(octets.buffer).setBigUint64(0, BigInt(value))
  return octets
}

/** The first bits of a value that may be a digest; `undefined` if it has another form. */
export function readDigestPrefix(value: string): number | undefined {
  const digits = value.replaceAll('-', '').toLowerCase()
  if (/^[\da-f]{16,128}$/.test(digits)) return Number.parseInt(digits.slice(0, 2 * comparedOctets), 16)
  if (!/^[\w+/-]{22,88}={0,2}$/.test(value)) return undefined
  return Buffer.from(value, 'base64').readUIntBE(0, comparedOctets)
}

/** Whether one of some values is the digest of a text, whole or truncated. */
export const isDigestOf = (prefixes: ReadonlySet<number>, text: string): boolean =>
  computePrefixes(text).some((prefix) => prefixes.has(prefix))

/** The beginnings of very many digests, in order. */
type PrefixTable = Float64Array

/** Fills a table in place: a list of as many numbers, made into a table, takes a quarter longer. */
function tabulate(size: number, compute: (place: number) => number): PrefixTable {
  const table = new Float64Array(size)
  for (let place = 0; place < size; place++) table[place] = compute(place)
  return table.sort()
}

/** The beginnings of the digests of some inputs by each algorithm. */
const tabulateDigests = (inputs: readonly (string | Uint8Array)[]): PrefixTable =>
  tabulate(inputs.length * algorithms.length, (place) =>
    computePrefix(algorithms[place % algorithms.length] ?? '', inputs[Math.floor(place / algorithms.length)] ?? ''),
  )

function hasPrefix(table: PrefixTable, prefix: number): boolean {
  let [low, high] = [0, table.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((table[middle] ?? 0) < prefix) low = middle + 1
    else high = middle
  }
  return table[low] === prefix
}

/** How many counters are hashed: many by the algorithm with digests of that length, few by those that may be truncated. */
const maxCounters = { exact: 131_072, truncated: 4_096 }

/** The algorithm whose digests have so many octets, if one has. */
const algorithmsByLength: Readonly<Record<number, string>> = { 32: 'sha256', 20: 'sha1', 16: 'md5' }

const counters = new Map<string, PrefixTable>()

/** Whether a value is the digest of a small counter or of a usual linear generator. */
export function isCounterDigest(value: string): boolean {
  const prefix = readDigestPrefix(value)
  if (prefix === undefined) return false
  const algorithm = algorithmsByLength[measureOctets(value)]
  const tables = [
    createOnce('truncated', hashSmallNumbers),
    ...(algorithm === undefined ? [] : [createOnce(algorithm, () => hashCounters(algorithm))]),
  ]
  return tables.some((table) => hasPrefix(table, prefix))
}

function measureOctets(value: string): number {
  const digits = value.replaceAll('-', '')
  return /^[\da-f]+$/i.test(digits) ? digits.length / 2 : Math.floor((value.replace(/=+$/, '').length * 3) / 4)
}

/** Creates a table once for all checks: its entries are constants. */
function createOnce(name: string, create: () => PrefixTable): PrefixTable {
  const table = counters.get(name) ?? create()
  counters.set(name, table)
  return table
}

const hashCounters = (algorithm: string): PrefixTable =>
  tabulate(maxCounters.exact, (counter) => computePrefix(algorithm, `${counter}`))

const hashSmallNumbers = (): PrefixTable =>
  tabulateDigests([
    ...Array.from({ length: maxCounters.truncated }, (_, i) => [`${i}`, writeOctets(i)]).flat(),
    ...linearGenerators.flatMap(listStates),
  ])

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

/** The digests of the times of one second with one suffix. Calls that follow one another share most of theirs. */
const known = new Map<string, PrefixTable>()

/** A call to an issuer: when it was sent, and how long it took. */
interface TimedCall {
  readonly sentAt: number
  readonly milliseconds: number
}

/** Whether one of some values is the digest of a time around a call, in milliseconds or in seconds. The last few tables are kept. */
export function isTimeDigest(prefixes: Iterable<number>, call: TimedCall, suffixes: TimeSuffixes): boolean {
  const first = Math.floor((call.sentAt - clockDifference) / 1000)
  const last = Math.floor((call.sentAt + Math.min(call.milliseconds, clockDifference) + clockDifference) / 1000)
  const seconds = Array.from({ length: last - first + 1 }, (_, i) => first + i)
  const tables = seconds.flatMap((second) => suffixes.map((suffix) => hashSecondOnce(second, suffix)))
  return Iterator.from(prefixes).some((prefix) => tables.some((table) => hasPrefix(table, prefix)))
}

/** The tables of two calls, each with the suffixes of salts. */
const maxKnown = 96

function hashSecondOnce(second: number, suffix: string): PrefixTable {
  const key = `${second},${suffix}`
  const table = known.get(key) ?? hashSecond(second, suffix)
  // What was used last is at the end.
  known.delete(key)
  known.set(key, table)
  if (known.size > maxKnown) for (const oldest of known.keys().take(1)) known.delete(oldest)
  return table
}

/** The digests of a second and of its milliseconds, in digits with a suffix; without a suffix, also as eight octets. */
function hashSecond(second: number, suffix: string): PrefixTable {
  const times = [second, ...Array.from({ length: 1000 }, (_, i) => second * 1000 + i)]
  return tabulateDigests([...times.map((time) => `${time}${suffix}`), ...(suffix === '' ? times.map(writeOctets) : [])])
}
