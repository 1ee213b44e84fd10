import type { ProofPlan } from './document/prove/proof-jobs.ts'
import type { ProbeJobOptions } from './document/run/workers/probe-jobs.ts'

/** What the jobs of a campaign against the reference actors of `assay run` are made from, by its kind. */
export type CampaignJobs =
  | { readonly kind: 'proof'; readonly plan: ProofPlan }
  | { readonly kind: 'probes'; readonly options: ProbeJobOptions }

/** Makes the jobs of a campaign. What only they need is loaded here. */
export async function createJobs(input: CampaignJobs): Promise<readonly (() => Promise<unknown>)[]> {
  if (input.kind === 'proof') {
    const { createProofJobs } = await import('./document/prove/proof-jobs.ts')
    return createProofJobs(input.plan)
  }
  const { createProbeJobs } = await import('./document/run/workers/probe-jobs.ts')
  return createProbeJobs(input.options)
}
