import { parseArgs } from 'node:util'
import { type InjectedRun, injectAgainAndAgain } from './kill-run.ts'

// Runs that are killed, ended, out of disk or damaged at any moment, and the runs that resume them. Nothing recorded is lost.

const { values: flags } = parseArgs({
  options: {
    runs: { type: 'string', default: '100' },
    seconds: { type: 'string', default: 'Infinity' },
    seed: { type: 'string', default: 'killed' },
    at: { type: 'string', default: '2' },
  },
})

const began = performance.now()
const results: InjectedRun[] = []
const left = Array.from({ length: Number(flags.runs) }, (_, i) => i)
const work = async (): Promise<void> => {
  for (let next = left.shift(); next !== undefined; next = left.shift()) {
    if (performance.now() - began > 1_000 * Number(flags.seconds)) return
    const result = await injectAgainAndAgain(flags.seed, next, process.env)
    results.push(result)
    if (result.lost.length > 0)
      console.log(`✖ --seed ${flags.seed}, run ${next}: ${result.lost.length} messages are lost`)
    if (!result.isControlled) console.log(`✖ --seed ${flags.seed}, run ${next}: it did not end by itself`)
  }
}
await Promise.all(Array.from({ length: Number(flags.at) }, work))

const sum = (count: (each: InjectedRun) => number): number => results.reduce((all, each) => all + count(each), 0)
const [recorded, lost] = [sum((each) => each.recorded), sum((each) => each.lost.length)]
const uncontrolled = results.filter(({ isControlled }) => !isControlled).length
console.log(
  `seed ${flags.seed}: ${results.length} runs, each resumed twice, in ${Math.round((performance.now() - began) / 1_000)} s: ${recorded} messages kept, ${lost} lost, ${uncontrolled} runs that did not end by themselves`,
)
if (lost > 0 || uncontrolled > 0 || recorded === 0) process.exitCode = 1
