import { setTimeout as sleep } from 'node:timers/promises'

/** Waits some milliseconds, or until the signal ends the waiting. */
export type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>

/** Lets calls go one by one. */
export interface Pace {
  /** Resolves when the next call may go. */
  readonly turn: () => Promise<void>
  /** Lets everything go that still waits. */
  readonly stop: () => void
}

const waiting: Wait = (milliseconds, signal) => sleep(milliseconds, undefined, { signal })

const unhurried: Pace = { turn: () => Promise.resolve(), stop: () => undefined }

/** At most so many calls a second, evenly spaced: the first goes at once, and each opens the way for the next. */
export function pacing(rate: number | undefined, wait: Wait = waiting): Pace {
  if (rate === undefined) return unhurried
  const stopped = new AbortController()
  let free = Promise.resolve()
  return {
    turn: () => {
      const mine = free
      free = mine.then(() => gap(rate, wait, stopped.signal))
      return mine
    },
    stop: () => stopped.abort(),
  }
}

async function gap(rate: number, wait: Wait, stopped: AbortSignal): Promise<void> {
  if (stopped.aborted) return
  await wait(1000 / rate, stopped).catch((error: unknown) => {
    if (!stopped.aborted) throw error
  })
}
