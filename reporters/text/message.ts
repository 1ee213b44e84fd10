import type { RecordLine } from '../../model/record.ts'
import type { JsonValue } from '../../protocol/encoding/json.ts'
import { describeEndpoint } from './labels.ts'
import { sanitize } from './sanitize.ts'

/** Characters of a body that are shown. */
const most = 2_000

/** Formats a message of the record: who sent what, and what came back. */
export function* formatRecordLine({
  number,
  endpoint,
  from,
  to,
  request,
  response,
  transportError,
}: RecordLine): Generator<string> {
  yield `  message ${number}  ${from} to ${to}, ${describeEndpoint(endpoint)}`
  yield `    > ${request.method} ${sanitize(request.url)}`
  yield* formatSide('>', request)
  if (transportError) yield `    < not delivered: ${sanitize(transportError.message)}`
  if (!response) return
  yield `    < ${response.status}`
  yield* formatSide('<', response)
}

function* formatSide(mark: '>' | '<', { headers, body }: RecordLine['request'] | NonNullable<RecordLine['response']>) {
  for (const [name, value] of Object.entries(headers)) yield `    ${mark} ${sanitize(name, 80)}: ${sanitize(value)}`
  if (body === undefined) return
  yield `    ${mark}`
  for (const line of writeBody(body).split('\n')) yield `    ${mark} ${sanitize(line)}`
}

const writeBody = (body: JsonValue): string =>
  (typeof body === 'string' ? body : JSON.stringify(body, undefined, 2)).slice(0, most)
