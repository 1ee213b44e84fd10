import { hasMarks, marks } from './accept-payload.ts'
import { decodeText } from './base64url.ts'
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
  /** Digests of the payload that no disclosure has used yet. */
  readonly unused: Set<unknown>
  readonly claims: Map<string, unknown>
  /** The claims once more, with their salts; kept only where parts are joined. */
  readonly joined: Claim[]
}

type Opened = { readonly claims: ReadonlyMap<string, unknown> } | { readonly refused: DisclosureRefusal }

/** Takes every disclosure behind the signed part to the digest that was signed for it, and uses each digest once. */
export function openDisclosures(compact: string, start: number, payload: JsonObject, terms: DisclosureTerms): Opened {
  const digests = payload._sd as readonly string[] // the schema has seen to it
  const progress: Progress = { payload, unused: new Set(digests), claims: new Map(), joined: [] }
  if (progress.unused.size !== digests.length) return { refused: 'repeated-digest' }

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

function openOne(text: string, progress: Progress, terms: DisclosureTerms): DisclosureRefusal | undefined {
  const json = decodeText(text)
  const content = parseJson(json)
  if (!Array.isArray(content) || content.length !== 3) return 'disclosure-form'
  const [saltAt, nameAt, valueAt] = positions[terms.order]
  const [salt, name, value] = [content[saltAt], content[nameAt], content[valueAt]]
  if (typeof salt !== 'string' || typeof name !== 'string') return 'disclosure-form'

  const claim = { salt, name, value, json: jsonOf(json, value, valueAt, terms), text }
  if (!progress.unused.delete(claimDigest(claim, terms.construction))) return 'digest'
  const refused = refusalOfName(name, content, progress, terms)
  if (refused) return refused
  if (typeof value === 'object' && hasMarks(value)) return 'nested'
  progress.claims.set(name, value)
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
  { payload, claims }: Progress,
  { isClaim, order }: DisclosureTerms,
): DisclosureRefusal | undefined {
  if (claims.has(name)) return 'repeated-name'
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

/** A claim can only have been cut anew if its salt is longer than that of another, or if it is alone. */
function refusalOfCuts(
  { joined }: Progress,
  { isClaim, construction }: DisclosureTerms,
): DisclosureRefusal | undefined {
  if (joined.length === 0) return undefined
  let shortest = Number.POSITIVE_INFINITY
  for (const { salt } of joined) shortest = Math.min(shortest, salt.length)
  const suspects = joined.length === 1 ? joined : joined.filter(({ salt }) => salt.length > shortest)
  const bareSalt = construction.startsWith('parts-bare-salt')
  const cut = suspects.some((claim) =>
    findRecut(claim, { siblings: joined.filter((each) => each !== claim), bareSalt, known: isClaim }),
  )
  return cut ? 'recut' : undefined
}
