import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { defineConfig } from 'vitest/config'
import { tags } from './src/tags.ts'
import { LongestFirst } from './test/longest-first.ts'
import { listLeftOut, sampleNumber } from './test/sample.ts'

/** What runs where nobody says `--project`; a configuration may say it as the command line does, though its type does not. */
const usual = { project: 'ours' }

/** With `TEST_PROFILE` each worker is a process, so that the processor time of its child processes is known. */
const profile = process.env.TEST_PROFILE ? ({ pool: 'forks', runner: './test/profile/runner.ts' } as const) : {}

// What the workers play is what this process decides, whatever day it has become.
if (sampleNumber !== undefined) process.env.TEST_SAMPLE = String(sampleNumber)

// Tests make much that lives for a moment: in a larger nursery the collector has a tenth less to do.
setFlagsFromString('--max-semi-space-size=32')

/**
 * The folder of compiled modules, by their contents and the settings of the compiler. Each edit adds some. The folder is emptied
 * when it holds ten times as many as all tests need.
 */
const compiled = join(import.meta.dirname, 'node_modules/.vitest-cache')
if (existsSync(compiled) && readdirSync(compiled, { recursive: true }).length > 20_000)
  rmSync(compiled, { recursive: true })
const settings = hash('sha256', readFileSync(join(import.meta.dirname, 'tsconfig.json'))).slice(0, 16)

export default defineConfig({
  test: {
    ...usual,
    pool: 'threads',
    // A worker waits for processes and clocks a fifth of its time. Samples have one less, and need less memory.
    maxWorkers: sampleNumber === undefined ? availableParallelism() + 1 : '100%',
    // Tests that run side by side wait for processes, each of which takes memory.
    maxConcurrency: 3,
    isolate: false,
    // A limit for tests that hang. Tests count work and not seconds, so that they also pass on a busy machine.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    reporters: ['default', ...(process.env.TEST_PROFILE ? ['./test/profile/reporter.ts'] : []), './test/tally.ts'],
    expect: { requireAssertions: true },
    // The next run, and those that tests start, need not compile what did not change.
    fsModuleCache: true,
    fsModuleCachePath: join(compiled, settings),
    sequence: { sequencer: LongestFirst },
    ...profile,
    projects: [
      // What judges assay.
      {
        extends: true,
        test: { name: 'ours', include: ['test/**/*.test.ts'], exclude: [...listLeftOut(sampleNumber)] },
      },
      // Assay judging what `harness.config.ts` names, in one worker, so that it plays only once.
      { extends: true, test: { name: 'suites', include: ['conformance/*.suite.ts'], fileParallelism: false, tags } },
    ],
  },
})
