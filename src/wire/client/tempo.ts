import type { Message } from '../../../model/wire.ts'

/** How many probes may be sent at a time. */
export interface Concurrency {
  readonly most: number
  /** Whether their number grows as long as the target answers as fast as before. */
  readonly isAdaptive: boolean
}

/** One probe at a time: for drivers, for reference actors in this process, and on request. */
export const oneAtATime: Concurrency = { most: 1, isAdaptive: false }

/** The default for targets that are called. */
export const adaptiveConcurrency: Concurrency = { most: 16, isAdaptive: true }

/** Decides how many probes are sent at a time. */
export interface Tempo {
  readonly limit: () => number
  /** Which probes began before the last change: their signs of overload are known already. */
  readonly turn: () => number
  readonly noteCall: (call: Pick<Message, 'endpoint' | 'milliseconds'>) => void
  /** Halves the number, unless it was changed after the turn of the probe that saw the sign. Stays below it from then on. */
  readonly noteOverload: (sign: string, turn: number) => void
  /** Takes the last change back: the sign came when nothing else was sent, too. */
  readonly restore: () => void
  /** Sends one at a time from now on. */
  readonly stop: (why: string) => void
  /** What became of it; `undefined` where one at a time was all that was wanted. */
  readonly describe: (peak: number) => string | undefined
}

/** How many are sent at a time at first. */
const first = 3

/** A call that takes so many times as long as the fastest one, and so many milliseconds more, shows that a target is busy. */
const slow = { times: 3, more: 20 } as const

/** Creates a tempo. */
export function createTempo({ most, isAdaptive }: Concurrency): Tempo {
  const meter = createMeter()
  let state = { limit: isAdaptive ? Math.min(first, most) : most, ceiling: most }
  let [before, turn] = [state, 0]
  let [slowed, stopped] = ['', '']
  const change = (next: typeof state): void => {
    meter.reset()
    state = { ...next, limit: Math.max(1, Math.min(next.limit, next.ceiling)) }
  }
  return {
    limit: () => state.limit,
    turn: () => turn,
    noteCall: (call) => {
      const { calls, isLevel } = meter.add(call)
      if (calls < 2 * state.limit || stopped !== '') return
      const { limit, ceiling } = state
      const grown = slowed === '' ? Math.ceil(limit * 1.5) : limit + 1
      change({ limit: isLevel ? grown : isAdaptive ? Math.max(2, limit - 1) : limit, ceiling })
    },
    noteOverload: (sign, began) => {
      if (began !== turn || state.limit === 1) return
      turn++
      before = state
      slowed = sign
      change({ limit: Math.floor(state.limit / 2), ceiling: state.limit - 1 })
    },
    restore: () => {
      if (stopped !== '') return
      slowed = ''
      change(before)
    },
    stop: (why) => {
      stopped = why
      turn++
      change({ limit: 1, ceiling: 1 })
    },
    describe: (peak) => (most === 1 ? undefined : describeTempo(state.limit, peak, slowed, stopped)),
  }
}

function describeTempo(limit: number, peak: number, slowed: string, stopped: string): string {
  if (stopped !== '') return `probes were sent one at a time: ${stopped}`
  if (slowed === '') return `up to ${peak} probes were sent at a time`
  return `up to ${peak} probes were sent at a time, ${limit} in the end: slowed down after ${slowed}`
}

/** Compares the times of calls with the fastest call to the same endpoint. */
function createMeter() {
  const fastest = new Map<string, number>()
  let [calls, taken, usual] = [0, 0, 0]
  return {
    add: ({ endpoint, milliseconds }: Pick<Message, 'endpoint' | 'milliseconds'>) => {
      const least = Math.min(milliseconds, fastest.get(endpoint) ?? milliseconds)
      fastest.set(endpoint, least)
      calls += 1
      taken += milliseconds
      usual += slow.times * least + slow.more
      return { calls, isLevel: taken <= usual }
    },
    reset: () => {
      calls = 0
      taken = 0
      usual = 0
    },
  }
}
