import type { Proofs } from '../suite.ts'
import { faults } from './faults.ts'
import { makeMdocSample } from './sample.ts'
import { variants } from './variants.ts'

export const proofs: Proofs = {
  ...{ faults, variants, makeSample: makeMdocSample },
  describeTask: () => undefined, // no receiver gets one alone
}
