import claimsSchema from '../../schemas/claims.schema.json' with { type: 'json' }
import { hasMarks, marks } from './accept-payload.ts'
import type { Decoder } from './base64url.ts'
import { type Claim, type Construction, claimDigest, type Order } from './claim.ts'
import { positions } from './disclosure.ts'
import { type JsonObject, type JsonValue, parseJson, sliceElements } from './json.ts'
import { limits } from './limits.ts'
import { findRecut } from './recut.ts'

/** How the disclosures of a credential are made, and what may be in them. */
export interface DisclosureTerms {
  readonly construction: Construction
  readonly order: Order
  readonly keyBinding?: 'refused' | 'unread' | undefined
  readonly isClaim: (name: string) => boolean
  readonly decode: Decoder
}

/** Why a disclosure is refused. */
export type DisclosureRefusal =
  | 'repeated-digest'
  | 'digest'
  | 'disclosure-form'
  | 'order'
  | 'name'
  | 'permanent'
  | 'repeated-name'
  | 'in-clear'
  | 'nested'
  | 'recut'
  | 'unterminated'
  | 'key-binding'
  | 'too-many'

/** A disclosure on its way to be accepted: what was found before it, and what it has to be found in. */
interface Progress {
  readonly payload: JsonObject
  readonly ledger: Ledger
  readonly claims: Map<string, unknown>
  /** The claims once more, with their salts; kept only where parts are joined. */
  readonly joined: Claim[]
}

type Opened = { readonly claims: ReadonlyMap<string, unknown> } | { readonly refused: DisclosureRefusal }

/** Takes every disclosure behind the signed part to the digest that was signed for it, and uses each digest once. */
export function openDisclosures(compact: string, start: number, payload: JsonObject, terms: DisclosureTerms): Opened {
  const digests = payload._sd as readonly string[] // the schema has seen to it
  const ledger = openLedger(digests)
  if (!ledger) return { refused: 'repeated-digest' }
  const progress: Progress = { payload, ledger, claims: new Map(), joined: [] }

  let from = start
  for (let to = compact.indexOf('~', from); to >= 0; to = compact.indexOf('~', from)) {
    if (progress.claims.size === limits.disclosures) return { refused: 'too-many' }
    const refused = openOne(compact.slice(from, to), progress, terms)
    if (refused) return { refused }
    from = to + 1
  }
  const refused = refusalOfEnd(compact, from, terms) ?? refusalOfCuts(progress, terms)
  return refused ? { refused } : { claims: progress.claims }
}

/** The digests of a payload in order, and which of them a disclosure has used. Sorting them costs half of a set. */
interface Ledger {
  readonly digests: readonly string[]
  readonly used: Uint8Array
}

/** Nothing, if a digest stands there twice. */
function openLedger(unordered: readonly string[]): Ledger | undefined {
  const digests = unordered.toSorted()
  for (let i = 1; i < digests.length; i++) if (digests[i - 1] === digests[i]) return undefined
  return { digests, used: new Uint8Array(digests.length) }
}

/** Uses a digest up. False if it is not there, or was used before. */
function spend({ digests, used }: Ledger, digest: string): boolean {
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

function openOne(text: string, progress: Progress, terms: DisclosureTerms): DisclosureRefusal | undefined {
  const before = progress.claims.size
  const json = terms.decode.text(text)
  const content = parseJson(json)
  if (!Array.isArray(content) || content.length !== 3) return 'disclosure-form'
  const [saltAt, nameAt, valueAt] = positions[terms.order]
  const salt = content[saltAt]
  const name = content[nameAt]
  const value = content[valueAt]
  if (typeof salt !== 'string' || typeof name !== 'string') return 'disclosure-form'

  const claim = { salt, name, value, json: jsonOf(json, value, valueAt, terms), text }
  if (!spend(progress.ledger, claimDigest(claim, terms.construction))) return 'digest'
  const refused = refusalOfName(name, content, progress, terms)
  if (refused) return refused
  if (typeof value === 'object' && hasMarks(value)) return 'nested'
  if (progress.claims.set(name, value).size === before) return 'repeated-name'
  if (terms.construction !== 'disclosure') progress.joined.push(claim)
  return undefined
}

/** The received text of the value, cut out only where a digest is over it. */
function jsonOf(json: string, value: JsonValue, at: number, { construction }: DisclosureTerms): string {
  const isRead = construction.endsWith('json-value') || (construction !== 'disclosure' && typeof value !== 'string')
  return isRead ? (sliceElements(json)[at] ?? '') : ''
}

const permanent: ReadonlySet<string> = new Set(['iss', 'id', 'iat', 'exp', 'nbf', 'status', 'cnf', 'vct'])

function refusalOfName(
  name: string,
  content: readonly JsonValue[],
  { payload }: Progress,
  { isClaim, order }: DisclosureTerms,
): DisclosureRefusal | undefined {
  if (isClaim(name)) return undefined
  if (marks.has(name)) return 'name'
  if (permanent.has(name)) return 'permanent'
  if (Object.hasOwn(payload, name)) return 'in-clear'
  return isTurned(content, order, isClaim) ? 'order' : undefined
}

/** Whether the elements stand in the other order, which shows where it is the other place that has a name of the set. */
function isTurned(content: readonly JsonValue[], order: Order, isClaim: DisclosureTerms['isClaim']): boolean {
  const [saltAt, nameAt] = positions[order === 'name-value-salt' ? 'salt-name-value' : 'name-value-salt']
  const name = content[nameAt]
  return typeof content[saltAt] === 'string' && typeof name === 'string' && isClaim(name)
}

function refusalOfEnd(compact: string, from: number, terms: DisclosureTerms): DisclosureRefusal | undefined {
  if (from === compact.length) return undefined
  if (compact.indexOf('.', from) < 0) return 'unterminated'
  return terms.keyBinding === 'unread' ? undefined : 'key-binding'
}

/** The names that an issuer may have written into a claim that was cut anew. */
const claimNames = Object.keys(claimsSchema.properties)

function refusalOfCuts({ joined }: Progress, { construction }: DisclosureTerms): DisclosureRefusal | undefined {
  if (joined.length === 0) return undefined
  const bareSalt = construction.startsWith('parts-bare-salt')
  const circumstances = { claims: joined, bareSalt, known: claimNames }
  return joined.some((claim) => findRecut(claim, circumstances)) ? 'recut' : undefined
}
