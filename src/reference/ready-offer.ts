import type { Account } from '../../model/settings.ts'
import { parseJson } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import type { ReadyOffer } from './offer.ts'
import type { ServedActors } from './served-actors.ts'

/** The offer of a session that an identity app has opened here. Nothing, if it got none: an actor may lie. */
export async function createReadyOffer(
  { createOffer: offer, endpoints, terms }: ServedActors,
  account: Account | undefined,
): Promise<ReadyOffer | undefined> {
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
