import { appendFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

// Imported by the processes that `npm run million` measures: at its end each writes the most memory that it had, in kibibytes.

const file = process.env.ASSAY_MEMORY_FILE
if (file !== undefined && isMainThread)
  process.on('exit', () => appendFileSync(file, `${process.resourceUsage().maxRSS}\n`))
