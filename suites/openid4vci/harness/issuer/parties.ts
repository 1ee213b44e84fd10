import type { Parties } from '../../../../src/harness/parties.ts'
import type { Seen } from '../../../../src/harness/seen.ts'
import { haipIssuerFaults, haipIssuerVariants } from '../../../haip/issuers.ts'
import { requirements as haipRequirements } from '../../../haip/requirements.ts'
import { sampleTime } from '../../../sd-jwt/sample.ts'
import type { IssuerMutation } from '../../issuer-changes.ts'
import { issuerFaults } from '../../issuer-faults.ts'
import { issuerVariants } from '../../issuer-variants.ts'
import { requirements } from '../../requirements.ts'
import type { IssuerProfile } from './issuer-profiles.ts'
import { tryIssuer } from './try-issuer.ts'

const play =
  (profile: IssuerProfile) =>
  (change: IssuerMutation): Promise<Seen> =>
    tryIssuer({
      profile,
      offers: [],
      hasProbes: true,
      patience: 60,
      allowPrivate: false,
      options: { now: sampleTime },
      change,
    })

export const issuers: Parties<IssuerMutation> = {
  ...{ role: 'issuer', rows: requirements, faults: issuerFaults, variants: issuerVariants },
  play: play('openid4vci-1.0'),
}

/** Under HAIP 1.0: what it adds. */
export const haipIssuers: Parties<IssuerMutation> = {
  ...{ role: 'issuer', rows: haipRequirements, faults: haipIssuerFaults, variants: haipIssuerVariants },
  play: play('haip-1.0'),
}
