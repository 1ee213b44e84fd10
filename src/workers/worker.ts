import { enableCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import type { WorkerInput } from './pool.ts'

/** Does jobs in a thread: prepares all of them, and once told to begin does whichever no other thread has taken. */
export async function doJobs<O>(jobsOf: (order: O) => Promise<readonly (() => Promise<unknown>)[]>): Promise<void> {
  enableCompileCache()
  const { input: order, next } = workerData as WorkerInput<O>
  const jobs = await jobsOf(order)
  parentPort?.once('message', async () => {
    for (;;) {
      const place = Atomics.add(next, 0, 1)
      const job = jobs[place]
      if (!job) break
      parentPort?.postMessage({ place, result: await job() })
    }
    parentPort?.close()
  })
}
