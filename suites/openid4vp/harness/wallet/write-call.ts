import type { PresentationCall } from '../../actors/presentation-session.ts'

/** A request as it came over HTTP. */
export function writeCall({ request: { method, url, headers, body = '' } }: PresentationCall): string {
  const target = url.replace(/^https?:\/\/[^/?#]*/i, '') || '/'
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`${method} ${target} HTTP/1.1`, ...lines, '', body].join('\r\n')
}
