import type { Parties } from '../../../../src/harness/parties.ts'
import type { Seen } from '../../../../src/harness/seen.ts'
import type { Selection } from '../../../../src/judge/selection.ts'
import { sampleTime } from '../../../sd-jwt/sample.ts'
import { requirements } from '../../requirements.ts'
import { type VerifierMutation, verifierFaults } from '../../verifier/faults.ts'
import { verifierVariants } from '../../verifier/variants.ts'
import { verifierProfile } from './profile.ts'
import type { VerifierProfile } from './session.ts'
import { tryServedVerifier } from './try-served-verifier.ts'

/** Tests a party by a standard, with all probes or with those of a selection. */
export const playVerifier =
  (profile: VerifierProfile) =>
  (change: VerifierMutation, selection?: Selection): Promise<Seen> =>
    tryServedVerifier({
      profile,
      requests: [],
      hasProbes: true,
      hasStatus: true,
      patience: 0,
      allowPrivate: false,
      options: { now: sampleTime, ...(selection && { selection }) },
      change,
    })

export const verifiers: Parties<VerifierMutation> = {
  ...{ role: 'verifier', rows: requirements, faults: verifierFaults, variants: verifierVariants },
  play: playVerifier(verifierProfile),
}
