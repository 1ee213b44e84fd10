import type { Parties } from '../../../src/harness/parties.ts'
import { playIssuer, playWallet } from '../../openid4vci/harness/parties.ts'
import type { IssuerMutation } from '../../openid4vci/issuer-changes.ts'
import type { WalletMutation } from '../../openid4vci/wallet/faults.ts'
import { playPresenter, playVerifier } from '../../openid4vp/harness/parties.ts'
import type { VerifierMutation } from '../../openid4vp/verifier/faults.ts'
import type { PresenterMutation } from '../../openid4vp/wallet/faults.ts'
import { haipIssuerFaults, haipIssuerVariants } from '../issuers.ts'
import { haipPresenterFaults, haipPresenterVariants } from '../presenters.ts'
import { issuanceRequirements, presentationRequirements, requirements } from '../requirements.ts'
import { haipVerifierFaults, haipVerifierVariants } from '../verifiers.ts'
import { haipWalletFaults, haipWalletVariants } from '../wallets.ts'
import { issuerProfile } from './issuer-profile.ts'
import { presenterProfile } from './presenter-profile.ts'
import { verifierProfile } from './verifier-profile.ts'
import { walletProfile } from './wallet-profile.ts'

export const haipIssuers: Parties<IssuerMutation> = {
  ...{ role: 'issuer', rows: requirements, faults: haipIssuerFaults, variants: haipIssuerVariants },
  play: playIssuer(issuerProfile),
}

export const haipVerifiers: Parties<VerifierMutation> = {
  ...{ role: 'verifier', rows: requirements, faults: haipVerifierFaults, variants: haipVerifierVariants },
  play: playVerifier(verifierProfile),
}

export const haipWallets: Parties<WalletMutation> = {
  ...{ role: 'wallet', rows: issuanceRequirements, faults: haipWalletFaults, variants: haipWalletVariants },
  play: playWallet(walletProfile),
}

export const haipPresenters: Parties<PresenterMutation> = {
  ...{ role: 'wallet', rows: presentationRequirements },
  ...{ faults: haipPresenterFaults, variants: haipPresenterVariants },
  play: playPresenter(presenterProfile),
}
