import type { ProofPlan } from '../../suites/document/prove/proof-jobs.ts'
import type { ProbeJobOptions } from '../../suites/document/run/workers/probe-jobs.ts'

// Campaigns against the reference actors whose jobs are known from the start. Every worker makes the same jobs from the
// same input; what crosses machines is the number of a job, and what it came to.

/** What the jobs of a campaign are made from, by its kind. */
export type CampaignJobs =
  | { readonly kind: 'proof'; readonly plan: ProofPlan }
  | { readonly kind: 'probes'; readonly options: ProbeJobOptions }

/** What a worker is handed of a campaign. */
export type CampaignInput = CampaignJobs & {
  /** The version of Assay that the jobs are of, and how many it has: those of another version are other ones. */
  readonly version: string
  readonly jobs: number
}

/** What a job came to: what it returned, or why it did not. */
export interface JobOutcome {
  readonly result?: unknown
  readonly problem?: string
}

/** Makes the jobs of a campaign. What only they need is loaded here. */
export async function createJobs(input: CampaignJobs): Promise<readonly (() => Promise<unknown>)[]> {
  if (input.kind === 'proof') {
    const { createProofJobs } = await import('../../suites/document/prove/proof-jobs.ts')
    return createProofJobs(input.plan)
  }
  const { createProbeJobs } = await import('../../suites/document/run/workers/probe-jobs.ts')
  return createProbeJobs(input.options)
}

export const encodeJson = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

export const decodeJson = <T>(frame: Uint8Array): T => JSON.parse(Buffer.from(frame).toString('utf8'))
