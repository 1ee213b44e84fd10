import type { SessionResult } from '../../../model/check.ts'
import type { WalletSession } from '../actors/wallet-session.ts'
import { checkClientAttestations } from './attestation-checks.ts'
import { checkAuthorization } from './authorization-checks.ts'
import { checkDpop } from './dpop-checks.ts'
import { checkManner } from './manner-checks.ts'
import { checkRequests } from './request-checks.ts'
import { checkSteps } from './step-checks.ts'

/** Judges all that a wallet did about one offer, beside what each message shows by itself. */
export function* checkWalletSession(session: WalletSession): Generator<SessionResult> {
  yield* checkSteps(session)
  yield* checkRequests(session)
  yield* checkDpop(session)
  yield* checkAuthorization(session)
  yield* checkClientAttestations(session)
  yield* checkManner(session)
}
