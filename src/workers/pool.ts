import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/** What each thread is told at first. */
export interface WorkerInput<O = unknown> {
  /** What the jobs are made of: the same for all, and plain. */
  readonly input: O
  /** The place of the job that nobody has taken yet. */
  readonly next: Int32Array
}

/** What one job came to. */
export interface JobResult<T> {
  readonly place: number
  readonly result: T
}

/** Threads that wait for work. */
export interface WorkerPool<T> {
  /** Does every job, or as many as there is time for. Results are heard in the order of the jobs, whichever thread was faster. */
  readonly run: (heard: (result: T) => void, signal: AbortSignal) => Promise<void>
  readonly stop: () => Promise<void>
}

/** More threads than this gain little: one alone hears them all. */
const most = 8

/** The worker file beside a module, which is TypeScript in a checkout and JavaScript in the package. */
export const resolveWorker = (module: string, name: string): URL =>
  new URL(`./${name}${module.endsWith('.ts') ? '.ts' : '.js'}`, module)

/** Lets threads begin: as many as this machine has processors, if nobody says how many. */
export function startWorkers<T>(
  file: URL,
  order: unknown,
  count = Math.min(availableParallelism(), most),
): WorkerPool<T> {
  const workerData: WorkerInput = { input: order, next: new Int32Array(new SharedArrayBuffer(4)) }
  const workers = Array.from({ length: count }, () => new Worker(file, { workerData }))
  // A thread may fail before anybody waits for it: that is heard when somebody does.
  const ends = Promise.all(workers.map((worker) => once(worker, 'exit')))
  ends.catch(() => {})
  return {
    async run(heard, signal) {
      const stopped = Promise.withResolvers<void>()
      const hear = deliverInOrder(heard)
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
    async stop() {
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}

/** Hands results on in the order of their places. */
function deliverInOrder<T>(hand: (result: T) => void): (done: JobResult<T>) => void {
  const waiting = new Map<number, JobResult<T>>()
  let due = 0
  return (done) => {
    waiting.set(done.place, done)
    for (let first = waiting.get(due); first; first = waiting.get(due)) {
      waiting.delete(due++)
      hand(first.result)
    }
  }
}
