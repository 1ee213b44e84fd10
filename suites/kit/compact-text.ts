import type { Jwk } from '../../protocol/jose/jwk.ts'
import { readSigned, signCompact } from '../../protocol/jose/jws.ts'
import type { Edit } from './edits.ts'

/** The parts of a text that is joined with dots. */
export const editParts =
  (how: (parts: readonly string[]) => readonly string[]) =>
  (text: string): string =>
    how(text.split('.')).join('.')

/** Changes one part of a compact text. */
export const editPart = (index: number, how: (part: string) => string) =>
  editParts((all) => all.map((each, i) => (i === index ? how(each) : each)))

/** Changes the octets of a part in base64url. */
export const editOctets = (how: (octets: Buffer) => Uint8Array) => (text: string) =>
  Buffer.from(how(Buffer.from(text, 'base64url'))).toString('base64url')

/** Changes the last bit of the octets: a different value that is still well encoded. */
export const flipLastBit = editOctets((all) => {
  const copy = Buffer.from(all)
  copy[copy.length - 1] = (copy.at(-1) ?? 0) ^ 1
  return copy
})

/** Signs a compact text anew with another key, its header as it was or edited. */
export const signAgain =
  (key: Jwk, edit: Edit = (header) => header) =>
  (text: string): string => {
    const { header, body } = readSigned(text)
    return signCompact(edit(header), body, key)
  }

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The same octets under another spelling: the last sign of a signature has bits that a lax reader drops. */
export const respellLastCharacter = (text: string): string =>
  text.slice(0, -1) + (alphabet[alphabet.indexOf(text.slice(-1)) + 1] ?? '')
