import { enableCompileCache } from 'node:module'
import { createInterface } from 'node:readline'

// Runs Assay many times in one process: a configuration in each line of standard input, its results in a line of standard output.

// Before Assay is loaded, so that the next process need not compile it.
enableCompileCache()
const { run } = await import('../src/index.ts')

const read = createInterface({ input: process.stdin })

const describe = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))

for await (const line of read) {
  try {
    const { verdict, results, sessions } = await run(JSON.parse(line))
    const reasons = [...verdict.reasons.map(({ text }) => text), ...sessions.flatMap(({ reason }) => reason ?? [])]
    process.stdout.write(`${JSON.stringify({ exit: verdict.exitCode, results, why: reasons.join(' | ') })}\n`)
  } catch (error) {
    process.stdout.write(`${JSON.stringify({ exit: 5, results: [], why: describe(error) })}\n`)
  }
}
