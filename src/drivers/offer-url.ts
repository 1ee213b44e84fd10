import { offerInUrl } from '../protocol/offer.ts'
import { attempt } from '../protocol/problem.ts'

/** An offer as a link. Signs that a shell on a device would obey are encoded as well. */
export function urlOf(offer: string): string {
  const read = attempt(() => offerInUrl(offer))
  if ('value' in read && read.value !== undefined) return offer
  const encoded = encodeURIComponent(offer.toWellFormed())
  return `openid-credential-offer://?credential_offer=${encoded.replaceAll(/[!'()*~]/g, percent)}`
}

const percent = (sign: string): string => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
