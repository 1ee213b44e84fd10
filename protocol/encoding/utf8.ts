import { refuse } from './problem.ts'

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Text of well-formed UTF-8. A byte order mark stays in the text, so that a caller that forbids it can see it. */
export function decodeUtf8(octets: Uint8Array): string {
  try {
    return strict.decode(octets)
  } catch {
    return refuse('utf8', 'not well-formed UTF-8')
  }
}
