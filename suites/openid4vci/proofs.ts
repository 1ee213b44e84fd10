import type { Proofs } from '../suite.ts'
import { faults } from './faults.ts'
import { issuerFaults } from './issuer-faults.ts'
import { issuerVariants } from './issuer-variants.ts'
import { makeSample } from './sample.ts'
import { variants } from './variants.ts'
import { walletFaults } from './wallet/faults.ts'
import { walletVariants } from './wallet/variants.ts'

export const proofs: Proofs = {
  ...{ faults, variants, makeSample },
  exchange: { faults: [...issuerFaults, ...walletFaults], variants: [...issuerVariants, ...walletVariants] },
  describeTask: () => undefined, // no receiver gets one message alone
}
