import type { Proofs } from '../suite.ts'
import { faults } from './faults.ts'
import { holderFaults, holderVariants } from './holder/faults.ts'
import { describeTask } from './receiver.ts'
import { makeSample } from './sample.ts'
import { variants } from './variants.ts'

export const proofs: Proofs = {
  ...{ faults, variants, makeSample, describeTask },
  exchange: { faults: holderFaults, variants: holderVariants },
}
