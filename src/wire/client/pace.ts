import { setTimeout as sleep } from 'node:timers/promises'

/** Waits some milliseconds, or until the signal ends the waiting. */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>

/** Lets calls go one by one. */
export interface CallPace {
  /** Resolves when the next call may go. */
  readonly waitForTurn: () => Promise<void>
  /** Lets everything go that still waits. */
  readonly stop: () => void
}

const waiting: Wait = (milliseconds, signal) => sleep(milliseconds, undefined, { signal })

const noPace: CallPace = { waitForTurn: () => Promise.resolve(), stop: () => undefined }

/** At most so many calls a second, evenly spaced: the first goes at once, and each opens the way for the next. */
export function createPace(rate: number | undefined, wait: Wait = waiting): CallPace {
  if (rate === undefined) return noPace
  const stopped = new AbortController()
  let free = Promise.resolve()
  return {
    waitForTurn: () => {
      const mine = free
      free = mine.then(() => waitBetweenCalls(rate, wait, stopped.signal))
      return mine
    },
    stop: () => stopped.abort(),
  }
}

async function waitBetweenCalls(rate: number, wait: Wait, stopped: AbortSignal): Promise<void> {
  if (stopped.aborted) return
  await wait(1000 / rate, stopped).catch((error: unknown) => {
    if (!stopped.aborted) throw error
  })
}
