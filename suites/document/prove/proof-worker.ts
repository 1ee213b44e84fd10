import { doJobs } from '../../../src/workers/worker.ts'
import { createProofJobs } from './proof-jobs.ts'

// One thread of `assay prove`.

await doJobs(createProofJobs)
