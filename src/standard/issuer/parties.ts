import { haipIssuerFaults, haipIssuerVariants } from '../../../suites/haip/issuers.ts'
import { requirements as haipRequirements } from '../../../suites/haip/requirements.ts'
import type { IssuerMutation } from '../../../suites/openid4vci/issuer-changes.ts'
import { issuerFaults } from '../../../suites/openid4vci/issuer-faults.ts'
import { issuerVariants } from '../../../suites/openid4vci/issuer-variants.ts'
import { requirements } from '../../../suites/openid4vci/requirements.ts'
import { sampleTime } from '../../../suites/sd-jwt/sample.ts'
import type { Parties } from '../tested/parties.ts'
import type { Seen } from '../tested/seen.ts'
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
