import type { SessionResult } from '../../../../model/check.ts'
import type { StandardProfile } from '../../../../model/decision.ts'
import type { Requirement } from '../../../../model/requirement.ts'
import type { ReferenceProfile } from '../../../kit/reference-profile.ts'
import type { WalletSession } from '../../actors/wallet-session.ts'
import type { IssuerMutation } from '../../issuer-changes.ts'
import type { WalletMutation } from '../../wallet/faults.ts'
import type { WalletProbe } from '../../wallet/make-probe.ts'
import type { usualSessions } from '../../wallet/probes.ts'

/** A suite by which wallets are tested that obtain credentials: OpenID4VCI, or one that builds on it. */
export interface WalletProfile {
  readonly suite: StandardProfile
  readonly rows: readonly Requirement[]
  /** The issuer that wallets meet. It takes more than the reference issuer: what a wallet does wrong is for checks to say. */
  readonly issuer: IssuerMutation
  /** Whether credentials have the certificate of their issuer in `x5c` in any case. */
  readonly hasCertificate: boolean
  /** The sessions that are played in any case. */
  readonly sessions: typeof usualSessions
  readonly probes: readonly WalletProbe[]
  readonly checks?: {
    readonly session?: (session: WalletSession) => Iterable<SessionResult>
    readonly sessions?: (sessions: readonly WalletSession[]) => Iterable<SessionResult>
  }
  readonly reference: ReferenceProfile<WalletMutation>
}
