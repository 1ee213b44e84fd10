import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { setImmediate } from 'node:timers/promises'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { readInside } from '../runtime/executable.ts'

/** The data with which each thread starts. */
export interface WorkerInput<O = unknown> {
  /** The input from which the jobs are made: the same in all threads, and plain data. */
  readonly input: O
  /** The index of the next job. */
  readonly next: Int32Array
}

/** The result of one job. */
export interface JobResult<T> {
  readonly place: number
  readonly result: T
}

/** Threads that wait for work. */
export interface WorkerPool<T> {
  /** Does every job, or as many as there is time for. Results are delivered in the order of the jobs. */
  readonly run: (onResult: (result: T) => void, signal: AbortSignal) => Promise<void>
  readonly stop: () => Promise<void>
}

/** More threads gain little: one thread receives all results. */
const most = 8

/** The worker file beside a module, which is TypeScript in a checkout and JavaScript in the package. */
export const resolveWorker = (module: string, name: string): URL =>
  new URL(`./${name}${module.endsWith('.ts') ? '.ts' : '.js'}`, module)

/** Starts a thread. In the single executable, its first code is that of the executable, which then imports the file. */
export function startThread(file: URL, options: WorkerOptions): Worker {
  const first = readInside('main.cjs')
  return first === undefined
    ? new Worker(file, options)
    : new Worker(first.toString(), { ...options, eval: true, argv: [file.href] })
}

/** Who does the jobs. */
export interface WorkerChoice<T> {
  /** By default as many threads as this machine has processors. */
  readonly count?: number | undefined
  /** Creates the jobs for this thread, which is one of them then: it saves the memory of another. */
  readonly createJobs?: () => Promise<readonly (() => Promise<T>)[]>
}

/** Starts threads. */
export function startWorkers<T>(
  file: URL,
  input: unknown,
  { count = Math.min(availableParallelism(), most), createJobs }: WorkerChoice<T> = {},
): WorkerPool<T> {
  const next = new Int32Array(new SharedArrayBuffer(4))
  const workerData: WorkerInput = { input, next }
  const workers = Array.from({ length: createJobs ? count - 1 : count }, () => startThread(file, { workerData }))
  // A thread may fail before it is awaited: the failure is reported then.
  const ends = Promise.all(workers.map((worker) => once(worker, 'exit')))
  ends.catch(() => {})
  return {
    async run(onResult, signal) {
      const stopped = Promise.withResolvers<void>()
      const deliver = deliverInOrder(onResult)
      for (const worker of workers) {
        worker.on('message', (done) => {
          try {
            deliver(done)
          } catch (error) {
            stopped.reject(error)
          }
        })
        worker.postMessage('begin')
      }
      if (signal.aborted) stopped.resolve()
      signal.addEventListener('abort', () => stopped.resolve(), { once: true })
      let isOver = false
      const here = createJobs?.().then((jobs) => doJobsHere({ jobs, next, deliver, isOver: () => isOver }))
      await Promise.race([Promise.all([ends, here]), stopped.promise]).finally(() => {
        isOver = true
      })
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}

/** Does jobs that no other thread has taken. In between, what the others send is received, and an interruption noticed. */
async function doJobsHere<T>({ jobs, next, deliver, isOver }: WorkHere<T>): Promise<void> {
  while (!isOver()) {
    const place = Atomics.add(next, 0, 1)
    const job = jobs[place]
    if (!job) return
    deliver({ place, result: await job() })
    await setImmediate()
  }
}

interface WorkHere<T> extends Pick<WorkerInput, 'next'> {
  readonly jobs: readonly (() => Promise<T>)[]
  readonly deliver: (done: JobResult<T>) => void
  readonly isOver: () => boolean
}

/** Delivers results in the order of their jobs. */
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
