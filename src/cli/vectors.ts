import { appendFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Deviation } from '../model/actors.ts'
import type { Fault, Setting, Variant } from '../model/fault.ts'
import type { Exhibit } from '../protocol/evidence.ts'
import { verify } from '../verify.ts'
import { numberOf, type Run } from './arguments.ts'
import { loadDeeds } from './catalogue.ts'
import { attempt } from './inputs.ts'
import { membersOf } from './members.ts'
import { stage } from './stage.ts'
import type { Vector } from './vector.ts'

/** `assay vectors`: what the stage plays, as artefacts with labels, for verifiers in other languages. */
export const run: Run = async (args, { out, err }) => {
  const seed = numberOf(args, 'seed', 1)
  const count = numberOf(args, 'members', 1)
  const folder = args.text('out')
  const write = folder === undefined ? out : writerInto(folder)
  const { faults, variants } = await loadDeeds()
  const lost: string[] = []
  let written = 0
  const take = (vectors: readonly Vector[], id: string): void => {
    if (vectors.length === 0) lost.push(id)
    for (const vector of vectors) write(JSON.stringify(vector), vector.kind)
    written += vectors.length
  }
  take(honestVectors(), 'honest')
  for (const fault of faults) for (const [i, { what, deviation }] of membersOf(fault, seed, count).entries()) take(faultVectors(fault, i, what, deviation), fault.id)
  for (const variant of variants) for (const [i, { what, deviation }] of membersOf(variant, seed, count).entries()) take(variantVectors(variant, i, what, deviation), variant.id)
  err(`assay: ${written} vectors${folder === undefined ? '' : ` in ${folder}`}${lost.length > 0 ? `; not shown by one artefact alone: ${lost.join(', ')}` : ''}`)
  return 0
}

type Write = (line: string, kind: string) => void

/** One file for each kind, begun anew. */
function writerInto(folder: string): Write {
  const begun = new Set<string>()
  attempt(folder, () => mkdirSync(folder, { recursive: true }))
  return (line, kind) => {
    const file = join(folder, `${kind}.ndjson`)
    if (!begun.has(kind)) rmSync(file, { force: true })
    begun.add(kind)
    appendFileSync(file, `${line}\n`)
  }
}

const documented: Setting = { under: 'document', given: {} }

const honestVectors = (): readonly Vector[] => {
  const { exhibits } = stage({}, documented)
  return distinct(exhibits).flatMap((exhibit) => vectorOf(exhibit, { id: `honest/${exhibit.kind}`, deed: 'is honest', setting: documented, deviation: {}, breaks: [] }))
}
