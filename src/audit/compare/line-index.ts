import { closeSync, openSync, readSync, statSync, truncateSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { attemptWrite } from '../../files/write.ts'
import type { AuditPortion } from '../sources/audit-plan.ts'

// Credentials are compared by the ordinal of their line. Two files lead from an ordinal to what people know: one has the
// `id`s in the order of their lines, the other where each portion begins.

/** Where a line is, and the `id` of its credential. */
export interface IndexedLine {
  readonly place: string
  readonly id?: string
}

/** The sizes of the two files, which a checkpoint keeps. */
export interface LineIndexSizes {
  readonly ids: number
  readonly portions: number
}

export interface LineIndex {
  readonly add: (portion: AuditPortion, ids: Uint8Array) => void
  readonly sizes: () => LineIndexSizes
  readonly find: (ordinal: number) => IndexedLine
  readonly close: () => void
}

/** A portion in the index: the ordinal of its first line in 6 octets, its source in 4, and the number of that line in 6. */
const entrySize = 16

/** An `id` in the index: the ordinal of its line in 6 octets, and 16 octets. */
export const idSize = 22

/** Opens the index of a folder. What was written after a checkpoint is removed again. */
export function openLineIndex(folder: string, names: readonly string[], sizes?: LineIndexSizes): LineIndex {
  const open = (name: string, size?: number): number =>
    attemptWrite(`write ${folder}`, () => {
      const file = openSync(join(folder, name), size === undefined ? 'w+' : 'a+', 0o600)
      if (size !== undefined) truncateSync(join(folder, name), size)
      return file
    })
  const [ids, portions] = [open('ids', sizes?.ids), open('portions', sizes?.portions)]
  const append = (file: number, octets: Uint8Array): void => {
    for (let at = 0; at < octets.length; ) at += attemptWrite(`write ${folder}`, () => writeSync(file, octets, at))
  }
  const measure = (): LineIndexSizes => ({
    ids: statSync(join(folder, 'ids')).size,
    portions: statSync(join(folder, 'portions')).size,
  })
  return {
    add: ({ ordinal, line, end: { source } }, octets) => {
      const entry = Buffer.alloc(entrySize)
      entry.writeUIntLE(ordinal, 0, 6)
      entry.writeUInt32LE(source, 6)
      entry.writeUIntLE(line, 10, 6)
      append(portions, entry)
      append(ids, octets)
    },
    sizes: measure,
    find: (ordinal) => {
      const [first, source, line] = findPortion(portions, measure().portions / entrySize, ordinal)
      const place = `${names[source] ?? '?'}:${line + ordinal - first}`
      const id = findId(ids, measure().ids / idSize, ordinal)
      return id === undefined ? { place } : { place, id }
    },
    close: () => {
      for (const file of [ids, portions]) closeSync(file)
    },
  }
}

interface SortedFile {
  readonly file: number
  readonly size: number
  readonly count: number
}

/** Finds the last entry that begins with an ordinal or with one before it. */
function findEntry({ file, size, count }: SortedFile, ordinal: number): Buffer {
  const entry = Buffer.alloc(size)
  let [low, high] = [0, count - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    readSync(file, entry, 0, 6, middle * size)
    if (entry.readUIntLE(0, 6) <= ordinal) low = middle
    else high = middle - 1
  }
  readSync(file, entry, 0, size, low * size)
  return entry
}

function findId(file: number, count: number, ordinal: number): string | undefined {
  const entry = findEntry({ file, count, size: idSize }, ordinal)
  if (count === 0 || entry.readUIntLE(0, 6) !== ordinal) return undefined
  return entry.toString('hex', 6).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

function findPortion(file: number, count: number, ordinal: number): readonly [number, number, number] {
  const entry = findEntry({ file, count, size: entrySize }, ordinal)
  return [entry.readUIntLE(0, 6), entry.readUInt32LE(6), entry.readUIntLE(10, 6)]
}
