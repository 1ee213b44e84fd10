import type { SessionResult } from '../../../model/check.ts'
import type { Requirement } from '../../../model/requirement.ts'
import type { JsonObject } from '../../../protocol/encoding/json.ts'
import type { Jws } from '../../../protocol/jose/jws.ts'
import { checkEphemeralKeys } from '../../jose/ephemeral-keys.ts'
import { explainComputed } from '../../kit/guessable-values.ts'
import { checkRandom, concludeOn } from '../../kit/results.ts'
import { readToken } from '../actors/read-proofs.ts'
import type { WalletSession } from '../actors/wallet-session.ts'
import { VCIWALLET } from './requirements.ts'
import { listAuthorizations, listCalls, listProofs, readForm } from './seen.ts'

/** The proofs of a wallet that have a new `jti` each, whatever the session, by the header field that has them. */
const proofs: readonly { readonly row: Requirement; readonly field: string }[] = [
  { row: VCIWALLET['DPOP-ONCE'], field: 'dpop' },
  { row: VCIWALLET['CLIENT-ONCE'], field: 'oauth-client-attestation-pop' },
]

/**
 * Judges whether what has to be new is new in all messages of all sessions. What is sent again is the same message:
 * servers refuse it, and no sentence forbids it.
 */
export function* checkFreshValues(sessions: readonly WalletSession[]): Generator<SessionResult> {
  const requests = sessions.flatMap(({ calls }) => calls.map(({ request }) => request))
  for (const { row, field } of proofs) {
    const texts = new Set(requests.flatMap(({ headers }) => headers[field] ?? []))
    const ids = [...texts].flatMap((text) => readToken(text)?.payload.jti ?? [])
    if (ids.length > 1) yield concludeOn(row, new Set(ids).size === ids.length, 'two proofs have the same `jti`')
  }
  yield* checkTokens(sessions)
  yield* checkStates(sessions)
  yield* checkVerifiers(sessions)
  const sealed = requests.flatMap(({ body, headers }) =>
    body !== undefined && headers['content-type']?.startsWith('application/jwt') ? [body] : [],
  )
  yield* checkEphemeralKeys(VCIWALLET.EPHEMERAL, sealed)
}

/** The proofs and key attestations in a request. */
const listTokens = (content: JsonObject): readonly Jws[] =>
  listProofs(content)
    .flatMap(([, list]) => list)
    .flatMap((text) => readToken(text) ?? [])
    .flatMap((jws) => [jws, ...[readToken(jws.header.key_attestation)].filter((each) => each !== undefined)])

/** An identifier is that of one token, however often it is sent or signed (RFC 7519, section 4.1.7). */
function* checkTokens(sessions: readonly WalletSession[]): Generator<SessionResult> {
  const all = sessions.flatMap((session) =>
    listCalls(session, 'credential').flatMap((call) => listTokens(session.read(call) ?? {})),
  )
  const tokens = new Map(all.map((jws) => [jws.signingInput, jws.payload.jti]))
  const ids = [...tokens.values()].filter((each) => each !== undefined)
  if (ids.length > 1)
    yield concludeOn(VCIWALLET['JTI-ONCE'], new Set(ids).size === ids.length, 'two tokens have the same `jti`')
}

/** Where no challenge binds the code to the session, `state` does. */
function* checkStates(sessions: readonly WalletSession[]): Generator<SessionResult> {
  const states = sessions.flatMap((session) => {
    const unbound = listAuthorizations(session).filter((form) => !form.has('code_challenge'))
    return [...new Set(unbound.map((form) => form.get('state') ?? ''))]
  })
  const row = VCIWALLET['STATE-FRESH']
  if (states.includes('')) yield { row, problem: 'a request has neither `state` nor `code_challenge`' }
  const own = checkRandom(
    row,
    states.filter((each) => each !== ''),
  )
  if (own) yield own
}

/** A session may repeat its own request; another one has a verifier of its own. */
function* checkVerifiers(sessions: readonly WalletSession[]): Generator<SessionResult> {
  const challenges = sessions.map(
    (session) => new Set(listAuthorizations(session).flatMap((all) => all.getAll('code_challenge'))),
  )
  const used = challenges.filter(({ size }) => size > 0)
  const isNew = used.every((each, i) => used.slice(0, i).every((earlier) => earlier.isDisjointFrom(each)))
  if (used.length > 1) yield concludeOn(VCIWALLET['VERIFIER-NEW'], isNew, 'two sessions have one `code_challenge`')
  const verifiers = sessions.flatMap((session) =>
    listCalls(session, 'token').flatMap((call) => readForm(call).getAll('code_verifier')),
  )
  const weakness = explainComputed(verifiers)
  if (new Set(verifiers).size >= leastVerifiers)
    yield concludeOn(VCIWALLET['VERIFIER-GUESSED'], !weakness, weakness ?? '')
}

/** The fewest verifiers that show how they are made. */
const leastVerifiers = 4
