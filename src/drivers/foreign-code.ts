import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate } from 'node:timers/promises'

/** Runs code of a target in this process. What it throws where nothing catches it is the target's, and ends nothing. */
export interface ForeignCode {
  /** Runs code that is not waited for. */
  readonly run: <T>(act: () => T) => T
  /**
   * Runs code and waits for its result. What the target throws meanwhile in a timer, in an event or in a promise that nothing awaits is
   * thrown here, and what it throws afterwards by the next call.
   */
  readonly call: (act: () => unknown) => Promise<unknown>
}

/** A call that is waited for, and what escaped meanwhile. */
interface WaitingCall {
  readonly escaped: unknown[]
  readonly end: (thrown: unknown) => void
}

export function createForeignCode(): ForeignCode {
  const waiting = new Set<WaitingCall>()
  const late: unknown[] = []
  const onEscape = (thrown: unknown): void => {
    if (waiting.size === 0) late.push(thrown)
    for (const { escaped, end } of waiting) {
      escaped.push(thrown)
      end(thrown)
    }
  }
  const run: ForeignCode['run'] = (act) => runWith(onEscape, act)
  return {
    run,
    call: async (act) => {
      if (late.length > 0) throw late.pop()
      const ended = Promise.withResolvers<never>()
      const own: WaitingCall = { escaped: [], end: ended.reject }
      waiting.add(own)
      try {
        const result = await Promise.race([run(act), ended.promise])
        await setImmediate() // what it left behind to be done at once is done by now
        if (own.escaped.length > 0) throw own.escaped[0]
        return result
      } finally {
        waiting.delete(own)
      }
    },
  }
}

const running = new AsyncLocalStorage<(thrown: unknown) => void>()

function runWith<T>(onEscape: (thrown: unknown) => void, act: () => T): T {
  if (!process.listeners('uncaughtException').includes(catchEscaped)) {
    process.on('uncaughtException', catchEscaped)
    process.on('unhandledRejection', catchEscaped)
  }
  return running.run(onEscape, act)
}

function catchEscaped(thrown: unknown): void {
  const onEscape = running.getStore() ?? endProcess
  onEscape(thrown)
}

/** What is thrown elsewhere is our defect, and ends the process as it always does. */
function endProcess(thrown: unknown): void {
  if (process.listenerCount('uncaughtException') > 1) return
  process.off('uncaughtException', catchEscaped)
  queueMicrotask(() => {
    throw thrown
  })
}
