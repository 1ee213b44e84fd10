import { parentPort } from 'node:worker_threads'
import { createMaterial, settings } from './credentials.ts'
import { makeCoreWork } from './rows.ts'

// A thread of `cores.ts`: does one kind of work for some seconds, and says how often it did it.

const work = makeCoreWork({ document: createMaterial(settings.document), rfc9901: createMaterial(settings.rfc9901) })

parentPort?.on('message', ({ name, seconds }: { readonly name: keyof typeof work; readonly seconds: number }) => {
  const { once } = work[name]
  const end = performance.now() + seconds * 1_000
  let done = 0
  for (; performance.now() < end; done++) once(done)
  parentPort?.postMessage(done / seconds)
})
parentPort?.postMessage('ready')
