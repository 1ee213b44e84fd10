import { closeSync, fstatSync, openSync, readSync, statSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { type RepeatKind, repeatKinds } from '../../../suites/audit/population.ts'
import { attemptWrite, makeFolder } from '../../files/write.ts'
import { recordSize } from './shared-records.ts'

// Values that several credentials have are found on the disk: each record is appended to one of 256 files, by the first
// octet of its hash. Equal values are in one file, and a file is small enough to be compared in memory. Records are in
// the order of the lines, so that the result depends neither on threads nor on interruptions.

/** How many files there are: the first octet of a hash decides. */
const fileCount = 256

/** Octets of a file that are held before they are written. */
const bufferSize = recordSize * 256

/** Octets that are compared in memory. A larger file is read several times, each time for some of the next octets. */
const comparedSize = recordSize << 21

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

/** Records on the disk. */
export interface RecordStore {
  readonly add: (records: Uint8Array) => void
  /** Writes what is held. Returns the sizes of the files, which a checkpoint keeps. */
  readonly flush: () => readonly number[]
  /** Finds what occurs in several credentials. The store cannot be added to afterwards. */
  readonly findRepeats: () => Readonly<Record<RepeatKind, FoundRepeats>>
  readonly close: () => void
}

/** Opens the files of a folder. What was written after a checkpoint is removed again. */
export function openRecordStore(folder: string, sizes?: readonly number[]): RecordStore {
  makeFolder(folder)
  const paths = Array.from({ length: fileCount }, (_, i) => join(folder, `${i.toString(16).padStart(2, '0')}.records`))
  const files = attemptWrite(`write ${folder}`, () =>
    paths.map((path, i) => {
      const file = openSync(path, sizes ? 'a+' : 'w+', 0o600)
      if (sizes) truncateSync(path, sizes[i] ?? 0)
      return file
    }),
  )
  const buffers = files.map(() => Buffer.allocUnsafe(bufferSize))
  const used = new Uint32Array(fileCount)
  const flushOne = (i: number): void => {
    const file = files[i] ?? -1
    const octets = buffers[i]?.subarray(0, used[i] ?? 0) ?? Buffer.alloc(0)
    for (let at = 0; at < octets.length; ) at += writeSync(file, octets, at)
    used[i] = 0
  }
  const flush = (): void =>
    attemptWrite(`write ${folder}`, () => {
      for (const i of files.keys()) flushOne(i)
    })
  return {
    add: (records) => {
      for (let at = 0; at < records.length; at += recordSize) {
        const i = records[at] ?? 0
        if ((used[i] ?? 0) === bufferSize) attemptWrite(`write ${folder}`, () => flushOne(i))
        buffers[i]?.set(records.subarray(at, at + recordSize), used[i] ?? 0)
        used[i] = (used[i] ?? 0) + recordSize
      }
    },
    flush: () => {
      flush()
      return paths.map((path) => statSync(path).size)
    },
    findRepeats: () => {
      flush()
      const found = createFound()
      for (const file of files) compareFile(file, found)
      for (const { examples } of Object.values(found)) keepFirst(examples)
      return found
    },
    close: () => {
      for (const file of files) closeSync(file)
    },
  }
}

type Found = Record<RepeatKind, FoundRepeats>

/** Nothing found of any kind. */
export const createFound = (): Found =>
  Object.fromEntries(repeatKinds.map((kind) => [kind, { values: 0, again: 0, examples: [] }])) as unknown as Found // every kind

/** The first examples, by their lines. */
function keepFirst(examples: RepeatedOrdinals[]): void {
  examples.sort(([a, b], [c, d]) => a - c || b - d)
  examples.splice(mostExamples)
}

/** Compares the records of a file, in as many passes as the memory asks for: each takes some of the second octets. */
function compareFile(file: number, found: Found): void {
  const passes = Math.min(fileCount, Math.ceil(fstatSync(file).size / comparedSize))
  for (let pass = 0; pass < passes; pass++) compareRecords(readShare(file, pass, passes), found)
}

/** The records of one pass. */
function readShare(file: number, pass: number, passes: number): Buffer {
  const chunk = Buffer.allocUnsafe(recordSize << 13)
  let records = Buffer.allocUnsafe(passes === 1 ? fstatSync(file).size : comparedSize)
  let used = 0
  for (let at = 0, read = -1; read !== 0; at += read) {
    read = readSync(file, chunk, 0, chunk.length, at)
    for (let i = 0; i + recordSize <= read; i += recordSize) {
      if (Math.floor(((chunk[i + 1] ?? 0) * passes) / fileCount) !== pass) continue
      if (used === records.length) records = Buffer.concat([records, Buffer.allocUnsafe(comparedSize)])
      chunk.copy(records, used, i, i + recordSize)
      used += recordSize
    }
  }
  return records.subarray(0, used)
}

/** Counts the values that are in records of different credentials. The table has the place of the first record of each. */
export function compareRecords(records: Buffer, found: Found): void {
  const words = new Uint32Array(records.buffer, records.byteOffset, records.length / 4)
  const step = recordSize / 4
  const count = words.length / step
  const size = 2 ** Math.ceil(Math.log2(count * 2 + 1))
  const table = new Uint32Array(size)
  const isCounted = new Uint8Array(count)
  for (let i = 0; i < count; i++) {
    const at = i * step
    for (let slot = (words[at + 1] ?? 0) & (size - 1); ; slot = (slot + 1) & (size - 1)) {
      const first = (table[slot] ?? 0) - 1
      if (first < 0) {
        table[slot] = i + 1
        break
      }
      if (!isSameValue(words, first * step, at)) continue
      if (words[first * step + 3] !== words[at + 3]) {
        addRepeat(words, { first: first * step, at, isNew: isCounted[first] === 0 }, found)
        isCounted[first] = 1
      }
      break
    }
  }
}

/** The hash and the kind are the first three words. */
const isSameValue = (words: Uint32Array, one: number, other: number): boolean =>
  words[one] === words[other] && words[one + 1] === words[other + 1] && words[one + 2] === words[other + 2]

interface Repeat {
  readonly first: number
  readonly at: number
  readonly isNew: boolean
}

function addRepeat(words: Uint32Array, { first, at, isNew }: Repeat, found: Found): void {
  const kind = repeatKinds[(words[at + 2] ?? 0) >>> 24]
  const isDisclosure = kind === 'salt' && words[first + 4] === words[at + 4]
  const ordinals: RepeatedOrdinals = [words[first + 5] ?? 0, words[at + 5] ?? 0]
  for (const each of [kind, isDisclosure ? ('disclosure' as const) : undefined]) {
    if (each === undefined) continue
    const own = found[each]
    own.again++
    if (isNew || each === 'disclosure') own.values++
    own.examples.push(ordinals)
    if (own.examples.length > mostExamples * 100) keepFirst(own.examples)
  }
}
