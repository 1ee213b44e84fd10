import { parseArgs } from 'node:util'
import { measureBefore } from './before.ts'
import { measureStarts } from './cli.ts'
import { makeControls } from './controls.ts'
import { measureCores } from './cores.ts'
import { createMaterial, settings } from './credentials.ts'
import { formatDelayed, measureDelayed } from './delayed.ts'
import { measureDelayedStandards } from './delayed-standards.ts'
import { controlJudge } from './judge-controls.ts'
import { type Line, makeLines, makeStartLines } from './lines.ts'
import { measureManyTargets } from './many-targets.ts'
import { accepts, createPeers } from './peers.ts'
import { measure } from './rounds.ts'
import { makeRows } from './rows.ts'

// Ratios to a bare loop of `crypto.verify` in the same process: the only figures that are comparable between machines.

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    json: { type: 'boolean' },
    before: { type: 'string' },
    targets: { type: 'boolean' },
  },
})
if (flags.targets) {
  console.log('A run with probes, by how far away the issuer is; ratios to one probe at a time\n')
  for (const measureAll of [measureDelayed, measureDelayedStandards, measureManyTargets])
    for await (const line of measureAll()) console.log(flags.json ? JSON.stringify(line) : formatDelayed(line))
  process.exit()
}
const pace = flags.quick ? { rounds: 9, slice: 12 } : { rounds: 61, slice: 20 }
if (flags.before !== undefined) {
  console.log(
    `Time now, as a share of the time of ${flags.before}: medians of ${pace.rounds} rounds in turn, in one process\n`,
  )
  for (const { name, micros, share } of await measureBefore(flags.before, pace))
    console.log(`${name.padEnd(46)} ${micros.toFixed(1).padStart(9)} µs  ${share.toFixed(3).padStart(7)}`)
  process.exit()
}

const materials = { document: createMaterial(settings.document), rfc9901: createMaterial(settings.rfc9901) }
const peers = await createPeers(materials.rfc9901.jwks, materials.rfc9901.world.now)
const medians = await measure(await makeRows(materials, peers), pace)
const starts = await measureStarts(materials.document, flags.quick ? 1 : 5)
const cores = await measureCores(flags.quick ? 1 : 5)
const lines: readonly Line[] = [...makeLines(medians), ...(starts ? makeStartLines(starts) : []), ...cores]

/** Every credential that must be rejected, and the verifiers that accepted it. */
const controls = await Promise.all(
  Object.entries(materials).flatMap(([setting, material]) =>
    makeControls(material).map(async ({ name, text, refused }) => {
      const answer = material.accept(text)
      const held = 'refused' in answer && answer.refused === refused
      const acceptedBy: string[] = []
      if (setting === 'rfc9901') for (const peer of peers) if (await accepts(peer, text)) acceptedBy.push(peer.name)
      return { setting, name, held, acceptedBy }
    }),
  ),
)

const judged = controlJudge()

if (flags.json) console.log(JSON.stringify({ node: process.version, pace, lines, controls, judged }, null, 2))
else {
  console.log(`Node ${process.version}; medians of ${pace.rounds} rounds in turn; ratios to a bare crypto.verify\n`)
  for (const { name, micros, ratio, aim, reached } of lines) {
    const verdict = aim === undefined ? '' : `${reached ? 'reached' : 'MISSED'}  ${aim}`
    console.log(`${name.padEnd(46)} ${micros.toFixed(1).padStart(9)} µs  ${ratio.toFixed(3).padStart(7)}  ${verdict}`)
  }
  console.log('\nmust be rejected')
  for (const { setting, name, held, acceptedBy } of controls) {
    const others = acceptedBy.length > 0 ? `  accepted by ${acceptedBy.join(', ')}` : ''
    console.log(`${`${name} (${setting})`.padEnd(46)} ${held ? 'rejected' : 'NOT REJECTED AS EXPECTED'}${others}`)
  }
  const { given, missed, isSkippingSeen } = judged
  const verdict = missed.length === 0 ? 'all found' : `NOT FOUND: ${missed.join(', ')}`
  console.log(`${`faults in credentials, judged (${given})`.padEnd(46)} ${verdict}`)
  console.log(`${'a judge that skips a check'.padEnd(46)} ${isSkippingSeen ? 'found out' : 'NOT FOUND OUT'}`)
}
if (judged.missed.length > 0 || !judged.isSkippingSeen || controls.some(({ held }) => !held)) process.exitCode = 1
