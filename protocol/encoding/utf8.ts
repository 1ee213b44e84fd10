import { attempt, refuse } from './problem.ts'

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Text of well-formed UTF-8. A byte order mark stays in the text, so that a caller that forbids it can see it. */
export function decodeUtf8(octets: Uint8Array): string {
  try {
    return strict.decode(octets)
  } catch {
    return refuse('utf8', 'not well-formed UTF-8')
  }
}

/**
 * The text of octets as they were sent. Those of a text that is not UTF-8 are lone surrogates above 127: no UTF-8 has them, so
 * that a reader sees what is wrong.
 */
export function decodeFaithfully(octets: Uint8Array): string {
  const read = attempt(() => decodeUtf8(octets))
  if ('value' in read) return read.value
  const write = (octet: number): string => String.fromCharCode(octet < 0x80 ? octet : 0xdc00 + octet)
  return Array.from(octets, write).join('')
}
