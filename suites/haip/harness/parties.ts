import type { Parties } from '../../../src/harness/parties.ts'
import { playIssuer } from '../../openid4vci/harness/issuer/parties.ts'
import { playWallet } from '../../openid4vci/harness/wallet/parties.ts'
import type { IssuerMutation } from '../../openid4vci/issuer-changes.ts'
import type { WalletMutation } from '../../openid4vci/wallet/faults.ts'
import { playVerifier } from '../../openid4vp/harness/verifier/parties.ts'
import { playPresenter } from '../../openid4vp/harness/wallet/parties.ts'
import type { VerifierMutation } from '../../openid4vp/verifier/faults.ts'
import type { PresenterMutation } from '../../openid4vp/wallet/faults.ts'
import { haipIssuerFaults, haipIssuerVariants } from '../issuers.ts'
import { haipPresenterFaults, haipPresenterVariants } from '../presenters.ts'
import { issuanceRequirements, presentationRequirements, requirements } from '../requirements.ts'
import { haipVerifierFaults, haipVerifierVariants } from '../verifiers.ts'
import { haipWalletFaults, haipWalletVariants } from '../wallets.ts'

export const haipIssuers: Parties<IssuerMutation> = {
  ...{ role: 'issuer', rows: requirements, faults: haipIssuerFaults, variants: haipIssuerVariants },
  play: playIssuer('haip-1.0'),
}

export const haipVerifiers: Parties<VerifierMutation> = {
  ...{ role: 'verifier', rows: requirements, faults: haipVerifierFaults, variants: haipVerifierVariants },
  play: playVerifier('haip-1.0'),
}

export const haipWallets: Parties<WalletMutation> = {
  ...{ role: 'wallet', rows: issuanceRequirements, faults: haipWalletFaults, variants: haipWalletVariants },
  play: playWallet('haip-1.0'),
}

export const haipPresenters: Parties<PresenterMutation> = {
  ...{ role: 'wallet', rows: presentationRequirements },
  ...{ faults: haipPresenterFaults, variants: haipPresenterVariants },
  play: playPresenter('haip-1.0'),
}
