import { parseTolerantly } from '../encoding/json.ts'
import { limits } from '../encoding/limits.ts'
import { attempt, type ProtocolError, refuse } from '../encoding/problem.ts'
import { decodeUtf8 } from '../encoding/utf8.ts'
import { readBinary } from './secured-token.ts'
import { unwrapGzip } from './status-list.ts'

/** A response over HTTP as `curl -i` shows it: status line, header fields, an empty line, and the body. */
export interface ListResponse {
  readonly status: number
  /** Header fields by their names in lower case. Several of one name are joined by commas. */
  readonly headers: ReadonlyMap<string, string>
  /** The body as text, or its octets in hexadecimal digits. A content coding is taken away. */
  readonly body: string
  readonly isBinary: boolean
}

/** Characters of all header fields. */
const mostHeader = 65_536

/** Reads a response from text, or from hexadecimal digits of its octets. Line ends may be those of a terminal. */
export function readHttpResponse(text: string): ListResponse {
  if (text.length > limits.text * 2) refuse('too-large', `longer than ${limits.text * 2} characters`)
  const octets = readBinary(text) ?? Buffer.from(text, 'utf8')
  const head = octets.subarray(0, mostHeader).toString('latin1')
  const [ending] = head.match(/\r?\n\r?\n/) ?? []
  const length = ending === undefined ? head.length : head.indexOf(ending)
  const [first = '', ...lines] = head.slice(0, length).split(/\r?\n/)
  const [, status = ''] = first.match(/^HTTP\/[\d.]+ (\d{3})(?: |$)/) ?? []
  if (status === '') refuse('unrecognised', 'no response of HTTP')
  const headers = readHeaders(lines)
  return { status: Number(status), headers, ...readBody(octets.subarray(length + (ending?.length ?? 0)), headers) }
}

function readHeaders(lines: readonly string[]): ReadonlyMap<string, string> {
  const headers = new Map<string, string>()
  for (const line of lines) {
    const colon = line.indexOf(':')
    if (colon < 1) continue
    const name = line.slice(0, colon).trim().toLowerCase()
    const value = line.slice(colon + 1).trim()
    const known = headers.get(name)
    headers.set(name, known === undefined ? value : `${known}, ${value}`)
  }
  return headers
}

/** A client may have taken the coding away, and have left the header field that says so. */
function readBody(received: Buffer, headers: ReadonlyMap<string, string>): Pick<ListResponse, 'body' | 'isBinary'> {
  const isCoded = /gzip/i.test(headers.get('content-encoding') ?? '') && received[0] === 0x1f && received[1] === 0x8b
  const octets = (isCoded ? unwrapGzip(received) : undefined) ?? received
  const text = octets.toString('latin1')
  return /^[\t\r\n\x20-\x7e]*$/.test(text)
    ? { body: text, isBinary: false }
    : { body: octets.toString('hex'), isBinary: true }
}

/** The body as text, also where some of its octets are not ASCII. */
export const readBodyText = ({ body, isBinary }: Pick<ListResponse, 'body' | 'isBinary'>): string =>
  isBinary ? Buffer.from(body, 'hex').toString('utf8') : body

/** Why the octets of a body are no text. */
export function findTextProblem({
  body,
  isBinary,
}: Pick<ListResponse, 'body' | 'isBinary'>): ProtocolError | undefined {
  if (!isBinary) return undefined
  const read = attempt(() => decodeUtf8(Buffer.from(body, 'hex')))
  return 'problem' in read ? read.problem : undefined
}

/** Whether a text is a response of HTTP, or the hexadecimal digits of one. */
export const isHttpResponse = (text: string): boolean => /^(HTTP\/\d|485454502f)/i.test(text)

/**
 * Whether a body is, or is meant as, an aggregation: JSON with an array in it, while a list that is written in JSON has none.
 * What names itself a list is none.
 */
export function isAggregation(response: Pick<ListResponse, 'headers' | 'body' | 'isBinary'>): boolean {
  const body = readBodyText(response)
  if (!/^\s*[[{]/.test(body) || readMediaType(response)?.startsWith('application/statuslist+')) return false
  const read = attempt(() => parseTolerantly(body))
  if ('problem' in read) return true
  const members = Object.entries(read.value)
  return members.some(([name, value]) => name === 'status_lists' || (name !== 'signatures' && Array.isArray(value)))
}

/** The media type of a response, without parameters. */
export const readMediaType = ({ headers }: Pick<ListResponse, 'headers'>): string | undefined =>
  headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase()
