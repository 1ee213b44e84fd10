import { availableParallelism } from 'node:os'
import type { ResourceLimits, Worker } from 'node:worker_threads'
import { startThread } from './pool.ts'

// Portions of a stream, worked on by threads. `pool.ts` beside this file is for jobs that are known from the start.

/** Portions that wait in a thread: one is worked on, and the next is there when that is done. */
const waiting = 2

/** What passes between the threads. */
export interface PortionMessage<T> {
  readonly place: number
  readonly content: T
}

/** How portions are worked on. */
export interface PortionOptions<I, R> {
  /** What each thread begins with: plain data. */
  readonly input: unknown
  readonly threads?: number | undefined
  /** Bounds of the memory of each thread. */
  readonly resourceLimits?: ResourceLimits
  readonly portions: AsyncIterable<I>
  /** Octets of a portion that the thread is given instead of a copy. */
  readonly listTransfers?: (portion: I) => readonly ArrayBuffer[]
  /** Receives the results, in the order of the portions or as they come. */
  readonly onResult: (result: R, portion: I) => void
  /** Whether each result is handed on at once: a long portion then holds up none. */
  readonly isUnordered?: boolean
  /** No further portion is begun after it; those that were begun are finished. */
  readonly signal: AbortSignal
}

/** As many threads as this machine has processors. */
export const countProcessors = (): number => availableParallelism()

/**
 * Works on portions in threads, and holds few of them: a portion is read when a thread has room for it, so that neither
 * a fast source nor a slow portion fills the memory.
 */
export async function workThrough<I, R>(file: URL, options: PortionOptions<I, R>): Promise<void> {
  const { input, resourceLimits, threads = countProcessors(), portions, signal } = options
  const workers = Array.from({ length: threads }, () =>
    startThread(file, { workerData: input, ...(resourceLimits && { resourceLimits }) }),
  )
  const queue = createQueue(workers, options)
  try {
    const source = portions[Symbol.asyncIterator]()
    for (let next = await readNext(source, signal); next; next = await readNext(source, signal)) {
      queue.give(next.portion)
      await queue.hasRoom()
    }
    await queue.isDone()
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
}

/** The next portion; none after the last one, or once nothing more is wanted: a source may wait for ever. */
async function readNext<I>(
  source: AsyncIterator<I>,
  signal: AbortSignal,
): Promise<{ readonly portion: I } | undefined> {
  if (signal.aborted) return undefined
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const stop = (): void => resolve(undefined)
  signal.addEventListener('abort', stop, { once: true })
  const next = await Promise.race([source.next(), promise])
  signal.removeEventListener('abort', stop)
  return next && !next.done ? { portion: next.value } : undefined
}

interface Queue<I> {
  readonly give: (portion: I) => void
  readonly hasRoom: () => Promise<void>
  readonly isDone: () => Promise<void>
}

/** Gives each portion to the thread with the fewest, and hands the results on. */
function createQueue<I, R>(
  workers: readonly Worker[],
  { onResult, isUnordered = false, listTransfers = () => [] }: PortionOptions<I, R>,
): Queue<I> {
  const given = new Map<number, I>()
  const ready = new Map<number, R>()
  const loads = workers.map(() => 0)
  let [next, due] = [0, 0]
  let changed = Promise.withResolvers<void>()
  changed.promise.catch(() => {}) // awaited later, or never
  const hand = (place: number, result: R): void => {
    const portion = given.get(place) as I // what was given is kept until its result is delivered
    given.delete(place)
    onResult(result, portion)
  }
  const deliver = (place: number, done: R): void => {
    if (isUnordered) {
      hand(place, done)
      return
    }
    ready.set(place, done)
    for (let result = ready.get(due); result !== undefined; result = ready.get(due)) {
      ready.delete(due)
      hand(due++, result)
    }
  }
  for (const [i, worker] of workers.entries()) {
    worker.on('message', ({ place, content }: PortionMessage<R>) => {
      loads[i] = (loads[i] ?? 0) - 1
      const before = changed
      changed = Promise.withResolvers()
      changed.promise.catch(() => {})
      try {
        deliver(place, content)
        before.resolve()
      } catch (error) {
        before.reject(error)
        changed.reject(error)
      }
    })
    worker.on('error', (error) => changed.reject(error))
  }
  return {
    give: (content) => {
      const least = loads.indexOf(Math.min(...loads))
      loads[least] = (loads[least] ?? 0) + 1
      given.set(next, content)
      workers[least]?.postMessage({ place: next++, content } satisfies PortionMessage<I>, [...listTransfers(content)])
    },
    // Results that wait for an earlier one count as well: a slow portion must not let the others run far ahead.
    hasRoom: async () => {
      while (Math.min(...loads) >= waiting || given.size >= workers.length * waiting * 2) await changed.promise
    },
    isDone: async () => {
      while (given.size > 0) await changed.promise
    },
  }
}
