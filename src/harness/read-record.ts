import { HarnessError } from '../model/errors.ts'
import type { PrivateLine, RecordHead, RecordLine } from '../model/record.ts'
import type { Hop } from '../model/wire.ts'
import { isObject, type JsonObject } from '../protocol/json.ts'

/** A record, read back. */
export interface ReadRecord {
  readonly head: RecordHead
  readonly lines: readonly RecordLine[]
  /** Whether the last line was cut off: whoever wrote it was ended in the middle. */
  readonly isCut: boolean
}

/** Reads a record back that was made without what is private. */
export function readRecord(text: string): ReadRecord {
  const { head, lines, isCut } = read(text, 'redacted')
  return { head, lines: lines as unknown as readonly RecordLine[], isCut } // the head says so, and each line was looked at
}

/** Reads the messages of a private record back. */
export function readHops(text: string): {
  readonly head: RecordHead
  readonly hops: readonly Hop[]
  readonly isCut: boolean
} {
  const { head, lines, isCut } = read(text, 'whole')
  const hops = (lines as unknown as readonly PrivateLine[]).map((line) => ({ ...line, sent: Date.parse(line.sent) })) // as above
  return { head, hops, isCut }
}

function read(text: string, manner: RecordHead['manner']) {
  const rows = text.split('\n')
  const last = rows.pop() ?? '' // what follows the last end of a line
  const isCut = last !== '' && objectIn(last) === undefined
  const objects = [...rows, ...(isCut || last === '' ? [] : [last])].map(
    (row, i) => objectIn(row) ?? refuse(i, 'is no JSON object'),
  )
  const [head, ...lines] = objects
  if (!head) throw new HarnessError('ERR_INPUT', 'the record ends before its first line does')
  validateHead(head, manner)
  const fields = manner === 'whole' ? ['session', 'endpoint', 'asked'] : ['session', 'endpoint', 'request', 'layers']
  for (const [i, line] of lines.entries()) validateLine(line, ['number', 'sent', ...fields], i + 1)
  return { head: head as unknown as RecordHead, lines, isCut } // its version says what is in it
}

function objectIn(row: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(row)
    return isObject(value) ? value : undefined
  } catch {
    return undefined // the caller says which line it is
  }
}

function validateHead({ schemaVersion, manner, tool }: JsonObject, wanted: RecordHead['manner']): void {
  if (schemaVersion === undefined || !isObject(tool)) refuse(0, 'is not the head of a record')
  if (schemaVersion !== 1) refuse(0, 'is of a version that this assay does not know')
  if (manner !== wanted) refuse(0, `says that the record is not ${wanted}`)
}

function validateLine(line: JsonObject, names: readonly string[], index: number): void {
  const missing = names.find((name) => line[name] === undefined)
  if (missing !== undefined) refuse(index, `has no \`${missing}\``)
}

function refuse(index: number, what: string): never {
  throw new HarnessError('ERR_INPUT', `line ${index + 1} of the record ${what}`)
}
