import type { KeyObject } from 'node:crypto'
import { decodeBase64url, decodeText, encodeBase64url } from '../encoding/base64url.ts'
import { type JsonObject, parseJsonObject, parseTolerantly, type Writable, writeJson } from '../encoding/json.ts'
import { limits } from '../encoding/limits.ts'
import { attempt, refuse } from '../encoding/problem.ts'
import { signEs256, verifyEs256 } from './es256.ts'
import type { Jwk } from './jwk.ts'

/** Signed text in compact form, taken apart. Nothing has been verified. */
export interface Signed {
  readonly text: string
  readonly header: JsonObject
  /** What was signed, as text. */
  readonly body: string
  readonly signature: Buffer
  /** What the signature is over: the first two parts, as received. */
  readonly signingInput: string
}

/** A JWS whose body is a JSON object: a JWT. */
export interface Jws extends Signed {
  readonly payload: JsonObject
}

/** Takes a compact JWS apart (RFC 7515 section 7.1), whatever it signs. */
export function readSigned(text: string): Signed {
  const [first, second] = findDots(text)
  return {
    text,
    header: decodeObject(text.slice(0, first)),
    body: decodeText(text.slice(first + 1, second)),
    signature: decodeBase64url(text.slice(second + 1)),
    signingInput: text.slice(0, second),
  }
}

/** Takes a compact JWS apart whose payload has to be a JSON object. */
export function readJws(text: string): Jws {
  const signed = readSigned(text)
  return { ...signed, payload: parseJsonObject(signed.body) }
}

function findDots(text: string): [number, number] {
  if (text.length > limits.text) refuse('too-large', `longer than ${limits.text} characters`)
  const first = text.indexOf('.')
  const second = text.indexOf('.', first + 1)
  if (first < 0 || second < 0 || text.indexOf('.', second + 1) >= 0) {
    refuse('jws-parts', explainJson(text) ?? `a compact JWS has three parts, this has ${countParts(text)}`)
  }
  return [first, second]
}

/** What a JSON text in the place of a compact JWS is. */
function explainJson(text: string): string | undefined {
  if (!/^\s*\{/.test(text)) return undefined
  const read = attempt(() => parseTolerantly(text))
  return 'value' in read && isJwsJson(read.value)
    ? 'the JWS JSON serialization instead of the compact one'
    : 'JSON without a signature instead of a compact JWS'
}

/** Whether an object is a JWS in the JSON serialization, general or flattened (RFC 7515, section 7.2). */
export const isJwsJson = ({ payload, signature, signatures }: JsonObject): boolean =>
  typeof payload === 'string' && (typeof signature === 'string' || Array.isArray(signatures))

const countParts = (text: string): number => text.split('.', 8).length

/** The JSON object in a part of a JOSE message. */
export const decodeObject = (part: string): JsonObject => parseJsonObject(decodeText(part))

/** Whether the signature is this key's. Only ES256, whatever the header says: the header is the attacker's. */
export const isSignedBy = (jws: Signed, key: KeyObject): boolean =>
  verifyEs256(Buffer.from(jws.signingInput, 'latin1'), key, jws.signature)

/** A compact JWS over exactly these texts, signed with ES256. */
export const writeJws = (header: Writable, payload: Writable, key: Jwk): string =>
  signCompact(header, writeJson(payload), key)

/** A compact JWS over a text that need not be JSON. */
export function signCompact(header: Writable, body: string, key: Jwk): string {
  const input = `${encodeBase64url(writeJson(header))}.${encodeBase64url(body)}`
  return `${input}.${signEs256(Buffer.from(input, 'latin1'), key).toString('base64url')}`
}
