import claimsSchema from '../../schemas/claims.schema.json' with { type: 'json' }
import type { Decoder } from '../encoding/base64url.ts'
import { type JsonObject, type JsonValue, parseElements } from '../encoding/json.ts'
import { limits } from '../encoding/limits.ts'
import { once } from '../encoding/once.ts'
import {
  type Claim,
  type Construction,
  computeTextDigest,
  type DisclosureOrder,
  elementPositions,
  findDigestInput,
} from '../sd-jwt/claim.ts'
import { collectBoundaryTraces, findMovedBoundary } from '../sd-jwt/moved-boundary.ts'
import type { TripleReader } from '../sd-jwt/plain-triple.ts'
import { hasReservedNames, reservedNames } from './payload.ts'
import type { DisclosureRefusal } from './refusals.ts'

/** How the disclosures of a credential are made, and what may be in them. */
export interface DisclosureTerms {
  readonly construction: Construction
  readonly order: DisclosureOrder
  readonly keyBinding?: 'refused' | 'unread' | undefined
  readonly isClaim: (name: string) => boolean
  readonly decode: Decoder
  readonly triples: TripleReader
  /** The names of the credential before, by place: most credentials of an issuer have the same, in the same order. */
  readonly names: string[]
}

/** A disclosure on its way to be accepted: what was found before it, and what it has to be found in. */
interface Progress {
  readonly payload: JsonObject
  /** Uses the digest of a text up. False if it is not there, or was used before. */
  readonly use: (input: string) => boolean
  /** What the digests of plain disclosures are over, where that is not the disclosure as it travels. */
  readonly inputs: readonly (string | undefined)[]
  readonly claims: Map<string, unknown>
  /** The claims once more, with their salts; kept only where parts are joined. */
  readonly joined: Claim[]
}

type Opened = { readonly claims: ReadonlyMap<string, unknown> } | { readonly refused: DisclosureRefusal }

/** Takes every disclosure behind the signed part to the digest that was signed for it, and uses each digest once. */
export function openDisclosures(compact: string, start: number, payload: JsonObject, terms: DisclosureTerms): Opened {
  const digests = payload._sd as readonly string[] // the schema has seen to it
  const ledger = sortDigests(digests)
  if (!ledger) return { refused: 'repeated-digest' }
  const inputs = loadPlain(compact, start, terms)
  const use = (input: string): boolean => useDigest(ledger, computeTextDigest(input))
  const progress: Progress = { payload, use, inputs, claims: new Map(), joined: [] }
  let from = start
  for (let to = compact.indexOf('~', from); to >= 0; to = compact.indexOf('~', from)) {
    if (progress.claims.size === limits.disclosures) return { refused: 'too-many' }
    const refused = openDisclosure(compact.slice(from, to), progress, terms)
    if (refused) return { refused }
    from = to + 1
  }
  const refused = checkEnd(compact, from, terms) ?? checkBoundaries(progress, terms)
  return refused ? { refused } : { claims: progress.claims }
}

/**
 * Reads all plain disclosures at once, and writes what their digests are over. Under a construction that needs more than their
 * elements, none is read.
 */
function loadPlain(
  compact: string,
  start: number,
  { construction, order, triples }: DisclosureTerms,
): Progress['inputs'] {
  if (construction === 'parts' || construction === 'disclosure') triples.load(compact, start)
  return construction === 'parts' ? triples.writeInputs(order) : []
}

const noSlices: readonly string[] = []

/** The digests of a payload in order, and which of them a disclosure has used. Sorting them costs half of a set. */
interface DigestSet {
  readonly digests: readonly string[]
  readonly used: Uint8Array
}

/** Nothing if a digest is there twice. */
function sortDigests(unordered: readonly string[]): DigestSet | undefined {
  const digests = unordered.toSorted()
  for (let i = 1; i < digests.length; i++) if (digests[i - 1] === digests[i]) return undefined
  return { digests, used: new Uint8Array(digests.length) }
}

/** Uses a digest up. False if it is not there, or was used before. */
function useDigest({ digests, used }: DigestSet, digest: string): boolean {
  let low = 0
  let high = digests.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((digests[middle] ?? '') < digest) low = middle + 1
    else high = middle
  }
  if (digests[low] !== digest || used[low] === 1) return false
  used[low] = 1
  return true
}

function openDisclosure(text: string, progress: Progress, terms: DisclosureTerms): DisclosureRefusal | undefined {
  const { construction, order, triples, decode } = terms
  const before = progress.claims.size
  const plain = triples.read(before)
  const { content, slices } = plain ? { content: plain, slices: noSlices } : parseElements(decode.text(text))
  if (!Array.isArray(content) || content.length !== 3) return 'disclosure-form'
  const [saltAt, nameAt, valueAt] = elementPositions[order]
  const salt = content[saltAt]
  const own = content[nameAt]
  const value = content[valueAt]
  if (typeof salt !== 'string' || typeof own !== 'string') return 'disclosure-form'
  const name = recallName(own, before, terms.names)

  const claim = { salt, name, value, json: slices[valueAt] ?? '', text }
  const known = progress.inputs[before]
  const isSigned =
    known === undefined ? findDigestInput(claim, construction, progress.use) !== undefined : progress.use(known)
  if (!isSigned) return 'digest'
  const refused = checkName(name, content, progress, terms)
  if (refused) return refused
  if (typeof value === 'object' && hasReservedNames(value)) return 'nested'
  if (progress.claims.set(name, value).size === before) return 'repeated-name'
  if (terms.construction !== 'disclosure') progress.joined.push(claim)
  return undefined
}

/** The same name, as an object that was looked up before if it is known: sets and maps compute the hash of each new text. */
function recallName(name: string, place: number, names: string[]): string {
  const known = names[place]
  if (known === name) return known
  if (name.length <= longestName) names[place] = name
  return name
}

/** Longer names are none that an issuer repeats. */
const longestName = 64

const permanent: ReadonlySet<string> = new Set(['iss', 'id', 'iat', 'exp', 'nbf', 'status', 'cnf', 'vct'])

function checkName(
  name: string,
  content: readonly JsonValue[],
  { payload }: Progress,
  { isClaim, order }: DisclosureTerms,
): DisclosureRefusal | undefined {
  if (isClaim(name)) return undefined
  if (reservedNames.has(name)) return 'name'
  if (permanent.has(name)) return 'permanent'
  if (Object.hasOwn(payload, name)) return 'in-clear'
  return isReversed(content, order, isClaim) ? 'order' : undefined
}

/** Whether the elements are in the other order, which shows if the name of the set is in the other place. */
function isReversed(
  content: readonly JsonValue[],
  order: DisclosureOrder,
  isClaim: DisclosureTerms['isClaim'],
): boolean {
  const [saltAt, nameAt] = elementPositions[order === 'name-value-salt' ? 'salt-name-value' : 'name-value-salt']
  const name = content[nameAt]
  return typeof content[saltAt] === 'string' && typeof name === 'string' && isClaim(name)
}

function checkEnd(compact: string, from: number, terms: DisclosureTerms): DisclosureRefusal | undefined {
  if (from === compact.length) return undefined
  if (compact.indexOf('.', from) < 0) return 'unterminated'
  return terms.keyBinding === 'unread' ? undefined : 'key-binding'
}

/** The names that an issuer may have written into a claim whose boundaries were moved. */
const claimNames = Object.keys(claimsSchema.properties)

const traces = {
  bare: once(() => collectBoundaryTraces(claimNames, true)),
  encoded: once(() => collectBoundaryTraces(claimNames, false)),
}

function checkBoundaries({ joined }: Progress, { construction }: DisclosureTerms): DisclosureRefusal | undefined {
  if (joined.length === 0) return undefined
  const bareSalt = construction.startsWith('parts-bare-salt')
  const circumstances = { claims: joined, bareSalt, traces: bareSalt ? traces.bare() : traces.encoded() }
  return joined.some((claim) => findMovedBoundary(claim, circumstances)) ? 'recut' : undefined
}
