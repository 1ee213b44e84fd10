import type { PortionResult } from '../judge-portion.ts'
import type { AuditPortion } from '../sources/audit-plan.ts'

// How portions and results cross machines: a head in JSON, and behind it octets as they are.

/** Where the octets of a portion are, if workers read the source themselves. */
export interface PortionRange {
  readonly offset: number
  readonly length: number
  /** The checksum of the octets: another file with the same name is not judged in its place. */
  readonly checksum: number
}

/** A portion without its octets, if they are read elsewhere. */
export interface RemotePortion extends AuditPortion {
  readonly range?: PortionRange
}

/** Either a result, or why there is none. */
export interface RemoteResult {
  readonly result?: PortionResult
  readonly problem?: string
}

export function encodePortion(portion: RemotePortion): Buffer {
  const { octets, drawn, ...head } = portion
  const places = drawn && new Uint8Array(drawn.buffer, drawn.byteOffset, drawn.byteLength)
  return encodeFrame({ ...head, isDrawn: drawn !== undefined }, [octets, places ?? new Uint8Array()])
}

export function decodePortion(frame: Uint8Array): RemotePortion {
  const { head, parts } = decodeFrame<Omit<RemotePortion, 'octets' | 'drawn'> & { readonly isDrawn: boolean }>(frame)
  const { isDrawn, ...portion } = head
  const [octets = new Uint8Array(), places = new Uint8Array()] = parts
  return { ...portion, octets, ...(isDrawn && { drawn: new Uint32Array(places.buffer) }) }
}

export function encodeResult({ result, problem }: RemoteResult): Buffer {
  if (!result) return encodeFrame({ problem: problem ?? 'no result' }, [])
  const { records, ids, ...head } = result
  return encodeFrame({ result: head }, [records, ids])
}

export function decodeResult(frame: Uint8Array): RemoteResult {
  const { head, parts } = decodeFrame<{
    readonly result?: Omit<PortionResult, 'records' | 'ids'>
    readonly problem?: string
  }>(frame)
  const [records = new Uint8Array(), ids = new Uint8Array()] = parts
  const { result, problem = 'no result' } = head
  return result ? { result: { ...result, records, ids } } : { problem }
}

/** The length of the head in 4 octets, the head, and the parts, whose lengths are in the head. */
function encodeFrame(head: object, parts: readonly Uint8Array[]): Buffer {
  const text = Buffer.from(JSON.stringify({ head, lengths: parts.map(({ length }) => length) }))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(text.length)
  return Buffer.concat([length, text, ...parts])
}

function decodeFrame<T>(frame: Uint8Array) {
  const octets = Buffer.from(frame.buffer, frame.byteOffset, frame.length)
  const end = 4 + octets.readUInt32LE()
  const { head, lengths }: { head: T; lengths: readonly number[] } = JSON.parse(octets.toString('utf8', 4, end))
  let at = end
  const parts = lengths.map((length) => {
    at += length
    return new Uint8Array(octets.subarray(at - length, at)) // a copy of its own, which a thread can be given
  })
  return { head, parts }
}
