import type { Parties } from '../../../../src/harness/parties.ts'
import type { Seen } from '../../../../src/harness/seen.ts'
import type { Selection } from '../../../../src/judge/selection.ts'
import { sampleTime } from '../../../sd-jwt/sample.ts'
import { requirements } from '../../requirements.ts'
import { type WalletMutation, walletFaults } from '../../wallet/faults.ts'
import { walletVariants } from '../../wallet/variants.ts'
import { walletProfile } from './profile.ts'
import { tryWallet } from './try-wallet.ts'
import type { WalletProfile } from './wallet-profile.ts'

/** Tests a party by a standard, with all probes or with those of a selection. */
export const playWallet =
  (profile: WalletProfile) =>
  (change: WalletMutation, selection?: Selection): Promise<Seen> =>
    tryWallet({
      profile,
      place: { host: '127.0.0.1', port: 0 },
      patience: { before: 5, after: 2 },
      hasProbes: true,
      options: { now: sampleTime, ...(selection && { selection }) },
      change,
      show: async () => undefined,
      announce: () => {},
    })

export const wallets: Parties<WalletMutation> = {
  ...{ role: 'wallet', rows: requirements, faults: walletFaults, variants: walletVariants },
  play: playWallet(walletProfile),
}
