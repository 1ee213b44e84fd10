import type { Proofs } from '../suite.ts'
import { faults } from './faults.ts'
import { haipIssuerFaults, haipIssuerVariants } from './issuers.ts'
import { haipPresenterFaults, haipPresenterVariants } from './presenters.ts'
import { presentationRequirements } from './requirements.ts'
import { makeSample } from './sample.ts'
import { variants } from './variants.ts'
import { haipVerifierFaults, haipVerifierVariants } from './verifiers.ts'
import { haipWalletFaults, haipWalletVariants } from './wallets.ts'

export const proofs: Proofs = {
  ...{ faults, variants, makeSample },
  exchange: {
    faults: [...haipIssuerFaults, ...haipVerifierFaults, ...haipWalletFaults, ...haipPresenterFaults],
    variants: [...haipIssuerVariants, ...haipVerifierVariants, ...haipWalletVariants, ...haipPresenterVariants],
    presented: presentationRequirements,
  },
  describeTask: () => undefined, // it sets no tasks of its own
}
