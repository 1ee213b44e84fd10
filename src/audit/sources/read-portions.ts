import { createReadStream } from 'node:fs'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip, createZstdDecompress } from 'node:zlib'
import { limits } from '../../../protocol/encoding/limits.ts'
import type { AuditPortion, SourcePosition } from './audit-plan.ts'
import { countLineEnds, createRecordEnds, type FindRecordEnd } from './line-ends.ts'
import type { AuditSource } from './list-sources.ts'

/** Octets of a portion: some thirty credentials with a photo: few octets are in memory, and threads end together. */
export const portionSize = 1 << 18

/** The longest line, in octets. */
const longestLine = limits.text

/** What a packed source may grow to, and by how much: text that a person would keep shrinks to a hundredth at most. */
const growth = { from: 1 << 26, factor: 200 }

/** Reads sources in portions, from a position on. Every portion ends where a line ends. After the signal nothing more is read. */
export async function* readPortions(
  sources: readonly AuditSource[],
  from: SourcePosition & { readonly ordinal: number },
  stdin: () => Readable,
  signal?: AbortSignal,
): AsyncGenerator<AuditPortion> {
  let { ordinal } = from
  for (const [i, source] of sources.entries()) {
    if (i < from.source) continue
    const start = i === from.source ? from : { source: i, offset: 0, line: 1 }
    for await (const portion of readSource(source, { from: start, first: ordinal }, stdin, signal)) {
      ordinal = portion.ordinal + portion.end.line - portion.line
      yield portion
    }
  }
}

/** The octets of a source, unpacked, and how many of them were read from the disk. */
function openSource({ name, packing, form, isStream }: AuditSource, start: number, stdin: () => Readable) {
  const skipped = packing === 'none' && form !== 'csv' && !isStream ? start : 0
  const file = isStream ? stdin() : createReadStream(name, { start: skipped, highWaterMark: portionSize })
  const unpacker = packing === 'gzip' ? createGunzip() : packing === 'zstd' ? createZstdDecompress() : undefined
  const octets: Readable = unpacker ? pipeline(file, unpacker, () => {}) : file
  return {
    octets,
    skipped,
    countRead: () => ('bytesRead' in file && 'path' in file ? skipped + Number(file.bytesRead) : 0),
  }
}

async function* readSource(
  source: AuditSource,
  { from, first }: { readonly from: SourcePosition; readonly first: number },
  stdin: () => Readable,
  signal?: AbortSignal,
): AsyncGenerator<AuditPortion> {
  const cutting = startCutting(source, from, first)
  const { octets, skipped, countRead } = openSource(source, from.offset, stdin)
  let unpacked = skipped
  try {
    for await (const chunk of octets) {
      if (signal?.aborted) return
      if (unpacked === 0) readHeader(cutting, chunk)
      const rest = dropBefore(chunk, unpacked, from.offset)
      unpacked += chunk.length
      if (unpacked > growth.from && unpacked > countRead() * growth.factor) {
        yield makeProblem(
          cutting,
          `it grows to more than ${growth.factor} times its size, and is not read further`,
          countRead(),
        )
        return
      }
      if (rest.length > 0) yield* addChunk(cutting, rest, countRead())
    }
    yield* endCutting(cutting, countRead())
  } catch (error) {
    yield* endCutting(cutting, countRead())
    yield makeProblem(cutting, `it cannot be read further (${readCode(error)})`, countRead())
  }
}

const readCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'damaged'

/** What of a chunk comes after the octets that a resumed audit has read before. */
const dropBefore = (chunk: Buffer, at: number, offset: number): Buffer =>
  at >= offset ? chunk : chunk.subarray(Math.min(chunk.length, offset - at))

/** A source that is being cut. No more than one line and one portion of it is held. */
interface Cutting {
  readonly source: AuditSource
  readonly number: number
  offset: number
  line: number
  ordinal: number
  /** Octets that are not in a portion yet. */
  held: Buffer[]
  size: number
  /** Where the last record ends in what is held, or 0. */
  end: number
  findEnd: FindRecordEnd
  /** The octets of a line that is too long, as far as it was read. */
  tooLong: number
  header: string | undefined
}

const startCutting = (source: AuditSource, from: SourcePosition, ordinal: number): Cutting => ({
  ...{ source, ordinal, number: from.source, offset: from.offset, line: from.line },
  ...{ held: [], size: 0, end: 0, findEnd: createRecordEnds(source.form), tooLong: 0, header: undefined },
})

/** Keeps the header of a CSV file, whatever part of it is read. */
function readHeader(cutting: Cutting, first: Buffer): void {
  const end = first.indexOf(10)
  if (cutting.source.form === 'csv') cutting.header = first.toString('utf8', 0, end < 0 ? first.length : end)
}

interface Cut {
  readonly octets: Uint8Array
  readonly lines: number
  readonly read: number
  readonly problem?: string
}

function makePortion(cutting: Cutting, { lines, ...cut }: Cut): AuditPortion {
  const { source, line, ordinal, header, number, offset } = cutting
  cutting.line += lines
  cutting.ordinal += lines
  const end = { source: number, offset, line: cutting.line }
  return { name: source.name, form: source.form, ...{ line, ordinal, header, end }, lowest: 0, ...cut }
}

/** A line, or the rest of a source, that is left out. */
const makeProblem = (cutting: Cutting, problem: string, read: number): AuditPortion =>
  makePortion(cutting, { octets: new Uint8Array(), lines: 1, read, problem })

function makeTooLong(cutting: Cutting, read: number): AuditPortion {
  const { tooLong } = cutting
  cutting.tooLong = 0
  return makeProblem(cutting, `the line has ${tooLong} octets, and ${longestLine} is the limit`, read)
}

function takeHeld(cutting: Cutting): Buffer {
  const { held } = cutting
  cutting.held = []
  cutting.size = 0
  cutting.end = 0
  return held.length === 1 && held[0] ? held[0] : Buffer.concat(held)
}

function* addChunk(cutting: Cutting, chunk: Buffer, read: number): Generator<AuditPortion> {
  if (cutting.tooLong > 0) return yield* skipLine(cutting, chunk, read)
  const end = cutting.findEnd(chunk)
  if (end > 0) cutting.end = cutting.size + end
  cutting.held.push(chunk)
  cutting.size += chunk.length
  if (cutting.size >= portionSize && cutting.end > 0) yield cutHeld(cutting, read)
  if (cutting.end === 0 && cutting.size >= longestLine) dropHeld(cutting)
}

/** A portion of all records that are complete. The rest is held on. */
function cutHeld(cutting: Cutting, read: number): AuditPortion {
  const { end } = cutting
  const whole = takeHeld(cutting)
  cutting.offset += end
  const octets = new Uint8Array(whole.subarray(0, end)) // a copy of its own: it is handed to a thread
  const rest = Buffer.from(whole.subarray(end))
  if (rest.length > 0) cutting.held = [rest]
  cutting.size = rest.length
  return makePortion(cutting, { octets, lines: countLineEnds(octets), read })
}

/** A line that is too long: it is skipped, and the next one begins a record. */
function dropHeld(cutting: Cutting): void {
  cutting.tooLong = cutting.size
  cutting.offset += cutting.size
  cutting.held = []
  cutting.size = 0
  cutting.findEnd = createRecordEnds(cutting.source.form)
}

function* skipLine(cutting: Cutting, chunk: Buffer, read: number): Generator<AuditPortion> {
  const end = cutting.source.form === 'whole' ? 0 : chunk.indexOf(10) + 1
  const skipped = end || chunk.length
  cutting.tooLong += skipped
  cutting.offset += skipped
  if (end === 0) return
  yield makeTooLong(cutting, read)
  if (end < chunk.length) yield* addChunk(cutting, chunk.subarray(end), read)
}

function* endCutting(cutting: Cutting, read: number): Generator<AuditPortion> {
  if (cutting.tooLong > 0) yield makeTooLong(cutting, read)
  const whole = takeHeld(cutting)
  if (whole.length === 0) return
  cutting.offset += whole.length
  const isWhole = cutting.source.form === 'whole'
  const lines = isWhole ? 1 : countLineEnds(whole) + (whole.at(-1) === 10 ? 0 : 1)
  yield makePortion(cutting, { octets: new Uint8Array(whole), lines, read })
}
