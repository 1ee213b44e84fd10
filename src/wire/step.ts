import { WireError } from '../model/errors.ts'
import { asLoss, type Stage } from './losses.ts'
import type { Place } from './place.ts'

/** Takes one step of a call, and turns whatever goes wrong in it into a loss. */
export type Step = <T>(stage: Stage, take: () => Promise<T>) => Promise<T>

/**
 * Steps that end with a signal, or with a limit of so many milliseconds for all of them together.
 *
 * The signals are raced with each step, and not only handed to it: undici does not look at one while it connects.
 */
export function stepping(place: Place, stopped: AbortSignal, limit?: AbortSignal): Step {
  const ended = limit === undefined ? stopped : AbortSignal.any([stopped, limit])
  return async (stage, take) => {
    try {
      ended.throwIfAborted()
      return await Promise.race([take(), endOf(ended)])
    } catch (error) {
      if (!ended.aborted) throw asLoss(error, place, stage)
      throw ended.reason === limit?.reason ? late(place, error) : interrupted(place, error)
    }
  }
}

const endOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })

const late = ({ line }: Place, cause: unknown): WireError =>
  new WireError('timeout', `${line}: no complete answer in time`, { cause })

const interrupted = ({ line }: Place, cause: unknown): WireError =>
  new WireError('interrupted', `${line}: interrupted`, { cause })
