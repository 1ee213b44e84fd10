import type { SessionResult } from '../../../../model/check.ts'
import type { StandardProfile } from '../../../../model/decision.ts'
import type { Requirement } from '../../../../model/requirement.ts'
import type { Journal } from '../../../../src/harness/journal.ts'
import type { TestTrial } from '../../../../src/harness/trials.ts'
import type { ReferenceProfile } from '../../../kit/reference-profile.ts'
import type { PresentationSession } from '../../actors/presentation-session.ts'
import type { VerifierMutation } from '../../verifier/faults.ts'
import type { PresenterMutation } from '../../wallet/faults.ts'
import type { DcConnection } from '../../wallet/probes.ts'
import type { ProbePlan } from './send-vp-probes.ts'
import type { ConnectionEnds, PlayRequest } from './session-end.ts'

/** A suite by which wallets are tested that present: OpenID4VP, or one that builds on it. */
export interface PresenterProfile {
  readonly suite: StandardProfile
  readonly rows: readonly Requirement[]
  /** What verifiers of this suite ask for; absent for the usual request. */
  readonly verifier?: VerifierMutation
  /** Plays the sessions of a usual verifier. */
  readonly playUsual: (play: PlayRequest, journal: Journal) => Promise<ConnectionEnds>
  /** Usual verifiers that put their requests to the Digital Credentials API. */
  readonly dcConnections: Readonly<Record<DcConnection, VerifierMutation>>
  /** Judges how their sessions ended. */
  readonly checkDc?: (ends: ConnectionEnds, play: PlayRequest, journal: Journal) => Promise<void>
  /** What a wallet is asked, by what it has presented. */
  readonly plan: (ends: ConnectionEnds, journal: Journal) => ProbePlan
  readonly checkSessions?: (sessions: readonly PresentationSession[]) => Iterable<SessionResult>
  /** Why a wallet presents nothing that presents where this suite is not followed. */
  readonly explainNothing?: (trials: readonly TestTrial[]) => string | undefined
  readonly reference: ReferenceProfile<PresenterMutation>
}
