import { doJobs } from '../../../../src/workers/worker.ts'
import { createProbeJobs } from './probe-jobs.ts'

// A thread of `assay run`: it sends portions of probes to reference actors.

await doJobs(createProbeJobs)
