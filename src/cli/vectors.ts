import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { membersOf } from '../assembly/members.ts'
import type { Fault, Setting, Variant } from '../model/fault.ts'
import { type Arguments, membersIn, numberOf, type Run } from './arguments.ts'
import { choiceIn, chosenDeeds } from './catalogue.ts'
import type { ExitCode } from './exit-codes.ts'
import { makeFolder, writing } from './outputs.ts'
import { type Played, vectorMaker } from './play-vectors.ts'
import type { Vector } from './vector.ts'

/** `assay vectors`: what the stage plays, as artefacts with labels, for verifiers in other languages. */
export const run: Run = async (args, { out, err }): Promise<ExitCode> => {
  const folder = args.text('out')
  const write = folder === undefined ? out : writerInto(folder)
  const lost: string[] = []
  let written = 0
  const vectorsOf = vectorMaker()
  for (const played of await everything(args)) {
    const vectors = vectorsOf(played)
    if (vectors.length === 0) lost.push(played.id)
    for (const vector of vectors) write(JSON.stringify(vector), vector.kind)
    written += vectors.length
  }
  err(`assay: ${written} vectors${folder === undefined ? '' : ` in ${folder}`}`)
  if (lost.length > 0) err(`assay: in no artefact by itself: ${lost.join(', ')}`)
  return 0
}

type Write = (line: string, kind: Vector['kind']) => void

/** One file for each kind, begun anew. */
function writerInto(folder: string): Write {
  const begun = new Set<string>()
  makeFolder(folder)
  return (line, kind) => {
    const file = join(folder, `${kind}.ndjson`)
    writing(`write ${file}`, () => {
      if (!begun.has(kind)) rmSync(file, { force: true })
      appendFileSync(file, `${line}\n`)
    })
    begun.add(kind)
  }
}

const usual: Setting = { under: 'document', given: {} }

/** The honest cast, and every member that was asked for of every deed. */
async function everything(args: Arguments): Promise<readonly Played[]> {
  const [seed, count] = [numberOf(args, 'seed', 1), membersIn(args, 1)]
  const { faults, variants } = await chosenDeeds(choiceIn(args))
  const each = (deed: Fault | Variant, breaks: readonly string[]): readonly Played[] =>
    membersOf(deed, seed, count).map(({ what, deviation }, i) => ({
      id: i === 0 ? deed.id : `${deed.id}/${i}`,
      deed: what === deed.deed ? what : `${deed.deed}: ${what}`,
      deviation,
      setting: deed,
      breaks,
    }))
  return [
    { id: 'honest', deed: 'is honest', deviation: {}, setting: usual, breaks: [] },
    ...faults.flatMap((fault) =>
      each(
        fault,
        [fault.breaks, ...fault.alsoBreaks].map(({ id }) => id),
      ),
    ),
    ...variants.flatMap((variant) => each(variant, [])),
  ]
}
