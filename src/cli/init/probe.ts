import type { TargetRole } from '../../model/settings.ts'
import type { JsonObject } from '../../protocol/json.ts'

/** What a target was seen to publish. */
export interface Glimpse {
  /** Its metadata, and how the address was made at which they are: an answer to `metadata.path`. */
  readonly metadata?: { readonly content: JsonObject; readonly form: 'literal' | 'insertion' | 'append' }
  /** Where its key set is, below its base address. */
  readonly jwksPath?: string
  /** How a nonce was got, and under which names it was in the answer. */
  readonly nonce?: { readonly path: string; readonly method: string; readonly fields: readonly string[] }
  /** Endpoints that answered nobody without a token. */
  readonly guarded?: readonly ('issuerMetadata' | 'jwks' | 'nonce')[]
  /** What was seen, in words. */
  readonly remarks?: readonly string[]
  /** What was asked for and not found, in words. */
  readonly missed?: readonly string[]
}

/** Looks at a target without changing anything there. One that cannot be reached is a `WireError`. */
export type Probe = (url: string, role: TargetRole) => Promise<Glimpse>

/** An answer to a decision, and what it was seen in. */
export interface Seen {
  readonly decision: string
  readonly answer: string
  readonly where: string
}

/** The decisions that a glimpse answers. */
export function seenIn(glimpse: Glimpse, base: string): readonly Seen[] {
  const seen: readonly (Omit<Seen, 'answer'> & { readonly answer?: string | undefined })[] = [
    ...seenInMetadata(glimpse, base),
    { decision: 'endpoints.jwks.path', answer: glimpse.jwksPath, where: 'where a key set is' },
    ...seenOpen('jwks', glimpse.jwksPath !== undefined),
    ...seenInNonce(glimpse),
    ...(glimpse.guarded ?? []).map((endpoint) => ({
      decision: `auth.${endpoint}`,
      answer: 'bearer',
      where: 'it answers nobody without a token',
    })),
  ]
  const plain = seen.flatMap(({ answer = '', ...rest }) => (isPlain(answer) ? { ...rest, answer } : []))
  return [...new Map(plain.map((each) => [each.decision, each])).values()]
}

/** What a target publishes is written to a file in which `${NAME}` would be filled in: it must not hold that. */
const isPlain = (text: string): boolean => /^[\w./~%:+-]+$/.test(text)

function* seenInMetadata({ metadata }: Glimpse, base: string) {
  if (!metadata) return
  const { form, content } = metadata
  yield { decision: 'metadata.path', answer: form, where: 'where the metadata are' }
  yield* seenOpen('issuerMetadata', true)
  yield { decision: 'endpoints.issuerMetadata.method', answer: 'GET', where: 'how they were fetched' }
  for (const [member, decision] of Object.entries(endpointMembers)) {
    yield { decision, answer: pathBelow(base, content[member]), where: `\`${member}\` of the metadata` }
  }
  if (keysIn(content.credential_request_encryption).length > 0) {
    const where = 'a key in `credential_request_encryption` of the metadata'
    yield { decision: 'encryption.requestKeySource', answer: 'metadata', where }
  }
}

function* seenInNonce({ nonce }: Glimpse) {
  if (!nonce) return
  yield { decision: 'endpoints.nonce.path', answer: nonce.path, where: 'where a nonce was got' }
  yield { decision: 'endpoints.nonce.method', answer: nonce.method, where: 'how it was got' }
  yield* seenOpen('nonce', true)
  const [field, ...more] = nonce.fields
  // Where there are several names, either will do: that is what holds where nobody answers.
  if (more.length === 0) yield { decision: 'nonce.responseField', answer: field, where: 'the name that it came under' }
}

const seenOpen = (endpoint: string, isOpen: boolean): readonly Seen[] =>
  isOpen ? [{ decision: `auth.${endpoint}`, answer: 'none', where: 'it answered without a token' }] : []

/** Members of the metadata that are addresses, and the decisions that ask for their paths. */
const endpointMembers: Readonly<Record<string, string>> = {
  nonce_endpoint: 'endpoints.nonce.path',
  credential_endpoint: 'endpoints.validate.path',
}

/** The keys of something that holds a key set: `{ jwks: { keys: […] } }`. */
export const keysIn = (holder: unknown): readonly JsonObject[] => {
  const keys: unknown = Object(Object(Object(holder).jwks).keys)
  return Array.isArray(keys) ? keys.map(Object) : []
}

/** The path of an address below another one; nothing, if it is elsewhere. */
export function pathBelow(base: string, address: unknown): string | undefined {
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined
  const [{ href }, whole] = [new URL(base), new URL(address).href]
  const start = href.replace(/\/$/, '')
  return whole.startsWith(`${start}/`) ? whole.slice(start.length) : undefined
}
