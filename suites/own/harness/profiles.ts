import { issuerProfile as haipIssuers } from '../../haip/harness/issuer-profile.ts'
import { presenterProfile as haipPresenters } from '../../haip/harness/presenter-profile.ts'
import { verifierProfile as haipVerifiers } from '../../haip/harness/verifier-profile.ts'
import { walletProfile as haipWallets } from '../../haip/harness/wallet-profile.ts'
import { issuerProfile as openid4vciIssuers } from '../../openid4vci/harness/issuer/profile.ts'
import type { IssuerProfile } from '../../openid4vci/harness/issuer/wallet.ts'
import { walletProfile as openid4vciWallets } from '../../openid4vci/harness/wallet/profile.ts'
import type { WalletProfile } from '../../openid4vci/harness/wallet/wallet-profile.ts'
import { offerBothFormats } from '../../openid4vci/issued-mdoc.ts'
import { combine as combineIssuers } from '../../openid4vci/issuer-changes.ts'
import { combine as combineWallets } from '../../openid4vci/wallet/faults.ts'
import { verifierProfile as openid4vpVerifiers } from '../../openid4vp/harness/verifier/profile.ts'
import type { VerifierProfile } from '../../openid4vp/harness/verifier/session.ts'
import type { PresenterProfile } from '../../openid4vp/harness/wallet/presenter-profile.ts'
import { presenterProfile as openid4vpPresenters } from '../../openid4vp/harness/wallet/profile.ts'
import { combine as combineVerifiers } from '../../openid4vp/verifier/faults.ts'
import { combine as combinePresenters } from '../../openid4vp/wallet/faults.ts'
import type { HolderProfile } from '../../sd-jwt/harness/holder-profile.ts'
import {
  type IssuerChange,
  type OwnSuite,
  toHolderMutation,
  toIssuerMutation,
  toPresenterMutation,
  toVerifierMutation,
  toWalletMutation,
} from '../own-suite.ts'

// How a third-party suite has a role tested: as the standard does, with a reference actor that meets its requirements,
// and with other parties that do.

export function makeIssuerProfile({ on, reference: own, hasDocuments }: OwnSuite): IssuerProfile {
  const { reference, ...profile } = on === 'haip-1.0' ? haipIssuers : openid4vciIssuers
  const usual = hasDocuments ? combineIssuers(reference.change, offerBothFormats) : reference.change
  return { ...profile, reference: { ...reference, change: combineIssuers(usual, toIssuerMutation(own)) } }
}

export function makeWalletProfile({ on, reference: credential, wallet }: OwnSuite): WalletProfile {
  const { reference, ...profile } = on === 'haip-1.0' ? haipWallets : openid4vciWallets
  const change = combineWallets(reference.change, toWalletMutation(wallet?.reference ?? {}))
  const issuer = combineIssuers(profile.issuer, toIssuerMutation(credential))
  return { ...profile, issuer, reference: { ...reference, change } }
}

export function makePresenterProfile({ on, reference: credential, wallet, verifier }: OwnSuite): PresenterProfile {
  const { reference, ...profile } = on === 'haip-1.0' ? haipPresenters : openid4vpPresenters
  const change = combinePresenters(reference.change, toPresenterMutation(wallet?.reference ?? {}, credential))
  const met = verifier && { verifier: toVerifierMutation(verifier.reference) }
  return { ...profile, ...met, reference: { ...reference, change } }
}

export function makeVerifierProfile({ on, reference: credential, wallet, verifier }: OwnSuite): VerifierProfile {
  const { reference, ...profile } = on === 'haip-1.0' ? haipVerifiers : openid4vpVerifiers
  const change = combineVerifiers(reference.change, toVerifierMutation(verifier?.reference ?? {}))
  const { claims, header } = listIssued(credential)
  const { binding = keep } = wallet?.reference ?? {}
  return { ...profile, presents: { claims, header, binding }, reference: { ...reference, change } }
}

export const makeHolderProfile = ({ reference: credential, wallet }: OwnSuite): HolderProfile => ({
  issued: listIssued(credential),
  change: toHolderMutation(wallet?.reference ?? {}),
})

const listIssued = ({ claims = keep, header = keep }: IssuerChange) => ({ claims, header })

const keep = <T>(value: T): T => value
