import { isObject, type JsonObject, type JsonValue, parseJsonObject } from '../encoding/json.ts'
import { limits } from '../encoding/limits.ts'
import { refuse } from '../encoding/problem.ts'
import { decodeObject } from './jws.ts'

/** The parts of a JWE as they were received, each in base64url. */
export interface JweParts {
  /** Every parameter, of whichever header. */
  readonly header: JsonObject
  readonly encryptedKey: string
  readonly iv: string
  readonly ciphertext: string
  readonly tag: string
  /** What is authenticated with the content. */
  readonly associated: string
}

/** Takes a JWE apart: compact, or in the JSON serialization with one recipient (RFC 7516 sections 7.1 and 7.2). */
export function splitJwe(text: string): JweParts {
  if (text.length > limits.text) refuse('too-large', `longer than ${limits.text} characters`)
  return isJsonJwe(text) ? splitJson(parseJsonObject(text)) : splitCompact(text)
}

/** Whether a text is a JWE in the JSON serialization, by its form. */
export const isJsonJwe = (text: string): boolean => /^\s*\{/.test(text)

function splitCompact(text: string): JweParts {
  const parts = text.split('.', 8)
  if (parts.length !== 5) refuse('jwe-parts', `a compact JWE has five parts, this has ${parts.length}`)
  const [associated = '', encryptedKey = '', iv = '', ciphertext = '', tag = ''] = parts
  return { header: decodeObject(associated), encryptedKey, iv, ciphertext, tag, associated }
}

function splitJson(jwe: JsonObject): JweParts {
  const { ciphertext } = jwe
  if (typeof ciphertext !== 'string') return refuse('jwe-parts', 'this is JSON without a ciphertext')
  const recipient = findRecipient(jwe)
  const protectedText = readPart(jwe.protected)
  const headers = [
    protectedText === '' ? {} : decodeObject(protectedText),
    ...[jwe.unprotected, recipient.header].filter(isObject),
  ]
  const names = headers.flatMap((header) => Object.keys(header))
  if (new Set(names).size < names.length) refuse('jwe-header', 'a header parameter is in two places')
  return {
    header: Object.assign({}, ...headers),
    encryptedKey: readPart(recipient.encrypted_key),
    iv: readPart(jwe.iv),
    ciphertext,
    tag: readPart(jwe.tag),
    associated: jwe.aad === undefined ? protectedText : `${protectedText}.${readPart(jwe.aad)}`,
  }
}

/** The only recipient: in a list of one, or flattened. */
function findRecipient(jwe: JsonObject): JsonObject {
  if (jwe.recipients === undefined) return jwe
  const [recipient, ...others] = Array.isArray(jwe.recipients) ? jwe.recipients : []
  return isObject(recipient) && others.length === 0 ? recipient : refuse('jwe-parts', 'there is not one recipient')
}

const readPart = (value: JsonValue | undefined): string =>
  value === undefined || typeof value === 'string' ? (value ?? '') : refuse('jwe-parts', 'a part is not a string')

/** A compact JWE in the flattened JSON serialization (RFC 7516 section 7.2.2). */
export function writeFlattenedJwe(compact: string): string {
  const [header = '', encryptedKey = '', iv = '', ciphertext = '', tag = ''] = compact.split('.')
  return JSON.stringify({ protected: header, encrypted_key: encryptedKey, iv, ciphertext, tag })
}
