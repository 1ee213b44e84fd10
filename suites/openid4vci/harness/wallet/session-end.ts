import { readText } from '../../../../protocol/encoding/json.ts'
import { showPath } from '../../../../protocol/encoding/url.ts'
import { showWords } from '../../../../src/harness/obstacle.ts'
import type { WalletWord } from '../../../../src/harness/wallet/tested-wallet.ts'
import type { IssuerMutation } from '../../issuer-changes.ts'
import { isSuccess, listCalls, readAnswer } from '../../wallet/seen.ts'
import type { IssuerSession } from './issuer-session.ts'

/** How a session ended, as far as it can be seen. */
export interface WalletSessionEnd {
  /** The issuer gave a credential, at once or later. */
  readonly isIssued: boolean
  /** The wallet says that it took the credential, or that it did not; nothing, if it says neither or both. */
  readonly accepted?: boolean
  readonly reason?: string
}

/** A session that is over. */
export interface PlayedSession extends WalletSessionEnd {
  readonly session: IssuerSession
}

/** Plays one session, and judges all that the wallet sent in it. */
export type PlaySession = (description: string, change: IssuerMutation) => Promise<PlayedSession>

/** Reads the end of a session from what the wallet sent and from what its driver says. */
export function summarizeEnd(session: IssuerSession, { accepted: stated, reason }: WalletWord): WalletSessionEnd {
  const events = listCalls(session, 'notification').map((call) => session.read(call)?.event)
  const noted = events.includes('credential_accepted') ? true : events.length > 0 ? false : undefined
  const isIssued = listCalls(session, 'credential', 'deferred').some(({ response }) => response.status === 200)
  const ends = new Set([stated, noted].filter((each) => each !== undefined))
  const [accepted] = ends.size === 1 ? ends : []
  return { isIssued, ...(accepted !== undefined && { accepted }), ...(reason !== undefined && { reason }) }
}

/** What a wallet did last, in words. */
export function describeEnd({ session, reason }: PlayedSession): string {
  const last = session.calls.at(-1)
  const words = reason === undefined ? '' : `; it says: ${showWords(reason)}`
  if (!last) return `it sends nothing${words}`
  const { error } = readAnswer(last)
  const answer = isSuccess(last) ? '' : `, answered by ${last.response.status} ${readText(error)}`.trimEnd()
  return `its last request is ${last.request.method} ${showPath(last.request.url)}${answer}${words}`
}
