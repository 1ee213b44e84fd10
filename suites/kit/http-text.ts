import type { JsonObject } from '../../protocol/encoding/json.ts'

/** How the text of a body is made octets. */
export type BodyEncoding = 'utf8' | 'latin1'

/** What comes before the body of a message of HTTP. A header field without a value is left out. */
export interface HttpHead {
  readonly first: string
  readonly headers: JsonObject
  readonly encoding?: BodyEncoding
}

/** The head of a response of HTTP. */
export interface ResponseHead extends Omit<HttpHead, 'first'> {
  readonly status: number
}

/** A message of HTTP as `curl -i` shows it. One that is not in UTF-8 is written in hexadecimal digits. */
export function writeHttpText({ first, headers, encoding = 'utf8' }: HttpHead, body: string): string {
  const lines = Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : `${name}: ${value}`))
  const text = [first, ...lines, '', body].join('\r\n')
  return encoding === 'utf8' ? text : Buffer.from(text, encoding).toString('hex')
}

export const writeResponseText = ({ status, ...head }: ResponseHead, body: string): string =>
  writeHttpText({ first: `HTTP/1.1 ${status}`, ...head }, body)
