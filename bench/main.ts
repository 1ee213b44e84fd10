import { parseArgs } from 'node:util'
import { measureStarts } from './cli.ts'
import { controlsOf } from './controls.ts'
import { materialUnder, settings } from './credentials.ts'
import { type Line, linesOf, startLines } from './lines.ts'
import { accepts, peersFor } from './peers.ts'
import { measure } from './rounds.ts'
import { allRows } from './rows.ts'

// Ratios to a bare loop of `crypto.verify` in the same process: the only figures that mean something on another machine.

const { values: flags } = parseArgs({ options: { quick: { type: 'boolean' }, json: { type: 'boolean' } } })
const pace = flags.quick ? { rounds: 9, slice: 12 } : { rounds: 61, slice: 20 }

const materials = { document: materialUnder(settings.document), rfc9901: materialUnder(settings.rfc9901) }
const peers = await peersFor(materials.rfc9901.jwks, materials.rfc9901.world.now)
const medians = await measure(await allRows(materials, peers), pace)
const starts = measureStarts(materials.document, flags.quick ? 1 : 5)
const lines: readonly Line[] = [...linesOf(medians), ...(starts ? startLines(starts) : [])]

/** Every credential that nobody may accept, and who did accept it. */
const controls = await Promise.all(
  Object.entries(materials).flatMap(([setting, material]) =>
    controlsOf(material).map(async ({ name, text, refused }) => {
      const answer = material.accept(text)
      const held = 'refused' in answer && answer.refused === refused
      const acceptedBy: string[] = []
      if (setting === 'rfc9901') for (const peer of peers) if (await accepts(peer, text)) acceptedBy.push(peer.name)
      return { setting, name, held, acceptedBy }
    }),
  ),
)

if (flags.json) console.log(JSON.stringify({ node: process.version, pace, lines, controls }, null, 2))
else {
  console.log(`Node ${process.version}; medians of ${pace.rounds} rounds in turn; ratios to a bare crypto.verify\n`)
  for (const { name, micros, ratio, aim, reached } of lines) {
    const verdict = aim === undefined ? '' : `${reached ? 'reached' : 'MISSED'}  ${aim}`
    console.log(`${name.padEnd(46)} ${micros.toFixed(1).padStart(9)} µs  ${ratio.toFixed(3).padStart(7)}  ${verdict}`)
  }
  console.log('\nnobody may accept')
  for (const { setting, name, held, acceptedBy } of controls) {
    const others = acceptedBy.length > 0 ? `  accepted by ${acceptedBy.join(', ')}` : ''
    console.log(`${`${name} (${setting})`.padEnd(46)} ${held ? 'refused' : 'NOT REFUSED AS EXPECTED'}${others}`)
  }
}
if (controls.some(({ held }) => !held)) process.exitCode = 1
