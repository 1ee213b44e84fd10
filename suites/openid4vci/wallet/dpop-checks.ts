import { createHash } from 'node:crypto'
import type { SessionResult } from '../../../model/check.ts'
import { isObject, type JsonValue } from '../../../protocol/encoding/json.ts'
import type { Jws } from '../../../protocol/jose/jws.ts'
import { isSameType } from '../../jose/media-type.ts'
import { concludeOn } from '../../kit/results.ts'
import { readToken } from '../actors/read-proofs.ts'
import type { WalletCall, WalletSession } from '../actors/wallet-session.ts'
import { nameKey } from '../issued-credential.ts'
import { VCIWALLET } from './requirements.ts'
import { findToken, type IssuedToken, listCalls, listTokens, readPath } from './seen.ts'

const boundEndpoints = ['push', 'token', 'credential', 'deferred', 'notification'] as const

/** Judges proofs of the keys to which access tokens are bound (RFC 9449), where a wallet uses them. */
export function* checkDpop(session: WalletSession): Generator<SessionResult> {
  const calls = listCalls(session, ...boundEndpoints)
  const tokens = listTokens(session)
  const proven = calls.filter(isProven)
  for (const call of proven) yield* checkProof(call, session, findToken(call, tokens))
  const given = new Set(session.calls.map(readNonce))
  for (const endpoints of servers) yield* checkNonces(listCalls(session, ...endpoints), given)
  yield* checkBinding(calls, tokens)
}

/** The endpoints of the authorization server and of the issuer, each of which has nonces of its own. */
const servers = [
  ['push', 'token'],
  ['nonce', 'credential', 'deferred', 'notification'],
] as const

const readNonce = ({ response }: WalletCall): JsonValue | undefined => response.headers['dpop-nonce']

const isProven = ({ request }: WalletCall): boolean => request.headers.dpop !== undefined

/**
 * Once a server has given a nonce in answer to a proof, further proofs for it have one that it gave. Both servers have one origin,
 * so that a wallet which keeps one nonce for each origin may have one of the other server.
 */
function* checkNonces(
  calls: readonly WalletCall[],
  ofOrigin: ReadonlySet<JsonValue | undefined>,
): Generator<SessionResult> {
  for (const [i, call] of calls.entries()) {
    if (!isProven(call)) continue
    const before = calls.slice(0, i).filter((each) => readNonce(each) !== undefined)
    const { nonce } = readProof(call)?.payload ?? {}
    const problem = nonce === undefined ? '`nonce` is absent' : '`nonce` is not one that the server gave'
    const isKnown = nonce !== undefined && ofOrigin.has(nonce)
    if (before.some(isProven)) yield concludeOn(VCIWALLET['DPOP-CLAIMS'], isKnown, problem)
    const place = before.findLastIndex((each) => readNonce(each) === nonce)
    // What is sent side by side may have the nonce before, and what is sent again has the one that it had.
    const later = before.slice(place + 1).filter(isProven).length
    const isRepeated = calls.slice(0, i).some(({ request }) => request.headers.dpop === call.request.headers.dpop)
    if (place >= 0 && !isRepeated)
      yield concludeOn(VCIWALLET['DPOP-NONCE-NEW'], later < 2, `the server gave ${later} others after it`)
  }
}

const readProof = ({ request }: WalletCall): Jws | undefined => readToken(request.headers.dpop)

function* checkProof(
  call: WalletCall,
  { start, issuer }: WalletSession,
  token: IssuedToken | undefined,
): Generator<SessionResult> {
  const jws = readProof(call)
  const problem = jws ? findHeaderProblem(jws) : 'it cannot be read'
  yield concludeOn(VCIWALLET.DPOP, problem === undefined, problem ?? '')
  if (!jws) return
  const problems = [...listClaimProblems(jws, { call, token, issuer }), ...listTimeProblems(jws, start)]
  yield concludeOn(VCIWALLET['DPOP-CLAIMS'], problems.length === 0, problems.join(' and '))
}

function findHeaderProblem({ header: { typ, alg, jwk } }: Jws): string | undefined {
  if (!isSameType(typ, 'dpop+jwt')) return '`typ` is another one'
  if (typeof alg !== 'string' || /^(?:none|HS\d+)$/i.test(alg)) return '`alg` is not a signature algorithm'
  return isObject(jwk) ? undefined : 'there is no `jwk`'
}

/** Seconds by which the clock of a wallet may differ: what is a day away was not made now. */
const clockSkew = 86_400

function* listTimeProblems({ payload: { iat } }: Jws, start: number): Generator<string> {
  if (typeof iat === 'number' && Math.abs(iat - start) > clockSkew) yield '`iat` is more than a day away from the offer'
}

interface ProvenCall {
  readonly call: WalletCall
  readonly token: IssuedToken | undefined
  readonly issuer: string
}

function* listClaimProblems({ payload }: Jws, { call, token, issuer }: ProvenCall): Generator<string> {
  const { jti, iat, htm, htu, ath } = payload
  if (typeof jti !== 'string') yield '`jti` is absent'
  if (typeof iat !== 'number') yield '`iat` is absent'
  if (htm !== call.request.method) yield '`htm` is not the method'
  if (!isSameAddress(htu, call, issuer)) yield '`htu` is not the address'
  if (token && call.endpoint !== 'token' && ath !== hash(token.token)) yield '`ath` is not the hash of the access token'
}

/** A proxy may have changed the host on the way: the wallet knows that of the issuer. */
const isSameAddress = (htu: JsonValue | undefined, call: WalletCall, issuer: string): boolean =>
  typeof htu === 'string' &&
  URL.canParse(htu) &&
  new URL(htu).origin === new URL(issuer).origin &&
  new URL(htu).pathname === readPath(call) &&
  new URL(htu).search === '' &&
  new URL(htu).hash === ''

const hash = (token: string): string => createHash('sha256').update(token).digest('base64url')

function* checkBinding(calls: readonly WalletCall[], tokens: readonly IssuedToken[]): Generator<SessionResult> {
  for (const call of calls) {
    const token = call.endpoint === 'token' ? undefined : findToken(call, tokens)
    if (token?.type !== 'dpop') continue
    const [own, first] = [call, token.call].map((each) => readProof(each)?.header.jwk)
    const isSame = isObject(own) && isObject(first) && nameKey(own) === nameKey(first)
    const problem = own === undefined ? 'a request has no proof' : 'a proof is signed with another key'
    yield concludeOn(VCIWALLET['DPOP-BOUND'], isSame, problem)
  }
}
