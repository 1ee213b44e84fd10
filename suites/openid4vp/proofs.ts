import type { Proofs } from '../suite.ts'
import { faults } from './faults.ts'
import { describeVpTask } from './receiver.ts'
import { makeSample } from './sample.ts'
import { variants } from './variants.ts'
import { verifierFaults } from './verifier/faults.ts'
import { verifierVariants } from './verifier/variants.ts'
import { presenterFaults } from './wallet/faults.ts'
import { presenterVariants } from './wallet/variants.ts'

export const proofs: Proofs = {
  ...{ faults, variants, makeSample, describeTask: describeVpTask },
  exchange: {
    faults: [...verifierFaults, ...presenterFaults],
    variants: [...verifierVariants, ...presenterVariants],
  },
}
