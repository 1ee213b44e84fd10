import type { FoundIssuer } from '../find-issuer.ts'
import type { ReadOffer } from '../read-offer.ts'
import type { Grant } from '../wallet.ts'

/** The flow that came before the probes. */
export interface Played {
  readonly issuer: FoundIssuer
  readonly offer: ReadOffer
  readonly grant: Grant
  readonly usedTransaction?: string
  readonly notificationId?: string
}
