import type { Tampering } from '../../model/tampering.ts'
import { requirements } from '../all/requirements.ts'
import { invertProbeAnswers } from '../kit/exchange-tampers.ts'
import { tampersOfSchemas } from './schema-tampers.ts'

/** What follows from the schemas, and from which requirements are seen in how probes are answered. */
export const tampers: readonly Tampering[] = [
  ...tampersOfSchemas(requirements),
  ...requirements.filter(({ seen }) => 'byProbes' in seen).map(invertProbeAnswers),
]
