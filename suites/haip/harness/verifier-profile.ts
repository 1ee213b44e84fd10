import { verifierProfile as openid4vp } from '../../openid4vp/harness/verifier/profile.ts'
import type { VerifierProfile } from '../../openid4vp/harness/verifier/session.ts'
import { requirements } from '../requirements.ts'
import { checkKeys, haipVerifierProbes } from '../verifier-probes.ts'
import { haipDcVerifierVariants, haipVerifierFaults, haipVerifierVariants, makeHaipVerifier } from '../verifiers.ts'

/** What HAIP 1.0 adds where a verifier is tested. */
export const verifierProfile: VerifierProfile = {
  suite: 'haip-1.0',
  rows: [...openid4vp.rows, ...requirements],
  probes: [...openid4vp.probes, ...haipVerifierProbes],
  checkRequests: checkKeys,
  reference: {
    name: 'a verifier of OpenID4VP 1.0 or HAIP 1.0',
    change: makeHaipVerifier,
    faults: [...openid4vp.reference.faults, ...haipVerifierFaults],
    variants: [...openid4vp.reference.variants, ...haipVerifierVariants, ...haipDcVerifierVariants],
  },
}
