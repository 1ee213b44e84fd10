import { X509Certificate } from 'node:crypto'
import { testAuthority } from '../../../sd-jwt/test-authority.ts'
import { issuerFaults } from '../../issuer-faults.ts'
import { issuerVariants } from '../../issuer-variants.ts'
import { requirements } from '../../requirements.ts'
import { grantNames } from './grant-names.ts'
import type { IssuerProfile } from './wallet.ts'

/** OpenID4VCI 1.0 alone. */
export const issuerProfile: IssuerProfile = {
  suite: 'openid4vci-1.0',
  rows: requirements,
  grants: grantNames,
  credentials: 'sd-jwt-vc',
  reference: {
    name: 'an issuer of OpenID4VCI 1.0',
    change: (steps) => steps,
    anchors: [new X509Certificate(testAuthority).toString()],
    faults: issuerFaults,
    variants: issuerVariants,
  },
}
