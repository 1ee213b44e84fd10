/** Signals that end a run early: Ctrl-C, the end of a job, and a terminal that was closed. */
const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** What ends a run early, until it is no longer watched for. */
export interface Interruption {
  readonly signal: AbortSignal
  readonly stop: () => void
}

/**
 * Ends a run early on a signal, or when nothing reads its events any more; its report covers what was seen until then. A
 * second signal ends the process at once.
 */
export function watchForInterruption(hasReader: boolean): Interruption {
  const controller = new AbortController()
  const stop = (): void => {
    for (const name of endingSignals) process.removeListener(name, interrupt)
    process.stdout.removeListener('error', interrupt)
  }
  const interrupt = (): void => {
    stop()
    controller.abort()
  }
  for (const name of endingSignals) process.on(name, interrupt)
  if (hasReader) process.stdout.on('error', interrupt)
  return { signal: controller.signal, stop }
}
