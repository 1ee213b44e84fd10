import type { StandardProfile } from '../../model/decision.ts'
import type { IsChosen } from '../../model/ids.ts'
import { standardProofs } from '../../suites/proofs.ts'
import type { Vector } from '../verify/vector.ts'

/** The samples of a standard as vectors: the usual one first, then every chosen one, legal and faulty. */
export function listStandardVectors(profile: StandardProfile, isChosen: IsChosen = () => true): readonly Vector[] {
  const { faults, variants, makeSample } = standardProofs[profile]
  const sources = [
    { id: 'valid', description: 'is valid', breaks: [], change: {} },
    ...variants.filter(({ id }) => isChosen(id)).map((each) => ({ ...each, breaks: [] })),
    ...faults
      .filter(({ id }) => isChosen(id))
      .map((each) => ({ ...each, breaks: [each.breaks, ...each.alsoBreaks].map(({ id }) => id) })),
  ]
  return sources.map(({ id, description, breaks, change }) => {
    const { kind, text, facts } = makeSample(change)
    return { id, kind, artefact: text, breaks, profile, context: facts, description }
  })
}
