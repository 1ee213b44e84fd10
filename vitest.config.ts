import { availableParallelism } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { defineConfig } from 'vitest/config'
import { tags } from './src/tags.ts'
import { LongestFirst } from './test/longest-first.ts'
import { formatSamples, played } from './test/sample.ts'

/** What runs where nobody says `--project`; a configuration may say it as the command line does, though its type does not. */
const usual = { project: 'ours' }

/** With `TEST_PROFILE` each worker is a process, so that the processor time of its child processes is known. */
const profile = process.env.TEST_PROFILE
  ? ({ pool: 'forks', runner: './test/profile/runner.ts' } as const)
  : { runner: './test/sampling-runner.ts' }

// What the workers play is what this process decides, whatever day it has become.
if (played) process.env.TEST_SAMPLE = formatSamples(played)

// Tests make much that lives for a moment: in a larger nursery the collector has a tenth less to do. Of what lives longer, it
// collects early: that takes a tenth more time, and a quarter of the memory less.
setFlagsFromString('--max-semi-space-size=32')
setFlagsFromString('--min-semi-space-size=16')
setFlagsFromString('--heap-growing-percent=40')

export default defineConfig({
  test: {
    ...usual,
    pool: 'threads',
    // A worker waits for processes and clocks a fifth of its time. Where people work, there is one less, which needs less memory.
    maxWorkers: played && played.first === played.last ? '100%' : availableParallelism() + 1,
    // Tests that run side by side wait for processes, each of which takes memory.
    maxConcurrency: 3,
    isolate: false,
    // A limit for tests that hang. Tests count work and not seconds, so that they also pass on a busy machine.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    reporters: ['default', ...(process.env.TEST_PROFILE ? ['./test/profile/reporter.ts'] : []), './test/tally.ts'],
    setupFiles: ['./test/samples-in-time.ts'],
    expect: { requireAssertions: true },
    // A sample has nothing of some files.
    passWithNoTests: played !== undefined,
    // Node loads the modules. In those that Vite wraps, each use of an import is a property of an object: a tenth slower.
    experimental: { viteModuleRunner: false },
    sequence: { sequencer: LongestFirst },
    ...profile,
    projects: [
      // What judges assay.
      {
        extends: true,
        test: { name: 'ours', include: ['test/**/*.test.ts'] },
      },
      // Assay judging what `harness.config.ts` names, in one worker, so that it plays only once.
      { extends: true, test: { name: 'suites', include: ['conformance/*.suite.ts'], fileParallelism: false, tags } },
    ],
  },
})
