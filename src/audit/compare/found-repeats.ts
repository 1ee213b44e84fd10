import { type RepeatKind, repeatKinds } from '../../../model/population.ts'
import { recordSize } from './shared-records.ts'

/** Examples that are kept of each kind: the first ones. */
const mostExamples = 10

/** A value that was seen before: the ordinals of the two lines. */
type RepeatedOrdinals = readonly [before: number, again: number]

/** The values of one kind that several credentials have. */
export interface FoundRepeats {
  values: number
  again: number
  readonly examples: RepeatedOrdinals[]
}

export type Found = Readonly<Record<RepeatKind, FoundRepeats>>

/** Counts the values that are in records of different credentials. It has the first record of each value, and no other. */
export interface ValueTable {
  readonly add: (records: Uint8Array) => void
  /** Forgets the values: none of them comes again. What was found is kept, and the memory is used again. */
  readonly clear: () => void
  readonly read: () => Found
}

/** The 32-bit words of a record. The hash and the kind are the first three. */
const step = recordSize / 4

export function createValueTable(): ValueTable {
  const found = createFound()
  let firsts = new Uint32Array(step << 12)
  let isCounted = new Uint8Array(1 << 12)
  let slots = new Uint32Array(1 << 13)
  let count = 0
  const findSlot = (words: Uint32Array, at: number): number => {
    let slot = (words[at + 1] ?? 0) & (slots.length - 1)
    for (let first = slots[slot]; first; first = slots[slot]) {
      if (isSameValue(firsts, (first - 1) * step, words, at)) return slot
      slot = (slot + 1) & (slots.length - 1)
    }
    return slot
  }
  const grow = (): void => {
    firsts = enlarge(firsts, new Uint32Array(firsts.length * 2))
    isCounted = enlarge(isCounted, new Uint8Array(isCounted.length * 2))
    slots = new Uint32Array(slots.length * 2)
    for (let i = 0; i < count; i++) slots[findSlot(firsts, i * step)] = i + 1
  }
  const addOne = (words: Uint32Array, at: number): void => {
    const slot = findSlot(words, at)
    const first = (slots[slot] ?? 0) - 1
    if (first < 0) {
      firsts.set(words.subarray(at, at + step), count * step)
      slots[slot] = ++count
      if (count * step === firsts.length) grow()
    } else if (firsts[first * step + 3] !== words[at + 3]) {
      const before = firsts.subarray(first * step, first * step + step)
      addRepeat(before, words.subarray(at, at + step), isCounted[first] === 0, found)
      isCounted[first] = 1
    }
  }
  return {
    add: (records) => {
      const words = new Uint32Array(records.buffer, records.byteOffset, records.length / 4)
      for (let at = 0; at < words.length; at += step) addOne(words, at)
    },
    clear: () => {
      slots.fill(0)
      isCounted.fill(0, 0, count)
      count = 0
    },
    read: () => {
      for (const { examples } of Object.values(found)) keepFirst(examples)
      return found
    },
  }
}

function enlarge<T extends Uint32Array | Uint8Array>(before: T, larger: T): T {
  larger.set(before)
  return larger
}

const isSameValue = (these: Uint32Array, one: number, those: Uint32Array, other: number): boolean =>
  these[one] === those[other] && these[one + 1] === those[other + 1] && these[one + 2] === those[other + 2]

/** Nothing found of any kind. */
const createFound = (): Found =>
  Object.fromEntries(repeatKinds.map((kind) => [kind, { values: 0, again: 0, examples: [] }])) as unknown as Found // every kind

/** The first examples, by their lines. */
function keepFirst(examples: RepeatedOrdinals[]): void {
  examples.sort(([a, b], [c, d]) => a - c || b - d)
  examples.splice(mostExamples)
}

function addRepeat(first: Uint32Array, again: Uint32Array, isNew: boolean, found: Found): void {
  const kind = repeatKinds[(again[2] ?? 0) >>> 24]
  const isDisclosure = kind === 'salt' && first[4] === again[4]
  const ordinals: RepeatedOrdinals = [first[5] ?? 0, again[5] ?? 0]
  for (const each of [kind, isDisclosure ? ('disclosure' as const) : undefined]) {
    if (each === undefined) continue
    const own = found[each]
    own.again++
    if (isNew || each === 'disclosure') own.values++
    own.examples.push(ordinals)
    if (own.examples.length > mostExamples * 100) keepFirst(own.examples)
  }
}
