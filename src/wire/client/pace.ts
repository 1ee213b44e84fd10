import { setTimeout as sleep } from 'node:timers/promises'

/** Waits some milliseconds, or until the signal ends the waiting. */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>

/** Lets calls go when it is their turn. */
export interface CallPace {
  /** Resolves when the next call may go. */
  readonly waitForTurn: () => Promise<void>
  /** Lets no call go for some milliseconds. */
  readonly hold: (milliseconds: number) => void
  /** Lets everything go that still waits. */
  readonly stop: () => void
}

const waiting: Wait = (milliseconds, signal) => sleep(milliseconds, undefined, { signal })

/** At most so many calls a second, evenly spaced: the first goes at once, and each opens the way for the next. */
export function createPace(rate: number | undefined, wait: Wait = waiting): CallPace {
  const stopped = new AbortController()
  let free = Promise.resolve()
  let held: Promise<void> | undefined
  const waitForRate = (): Promise<void> => {
    const mine = free
    if (rate !== undefined) free = mine.then(() => waitUnlessStopped(1000 / rate, wait, stopped.signal))
    return mine
  }
  return {
    waitForTurn: async () => {
      await waitForRate()
      // While one waits, another answer may say that it takes longer.
      for (let until = held; until; until = held === until ? undefined : held) await until
    },
    hold: (milliseconds) => {
      const until = waitUnlessStopped(milliseconds, wait, stopped.signal)
      held = Promise.all([held, until]).then(() => undefined)
    },
    stop: () => stopped.abort(),
  }
}

async function waitUnlessStopped(milliseconds: number, wait: Wait, stopped: AbortSignal): Promise<void> {
  if (stopped.aborted) return
  await wait(milliseconds, stopped).catch((error: unknown) => {
    if (!stopped.aborted) throw error
  })
}
