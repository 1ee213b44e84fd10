import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { places } from '../test/e2e/places.ts'

// Forty codings at every member of every message, in all forms of the report: the tests with all codings instead of some. Each
// part has a process of its own, whose heap is limited.

const { values: flags } = parseArgs({
  options: {
    seconds: { type: 'string', default: 'Infinity' },
    part: { type: 'string', default: '' },
  },
})

/** Some tests of a file, by a pattern of their names. */
interface Part {
  readonly name: string
  readonly file: string
  readonly tests: string
}

const parts: readonly Part[] = [
  { name: 'every place of a line of the record', file: 'test/harness/codings.test.ts', tests: '' },
  { name: 'what files have anyway', file: 'test/e2e/silencing.test.ts', tests: '' },
  ...places.map((place) => ({ name: place, file: 'test/e2e/codings-by-role.test.ts', tests: `no run: ${place}$` })),
  ...Array.from({ length: 10 }, (_, i) => ({
    name: `header fields and members over HTTP, ${i + 1} of 10`,
    file: 'test/e2e/codings.test.ts',
    tests: `no run: \\d*${i}$`,
  })),
]

/** Without limits, garbage is collected late. */
const limits = '--max-old-space-size=250 --max-semi-space-size=8'

/** What the tests of a part printed, and came to. */
interface PartResult {
  readonly runs: number
  readonly values: number
  readonly peak: number
  readonly isPassed: boolean
  readonly printed: string
}

async function runPart({ file, tests }: Part): Promise<PartResult> {
  const where = ['run', '--project', 'ours', '--pool', 'forks', '--maxWorkers', '1']
  const child = spawn(process.execPath, [resolve('node_modules/vitest/vitest.mjs'), ...where, file, '-t', tests], {
    env: { ...process.env, CODINGS: 'all', NODE_OPTIONS: limits },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  const counts = [...out.matchAll(/PLANTED (\d+) values in (\d+) runs, peak (\d+) MB/g)]
  const sum = (group: number): number => counts.reduce((all, found) => all + Number(found[group]), 0)
  const peak = counts.reduce((most, [, , , each]) => Math.max(most, Number(each)), 0)
  return { runs: sum(2), values: sum(1), peak, isPassed: code === 0, printed: `${out}${err}` }
}

const began = performance.now()
const results: PartResult[] = []
for (const part of parts) {
  if (!part.name.startsWith(flags.part) || performance.now() - began > 1_000 * Number(flags.seconds)) continue
  const result = await runPart(part)
  results.push(result)
  const { runs, values, peak, isPassed, printed } = result
  console.log(`${isPassed ? '✔' : '✖'} ${part.name}: ${values} values in ${runs} runs, peak ${peak} MB`)
  if (!isPassed) console.log(printed.slice(-4_000))
}

const failed = results.filter(({ isPassed }) => !isPassed)
const sum = (key: 'runs' | 'values'): number => results.reduce((all, each) => all + each[key], 0)
const peak = Math.max(...results.map((each) => each.peak))
console.log(
  `${results.length} of ${parts.length} parts in ${Math.round((performance.now() - began) / 1_000)} s: ${sum('values')} values planted in ${sum('runs')} runs, ${failed.length} parts with one that is shown or withheld, peak ${peak} MB`,
)
if (failed.length > 0 || results.length === 0) process.exitCode = 1
