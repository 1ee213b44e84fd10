import { isObject, type JsonObject, type JsonValue } from '../encoding/json.ts'
import { limits } from '../encoding/limits.ts'
import { escapePointer } from '../encoding/pointer.ts'
import type { Disclosure } from './disclosure.ts'
import { chooseHash, type HashFunction } from './hash-functions.ts'
import type { AnySdJwt } from './presentation.ts'

/** What processing finds wrong (RFC 9901, section 7.1). One code is one cause. */
export type ProcessingCode =
  | 'sd-form'
  | 'placeholder'
  | 'digest-form'
  | 'digest-repeated'
  | 'hash-nested'
  | 'property-form'
  | 'element-form'
  | 'name-reserved'
  | 'name-taken'
  | 'too-deep'

export interface ProcessingFault {
  readonly code: ProcessingCode
  /** JSON pointer into the processed payload. */
  readonly at: string
  readonly actual: string
}

/** The payload with what was disclosed in its place, and what was found on the way. */
export interface ProcessedSdJwt {
  readonly payload: JsonObject
  readonly faults: readonly ProcessingFault[]
  /** By the place of each disclosure in the SD-JWT: where its digest was found. */
  readonly places: ReadonlyMap<number, string>
  /** Every digest, decoys included. */
  readonly digests: ReadonlySet<string>
  /** Where claims were disclosed. */
  readonly disclosed: readonly string[]
}

/** Places each disclosure where its digest is. Nothing, if the hash function is not computed here. */
export function applyDisclosures(sdJwt: AnySdJwt): ProcessedSdJwt | undefined {
  const hash = chooseHash(sdJwt.payload)
  return hash && createProcess(sdJwt, hash)
}

interface Found {
  readonly index: number
  readonly disclosure: Disclosure
}

interface Process {
  readonly hash: HashFunction
  readonly byDigest: ReadonlyMap<string, Found>
  readonly faults: ProcessingFault[]
  readonly places: Map<number, string>
  readonly digests: Set<string>
  readonly disclosed: string[]
}

function createProcess({ payload, disclosures }: AnySdJwt, hash: HashFunction): ProcessedSdJwt {
  const byDigest = new Map<string, Found>()
  for (const [index, disclosure] of disclosures.entries()) {
    const digest = hash.compute(disclosure.text)
    if (!byDigest.has(digest)) byDigest.set(digest, { index, disclosure })
  }
  const process: Process = { hash, byDigest, faults: [], places: new Map(), digests: new Set(), disclosed: [] }
  const { _sd_alg: _, ...rest } = payload
  const processed = placeInObject(rest, '', 0, process)
  const { faults, places, digests, disclosed } = process
  return { payload: processed, faults, places, digests, disclosed }
}

function report({ faults }: Process, code: ProcessingCode, at: string, actual: string): void {
  if (faults.length < limits.findings) faults.push({ code, at, actual })
}

function place(value: JsonValue, at: string, depth: number, process: Process): JsonValue {
  if (depth > limits.depth) {
    report(process, 'too-deep', at, `more than ${limits.depth} levels`)
    return null
  }
  if (Array.isArray(value)) return placeInArray(value, at, depth, process)
  return isObject(value) ? placeInObject(value, at, depth, process) : value
}

function placeInObject(object: JsonObject, at: string, depth: number, process: Process): JsonObject {
  const placed = new Map<string, JsonValue>()
  for (const [name, value] of Object.entries(object)) {
    const here = `${at}/${escapePointer(name)}`
    if (name === '...') report(process, 'placeholder', here, 'a member `...` of an object that is not an array element')
    else if (name === '_sd_alg') report(process, 'hash-nested', here, '`_sd_alg` below the top level')
    else if (name !== '_sd') placed.set(name, place(value, here, depth + 1, process))
  }
  if (object._sd !== undefined) placeProperties(object._sd, { at, depth, placed }, process)
  return Object.fromEntries(placed)
}

interface Level {
  readonly at: string
  readonly depth: number
  readonly placed: Map<string, JsonValue>
}

function placeProperties(digests: JsonValue, { at, depth, placed }: Level, process: Process): void {
  if (!Array.isArray(digests)) report(process, 'sd-form', `${at}/_sd`, 'no array')
  for (const [i, digest] of Array.isArray(digests) ? digests.entries() : []) {
    const here = `${at}/_sd/${i}`
    if (typeof digest !== 'string') report(process, 'sd-form', here, 'no string')
    const content = typeof digest === 'string' ? takeDisclosure(digest, here, process) : undefined
    if (content === undefined) continue
    const [salt, name, value = null] = content
    if (content.length !== 3 || typeof salt !== 'string' || typeof name !== 'string')
      report(process, 'property-form', here, describeContent(content))
    else if (name === '_sd' || name === '...') report(process, 'name-reserved', here, `\`${name}\``)
    else if (placed.has(name)) report(process, 'name-taken', `${at}/${escapePointer(name)}`, 'a claim that is there')
    else {
      const inside = `${at}/${escapePointer(name)}`
      process.disclosed.push(inside)
      placed.set(name, place(value, inside, depth + 1, process))
    }
  }
}

function placeInArray(array: readonly JsonValue[], at: string, depth: number, process: Process): JsonValue {
  const placed: JsonValue[] = []
  for (const element of array) {
    const here = `${at}/${placed.length}`
    if (!isObject(element) || element['...'] === undefined) {
      placed.push(place(element, here, depth + 1, process))
      continue
    }
    const digest = element['...']
    if (typeof digest !== 'string') report(process, 'placeholder', here, '`...` that is not a string')
    else if (Object.keys(element).length > 1) report(process, 'placeholder', here, '`...` beside other members')
    const content = typeof digest === 'string' ? takeDisclosure(digest, here, process) : undefined
    if (content === undefined) continue
    const [salt, value = null] = content
    if (content.length !== 2 || typeof salt !== 'string')
      report(process, 'element-form', here, describeContent(content))
    else {
      process.disclosed.push(here)
      placed.push(place(value, here, depth + 1, process))
    }
  }
  return placed
}

const describeContent = (content: readonly JsonValue[]): string =>
  `${content.length} elements: ${content
    .slice(0, 4)
    .map((each) => typeof each)
    .join(', ')}`

/** The content of the disclosure with a digest, if it was disclosed and is an array. Notes the digest. */
function takeDisclosure(digest: string, at: string, process: Process): readonly JsonValue[] | undefined {
  const { hash, byDigest, places, digests } = process
  if (digests.has(digest)) {
    report(process, 'digest-repeated', at, 'a digest that occurred before')
    return undefined
  }
  digests.add(digest)
  const found = byDigest.get(digest)
  if (!found) {
    const octets = Buffer.from(digest, 'base64url')
    if (octets.length !== hash.length || octets.toString('base64url') !== digest)
      report(process, 'digest-form', at, describeDigest(digest))
    return undefined
  }
  places.set(found.index, at)
  const { content } = found.disclosure
  return Array.isArray(content) ? content : undefined // another requirement is about what is not an array
}

function describeDigest(digest: string): string {
  if (/^([0-9a-f]{2}){20,}$/i.test(digest)) return 'a digest in hexadecimal digits'
  if (/[+/=]/.test(digest)) return 'a digest in base64 with other characters or padding'
  return `${digest.length} characters`
}
