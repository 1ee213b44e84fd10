import type { Requirement } from '../../../model/requirement.ts'
import type { HttpRequest } from '../../../model/wire.ts'
import { readEphemeralKey } from '../../jose/ephemeral-keys.ts'
import type { WalletSession } from '../actors/wallet-session.ts'
import type { SessionResult } from '../session-checks.ts'
import { VCIWALLET } from './requirements.ts'
import { concludeOn, readToken } from './seen.ts'

/** A value that is new in every message of its kind, whatever the session. */
interface FreshValue {
  readonly row: Requirement
  /** The message that has it. What is sent again is the same message: servers refuse it, and no sentence forbids it. */
  readonly select: (request: HttpRequest) => string | undefined
  readonly read: (text: string) => unknown
  readonly problem: string
}

const readId = (text: string): unknown => readToken(text)?.payload.jti

const freshValues: readonly FreshValue[] = [
  {
    row: VCIWALLET['DPOP-ONCE'],
    select: ({ headers }) => headers.dpop,
    read: readId,
    problem: 'two proofs have the same `jti`',
  },
  {
    row: VCIWALLET['CLIENT-ONCE'],
    select: ({ headers }) => headers['oauth-client-attestation-pop'],
    read: readId,
    problem: 'two proofs have the same `jti`',
  },
  {
    row: VCIWALLET.EPHEMERAL,
    select: ({ body, headers }) => (headers['content-type']?.startsWith('application/jwt') ? body : undefined),
    read: readEphemeralKey,
    problem: 'two requests have the same ephemeral key',
  },
]

/** Judges whether what has to be new is new in all messages of all sessions. */
export function* checkFreshValues(sessions: readonly WalletSession[]): Generator<SessionResult> {
  const requests = sessions.flatMap(({ calls }) => calls.map(({ request }) => request))
  for (const { row, select, read, problem } of freshValues) {
    const texts = new Set(requests.flatMap((each) => select(each) ?? []))
    const values = [...texts].flatMap((text) => read(text) ?? [])
    if (values.length > 1) yield concludeOn(row, new Set(values).size === values.length, problem)
  }
}
