import { showPath } from '../../../../protocol/encoding/url.ts'
import { showWords } from '../../../../src/harness/obstacle.ts'
import type { VerifierMutation } from '../../verifier/faults.ts'
import { isPresentation, listCallsAt, listErrors } from '../../wallet/checks.ts'
import type { Connection } from '../../wallet/probes.ts'
import type { VerifierSession } from './verifier-session.ts'

/** A session that is over. */
export interface EndedSession {
  readonly session: VerifierSession
  /** Why the wallet went no further, in its own words. */
  readonly reason?: string
}

/** Plays one session; where it is judged, all messages of the wallet are. */
export type PlayRequest = (description: string, change: VerifierMutation, isJudged: boolean) => Promise<EndedSession>

/** How the sessions of a usual verifier ended, by each of its names. */
export type ConnectionEnds = { readonly [C in Connection]?: EndedSession }

/** Whether a wallet presented something where the response is due. */
export const hasPresented = ({ session }: EndedSession): boolean =>
  listCallsAt(session, 'response').some((call) => isPresentation(session, call))

/** What a wallet did, in words. */
export function describeEnding({ session, reason }: EndedSession): string {
  const words = reason === undefined ? '' : `; it says: ${showWords(reason)}`
  const [error] = listErrors(session)
  if (error !== undefined) return `it sends the error ${showWords(error)}${words}`
  if (session.origin !== undefined && session.calls.length > 0)
    return `it returns neither a VP Token nor an error${words}`
  const last = session.calls.at(-1)
  if (!last) return `it sends nothing${words}`
  return `its last request is ${last.request.method} ${showPath(last.request.url)}${words}`
}
