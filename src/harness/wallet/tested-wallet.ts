import type { Driver, DriverReply } from '../../../model/driver.ts'
import { HarnessError, TransportError } from '../../../model/errors.ts'
import type { JsonObject } from '../../../protocol/encoding/json.ts'
import type { HandedSession } from './handed-session.ts'
import { type HeldSession, takeTogether } from './take-together.ts'
import { type Patience, waitUntilDone } from './wait-until-done.ts'

/** What a wallet says about a link; nothing, if it says nothing. */
export interface WalletWord {
  readonly accepted?: boolean
  readonly reason?: string
  /** What it returns to the Digital Credentials API. */
  readonly response?: JsonObject
}

/** A wallet under test. */
export interface TestedWallet<Session extends HandedSession = HandedSession> {
  /** Hands over a link, and returns when the wallet is done with it. */
  readonly take: (session: Session) => Promise<WalletWord>
  /** Hands over several links, which are open at the same time; absent where a person does it. */
  readonly takeTogether?: TakeTogether<Session>
  readonly close: () => Promise<void>
}

type TakeTogether<Session> = (held: readonly HeldSession<Session>[]) => Promise<readonly WalletWord[] | undefined>

/** A wallet behind a driver. What it does not say is seen from what it sends. */
export function createDrivenWallet(driver: Driver, patience: Patience, clock: () => number): TestedWallet {
  let hasCalled = false
  /** A driver that never worked is not a wallet; later, the end of a process is what the wallet did. */
  const explainLoss = (error: unknown, { calls }: HandedSession): WalletWord => {
    if (!(error instanceof TransportError)) throw error
    if (!hasCalled && calls.length === 0) throw new HarnessError('ERR_TARGET', error.message, { cause: error })
    return { reason: error.message }
  }
  const take = async (session: HandedSession): Promise<WalletWord> => {
    const over = new AbortController()
    const arrival = waitUntilDone(session, patience, over.signal, clock).then(() => session.link)
    try {
      const reply = await driver.execute(session.command, { signal: over.signal, arrival })
      const word = readWord(reply)
      hasCalled ||= word.response !== undefined
      // What the platform hands over is answered in the reply, or not at all.
      if (word.accepted === undefined && session.command.verb !== 'request') await arrival
      return word
    } catch (error) {
      return explainLoss(error, session)
    } finally {
      hasCalled ||= session.calls.length > 0
      over.abort()
    }
  }
  return { take, takeTogether: (held) => takeTogether(take, held, clock), close: driver.close }
}

/** A command line that was run says nothing of the wallet: its driver returns what it waited for. */
function readWord({ accepted, refused, links, response }: DriverReply): WalletWord {
  if (response) return { response, ...(refused !== undefined && { reason: refused }) }
  if (accepted !== undefined) return { accepted, ...(refused !== undefined && { reason: refused }) }
  return refused === undefined || links ? {} : { accepted: false, reason: refused }
}
