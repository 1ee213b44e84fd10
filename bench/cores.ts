import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Line } from './lines.ts'

/** What is done on one thread and on all of them. */
const names = ['accept', 'judge'] as const
type Name = (typeof names)[number]

/** How often a second something was done. */
type Rate = number

const processors = availableParallelism()

/** The throughput of all processors beside that of `openssl speed` in the same run, and of one. */
export async function measureCores(seconds: number): Promise<readonly Line[]> {
  const workers = Array.from({ length: processors }, () => new Worker(new URL('cores-worker.ts', import.meta.url)))
  await Promise.all(workers.map((worker) => once(worker, 'message')))
  const lines: Line[] = []
  const openssl = readOpenssl(seconds)
  for (const name of names) {
    const one = await countRate(workers.slice(0, 1), name, seconds)
    const all = await countRate(workers, name, seconds)
    if (name === 'accept' && openssl !== undefined)
      lines.push(makeLine(`accept on ${processors} threads, to openssl speed -multi`, all, all / openssl, 0.4))
    lines.push(makeLine(`${name} on ${processors} threads, to as many times one`, all, all / (one * processors), 0.9))
  }
  for (const worker of workers) await worker.terminate()
  return lines
}

const makeLine = (name: string, rate: Rate, ratio: number, least: number): Line => ({
  ...{ name, micros: 1e6 / rate, ratio },
  ...{ aim: `≥ ${least}`, reached: ratio >= least },
})

async function countRate(workers: readonly Worker[], name: Name, seconds: number): Promise<Rate> {
  const rates = workers.map(async (worker): Promise<Rate> => {
    worker.postMessage({ name, seconds })
    const [rate] = await once(worker, 'message')
    return rate
  })
  return (await Promise.all(rates)).reduce((sum, rate) => sum + rate, 0)
}

/** Verifications a second on all processors; undefined where there is no such program. */
function readOpenssl(seconds: number): Rate | undefined {
  const argv = ['speed', '-multi', `${processors}`, '-seconds', `${seconds}`, 'ecdsap256']
  const { stdout } = spawnSync('openssl', argv, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const rate = /ecdsa \(nistp256\).*\s([\d.]+)\s*$/m.exec(stdout ?? '')?.[1]
  return rate === undefined ? undefined : Number(rate)
}
