import { requirements } from '../../requirements.ts'
import { verifierFaults } from '../../verifier/faults.ts'
import { verifierProbes } from '../../verifier/probes.ts'
import { dcVerifierVariants, verifierVariants } from '../../verifier/variants.ts'
import type { VerifierProfile } from './session.ts'

/** OpenID4VP 1.0 alone. */
export const verifierProfile: VerifierProfile = {
  suite: 'openid4vp-1.0',
  rows: requirements,
  probes: verifierProbes,
  reference: {
    name: 'a verifier of OpenID4VP 1.0',
    change: (steps) => steps,
    faults: verifierFaults,
    variants: [...verifierVariants, ...dcVerifierVariants],
  },
}
