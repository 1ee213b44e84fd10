import type { Tampering } from '../../../model/tampering.ts'
import { requirements } from '../all/requirements.ts'
import { addCrash, invertProbeAnswers } from '../kit/exchange-tampers.ts'
import { listSurvivals } from '../undefined-points/survival.ts'
import { createSchemaTampers } from './schema-tampers.ts'

const survivals = new Set(listSurvivals().map(({ requirement }) => requirement))

/** Tampering that follows from the schemas, and the inverted answers to probes. */
export const tampers: readonly Tampering[] = [
  ...createSchemaTampers(requirements),
  ...requirements
    .filter(({ seen }) => 'byProbes' in seen)
    .map((requirement) => (survivals.has(requirement) ? addCrash(requirement) : invertProbeAnswers(requirement))),
]
