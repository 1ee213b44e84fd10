import type { HandedSession } from './handed-session.ts'
import type { Hold } from './holds.ts'
import { type Patience, waitUntilDone } from './wait-until-done.ts'

/** A session that waits for one of its answers while others go on, or that does not wait. */
export interface HeldSession<Session> {
  readonly session: Session
  readonly place?: string
}

/** Seconds without a call after which a wallet is taken to wait for the sessions that it has begun. */
const quiet: Patience = { before: 2, after: 2 }

/**
 * Hands over several links. Each is handed over once the session before it waits, or is over; then all go on, the first one first.
 * Returns what the wallet said of those that it began: who takes one link after the other begins the first alone.
 */
export async function takeTogether<Session extends HandedSession, Word>(
  take: (session: Session) => Promise<Word>,
  held: readonly HeldSession<Session>[],
  clock: () => number,
): Promise<readonly Word[]> {
  const begun: { readonly word: Promise<Word>; readonly hold: Hold | undefined }[] = []
  try {
    for (const { session, place } of held) {
      const hold = place === undefined ? undefined : session.holdAt(place)
      const word = take(session)
      word.catch(() => {}) // it is awaited below
      begun.push({ word, hold })
      if (!(await isReached(session, [word, hold?.isDue], clock))) break
    }
    const words: Word[] = []
    for (const { word, hold } of begun) {
      hold?.release()
      words.push(await word)
    }
    return words
  } finally {
    for (const { hold } of begun) hold?.release()
  }
}

/** Whether a session came to where it waits, or to its end. */
async function isReached(
  session: HandedSession,
  ends: readonly (Promise<unknown> | undefined)[],
  clock: () => number,
): Promise<boolean> {
  const over = new AbortController()
  const reached = ends.filter((each) => each !== undefined).map((each) => each.then(() => true))
  const isQuiet = waitUntilDone(session, quiet, over.signal, clock).then(() => session.findProgress() === 'ended')
  try {
    return await Promise.race([...reached, isQuiet])
  } finally {
    over.abort()
  }
}
