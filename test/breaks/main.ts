import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createRandom } from '../../src/runtime/random.ts'
import { findDays } from './daily.ts'
import { type Break, listBreaks } from './list-breaks.ts'
import { type BreakResult, runBreaks } from './run-breaks.ts'

// Breaks checks and validations of this checkout, as many of each as `--count` says, one at a time, and looks whether a test
// is red for each, and on which days `npm test` has that test. With `--out`, each result is a line of that file, and what has a
// line there is not broken again.

const { values: flags } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Date.now() / 86_400_000)) },
    count: { type: 'string', default: '40' },
    only: { type: 'string', default: '' },
    out: { type: 'string' },
  },
})

/** Draws some, as many as are asked for, in the order in which they were drawn. */
function draw(all: readonly Break[], seed: string, count: number): readonly Break[] {
  const random = createRandom(seed)
  const left = [...all]
  return Array.from({ length: Math.min(count, all.length) }).flatMap(() =>
    left.splice(random(4).readUInt32BE() % left.length, 1),
  )
}

const all = listBreaks().filter(({ what }) => what.includes(flags.only))
const drawn = (['check', 'validation'] as const).flatMap((kind) =>
  draw(
    all.filter(({ of }) => of === kind),
    flags.seed,
    Number(flags.count),
  ),
)

const kept: readonly BreakResult[] =
  flags.out === undefined || !existsSync(flags.out)
    ? []
    : readFileSync(flags.out, 'utf8')
        .split('\n')
        .flatMap((line) => (line === '' ? [] : JSON.parse(line)))
const open = drawn.filter(({ what }) => !kept.some((each) => each.what === what))
const found = await runBreaks(open, (result) => {
  console.log(`${result.red ? '✔' : '✖'} ${result.what}, ${result.seconds} s: ${showRed(result)}`)
  if (flags.out !== undefined) appendFileSync(flags.out, `${JSON.stringify({ seed: flags.seed, ...result })}\n`)
})

function showRed({ red }: BreakResult): string {
  return red === undefined ? 'no test is red' : `${red.file}: ${red.name ?? 'the file'}`
}

const results = [...kept.filter((each) => drawn.some(({ what }) => what === each.what)), ...found]
const unseen = results.filter(({ red }) => red === undefined)
const rare: string[] = []
for (const each of results) {
  const days = each.red && (await findDays(each.red))
  if (days && days.in < days.of) rare.push(`${each.what}: ${showRed(each)}, in ${days.in} of ${days.of} samples`)
}
console.log(
  [
    `seed ${flags.seed}: ${results.length - unseen.length} of ${results.length} break${results.length === 1 ? '' : 's'} noticed, of ${all.length};`,
    `${results.length - unseen.length - rare.length} by a test of every day`,
  ].join(' '),
)
for (const each of rare) console.log(`not every day: ${each}`)
// Vitest has set it as well, for tests that are red.
process.exitCode = unseen.length > 0 || rare.length > 0 || results.length === 0 ? 1 : 0
