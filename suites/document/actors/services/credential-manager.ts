import type { CredentialManager } from '../../model/actors.ts'
import type { Network, OfferPush } from './context.ts'

/** A credential manager at work: it takes an offer from an app and hands it to the wallet. */
export const startCredentialManager = (manager: CredentialManager, { deliverOffer: handOver }: Network) => ({
  take: (pushed: OfferPush): Promise<void> => handOver({ ...pushed, offer: manager.handOver(pushed.offer) }),
})
