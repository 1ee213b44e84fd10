import type { PlaceStatistics, PopulationSample, SaltStatistics } from '../../../model/population.ts'

/** What of a credential the tests need. */
export interface SampledCredential {
  readonly hash: string
  readonly level: number
  readonly salts: readonly string[]
  /** The claims in the order of their digests, each with its place among all digests. */
  readonly places: readonly (readonly [name: string, place: number])[]
  readonly digests: number
  readonly claims: number
  readonly derived: readonly string[]
  readonly id?: readonly [id: number, iat: number]
}

type Counts = Readonly<Record<string, number>>

/** What a checkpoint keeps of the credentials of one level. */
export interface LevelState {
  readonly hashes: readonly string[]
  readonly salts: Readonly<Record<string, SaltStatistics>>
  readonly derived: Counts
  readonly places: Readonly<Record<string, PlaceStatistics>>
  readonly sizes: Counts
  readonly ids: readonly (readonly [number, number])[]
}

/** The credentials of one level: counts, and neither salts nor claims. */
export interface SampleLevel {
  readonly size: () => number
  readonly add: (credential: SampledCredential) => void
  readonly save: () => LevelState
}

/** Salts of a greater length are none that a person drew, and so are those of more lengths than this. */
const [longestSalt, mostLengths] = [256, 32]

const parts = 8

/** Claims that are compared. */
const mostNames = 256

/** Creates a level that goes on from what was saved. */
export function createLevel(before?: LevelState): SampleLevel {
  const hashes = new Set(before?.hashes)
  const salts = new Map(Object.entries(before?.salts ?? {}).map(([length, own]) => [Number(length), copySalts(own)]))
  const places = new Map(Object.entries(before?.places ?? {}).map(([name, own]) => [name, copyPlace(own)]))
  const [derived, sizes] = [{ ...before?.derived }, { ...before?.sizes }]
  const ids = [...(before?.ids ?? [])]
  return {
    size: () => hashes.size,
    add: (credential) => {
      if (hashes.has(credential.hash)) return
      hashes.add(credential.hash)
      addSalts(credential.salts, salts)
      addPlaces(credential, places)
      for (const source of credential.derived) increase(derived, source)
      increase(sizes, `${credential.digests},${credential.claims}`)
      if (credential.id) ids.push(credential.id)
    },
    save: () => ({
      ...{ hashes: [...hashes], derived, sizes, ids },
      salts: Object.fromEntries(salts),
      places: Object.fromEntries(places),
    }),
  }
}

/** Joins the levels of a sample. */
export function joinLevels(levels: readonly SampleLevel[]): PopulationSample {
  const states = levels.map((level) => level.save())
  const salts = new Map<number, OpenSalts>()
  const places = new Map<string, OpenPlace>()
  const [derived, sizes] = [{}, {}]
  for (const state of states) {
    for (const own of Object.values(state.salts)) mergeSalts(salts, own)
    for (const own of Object.values(state.places)) mergePlace(places, own)
    addCounts(derived, state.derived)
    addCounts(sizes, state.sizes)
  }
  return {
    credentials: levels.reduce((sum, level) => sum + level.size(), 0),
    salts: [...salts.values()].toSorted((a, b) => a.length - b.length),
    ...{ derived, sizes },
    places: [...places.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    ids: states.flatMap((state) => state.ids),
  }
}

type OpenCounts = Record<string, number>

interface OpenSalts extends SaltStatistics {
  salts: number
  readonly positions: OpenCounts[]
  readonly alike: OpenCounts
}

interface OpenPlace extends PlaceStatistics {
  credentials: number
  readonly seen: number[]
  readonly expected: number[]
  readonly next: OpenCounts
  nextExpected: number
}

const increase = (counts: OpenCounts, key: string, by = 1): void => {
  counts[key] = (counts[key] ?? 0) + by
}

const addCounts = (sums: OpenCounts, counts: Counts): void => {
  for (const [key, count] of Object.entries(counts)) increase(sums, key, count)
}

const copySalts = ({ length, salts, positions, alike }: SaltStatistics): OpenSalts => ({
  ...{ length, salts },
  positions: positions.map((counts) => ({ ...counts })),
  alike: { ...alike },
})

const copyPlace = ({ name, credentials, seen, expected, next, nextExpected }: PlaceStatistics): OpenPlace => ({
  ...{ name, credentials, nextExpected },
  ...{ seen: [...seen], expected: [...expected], next: { ...next } },
})

function addSalts(salts: readonly string[], all: Map<number, OpenSalts>): void {
  let before: string | undefined
  for (const salt of salts) {
    const { length } = salt
    if (length > longestSalt || (all.size >= mostLengths && !all.has(length))) continue
    const own =
      all.get(length) ?? copySalts({ length, salts: 0, positions: Array.from({ length }, () => ({})), alike: {} })
    all.set(length, own)
    own.salts++
    for (const [i, counts] of own.positions.entries()) increase(counts, salt[i] ?? '')
    if (before?.length === length) increase(own.alike, String(countAlike(before, salt)))
    before = salt
  }
}

function countAlike(one: string, other: string): number {
  let equal = 0
  for (let i = 0; i < one.length; i++) if (one[i] === other[i]) equal++
  return equal
}

function addPlaces({ places, digests }: SampledCredential, all: Map<string, OpenPlace>): void {
  const shares = computeShares(digests)
  for (const [i, [name, place]] of places.entries()) {
    if (all.size >= mostNames && !all.has(name)) continue
    const own = all.get(name) ?? createPlace(name)
    all.set(name, own)
    own.credentials++
    own.seen.forEach((_, part) => {
      if (part === Math.floor((place * parts) / digests)) own.seen[part] = (own.seen[part] ?? 0) + 1
      own.expected[part] = (own.expected[part] ?? 0) + (shares[part] ?? 0)
    })
    const follower = places[(i + 1) % places.length]?.[0]
    if (places.length < leastClaims || follower === undefined) continue
    increase(own.next, follower)
    own.nextExpected += 1 / (places.length - 1)
  }
}

/** With fewer claims, one often comes after another in a shuffled list too. */
const leastClaims = 5

const createPlace = (name: string): OpenPlace => ({
  ...{ name, credentials: 0, next: {}, nextExpected: 0 },
  ...{ seen: Array(parts).fill(0), expected: Array(parts).fill(0) },
})

/** The share of a shuffled list that is in each eighth. */
function computeShares(digests: number): readonly number[] {
  const shares: number[] = Array(parts).fill(0)
  for (let place = 0; place < digests; place++) {
    const part = Math.floor((place * parts) / digests)
    shares[part] = (shares[part] ?? 0) + 1 / digests
  }
  return shares
}

function mergeSalts(all: Map<number, OpenSalts>, own: SaltStatistics): void {
  const known = all.get(own.length)
  if (!known) return void all.set(own.length, copySalts(own))
  known.salts += own.salts
  for (const [i, counts] of own.positions.entries()) addCounts(known.positions[i] ?? {}, counts)
  addCounts(known.alike, own.alike)
}

function mergePlace(all: Map<string, OpenPlace>, own: PlaceStatistics): void {
  const known = all.get(own.name)
  if (!known) return void all.set(own.name, copyPlace(own))
  known.credentials += own.credentials
  for (const [i, count] of own.seen.entries()) known.seen[i] = (known.seen[i] ?? 0) + count
  for (const [i, count] of own.expected.entries()) known.expected[i] = (known.expected[i] ?? 0) + count
  addCounts(known.next, own.next)
  known.nextExpected += own.nextExpected
}
