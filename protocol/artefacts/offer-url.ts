import { attempt } from '../encoding/problem.ts'
import { parseOfferUrl } from './offer.ts'

/** Writes an offer as a link. Characters that a shell on a device interprets are encoded as well. */
export function writeOfferUrl(offer: string): string {
  const read = attempt(() => parseOfferUrl(offer))
  if ('value' in read && read.value !== undefined) return offer
  const encoded = encodeURIComponent(offer.toWellFormed())
  return `openid-credential-offer://?credential_offer=${encoded.replaceAll(/[!'()*~]/g, percent)}`
}

const percent = (sign: string): string => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`
