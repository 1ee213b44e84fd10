import type { SessionResult } from '../../../model/check.ts'
import type { Requirement } from '../../../model/requirement.ts'
import { checkEphemeralKeys } from '../../jose/ephemeral-keys.ts'
import type { WalletSession } from '../actors/wallet-session.ts'
import { VCIWALLET } from './requirements.ts'
import { concludeOn, readToken } from './seen.ts'

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
  const sealed = requests.flatMap(({ body, headers }) =>
    body !== undefined && headers['content-type']?.startsWith('application/jwt') ? [body] : [],
  )
  yield* checkEphemeralKeys(VCIWALLET.EPHEMERAL, sealed)
}
