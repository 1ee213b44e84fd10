import type { Tampering } from '../../model/tampering.ts'
import { requirements } from '../all/requirements.ts'
import { invertProbeAnswers } from '../kit/exchange-tampers.ts'
import { createSchemaTampers } from './schema-tampers.ts'

/** Tampering that follows from the schemas, and the inverted answers to probes. */
export const tampers: readonly Tampering[] = [
  ...createSchemaTampers(requirements),
  ...requirements.filter(({ seen }) => 'byProbes' in seen).map(invertProbeAnswers),
]
