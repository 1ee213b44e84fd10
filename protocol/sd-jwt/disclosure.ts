import { decodeText, encodeBase64url } from '../encoding/base64url.ts'
import { type JsonObject, type JsonValue, parseElements, RawJson, type Writable, writeJson } from '../encoding/json.ts'
import { keepText } from '../encoding/keep-text.ts'
import { attempt, type ProtocolError } from '../encoding/problem.ts'
import { type Claim, type DisclosureOrder, elementPositions } from './claim.ts'
import { createTripleReader, writePlain } from './plain-triple.ts'

/** One disclosure as it was received. Which element is the name is for a dialect to say. */
export interface Disclosure {
  readonly text: string
  /** What it decodes to: an array if all is well, any JSON value otherwise. */
  readonly content?: JsonValue
  /** The received JSON text of each element, unless `writePlain` writes it. */
  readonly slices?: readonly string[]
  /** Why it could not be decoded. */
  readonly problem?: ProtocolError
}

/** Decodes a disclosure without deciding what it means. */
export function readDisclosure(text: string): Disclosure {
  const decoded = attempt(() => parseElements(decodeText(text)))
  if ('problem' in decoded) return { text, problem: decoded.problem }
  return { text, content: decoded.value.content, slices: decoded.value.slices }
}

/** The digests of the claims that an object may disclose. */
export const readDigests = ({ _sd: digests }: JsonObject): readonly JsonValue[] =>
  Array.isArray(digests) ? digests : []

const reader = createTripleReader()
/** The disclosures that the reader still has. */
let latest: readonly Disclosure[] = []

/** The same for all disclosures of a text, of which the first begins at `start` and each ends one character before the next. */
export function readDisclosures(whole: string, start: number, texts: readonly string[]): readonly Disclosure[] {
  latest = []
  reader.load(whole, start)
  latest = texts.map((text, i) => {
    const plain = reader.read(i)
    return plain ? { text, content: plain } : readDisclosure(text)
  })
  return latest
}

/**
 * What the digests of disclosures are over under `parts`, by their places, if they were the last to be read: then nothing has to be
 * encoded claim by claim. Nothing for one that is not written in the usual way.
 */
export const writeDigestInputs = (
  disclosures: readonly Disclosure[],
  order: DisclosureOrder,
): readonly (string | undefined)[] => (disclosures === latest ? reader.writeInputs(order) : [])

/** The claim in a disclosure under one order of its elements, or nothing if it has no such form. */
export function readClaim({ text, content, slices }: Disclosure, order: DisclosureOrder): Claim | undefined {
  if (!Array.isArray(content) || content.length !== 3) return undefined
  const [saltAt, nameAt, valueAt] = elementPositions[order]
  const salt = content[saltAt]
  const name = content[nameAt]
  const value = content[valueAt]
  if (typeof salt !== 'string' || typeof name !== 'string' || value === undefined) return undefined
  const json = slices ? slices[valueAt] : writePlain(value)
  return json === undefined ? undefined : { salt, name: keepText(name), value, json, text }
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
