import { requirements as haipRequirements } from '../../../suites/haip/requirements.ts'
import { haipVerifierFaults, haipVerifierVariants } from '../../../suites/haip/verifiers.ts'
import { requirements } from '../../../suites/openid4vp/requirements.ts'
import { type VerifierMutation, verifierFaults } from '../../../suites/openid4vp/verifier/faults.ts'
import { verifierVariants } from '../../../suites/openid4vp/verifier/variants.ts'
import { sampleTime } from '../../../suites/sd-jwt/sample.ts'
import type { Parties } from '../tested/parties.ts'
import type { Seen } from '../tested/seen.ts'
import type { VerifierProfile } from './session.ts'
import { tryServedVerifier } from './try-served-verifier.ts'

const play =
  (profile: VerifierProfile) =>
  (change: VerifierMutation): Promise<Seen> =>
    tryServedVerifier({
      profile,
      requests: [],
      hasProbes: true,
      hasStatus: true,
      patience: 0,
      allowPrivate: false,
      options: { now: sampleTime },
      change,
    })

export const verifiers: Parties<VerifierMutation> = {
  ...{ role: 'verifier', rows: requirements, faults: verifierFaults, variants: verifierVariants },
  play: play('openid4vp-1.0'),
}

/** Under HAIP 1.0: what it adds. */
export const haipVerifiers: Parties<VerifierMutation> = {
  ...{ role: 'verifier', rows: haipRequirements, faults: haipVerifierFaults, variants: haipVerifierVariants },
  play: play('haip-1.0'),
}
