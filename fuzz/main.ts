import { parseArgs } from 'node:util'
import { compareWithOthers } from './differential.ts'
import { type FuzzFigures, fuzz } from './fuzz.ts'
import { countCalls, fuzzEverything } from './go.ts'
import { makeDocumentOriginals, makeSdJwtOriginals, makeStandardOriginals, type Original } from './originals.ts'

// Changed artefacts before `verify` and before every parser. What comes out wrong is printed with what makes it again. With
// `--calls`, everything in turn until parsers and `verify` were called so often.

const { values: flags } = parseArgs({
  options: {
    calls: { type: 'string' },
    portion: { type: 'string', default: '60' },
    seconds: { type: 'string' },
    inputs: { type: 'string', default: 'Infinity' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    aim: { type: 'string', default: 'all' },
    profile: { type: 'string', default: 'document' },
    json: { type: 'boolean' },
  },
})

Error.stackTraceLimit = 0 // most inputs are refused with an error, of which nothing is read but its type

const seed = Number(flags.seed)

function printFigures(aim: string, profile: string, figures: FuzzFigures): void {
  if (figures.found.length > 0) process.exitCode = 1
  if (flags.json) {
    console.log(JSON.stringify({ aim, profile, seed, ...figures }))
    return
  }
  const { inputs, calls, repeated, seconds, slowest, peak, found } = figures
  const rate = Math.round(inputs / Math.max(seconds, 0.001))
  console.log(
    `${aim}, ${profile}, seed ${seed}: ${inputs} inputs (${calls} calls, ${repeated} ${aim === 'differential' ? 'refused here only' : 'repeated'}) in ${seconds.toFixed(1)} s, ${rate} in a second`,
  )
  console.log(
    `  slowest ${slowest.milliseconds.toFixed(1)} ms (--seed ${seed} --from ${slowest.from} --inputs 1), peak ${peak} MB, found ${found.length}`,
  )
  for (const each of found) console.log(`  ✖ ${JSON.stringify(each)}`)
}

const everyAim = ['verify', 'parsers', 'differential'] as const

/** What is changed, and what it is given to. The others know credentials alone. */
const profiles: Readonly<Record<string, readonly [() => readonly Original[], ...(readonly string[])]>> = {
  document: [makeDocumentOriginals, ...everyAim],
  'sd-jwt': [makeSdJwtOriginals, ...everyAim],
  standards: [makeStandardOriginals, 'verify', 'parsers'],
}

async function fuzzOneByOne(): Promise<void> {
  const [makeOriginals, ...usual] = profiles[flags.profile] ?? [makeDocumentOriginals, ...everyAim]
  const aims = flags.aim === 'all' ? usual : [flags.aim]
  const common = {
    originals: makeOriginals(),
    seed,
    from: Number(flags.from),
    seconds: Number(flags.seconds ?? 60) / aims.length,
    inputs: Number(flags.inputs),
  }
  for (const aim of aims) {
    const figures =
      aim === 'differential'
        ? await compareWithOthers(common)
        : await fuzz({ ...common, aim: aim === 'parsers' ? aim : 'verify' })
    printFigures(aim, flags.profile, figures)
  }
}

async function fuzzTogether(): Promise<void> {
  const [calls, seconds] = [Number(flags.calls), Number(flags.seconds ?? Number.POSITIVE_INFINITY)]
  const sums = await fuzzEverything({ seed, calls, seconds, portion: Number(flags.portion) })
  for (const { aim, profile, ...figures } of sums) printFigures(aim, profile, figures)
  const found = sums.reduce((count, each) => count + each.found.length, 0)
  const slowest = Math.max(...sums.map((each) => each.slowest.milliseconds))
  const peak = Math.max(...sums.map((each) => each.peak))
  console.log(
    `${countCalls(sums)} calls of parsers and verify: ${found} wrong, slowest ${slowest.toFixed(0)} ms, peak ${peak} MB`,
  )
  if (peak > 300 || slowest > 1_000 || countCalls(sums) < calls) process.exitCode = 1
}

await (flags.calls === undefined ? fuzzOneByOne() : fuzzTogether())
