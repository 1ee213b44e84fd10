import type { HttpRequest, HttpResponse } from '../../../model/wire.ts'
import { type JsonObject, readText } from '../../../protocol/encoding/json.ts'
import type { Jwk } from '../../../protocol/jose/jwk.ts'
import { readClientProof } from './client-validations.ts'
import { readDpopProof } from './dpop-validations.ts'
import type { VciIssuerSteps, VciRequestFacts } from './issuer-steps.ts'

/** What a reference issuer of OpenID4VCI 1.0 needs. */
export interface VciIssuerOptions {
  /** Its identifier. */
  readonly base: string
  readonly steps: VciIssuerSteps
  readonly random: (octets: number) => Buffer
  /** Seconds since 1970. */
  readonly now: () => number
  /** Private keys of the issuer, and the public key of the provider of wallets that it trusts. */
  readonly keys: { readonly signing: Jwk; readonly encryption: Jwk; readonly provider: Jwk }
}

/** What an access token is good for. */
export interface VciGrant {
  readonly identifiers: readonly string[]
  /** The configurations whose credentials can be had for it; any, where it does not say. */
  readonly configurations?: readonly string[]
  /** The thumbprint of the key to which it is bound. */
  readonly boundTo?: string
}

/** A refresh token: who has it, and what for. */
export interface VciRefreshToken extends VciGrant {
  readonly client: string
  /** The thumbprint of the key of the wallet attestation with which it was obtained. */
  readonly instance?: string
  isUsed: boolean
}

/** A credential that is issued later. */
export interface VciTransaction {
  readonly grant: VciGrant
  readonly holders: readonly (Jwk | undefined)[]
  /** What the metadata says of the credential. */
  readonly configuration: JsonObject
  left: number
  isUsed: boolean
}

/** A code that is exchanged for an access token, and the authorization request from which it comes. */
export interface VciCode {
  readonly authorization?: JsonObject
  /** The configurations of the offer that it is in. */
  readonly offered?: readonly string[]
  /** The transaction code of this offer. */
  readonly txCode?: string
  /** Seconds since 1970. */
  readonly givenAt: number
  isUsed: boolean
  token?: string
}

/** What an issuer remembers. */
interface VciState {
  readonly codes: Map<string, VciCode>
  /** Authorization requests that were pushed. */
  readonly pushed: Map<string, Required<Pick<VciCode, 'authorization' | 'givenAt' | 'isUsed'>>>
  readonly offers: Map<string, string>
  readonly grants: Map<string, VciGrant>
  readonly refreshTokens: Map<string, VciRefreshToken>
  readonly nonces: Map<string, true>
  readonly challenges: Map<string, true>
  readonly transactions: Map<string, VciTransaction>
  readonly notifications: Map<string, VciGrant>
}

/** An issuer at work. */
export interface VciContext extends VciIssuerOptions {
  readonly metadata: JsonObject
  /** The metadata of its authorization server. */
  readonly server: JsonObject
  readonly state: VciState
}

export function createContext(options: VciIssuerOptions): VciContext {
  const { steps, base } = options
  const metadata = steps.issuerMetadata(base)
  const [named = base] = Array.isArray(metadata.authorization_servers) ? metadata.authorization_servers : []
  const server = steps.serverMetadata(readText(named))
  return { ...options, metadata, server, state: createState() }
}

const createState = (): VciState => ({
  codes: new Map(),
  pushed: new Map(),
  offers: new Map(),
  grants: new Map(),
  refreshTokens: new Map(),
  nonces: new Map(),
  challenges: new Map(),
  transactions: new Map(),
  notifications: new Map(),
})

/** How many of anything are remembered. The oldest are forgotten first. */
const mostKept = 10_000

export function keepEntry<T>(map: Map<string, T>, key: string, value: T): void {
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > mostKept && oldest !== undefined) map.delete(oldest)
}

/** A code, a token or another name that cannot be guessed. */
export const drawName = ({ random }: VciContext): string => random(16).toString('base64url')

/** A new challenge for a wallet that authenticates itself; nothing, where none is wanted. */
export function drawChallenge(context: VciContext): string | undefined {
  const challenge = context.steps.nameChallenge?.(drawName(context))
  if (challenge !== undefined) keepEntry(context.state.challenges, challenge, true)
  return challenge
}

const readScheme = ({ headers }: HttpRequest): string => headers.authorization?.split(' ', 1)[0]?.toLowerCase() ?? ''

/** What is known about a request. */
export function collectFacts(
  { base, metadata, server, steps, state, keys, now }: VciContext,
  call: HttpRequest,
  request: JsonObject,
  more: Partial<VciRequestFacts> = {},
): VciRequestFacts {
  const dpop = readDpopProof(steps.readDpop(call))
  const client = readClientProof(call)
  const boundTo = steps.find('token', state.grants, steps.readToken(call))?.boundTo
  return {
    base,
    metadata,
    server,
    method: call.method,
    url: `${new URL(base).origin}${new URL(call.url, base).pathname}`,
    request,
    isEncrypted: false,
    token: steps.readToken(call),
    scheme: readScheme(call),
    ...(dpop && { dpop }),
    ...(client && { client }),
    ...(steps.nameChallenge && { challenges: new Set(state.challenges.keys()) }),
    ...(steps.dpopNonce !== undefined && { dpopNonce: steps.dpopNonce }),
    ...(boundTo !== undefined && { boundTo }),
    isAuthorized: false,
    isKnown: false,
    isUsed: false,
    identifiers: [],
    proofs: [],
    provider: keys.provider,
    nonces: new Set(state.nonces.keys()),
    now: now(),
    ...more,
  }
}

export const findGrant = ({ state, steps }: VciContext, call: HttpRequest): VciGrant | undefined =>
  steps.find('token', state.grants, steps.readToken(call))

export const respondWithJson = (status: number, content: JsonObject): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: JSON.stringify(content),
})

/** An error; that of an access token names the scheme as well. */
export function respondWithError(error: string): HttpResponse {
  return error === 'invalid_token' ? refuseToken(error, 'Bearer') : respondWithJson(400, { error })
}

/** An error of an endpoint that takes access tokens. */
export const respondToToken = (error: string): HttpResponse =>
  error.includes('dpop') ? refuseToken(error, 'DPoP') : respondWithError(error)

function refuseToken(error: string, scheme: string): HttpResponse {
  const response = respondWithJson(401, { error })
  return { ...response, headers: { ...response.headers, 'www-authenticate': `${scheme} error="${error}"` } }
}
