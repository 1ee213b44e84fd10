import { HarnessError } from '../../model/errors.ts'
import type { PrivateLine, RecordHead, RecordLine } from '../../model/record.ts'
import { explainOtherVersion, schemaVersion } from '../../model/schema-version.ts'
import type { Message } from '../../model/wire.ts'
import { isObject, type JsonObject } from '../../protocol/encoding/json.ts'

/** A record, read back. */
export interface ParsedRecord {
  readonly head: RecordHead
  readonly lines: readonly RecordLine[]
  /** Whether the last line was cut off: whoever wrote it was ended in the middle. */
  readonly isCut: boolean
}

/** Reads a record back that was made without what is private. */
export function readRecord(text: string): ParsedRecord {
  const { head, lines, isCut } = parseRecord(text, true)
  return { head, lines: lines as unknown as readonly RecordLine[], isCut } // the head says so, and each line was looked at
}

/** Reads the messages of a private record back. */
export function readPrivateRecord(text: string): {
  readonly head: RecordHead
  readonly hops: readonly Message[]
  readonly isCut: boolean
} {
  const { head, lines, isCut } = parseRecord(text, false)
  const hops = (lines as unknown as readonly PrivateLine[]).map((line) => ({
    ...line,
    sentAt: Date.parse(line.sentAt),
  })) // as above
  return { head, hops, isCut }
}

function parseRecord(text: string, redacted: boolean) {
  const rows = text.split('\n')
  const last = rows.pop() ?? '' // what follows the last end of a line
  const isCut = last !== '' && parseLine(last) === undefined
  const objects = [...rows, ...(isCut || last === '' ? [] : [last])].map(
    (row, i) => parseLine(row) ?? refuse(i, 'is no JSON object'),
  )
  const [head, ...lines] = objects
  if (!head) throw new HarnessError('ERR_INPUT', 'the record ends before its first line does')
  validateHead(head, redacted)
  const fields = ['session', 'endpoint', 'request', ...(redacted ? ['layers'] : [])]
  for (const [i, line] of lines.entries()) validateLine(line, ['number', 'sentAt', ...fields], i + 1)
  return { head: head as unknown as RecordHead, lines, isCut } // its version says what is in it
}

function parseLine(row: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(row)
    return isObject(value) ? value : undefined
  } catch {
    return undefined // the caller says which line it is
  }
}

function validateHead({ schemaVersion: version, redacted, tool }: JsonObject, isRedacted: boolean): void {
  if (version === undefined || !isObject(tool)) refuse(0, 'is not the head of a record')
  if (version !== schemaVersion) refuse(0, explainOtherVersion(version))
  if (redacted !== isRedacted) refuse(0, `says that the record is ${isRedacted ? 'not ' : ''}redacted`)
}

function validateLine(line: JsonObject, names: readonly string[], index: number): void {
  const missing = names.find((name) => line[name] === undefined)
  if (missing !== undefined) refuse(index, `has no \`${missing}\``)
}

function refuse(index: number, what: string): never {
  throw new HarnessError('ERR_INPUT', `line ${index + 1} of the record ${what}`)
}
