import type { VciWalletEnd } from '../../model/openid4vci/wallet-steps.ts'
import type { HttpRequest, HttpResponse } from '../../model/wire.ts'
import { haipWalletFaults, haipWalletVariants } from '../../suites/haip/wallets.ts'
import { type WalletMutation, walletFaults } from '../../suites/openid4vci/wallet/faults.ts'
import { walletVariants } from '../../suites/openid4vci/wallet/variants.ts'
import { usualWalletSteps } from '../actors/openid4vci/wallet/steps.ts'
import { type HandedOffer, takeOffer } from '../actors/openid4vci/wallet/wallet.ts'
import { drawOctets } from '../runtime/random.ts'
import { makeKey } from './make-key.ts'
import { findChange, providerKey } from './vci-issuer.ts'

/** What a reference wallet calls, and its clock. */
export interface WalletSurroundings {
  readonly send: (request: HttpRequest) => Promise<HttpResponse>
  /** Seconds since 1970. */
  readonly now: () => number
  readonly wait: (seconds: number) => Promise<void>
}

export type VciWallet = (offer: HandedOffer) => Promise<VciWalletEnd>

/** A wallet of OpenID4VCI 1.0 that does everything right, or one thing otherwise. */
export const createReferenceVciWallet =
  (surroundings: WalletSurroundings, change: WalletMutation = (steps) => steps): VciWallet =>
  (offer) =>
    takeOffer(
      { ...surroundings, steps: change(usualWalletSteps), random: drawOctets, makeKey, provider: providerKey },
      offer,
    )

/** The fault or the variant of an id. */
export const findWalletChange = (kind: 'fault' | 'variant', id: string): WalletMutation =>
  findChange<WalletMutation>(
    kind === 'fault' ? [...walletFaults, ...haipWalletFaults] : [...walletVariants, ...haipWalletVariants],
    id,
    `${kind} of a wallet`,
  )
