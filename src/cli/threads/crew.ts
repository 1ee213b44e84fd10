import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/** What threads can be hired for. */
export type Trade = 'lies' | 'proofs'

/** What each thread is told at first. */
export interface Shift {
  readonly trade: Trade
  /** What the jobs are made of: the same for all, and plain. */
  readonly order: unknown
  /** The place of the job that nobody has taken yet. */
  readonly next: Int32Array
}

/** What one job came to. */
export interface Done<T> {
  readonly place: number
  readonly result: T
}

/** Threads that wait for work. */
export interface Crew<T> {
  /** Does every job, or as many as there is time for. Results are heard in the order of the jobs, whichever thread was faster. */
  readonly work: (heard: (result: T) => void, signal: AbortSignal) => Promise<void>
  readonly dismiss: () => Promise<void>
}

/** More threads than this gain little: one alone hears them all. */
const most = 8

/** Sources run as they are, and what was compiled from them as it is. */
const file = new URL(import.meta.url.endsWith('.ts') ? './thread.ts' : './thread.js', import.meta.url)

/** Lets threads begin: as many as this machine has processors, if nobody says how many. */
export function hire<T>(trade: Trade, order: unknown, count = Math.min(availableParallelism(), most)): Crew<T> {
  const workerData: Shift = { trade, order, next: new Int32Array(new SharedArrayBuffer(4)) }
  const workers = Array.from({ length: count }, () => new Worker(file, { workerData }))
  // A thread may fail before anybody waits for it: that is heard when somebody does.
  const ends = Promise.all(workers.map((worker) => once(worker, 'exit')))
  ends.catch(() => {})
  return {
    async work(heard, signal) {
      const stopped = Promise.withResolvers<void>()
      const hear = inOrder(heard)
      for (const worker of workers) {
        worker.on('message', (done) => {
          try {
            hear(done)
          } catch (error) {
            stopped.reject(error)
          }
        })
        worker.postMessage('begin')
      }
      if (signal.aborted) stopped.resolve()
      signal.addEventListener('abort', () => stopped.resolve(), { once: true })
      await Promise.race([ends, stopped.promise])
    },
    async dismiss() {
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}

/** Hands results on in the order of their places. */
function inOrder<T>(hand: (result: T) => void): (done: Done<T>) => void {
  const waiting = new Map<number, Done<T>>()
  let due = 0
  return (done) => {
    waiting.set(done.place, done)
    for (let first = waiting.get(due); first; first = waiting.get(due)) {
      waiting.delete(due++)
      hand(first.result)
    }
  }
}
