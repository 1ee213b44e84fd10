import { enableCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import type { WorkerInput } from './pool.ts'

/** Does jobs in a thread: prepares all of them, and after the signal to begin does those that no other thread has taken. */
export async function doJobs<O>(createJobs: (input: O) => Promise<readonly (() => Promise<unknown>)[]>): Promise<void> {
  enableCompileCache()
  const { input, next } = workerData as WorkerInput<O>
  const jobs = await createJobs(input)
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
