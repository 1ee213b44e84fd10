import { HarnessError } from '../../../model/errors.ts'
import { isObject, parseAnyJson } from '../../../protocol/encoding/json.ts'
import { limits } from '../../../protocol/encoding/limits.ts'
import type { PortionResult } from '../judge-portion.ts'
import { type AuditPortion, sourceForms } from '../sources/audit-plan.ts'

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

/** Reads a portion that may come from anyone. Throws where it is none. */
export function decodePortion(frame: Uint8Array): RemotePortion {
  const { head, parts } = decodeFrame(frame)
  const { isDrawn, ...portion } = head
  const [octets = new Uint8Array(), places = new Uint8Array()] = parts
  if (!isPortion(portion) || places.length % 4 !== 0) return refuse('it is no portion')
  return { ...portion, octets, ...(isDrawn === true && { drawn: new Uint32Array(places.buffer) }) }
}

const isNatural = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0
const isAbsentOrText = (value: unknown): boolean => value === undefined || typeof value === 'string'
const hasNaturals = (value: unknown, ...names: readonly string[]): value is Readonly<Record<string, number>> =>
  isObject(value) && names.every((name) => isNatural(value[name]))

/** Octets of a portion: the longest line, and what is read at a time. */
const largest = limits.text * 2

function isPortion(head: Readonly<Record<string, unknown>>): head is Readonly<Record<string, unknown>> & PortionHead {
  const { name, form, header, problem, end, range, lowest } = head
  const isRange = hasNaturals(range, 'offset', 'length', 'checksum') && Number(range.length) <= largest
  return (
    [
      typeof name === 'string',
      sourceForms.some((each) => each === form),
      lowest === null || typeof lowest === 'number',
    ].every(Boolean) &&
    [header, problem].every(isAbsentOrText) &&
    hasNaturals(head, 'line', 'ordinal', 'read') &&
    hasNaturals(end, 'source', 'offset', 'line') &&
    (range === undefined || isRange)
  )
}

type PortionHead = Omit<RemotePortion, 'octets' | 'drawn'>

export function encodeResult({ result, problem }: RemoteResult): Buffer {
  if (!result) return encodeFrame({ problem: problem ?? 'no result' }, [])
  const { records, ids, ...head } = result
  return encodeFrame({ result: head }, [records, ids])
}

/** Reads a result that may come from anyone. Throws where it is none. */
export function decodeResult(frame: Uint8Array): RemoteResult {
  const { head, parts } = decodeFrame(frame)
  const [records = new Uint8Array(), ids = new Uint8Array()] = parts
  const { result, problem = 'no result' } = head
  if (result === undefined) return { problem: String(problem).slice(0, longestProblem) }
  if (!isResult(result)) return refuse('it is no result')
  return { result: { ...result, records, ids } }
}

const longestProblem = 1_000

type ResultHead = Omit<PortionResult, 'records' | 'ids'>

const isResult = (head: unknown): head is ResultHead =>
  isObject(head) &&
  ['conclusions', 'kinds', 'outcomes', 'tallies', 'groups'].every((name) => isObject(head[name])) &&
  ['failures', 'unread', 'sampled'].every((name) => Array.isArray(head[name]) && head[name].every(isObject)) &&
  isNatural(head.credentials)

/** The length of the head in 4 octets, the head, and the parts, whose lengths are in the head. */
function encodeFrame(head: object, parts: readonly Uint8Array[]): Buffer {
  const text = Buffer.from(JSON.stringify({ head, lengths: parts.map(({ length }) => length) }))
  const length = Buffer.alloc(4)
  length.writeUInt32LE(text.length)
  return Buffer.concat([length, text, ...parts])
}

interface Frame {
  readonly head: Readonly<Record<string, unknown>>
  readonly parts: readonly Uint8Array<ArrayBuffer>[]
}

function decodeFrame(frame: Uint8Array): Frame {
  const octets = Buffer.from(frame.buffer, frame.byteOffset, frame.length)
  const end = octets.length < 4 ? 0 : 4 + octets.readUInt32LE()
  const read: unknown = parseAnyJson(octets.toString('utf8', 4, end), limits.report)
  const { head, lengths } = isObject(read) ? read : {}
  const isWhole = Array.isArray(lengths) && lengths.every(isNatural) && sum(lengths) === octets.length - end
  if (!isObject(head) || !isWhole) return refuse('it is no frame')
  let at = end
  const parts = lengths.map((length: number) => {
    at += length
    return new Uint8Array(octets.subarray(at - length, at)) // a copy of its own, which a thread can be given
  })
  return { head, parts }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)

const refuse = (why: string): never => {
  throw new HarnessError('ERR_QUEUE', `what came cannot be read: ${why}`)
}
