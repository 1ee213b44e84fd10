import { WireError } from '../model/errors.ts'
import { asLoss, type Stage } from './losses.ts'
import type { Place } from './place.ts'

/** Takes one step of a call, and turns whatever goes wrong in it into a loss. */
export type Step = <T>(stage: Stage, take: () => Promise<T>) => Promise<T>

/** The time that all steps of a call have together. */
export interface Limit {
  readonly milliseconds: number
  readonly signal: AbortSignal
}

/** A limit that begins now. */
export const limitOf = (milliseconds: number): Limit => ({ milliseconds, signal: AbortSignal.timeout(milliseconds) })

/**
 * Steps that end with a signal, or with a limit.
 *
 * The signals are raced with each step, and not only handed to it: undici does not look at one while it connects.
 */
export function stepping(place: Place, stopped: AbortSignal, limit?: Limit): Step {
  const ended = limit === undefined ? stopped : AbortSignal.any([stopped, limit.signal])
  return async (stage, take) => {
    try {
      ended.throwIfAborted()
      return await Promise.race([take(), endOf(ended)])
    } catch (error) {
      if (!ended.aborted) throw asLoss(error, place, stage)
      throw limit !== undefined && ended.reason === limit.signal.reason ? late(place, limit) : interrupted(place)
    }
  }
}

const endOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

const late = ({ line }: Place, { milliseconds, signal }: Limit): WireError =>
  new WireError('timeout', `${line}: no complete answer within ${milliseconds / 1000} s`, { cause: signal.reason })

const interrupted = ({ line }: Place): WireError => new WireError('interrupted', `${line}: interrupted`)
