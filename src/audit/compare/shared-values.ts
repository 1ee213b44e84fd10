import { closeSync, fstatSync, openSync, readSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { attemptWrite, makeFolder } from '../../files/write.ts'
import { createValueTable, type Found, type ValueTable } from './found-repeats.ts'
import { recordSize } from './shared-records.ts'

// Values that several credentials have are found on the disk: each record is appended to one of 256 files, by the first
// octet of its hash. Equal values are in one file, and a file is small enough to be compared in memory; one that is not
// is divided once more, by the second octet. Records are in the order of the lines, so that the result depends neither on
// threads nor on interruptions.

/** How many files there are: the first octet of a hash decides. */
const fileCount = 256

/** Octets of a file that are held before they are written. */
const bufferSize = recordSize * 256

/** Octets of a file that is compared as it is. A larger one is divided. */
const comparedSize = recordSize << 21

/** Records on the disk. */
export interface RecordStore {
  readonly add: (records: Uint8Array) => void
  /** Writes what is held. Returns the sizes of the files, which a checkpoint keeps. */
  readonly flush: () => readonly number[]
  /** Finds what occurs in several credentials. The store cannot be added to afterwards. */
  readonly findRepeats: () => Found
  readonly close: () => void
}

/** Opens the files of a folder. What was written after a checkpoint is removed again. */
export function openRecordStore(folder: string, sizes?: readonly number[], largest = comparedSize): RecordStore {
  const files = openDivided(folder, 0, sizes)
  return {
    add: files.add,
    flush: files.flush,
    findRepeats: () => {
      files.flush()
      const table = createValueTable()
      for (const file of files.descriptors) compareFile(file, { table, folder: join(folder, 'divided'), largest })
      return table.read()
    },
    close: files.close,
  }
}

interface DividedRecords {
  readonly descriptors: readonly number[]
  readonly add: (records: Uint8Array) => void
  readonly flush: () => readonly number[]
  readonly close: () => void
}

/** Divides records among the files of a folder, by one octet of their hashes. */
function openDivided(folder: string, octet: number, sizes?: readonly number[]): DividedRecords {
  makeFolder(folder)
  const paths = Array.from({ length: fileCount }, (_, i) => join(folder, `${i.toString(16).padStart(2, '0')}.records`))
  const descriptors = attemptWrite(`write ${folder}`, () =>
    paths.map((path, i) => {
      const file = openSync(path, sizes ? 'a+' : 'w+', 0o600)
      if (sizes) truncateSync(path, sizes[i] ?? 0)
      return file
    }),
  )
  const buffers = descriptors.map(() => Buffer.allocUnsafe(bufferSize))
  const used = new Uint32Array(fileCount)
  const flushOne = (i: number): void => {
    const octets = buffers[i]?.subarray(0, used[i] ?? 0) ?? Buffer.alloc(0)
    for (let at = 0; at < octets.length; ) at += writeSync(descriptors[i] ?? -1, octets, at)
    used[i] = 0
  }
  return {
    descriptors,
    add: (records) => {
      for (let at = 0; at < records.length; at += recordSize) {
        const i = records[at + octet] ?? 0
        if ((used[i] ?? 0) === bufferSize) attemptWrite(`write ${folder}`, () => flushOne(i))
        buffers[i]?.set(records.subarray(at, at + recordSize), used[i] ?? 0)
        used[i] = (used[i] ?? 0) + recordSize
      }
    },
    flush: () =>
      attemptWrite(`write ${folder}`, () => {
        for (const i of descriptors.keys()) flushOne(i)
        return paths.map((path) => statSync(path).size)
      }),
    close: () => {
      for (const file of descriptors) closeSync(file)
    },
  }
}

interface Comparing {
  readonly table: ValueTable
  /** Where a file is divided that is too large. */
  readonly folder: string
  readonly largest: number
}

/** Compares the records of a file, which are equal to none of another file. */
function compareFile(file: number, { table, folder, largest }: Comparing): void {
  if (fstatSync(file).size <= largest) compareRecords(file, table)
  else compareDivided(file, { table, folder })
}

function compareDivided(file: number, { table, folder }: Omit<Comparing, 'largest'>): void {
  const parts = openDivided(folder, 1)
  try {
    for (const records of readRecords(file)) parts.add(records)
    parts.flush()
    for (const part of parts.descriptors) compareRecords(part, table)
  } finally {
    parts.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function compareRecords(file: number, table: ValueTable): void {
  for (const records of readRecords(file)) table.add(records)
  table.clear()
}

/** The records of a file, some at a time, in memory that is used again. */
function* readRecords(file: number): Generator<Buffer> {
  const chunk = Buffer.alloc(recordSize << 12) // its own memory, which 32 bits can be read from
  for (let at = 0; ; ) {
    const read = readSync(file, chunk, 0, chunk.length, at)
    const whole = read - (read % recordSize)
    if (whole === 0) return
    at += whole
    yield chunk.subarray(0, whole)
  }
}
