import { readPreciseClock } from '../runtime/clock.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** Milliseconds before the first line about a long command, and between two lines: one that is overwritten, or one more. */
const patience = { first: 2_000, live: 500, printed: 30_000 } as const

/** Shows how far a command is, once it has taken two seconds. */
export interface Ticker {
  readonly tick: (text: string) => void
  /** Erases the line. */
  readonly end: () => void
}

/** Creates a ticker for one command. */
export function createTicker({ progress, isLive }: Terminal): Ticker {
  const began = readPreciseClock()
  let last: number | undefined
  return {
    tick: (text) => {
      const now = readPreciseClock()
      const isDue =
        last === undefined ? now - began >= patience.first : now - last >= (isLive ? patience.live : patience.printed)
      if (!isDue) return
      last = now
      progress?.(text)
    },
    end: () => {
      if (last !== undefined && isLive) progress?.('')
    },
  }
}
