import { setTimeout as sleep } from 'node:timers/promises'
import type { HandedSession } from './handed-session.ts'

/** Seconds without a call after which a wallet is taken to be done. */
export interface Patience {
  /** As long as it has no credential. */
  readonly before: number
  /** Once it has one: a notification may follow. */
  readonly after: number
}

/** How often one looks whether a wallet is done, in milliseconds. */
const pace = 10

/** Waits until a wallet is done, or sends nothing more for a while. */
export async function waitUntilDone(
  { calls, findProgress }: HandedSession,
  { before, after }: Patience,
  signal: AbortSignal,
  clock: () => number,
): Promise<void> {
  const start = clock()
  while (!signal.aborted) {
    const progress = findProgress()
    if (progress === 'ended') return
    const last = calls.at(-1)?.at ?? start
    if (clock() - last > 1000 * (progress === 'served' ? after : before)) return
    await sleep(pace, undefined, { signal }).catch(() => {})
  }
}
