import { HarnessError } from '../../model/errors.ts'
import type { PrivateLine, RecordHead, RecordLine } from '../../model/record.ts'
import { explainOtherVersion, schemaVersion } from '../../model/schema-version.ts'
import type { Message } from '../../model/wire.ts'
import { isObject, type JsonObject, parseAnyJson } from '../../protocol/encoding/json.ts'
import { limits } from '../../protocol/encoding/limits.ts'

/** A record that was read from its file. */
export interface ParsedRecord {
  readonly head: RecordHead
  readonly lines: readonly RecordLine[]
  /** Whether the last line is incomplete: the writing process was ended. */
  readonly isCut: boolean
}

/** Reads a redacted record. */
export function readRecord(text: string): ParsedRecord {
  const { head, lines, isCut } = parseRecord(text, true)
  return { head, lines: lines as unknown as readonly RecordLine[], isCut } // the head and each line were validated
}

/** Reads the messages of a private record. */
export function readPrivateRecord(text: string): {
  readonly head: RecordHead
  readonly messages: readonly Message[]
  readonly isCut: boolean
} {
  const { head, lines, isCut } = parseRecord(text, false)
  const messages = lines.map((line, i) => {
    if (!isPrivateLine(line)) return refuse(i + 1, 'is not a message')
    return { ...line, sentAt: Date.parse(line.sentAt) }
  })
  return { head, messages, isCut }
}

/** A private record of which some lines may be damaged. */
export interface DamagedRecord {
  readonly head: RecordHead
  /** Every line after the first, in its order. */
  readonly lines: readonly RawLine[]
}

/** A line as it was written, with its message. A damaged line has none. */
export interface RawLine {
  readonly text: string
  readonly message?: Message
}

/** Reads every intact line of a private record. Its head must be intact. */
export function readDamagedRecord(text: string): DamagedRecord {
  const [first = '', ...rows] = text.split('\n')
  const head = parseLine(first) ?? refuse(0, 'is not a JSON object')
  validateHead(head, false)
  const lines = rows.filter((row) => row.trim() !== '').map(readRawLine)
  return { head: head as unknown as RecordHead, lines } // its version says what is in it
}

function readRawLine(text: string): RawLine {
  const line = parseLine(text)
  if (!line || !isPrivateLine(line)) return { text }
  return { text, message: { ...line, sentAt: Date.parse(line.sentAt) } }
}

/** Whether a line has every member that a message needs, each with a value of its type. */
function isPrivateLine(line: object): line is PrivateLine {
  const { number, sentAt, milliseconds, session, endpoint, from, to, request, response } = line as JsonObject
  const isTimed = typeof sentAt === 'string' && Number.isFinite(Date.parse(sentAt)) && typeof milliseconds === 'number'
  const isNamed = [session, endpoint, from, to].every((each) => typeof each === 'string')
  return (
    Number.isSafeInteger(number) &&
    isTimed &&
    isNamed &&
    isSide(request, 'method', 'url') &&
    (response === undefined || isSide(response, 'body'))
  )
}

const isSide = (side: unknown, ...texts: readonly string[]): boolean =>
  isObject(side) && isObject(side.headers) && texts.every((name) => typeof side[name] === 'string')

function parseRecord(text: string, redacted: boolean) {
  const rows = text.split('\n')
  const last = rows.pop() ?? '' // what follows the last newline
  const isCut = last !== '' && parseLine(last) === undefined
  const objects = [...rows, ...(isCut || last === '' ? [] : [last])].map(
    (row, i) => parseLine(row) ?? refuse(i, 'is not a JSON object'),
  )
  const [head, ...lines] = objects
  if (!head) throw new HarnessError('ERR_INPUT', 'the record ends before its first line does')
  validateHead(head, redacted)
  const fields = ['session', 'endpoint', 'request', ...(redacted ? ['layers'] : [])]
  for (const [i, line] of lines.entries()) validateLine(line, ['number', 'sentAt', ...fields], i + 1)
  return { head: head as unknown as RecordHead, lines, isCut } // its version was validated
}

function parseLine(row: string): JsonObject | undefined {
  const value = parseAnyJson(row, limits.report)
  return isObject(value) ? value : undefined // the caller names the line
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
