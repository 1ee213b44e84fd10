import { parseArgs } from 'node:util'
import { compareWithOthers } from './differential.ts'
import { fuzz } from './fuzz.ts'
import { makeDocumentOriginals, makeSdJwtOriginals } from './originals.ts'

// Changed artefacts before `verify` and before every parser. What comes out wrong is printed with what makes it again.

const { values: flags } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    inputs: { type: 'string', default: 'Infinity' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    aim: { type: 'string', default: 'all' },
    profile: { type: 'string', default: 'document' },
    json: { type: 'boolean' },
  },
})

Error.stackTraceLimit = 0 // most inputs are refused with an error, of which nothing is read but its type

const aims = flags.aim === 'all' ? (['verify', 'parsers', 'differential'] as const) : [flags.aim]
const originals = flags.profile === 'sd-jwt' ? makeSdJwtOriginals() : makeDocumentOriginals()
const common = {
  originals,
  seed: Number(flags.seed),
  from: Number(flags.from),
  seconds: Number(flags.seconds) / aims.length,
  inputs: Number(flags.inputs),
}

for (const aim of aims) {
  const figures =
    aim === 'differential'
      ? await compareWithOthers(common)
      : await fuzz({ ...common, aim: aim === 'parsers' ? aim : 'verify' })
  if (flags.json) console.log(JSON.stringify({ aim, profile: flags.profile, seed: common.seed, ...figures }))
  else {
    const { inputs, calls, repeated, seconds, slowest, peak, found } = figures
    const rate = Math.round(inputs / Math.max(seconds, 0.001))
    console.log(
      `${aim}, ${flags.profile}, seed ${common.seed}: ${inputs} inputs (${calls} calls, ${repeated} repeated) in ${seconds.toFixed(1)} s, ${rate} in a second`,
    )
    console.log(
      `  slowest ${slowest.milliseconds.toFixed(1)} ms (--seed ${common.seed} --from ${slowest.from} --inputs 1), peak ${peak} MB, found ${found.length}`,
    )
    for (const each of found) console.log(`  ✖ ${JSON.stringify(each)}`)
  }
  if (figures.found.length > 0) process.exitCode = 1
}
