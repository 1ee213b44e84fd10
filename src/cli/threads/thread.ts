import { enableCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import type { Shift, Trade } from './crew.ts'

// One of several threads that share the jobs of a command. It makes ready; told to begin, it does whatever nobody has taken.

enableCompileCache()

/** Everything that there is to do. */
type Jobs = (order: never) => Promise<readonly (() => Promise<unknown>)[]>

const trades: Readonly<Record<Trade, () => Promise<{ readonly jobsOf: Jobs }>>> = {
  lies: () => import('./lies.ts'),
  proofs: () => import('./proofs.ts'),
}

const { trade, order, next } = workerData as Shift
const { jobsOf } = await trades[trade]()
const jobs = await jobsOf(order as never)

parentPort?.once('message', async () => {
  for (;;) {
    const place = Atomics.add(next, 0, 1)
    const job = jobs[place]
    if (!job) break
    parentPort?.postMessage({ place, result: await job() })
  }
  parentPort?.close()
})
