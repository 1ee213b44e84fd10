import { TransportError } from '../../../model/errors.ts'
import type { CallPlace } from './call-place.ts'
import { type CallPhase, toWireError } from './wire-errors.ts'

/** Takes one step of a call, and turns whatever goes wrong in it into a loss. */
export type RunStep = <T>(phase: CallPhase, take: () => Promise<T>) => Promise<T>

/** The time that all steps of a call have together. */
export interface TimeLimit {
  readonly milliseconds: number
  readonly signal: AbortSignal
}

/** A limit that begins now. */
export const startLimit = (milliseconds: number): TimeLimit => ({
  milliseconds,
  signal: AbortSignal.timeout(milliseconds),
})

/**
 * Steps that end with a signal, or with a limit.
 *
 * The signals are raced with each step, and not only handed to it: undici does not look at one while it connects.
 */
export function createStepRunner(place: CallPlace, stopped: AbortSignal, limit?: TimeLimit): RunStep {
  const ended = limit === undefined ? stopped : AbortSignal.any([stopped, limit.signal])
  return async (phase, take) => {
    try {
      ended.throwIfAborted()
      return await Promise.race([take(), rejectAtEnd(ended)])
    } catch (error) {
      if (!ended.aborted) throw toWireError(error, place, phase)
      throw limit !== undefined && ended.reason === limit.signal.reason
        ? createTimeout(place, limit)
        : createInterruption(place)
    }
  }
}

const rejectAtEnd = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

const createTimeout = ({ label: line }: CallPlace, { milliseconds, signal }: TimeLimit): TransportError =>
  new TransportError('timeout', `${line}: no complete answer within ${milliseconds / 1000} s`, { cause: signal.reason })

const createInterruption = ({ label: line }: CallPlace): TransportError =>
  new TransportError('interrupted', `${line}: interrupted`)
