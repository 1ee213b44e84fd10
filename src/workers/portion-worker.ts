import { enableCompileCache } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import type { PortionMessage } from './portions.ts'

/** Works on portions in a thread. What is prepared once is the same for all of them. */
export async function workOnPortions<Input, I, R>(
  prepare: (input: Input) => Promise<(portion: I) => R | Promise<R>>,
  listTransfers: (result: R) => readonly ArrayBuffer[],
): Promise<void> {
  enableCompileCache()
  const work = await prepare(workerData)
  let last = Promise.resolve()
  parentPort?.on('message', ({ place, content }: PortionMessage<I>) => {
    // One after the other: what waits in this thread is begun when the one before it has ended.
    last = last.then(async () => {
      const result = await work(content)
      parentPort?.postMessage({ place, content: result } satisfies PortionMessage<R>, [...listTransfers(result)])
    })
  })
}
