import { isObject, parseAnyJson } from '../../../protocol/encoding/json.ts'
import { readPath, splitPointer } from '../../../protocol/encoding/pointer.ts'
import type { AuditPlan, AuditPortion } from './audit-plan.ts'
import { findColumn, readRecord, splitRecords } from './csv.ts'

/** One artefact of a portion, or why there is none in a line. */
export interface AuditedLine {
  readonly line: number
  readonly ordinal: number
  readonly text?: string
  /** What reports call it, if its line has a name for it. */
  readonly name?: string
  readonly problem?: string
}

type LinePlan = Pick<AuditPlan, 'pointer' | 'idPointer' | 'column'>
type LineContent = Pick<AuditedLine, 'text' | 'name' | 'problem'>

/** The artefacts of a portion. Blank lines have none. */
export function* splitPortion(portion: AuditPortion, plan: LinePlan): Generator<AuditedLine> {
  const { octets, line, ordinal, problem, drawn } = portion
  if (problem !== undefined) return yield { line, ordinal, problem }
  const wanted = drawn && new Set(drawn)
  const read = createReader(portion, plan)
  let after = 0
  for (const { text, lines } of listTexts(portion, octets)) {
    const at = { line: line + after, ordinal: ordinal + after }
    const isHeader = portion.form === 'csv' && at.line === 1
    const isWanted = wanted?.has(after) ?? true
    after += lines
    if (text.trim() !== '' && !isHeader && isWanted) yield { ...at, ...read(text) }
  }
}

/** A text that is not UTF-8 is read all the same: the octets that are none become a sign that no artefact has. */
function* listTexts({ form }: AuditPortion, octets: Uint8Array) {
  const text = Buffer.from(octets.buffer, octets.byteOffset, octets.length).toString('utf8')
  if (form === 'csv') yield* splitRecords(text)
  else if (form === 'whole') yield { text: text.replace(/\r?\n$/, ''), lines: 1 }
  else for (const line of text.split('\n')) yield { text: line.endsWith('\r') ? line.slice(0, -1) : line, lines: 1 }
}

function createReader({ form, header = '' }: AuditPortion, plan: LinePlan): (text: string) => LineContent {
  if (form === 'csv') return createFieldReader(header, plan)
  const pointers = {
    pointer: plan.pointer === undefined ? undefined : splitPointer(plan.pointer),
    idPointer: plan.idPointer === undefined ? undefined : splitPointer(plan.idPointer),
  }
  return (text) => readLine(text.trim(), pointers)
}

function createFieldReader(
  header: string,
  { column = '1', pointer, idPointer }: LinePlan,
): (text: string) => LineContent {
  const place = findColumn(header, column)
  const idPlace = idPointer === undefined ? -1 : findColumn(header, idPointer.replace(/^\//, ''))
  if (place < 0) return () => ({ problem: 'the file has no such column' })
  return (text) => {
    const fields = readRecord(text)
    const found = fields[place]
    const name = fields[idPlace]
    if (found === undefined || found === '') return { problem: 'the column is empty' }
    const inner = pointer === undefined ? { text: found } : readLine(found, { pointer: splitPointer(pointer) })
    return { ...inner, ...(name !== undefined && { name }) }
  }
}

interface Pointers {
  readonly pointer?: readonly string[] | undefined
  readonly idPointer?: readonly string[] | undefined
}

/** An artefact as it is, in a JSON string, or at a place of a JSON object. */
function readLine(line: string, { pointer, idPointer }: Pointers): LineContent {
  const isQuoted = line.startsWith('"')
  if (!isQuoted && pointer === undefined && (idPointer === undefined || !line.startsWith('{'))) return { text: line }
  const value = parseAnyJson(line)
  if (value === undefined) return { problem: 'the line is not JSON' }
  if (typeof value === 'string') return { text: value }
  const found = pointer === undefined ? value : readPath(value, pointer)
  const name = idPointer === undefined ? undefined : readPath(value, idPointer)
  const named = typeof name === 'string' || typeof name === 'number' ? { name: String(name) } : {}
  if (typeof found === 'string') return { text: found, ...named }
  if (isObject(found)) return { text: pointer === undefined ? line : JSON.stringify(found), ...named }
  return { problem: 'the line has no artefact at the pointer', ...named }
}
