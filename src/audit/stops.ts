/** The signals that interrupt an audit. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** What interrupts an audit: it ends after the portions that were begun, and can be resumed. */
export interface Stops {
  readonly signal: AbortSignal
  readonly stop: () => void
  readonly end: () => void
}

/** Listens to signals until the end. A second one ends the process at once, as if none was listened to. */
export function createStops(): Stops {
  const controller = new AbortController()
  const stop = (): void => controller.abort()
  for (const signal of signals) process.once(signal, stop)
  return {
    signal: controller.signal,
    stop,
    end: () => {
      for (const signal of signals) process.off(signal, stop)
    },
  }
}
