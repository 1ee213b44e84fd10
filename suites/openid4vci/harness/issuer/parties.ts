import type { Parties } from '../../../../src/harness/parties.ts'
import type { Seen } from '../../../../src/harness/seen.ts'
import type { Selection } from '../../../../src/judge/selection.ts'
import { sampleTime } from '../../../sd-jwt/sample.ts'
import type { IssuerMutation } from '../../issuer-changes.ts'
import { issuerFaults } from '../../issuer-faults.ts'
import { issuerVariants } from '../../issuer-variants.ts'
import { requirements } from '../../requirements.ts'
import { issuerProfile } from './profile.ts'
import { tryIssuer } from './try-issuer.ts'
import type { IssuerProfile } from './wallet.ts'

/** Tests a party by a standard, with all probes or with those of a selection. */
export const playIssuer =
  (profile: IssuerProfile) =>
  (change: IssuerMutation, selection?: Selection): Promise<Seen> =>
    tryIssuer({
      profile,
      offers: [],
      hasProbes: true,
      patience: 120,
      allowPrivate: false,
      options: { now: sampleTime, ...(selection && { selection }) },
      change,
    })

export const issuers: Parties<IssuerMutation> = {
  ...{ role: 'issuer', rows: requirements, faults: issuerFaults, variants: issuerVariants },
  play: playIssuer(issuerProfile),
}
