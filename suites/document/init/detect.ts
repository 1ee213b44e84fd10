import type { TargetRole } from '../../../model/role.ts'
import type { JsonObject } from '../../../protocol/encoding/json.ts'

/** What a target publishes about itself. */
export interface TargetInspection {
  /** Its metadata, and how their URL was made: an answer to `metadata.path`. */
  readonly metadata?: { readonly content: JsonObject; readonly form: 'literal' | 'insertion' | 'append' }
  /** The path of its JWK Set, below the base URL. */
  readonly jwksPath?: string
  /** How a nonce was obtained, and the members that it was in. */
  readonly nonce?: { readonly path: string; readonly method: string; readonly fields: readonly string[] }
  /** Endpoints that required a token. */
  readonly guarded?: readonly ('issuerMetadata' | 'jwks' | 'nonce')[]
  /** What was found, in words. */
  readonly remarks?: readonly string[]
  /** What was not found, in words. */
  readonly missed?: readonly string[]
}

/** Inspects a target without changing anything there. Throws a `TransportError` if it cannot be reached. */
export type InspectTarget = (url: string, role: TargetRole) => Promise<TargetInspection>

/** An answer to a decision, and how it was found out. */
export interface DetectedAnswer {
  readonly decision: string
  readonly answer: string
  readonly where: string
}

/** The decisions that an inspection answers. */
export function detectAnswers(inspection: TargetInspection, base: string): readonly DetectedAnswer[] {
  const seen: readonly (Omit<DetectedAnswer, 'answer'> & { readonly answer?: string | undefined })[] = [
    ...detectFromMetadata(inspection, base),
    { decision: 'endpoints.jwks.path', answer: inspection.jwksPath, where: 'where the JWK Set was' },
    ...detectOpenEndpoint('jwks', inspection.jwksPath !== undefined),
    ...detectFromNonce(inspection),
    ...(inspection.guarded ?? []).map((endpoint) => ({
      decision: `auth.${endpoint}`,
      answer: 'bearer',
      where: 'it required a token',
    })),
  ]
  const plain = seen.flatMap(({ answer = '', ...rest }) => (isPlain(answer) ? { ...rest, answer } : []))
  return [...new Map(plain.map((each) => [each.decision, each])).values()]
}

/** The answers go into a file in which `${NAME}` is replaced: what a target publishes must not contain that. */
const isPlain = (text: string): boolean => /^[\w./~%:+-]+$/.test(text)

function* detectFromMetadata({ metadata }: TargetInspection, base: string) {
  if (!metadata) return
  const { form, content } = metadata
  yield { decision: 'metadata.path', answer: form, where: 'where the metadata was found' }
  yield* detectOpenEndpoint('issuerMetadata', true)
  yield { decision: 'endpoints.issuerMetadata.method', answer: 'GET', where: 'how they were fetched' }
  for (const [member, decision] of Object.entries(endpointMembers)) {
    yield { decision, answer: findPathBelow(base, content[member]), where: `\`${member}\` in the metadata` }
  }
  if (readKeySetMembers(content.credential_request_encryption).length > 0) {
    const where = 'a key in `credential_request_encryption` of the metadata'
    yield { decision: 'encryption.requestKeySource', answer: 'metadata', where }
  }
}

function* detectFromNonce({ nonce }: TargetInspection) {
  if (!nonce) return
  yield { decision: 'endpoints.nonce.path', answer: nonce.path, where: 'where a nonce was obtained' }
  yield { decision: 'endpoints.nonce.method', answer: nonce.method, where: 'how it was obtained' }
  yield* detectOpenEndpoint('nonce', true)
  const [field, ...more] = nonce.fields
  // Where there are several members, each will do, as the default says.
  if (more.length === 0) yield { decision: 'nonce.responseField', answer: field, where: 'the member that it was in' }
}

const detectOpenEndpoint = (endpoint: string, isOpen: boolean): readonly DetectedAnswer[] =>
  isOpen ? [{ decision: `auth.${endpoint}`, answer: 'none', where: 'it answered without a token' }] : []

/** Members of the metadata that are URLs, and the decisions about their paths. */
const endpointMembers: Readonly<Record<string, string>> = {
  nonce_endpoint: 'endpoints.nonce.path',
  credential_endpoint: 'endpoints.validate.path',
}

/** The keys of an object that contains a JWK Set: `{ jwks: { keys: […] } }`. */
export const readKeySetMembers = (holder: unknown): readonly JsonObject[] => {
  const keys: unknown = Object(Object(Object(holder).jwks).keys)
  return Array.isArray(keys) ? keys.map(Object) : []
}

/** The path of a URL below another one, if it is there. */
export function findPathBelow(base: string, address: unknown): string | undefined {
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined
  const [{ href }, whole] = [new URL(base), new URL(address).href]
  const start = href.replace(/\/$/, '')
  return whole.startsWith(`${start}/`) ? whole.slice(start.length) : undefined
}
