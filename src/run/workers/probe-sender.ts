import { countMessages, type ProbeResult } from '../../../model/probe.ts'
import type { Settings } from '../../../model/settings.ts'
import type { WorkerPool } from '../../workers/pool.ts'
import { type CountProbes, mergeCounted } from '../probes/counted-results.ts'
import type { RunOptions } from '../run-options.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import type { ProbeJobOptions, ProbeJobResult } from './probe-jobs.ts'

/** How many lies of each family are told, who is told how many there were, and until when. */
interface ProbeSenderOptions {
  readonly members: number
  readonly onProbes: CountProbes
  readonly signal: AbortSignal
}

/** Those who put lies before whoever is under test, and how they are sent home. */
export interface ProbeSender {
  readonly sendProbes: (store: SessionStore) => Promise<readonly ProbeResult[]>
  readonly close: () => Promise<void>
}

/**
 * Finds liars. The catalogue is loaded only if somebody is lied to. A target is asked one thing after the other; where
 * there is none, as many threads share the lies as there are processors.
 */
export async function createProbeSender(
  settings: Settings,
  { members, onProbes: put, signal }: ProbeSenderOptions,
  { routes, drivers, anchors }: Pick<RunOptions, 'routes' | 'drivers' | 'anchors'>,
): Promise<ProbeSender> {
  const sampling = { members, seed: hashSeed(settings.seed) }
  if (Object.keys({ ...routes, ...drivers }).length > 0) {
    const { createProbing } = await import('../probes/catalogue.ts')
    return { sendProbes: createProbing(sampling, put), close: async () => {} }
  }
  const { startWorkers, resolveWorker } = await import('../../workers/pool.ts')
  const command: ProbeJobOptions = { settings, sampling, ...(anchors && { anchors }) }
  const pool = startWorkers<ProbeJobResult>(resolveWorker(import.meta.url, 'probe-worker'), command)
  return { sendProbes: (store) => runJobs(pool, store, put, signal), close: pool.stop }
}

/** Lets a crew tell all lies, and takes in what was said where it is worth keeping. */
async function runJobs(
  pool: WorkerPool<ProbeJobResult>,
  store: SessionStore,
  put: CountProbes,
  signal: AbortSignal,
): Promise<readonly ProbeResult[]> {
  const all: ProbeResult[] = []
  let messages = 0
  const heard = (share: ProbeJobResult): void => {
    all.push(...share.results)
    store.adopt(share)
    messages += countMessages(share.results)
    put(messages)
  }
  await pool.run(heard, signal)
  return mergeCounted(all)
}

/** A number out of any text, for generators that want one. */
const hashSeed = (seed: string): number =>
  [...seed].reduce((sum, letter) => (31 * sum + (letter.codePointAt(0) ?? 0)) % 2 ** 31, 7)
