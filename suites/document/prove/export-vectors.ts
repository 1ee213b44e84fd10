import type { Vector } from '../../../src/verify/vector.ts'
import { sampleMembers } from '../kit/family.ts'
import type { Fault, FaultSettings, Variant } from '../model/fault.ts'
import type { Sampling } from '../run/probes/portions.ts'
import { chooseCatalogue, type ProofChoice } from './catalogue.ts'
import { createVectorMaker, type VectorSource } from './make-vectors.ts'

/** Makes the vectors of everything chosen, and returns how many there are and what shows in no single artefact. */
export async function exportVectors(
  choice: ProofChoice,
  { now, ...sampling }: Sampling & { readonly now?: number },
  write: (vector: Vector) => void,
): Promise<{ readonly written: number; readonly lost: readonly string[] }> {
  const lost: string[] = []
  let written = 0
  const makeVectors = createVectorMaker(now)
  for (const each of await listSubjects(choice, sampling)) {
    const vectors = makeVectors(each)
    if (vectors.length === 0) lost.push(each.id)
    for (const vector of vectors) write(vector)
    written += vectors.length
  }
  return { written, lost }
}

const defaults: FaultSettings = { profile: 'document', decisions: {} }

/** The valid artefacts, and as many members as were asked for of every chosen fault and variant. */
async function listSubjects(choice: ProofChoice, sampling: Sampling): Promise<readonly VectorSource[]> {
  const { faults, variants } = await chooseCatalogue(choice)
  return [
    { id: 'valid', description: 'is valid', mutation: {}, settings: defaults, breaks: [] },
    ...faults.flatMap((fault) =>
      listMembers(
        fault,
        sampling,
        [fault.breaks, ...fault.alsoBreaks].map(({ id }) => id),
      ),
    ),
    ...variants.flatMap((variant) => listMembers(variant, sampling, [])),
  ]
}

const listMembers = (
  each: Fault | Variant,
  { seed, members }: Sampling,
  breaks: readonly string[],
): readonly VectorSource[] =>
  sampleMembers(each, seed, members).map(({ description, mutation }, i) => ({
    id: i === 0 ? each.id : `${each.id}/${i}`,
    description: description === each.description ? description : `${each.description}: ${description}`,
    mutation,
    settings: each,
    breaks,
  }))
