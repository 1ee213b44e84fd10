import { inProcess, makePartyTest, type Parties, playRepeatably } from '../../../src/harness/parties.ts'
import { sampleTime } from '../../sd-jwt/sample.ts'
import type { IssuerMutation } from '../issuer-changes.ts'
import { issuerFaults } from '../issuer-faults.ts'
import { issuerVariants } from '../issuer-variants.ts'
import { requirements } from '../requirements.ts'
import { type WalletMutation, walletFaults } from '../wallet/faults.ts'
import { walletVariants } from '../wallet/variants.ts'
import { issuerProfile } from './issuer/profile.ts'
import { tryIssuer } from './issuer/try-issuer.ts'
import type { IssuerProfile } from './issuer/wallet.ts'
import { walletProfile } from './wallet/profile.ts'
import { tryWallet } from './wallet/try-wallet.ts'
import type { WalletProfile } from './wallet/wallet-profile.ts'

const usual = { offers: [], patience: 120, allowPrivate: false } as const

export const playIssuer = (profile: IssuerProfile): Parties<IssuerMutation>['play'] =>
  playRepeatably((change, selection) =>
    tryIssuer({ ...makePartyTest(sampleTime, selection), ...usual, profile, change }),
  )

export const playWallet = (profile: WalletProfile): Parties<WalletMutation>['play'] =>
  playRepeatably((change, selection) =>
    tryWallet({ ...makePartyTest(sampleTime, selection), ...inProcess, profile, change }),
  )

export const issuers: Parties<IssuerMutation> = {
  ...{ role: 'issuer', rows: requirements, faults: issuerFaults, variants: issuerVariants },
  play: playIssuer(issuerProfile),
}

export const wallets: Parties<WalletMutation> = {
  ...{ role: 'wallet', rows: requirements, faults: walletFaults, variants: walletVariants },
  play: playWallet(walletProfile),
}
