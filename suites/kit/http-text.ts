import type { JsonObject } from '../../protocol/encoding/json.ts'

/** The head of a response of HTTP. */
export interface ResponseHead {
  readonly status: number
  readonly headers: JsonObject
}

/** A response of HTTP as `curl -i` shows it. */
export function writeHttpText({ status, headers }: ResponseHead, body: string): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status}`, ...lines, '', body].join('\r\n')
}
