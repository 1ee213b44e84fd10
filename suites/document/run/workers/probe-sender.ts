import { type CountProbes, countMessages, type ProbeResult } from '../../../../model/probe.ts'
import type { Settings } from '../../../../model/settings.ts'
import { pickSelection } from '../../../../src/judge/selection.ts'
import { adaptiveConcurrency, type Concurrency, oneAtATime } from '../../../../src/wire/client/tempo.ts'
import type { WorkerPool } from '../../../../src/workers/pool.ts'
import { mergeCounted } from '../probes/counted-results.ts'
import type { RunOptions } from '../run-options.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import type { ProbeJobOptions, ProbeJobResult } from './probe-jobs.ts'

/** How many members of each family are sent, and the signal that interrupts them. */
export interface ProbeSenderOptions {
  readonly members: number
  readonly onProbes: CountProbes
  /** Starts what sends the probes; without it, threads of this process do. */
  readonly startPool?: ((options: ProbeJobOptions) => WorkerPool<ProbeJobResult>) | undefined
  readonly signal: AbortSignal
}

/** Sends the probes of a run, and stops its threads. */
export interface ProbeSender {
  readonly sendProbes: (store: SessionStore) => Promise<readonly ProbeResult[]>
  readonly close: () => Promise<void>
}

/**
 * Creates the sender of the probes of a run. The catalogue is loaded only here. Targets get their probes from here; without a
 * target, threads share the probes, one for each processor.
 */
export async function createProbeSender(
  settings: Settings,
  { members, onProbes, signal, startPool }: ProbeSenderOptions,
  { routes, drivers, anchors }: Pick<RunOptions, 'routes' | 'drivers' | 'anchors'>,
): Promise<ProbeSender> {
  const sampling = { members, seed: hashSeed(settings.seed), selection: pickSelection(settings) }
  if (Object.keys({ ...routes, ...drivers }).length > 0) {
    const { createProbing } = await import('../probes/catalogue.ts')
    const concurrency = chooseConcurrency(settings, Object.keys({ ...drivers }).length > 0)
    return { sendProbes: createProbing({ ...sampling, concurrency }, onProbes), close: async () => {} }
  }
  const options: ProbeJobOptions = { settings, sampling, ...(anchors && { anchors }) }
  const pool = startPool?.(options) ?? (await startThreads(options))
  return { sendProbes: (store) => runJobs(pool, store, onProbes, signal), close: pool.stop }
}

/** A driver takes one command at a time, and one address for all sessions tells them apart only if there is one at a time. */
function chooseConcurrency({ concurrency: most, listen }: Settings, isDriven: boolean): Concurrency {
  if (isDriven || listen?.oneAddress === true) return oneAtATime
  return most === undefined ? adaptiveConcurrency : { most, isAdaptive: false }
}

async function startThreads(options: ProbeJobOptions): Promise<WorkerPool<ProbeJobResult>> {
  const { startWorkers, resolveWorker } = await import('../../../../src/workers/pool.ts')
  const { createProbeJobs } = await import('./probe-jobs.ts')
  return startWorkers(resolveWorker(import.meta.url, 'probe-worker'), options, {
    createJobs: () => createProbeJobs(options),
  })
}

/** Runs all jobs, and records the messages that they return. */
async function runJobs(
  pool: WorkerPool<ProbeJobResult>,
  store: SessionStore,
  onProbes: CountProbes,
  signal: AbortSignal,
): Promise<readonly ProbeResult[]> {
  const all: ProbeResult[] = []
  let count = 0
  const onResult = (result: ProbeJobResult): void => {
    all.push(...result.results)
    store.adopt(result)
    count += countMessages(result.results)
    onProbes(count)
  }
  await pool.run(onResult, signal)
  return mergeCounted(all)
}

/** Hashes a text to a number, for generators that take one as their seed. */
const hashSeed = (seed: string): number =>
  [...seed].reduce((sum, letter) => (31 * sum + (letter.codePointAt(0) ?? 0)) % 2 ** 31, 7)
