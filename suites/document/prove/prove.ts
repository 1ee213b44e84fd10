import { resolveWorker, startWorkers, type WorkerPool } from '../../../src/workers/pool.ts'
import { type ChosenCatalogue, mergeCatalogue } from './catalogue.ts'
import { summarizeDisabledValidations } from './disabled-validation-report.ts'
import type { DisabledValidation } from './disabled-validations.ts'
import { concludeTrial, type KillMatrix, type MutationTrial } from './kill-matrix.ts'
import type { Missing } from './missing.ts'
import type { ProbeEffect } from './probe-effects.ts'
import type { ProofJobResult, ProofPlan } from './proof-jobs.ts'

/** How many faults and variants pay for a second thread. */
export const threadThreshold = 50

/** How a proof is watched and interrupted, and what does its jobs: without it, threads of this process. */
export interface ProofWork {
  readonly onProgress?: ((jobs: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
  readonly startPool?: ((plan: ProofPlan) => WorkerPool<ProofJobResult>) | undefined
}

/** Runs every job. */
export async function proveJobs(
  catalogue: ChosenCatalogue,
  plan: ProofPlan,
  { onProgress = () => {}, signal = new AbortController().signal, startPool }: ProofWork,
): Promise<readonly ProofJobResult[]> {
  const pool = startPool?.(plan) ?? startThreads(catalogue, plan)
  const proven: ProofJobResult[] = []
  try {
    await pool.run((each) => onProgress(proven.push(each)), signal)
  } finally {
    await pool.stop()
  }
  return proven
}

/** Starts as many threads as pay. */
function startThreads(catalogue: ChosenCatalogue, plan: ProofPlan): WorkerPool<ProofJobResult> {
  const { faults, variants } = mergeCatalogue(catalogue)
  const isMuch = plan.members > 10 || faults.length + variants.length > threadThreshold
  return startWorkers(resolveWorker(import.meta.url, 'proof-worker'), plan, {
    count: isMuch ? undefined : 1,
    createJobs: async () => (await import('./proof-jobs.ts')).createProofJobs(plan),
  })
}

/** The kill matrix, what is missing for a requirement, and the disabled validations. */
export interface Proof extends KillMatrix {
  /** Variants and answers that were drawn together. */
  readonly combinations: readonly MutationTrial[]
  readonly missing: readonly Missing[]
  /** The requirements that fail without any mutation. */
  readonly failedByReference: readonly string[]
  readonly disabledValidations: readonly DisabledValidation[]
  /** What every probe shows, under every profile. */
  readonly effects: readonly ProbeEffect[]
}

export const summarizeProof = ({ faults, variants, combinations, missing, disabledValidations, effects }: Proof) => ({
  faults: faults.map((trial) => ({ ...trial, verdict: concludeTrial(trial) })),
  variants: variants.map((trial) => ({ ...trial, verdict: concludeTrial(trial) })),
  combinations: combinations.map((trial) => ({ ...trial, verdict: concludeTrial(trial) })),
  missing,
  disabledValidations: summarizeDisabledValidations(disabledValidations),
  probes: effects,
})
