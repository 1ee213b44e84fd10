import type { TransportError } from '../../../../model/errors.ts'
import type { Role } from '../../../../model/role.ts'
import type { Message } from '../../model/endpoints.ts'
import type { ProbeSession } from '../../model/probe.ts'
import type { LentValues } from '../../reference/actors.ts'

/** Runs a session for a probe or a control, and returns its messages. */
export type RunProbeSession = (session: ProbeSession & ProbePath) => Promise<readonly Message[]>

/** The receiver under test, whether the session takes the short path to it, and what it is for. */
export interface ProbePath {
  readonly receiver: Role
  readonly isShort?: true
  /** Whether a verifier gets the valid credential first of which the mutated one is made: it may remember its id, or its payload. */
  readonly isAfterValid?: true
  /** What the probe does, as the rest of a sentence. */
  readonly description?: string
  /** The id of the probe. */
  readonly id?: string
  /** Whether nothing is sent unless the issuer accepts a valid request for the same `responseEncryption`. */
  readonly isMadeFromAccepted?: true
  /** The values of a session that was opened for several requests; on the short path to an issuer. */
  readonly lent?: LentValues & { readonly session: string; readonly messages: readonly Message[] }
  /** Called if the session ends because a message or a reply is lost. */
  readonly onLoss?: (loss: TransportError) => void
}
