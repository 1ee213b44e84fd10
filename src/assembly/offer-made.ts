import type { Account } from '../model/settings.ts'
import { parseJson } from '../protocol/json.ts'
import { attempt } from '../protocol/problem.ts'
import type { House } from './house.ts'

/** An offer that can be taken at once. */
export interface OfferMade {
  readonly offer: unknown
  /** The same as a link, for a QR code. */
  readonly link: string
  readonly credentialIdentifier: string
  /** Seconds for which its code is good. */
  readonly goodFor: number
}

/** The offer of a session that an identity app has opened here. Nothing, if it got none: an actor may lie. */
export async function offerMade(
  { offer, endpoints, terms }: House,
  account: Account | undefined,
): Promise<OfferMade | undefined> {
  const pushed = account && endpoints.includes('issuerConfig') ? await offer(account).catch(() => undefined) : undefined
  if (!pushed) return undefined
  const read = attempt(() => parseJson(pushed.offer))
  return {
    offer: 'value' in read ? read.value : pushed.offer,
    link: `openid-credential-offer://?credential_offer=${encodeURIComponent(pushed.offer)}`,
    credentialIdentifier: pushed.credentialIdentifier,
    goodFor: terms.lifetimes.code,
  }
}
