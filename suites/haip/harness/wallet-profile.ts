import { X509Certificate } from 'node:crypto'
import { walletProfile as openid4vci } from '../../openid4vci/harness/wallet/profile.ts'
import type { WalletProfile } from '../../openid4vci/harness/wallet/wallet-profile.ts'
import { testAuthority } from '../../sd-jwt/test-authority.ts'
import { issuanceRequirements } from '../requirements.ts'
import { checkHaipWallet, compareHaipSessions } from '../wallet-checks.ts'
import { haipSessions, haipWalletProbes, welcomeHaip } from '../wallet-probes.ts'
import { haipWalletFaults, haipWalletVariants, makeHaipWallet } from '../wallets.ts'

/** What HAIP 1.0 has other than OpenID4VCI 1.0 where a wallet obtains credentials. */
export const walletProfile: WalletProfile = {
  suite: 'haip-1.0',
  rows: [...openid4vci.rows, ...issuanceRequirements],
  issuer: welcomeHaip,
  hasCertificate: true,
  sessions: haipSessions,
  probes: haipWalletProbes,
  checks: { session: checkHaipWallet, sessions: compareHaipSessions },
  reference: {
    name: 'a wallet of OpenID4VCI 1.0 or HAIP 1.0',
    change: makeHaipWallet,
    anchors: [new X509Certificate(testAuthority).toString()],
    faults: [...openid4vci.reference.faults, ...haipWalletFaults],
    variants: [...openid4vci.reference.variants, ...haipWalletVariants],
  },
}
