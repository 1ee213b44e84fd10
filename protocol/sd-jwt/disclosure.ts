import { decodeText, encodeBase64url } from '../encoding/base64url.ts'
import { type JsonValue, parseElements, RawJson, type Writable, writeJson } from '../encoding/json.ts'
import { attempt, type ProtocolError } from '../encoding/problem.ts'
import { type Claim, type DisclosureOrder, elementPositions } from './claim.ts'
import { createTripleReader, writePlain } from './plain-triple.ts'

/** One disclosure as it was received. Which element is the name is for a dialect to say. */
export interface Disclosure {
  readonly text: string
  /** What it decodes to: an array if all is well, any JSON value otherwise. */
  readonly content?: JsonValue
  /** The received JSON text of each element. */
  readonly slices: readonly string[]
  /** Why it could not be decoded. */
  readonly problem?: ProtocolError
}

/** Decodes a disclosure without deciding what it means. */
export function readDisclosure(text: string): Disclosure {
  const decoded = attempt(() => parseElements(decodeText(text)))
  if ('problem' in decoded) return { text, slices: [], problem: decoded.problem }
  return { text, content: decoded.value.content, slices: decoded.value.slices }
}

const reader = createTripleReader()

/** The same for all disclosures of a text, of which the first begins at `start` and each ends one character before the next. */
export function readDisclosures(whole: string, start: number, texts: readonly string[]): readonly Disclosure[] {
  reader.load(whole, start)
  return texts.map((text, i) => {
    const plain = reader.read(i)
    return plain ? { text, content: plain, slices: plain.map(writePlain) } : readDisclosure(text)
  })
}

/** The claim in a disclosure under one order of its elements, or nothing if it has no such form. */
export function readClaim({ text, content, slices }: Disclosure, order: DisclosureOrder): Claim | undefined {
  if (!Array.isArray(content) || content.length !== 3) return undefined
  const [saltAt, nameAt, valueAt] = elementPositions[order]
  const salt = content[saltAt]
  const name = content[nameAt]
  const value = content[valueAt]
  const json = slices[valueAt]
  if (typeof salt !== 'string' || typeof name !== 'string' || json === undefined) return undefined
  return { salt, name, value, json, text }
}

/** A claim on its way into a disclosure. */
export interface ClaimDraft {
  readonly name: string
  readonly value: Writable
  readonly salt: string
}

/** Writes a claim as a disclosure; the result can be read again as a `Claim`. */
export function writeDisclosure({ name, value, salt }: ClaimDraft, order: DisclosureOrder): Claim {
  const json = writeJson(value)
  const parts = { name: JSON.stringify(name), value: json, salt: JSON.stringify(salt) }
  const slices =
    order === 'name-value-salt' ? [parts.name, parts.value, parts.salt] : [parts.salt, parts.name, parts.value]
  const text = encodeBase64url(`[${slices.join(',')}]`)
  return { salt, name, value: value instanceof RawJson ? JSON.parse(json) : value, json, text }
}
