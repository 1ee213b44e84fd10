import { X509Certificate } from 'node:crypto'
import type { CertificateFault } from '../../../model/probe.ts'
import type { HttpRequest, HttpResponse } from '../../../model/wire.ts'
import { makeKey } from '../../../src/runtime/make-key.ts'
import { drawOctets } from '../../../src/runtime/random.ts'
import { testAuthority } from '../../sd-jwt/test-authority.ts'
import { usualWalletSteps } from '../actors/wallet/steps.ts'
import { type HandedOffer, takeOffer } from '../actors/wallet/wallet.ts'
import type { VciWalletEnd } from '../actors/wallet-steps.ts'
import type { WalletMutation } from '../wallet/faults.ts'
import { providerKey } from './reference-issuer.ts'

/** What a reference wallet calls, and its clock. */
export interface WalletSurroundings {
  readonly send: (request: HttpRequest) => Promise<HttpResponse>
  /** Seconds since 1970. */
  readonly now: () => number
  readonly wait: (seconds: number) => Promise<void>
  /** What is wrong with the certificate of the issuer; absent where the connection says it. */
  readonly readCertificate?: () => CertificateFault | undefined
}

export type VciWallet = (offer: HandedOffer) => Promise<VciWalletEnd>

/** A wallet of OpenID4VCI 1.0 that does everything right, or one thing otherwise. */
export const createReferenceVciWallet = (
  surroundings: WalletSurroundings,
  change: WalletMutation = (steps) => steps,
): VciWallet => {
  const options = {
    ...surroundings,
    ...{ steps: change(usualWalletSteps), random: drawOctets, makeKey, provider: providerKey },
    anchors: [new X509Certificate(testAuthority).toString()],
  }
  return (offer) => takeOffer(options, offer)
}
