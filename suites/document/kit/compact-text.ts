import { decodeText, encodeBase64url } from '../../../protocol/encoding/base64url.ts'
import { parseJsonObject, readText } from '../../../protocol/encoding/json.ts'
import type { Jwk } from '../../../protocol/jose/jwk.ts'
import { readSigned, signCompact } from '../../../protocol/jose/jws.ts'
import type { Edit } from './edits.ts'

/** Changes the parts of a text that is joined with dots, or of a JWE in the JSON serialization. */
export const editParts =
  (how: (parts: readonly string[]) => readonly string[]) =>
  (text: string): string =>
    text.startsWith('{') ? joinJson(how(splitJson(text))) : how(text.split('.')).join('.')

const jweMembers = ['protected', 'encrypted_key', 'iv', 'ciphertext', 'tag']

function splitJson(text: string): readonly string[] {
  const jwe = parseJsonObject(text)
  return jweMembers.map((name) => readText(jwe[name]))
}

/** Parts that are too many or too few for the members stay joined with dots. */
const joinJson = (parts: readonly string[]): string =>
  parts.length === jweMembers.length
    ? JSON.stringify(Object.fromEntries(jweMembers.map((name, i) => [name, parts[i]])))
    : parts.join('.')

/** Changes one part of a compact text. */
export const editPart = (index: number, how: (part: string) => string) =>
  editParts((all) => all.map((each, i) => (i === index ? how(each) : each)))

/** Changes the octets of a part in base64url. */
export const editOctets = (how: (octets: Buffer) => Uint8Array) => (text: string) =>
  Buffer.from(how(Buffer.from(text, 'base64url'))).toString('base64url')

/** Flips the last bit of the octets: another value that is still valid base64url. */
export const flipLastBit = editOctets((all) => {
  const copy = Buffer.from(all)
  copy[copy.length - 1] = (copy.at(-1) ?? 0) ^ 1
  return copy
})

/** Signs a compact JWS again with another key, with its header unchanged or edited. */
export const signAgain =
  (key: Jwk, edit: Edit = (header) => header) =>
  (text: string): string => {
    const { header, body } = readSigned(text)
    return signCompact(edit(header), body, key)
  }

/** Names ES384, with a signature as long as those of ES384 are. */
export const signOtherwise = editParts(([header = '', payload = '']) => [
  encodeBase64url(JSON.stringify({ ...JSON.parse(decodeText(header)), alg: 'ES384' })),
  payload,
  encodeBase64url(Buffer.alloc(96, 1)),
])

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Encodes the same octets differently: the last character of a signature has surplus bits that a lax parser ignores. */
export const respellLastCharacter = (text: string): string =>
  text.slice(0, -1) + (alphabet[alphabet.indexOf(text.slice(-1)) + 1] ?? '')

/** Writes R and S with the leading octet that some big-integer types add. */
export const toSignedIntegers = (signature: Uint8Array): Uint8Array =>
  Buffer.concat([Buffer.alloc(1), signature.subarray(0, 32), Buffer.alloc(1), signature.subarray(32)])
