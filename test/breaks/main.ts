import { parseArgs } from 'node:util'
import { createRandom } from '../../src/runtime/random.ts'
import { type Break, listBreaks } from './list-breaks.ts'
import { runBreaks } from './run-breaks.ts'

// Breaks checks and validations of this checkout, one at a time, and looks whether a test is red for each.

const { values: flags } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Date.now() / 86_400_000)) },
    count: { type: 'string', default: '40' },
    only: { type: 'string', default: '' },
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
const drawn = draw(all, flags.seed, Number(flags.count))
const results = await runBreaks(drawn, ({ what, red }) => {
  const [first = 'no test is red'] = red
  console.log(`${red.length > 0 ? '✔' : '✖'} ${what}: ${first}${red.length > 1 ? `, and ${red.length - 1} more` : ''}`)
})

const unseen = results.filter(({ red }) => red.length === 0)
console.log(
  `seed ${flags.seed}: ${results.length - unseen.length} of ${results.length} break${results.length === 1 ? '' : 's'} noticed, of ${all.length}`,
)
// Vitest has set it as well, for tests that are red.
process.exitCode = unseen.length > 0 || results.length === 0 ? 1 : 0
