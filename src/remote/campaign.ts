import type { CampaignJobs } from '../../suites/divided.ts'

// Campaigns against the reference actors whose jobs are known from the start. Every worker makes the same jobs from the
// same input; what crosses machines is the number of a job, and what it came to.

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

export const encodeJson = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

export const decodeJson = <T>(frame: Uint8Array): T => JSON.parse(Buffer.from(frame).toString('utf8'))
