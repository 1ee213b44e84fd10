import type { SessionResult } from '../../../model/check.ts'
import type { Requirement } from '../../../model/requirement.ts'
import { checkEphemeralKeys } from '../../jose/ephemeral-keys.ts'
import { explainComputed } from '../../kit/guessable-values.ts'
import { concludeOn } from '../../kit/results.ts'
import { readToken } from '../actors/read-proofs.ts'
import type { WalletSession } from '../actors/wallet-session.ts'
import { VCIWALLET } from './requirements.ts'
import { listAuthorizations, listCalls, readForm } from './seen.ts'

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
  yield* checkVerifiers(sessions)
  const sealed = requests.flatMap(({ body, headers }) =>
    body !== undefined && headers['content-type']?.startsWith('application/jwt') ? [body] : [],
  )
  yield* checkEphemeralKeys(VCIWALLET.EPHEMERAL, sealed)
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
