import type { Account } from '../../../model/driver.ts'
import { parseJson } from '../../../protocol/encoding/json.ts'
import { attempt } from '../../../protocol/encoding/problem.ts'
import type { ReadyOffer } from './offer.ts'
import type { ServedActors } from './served-actors.ts'

/** Creates an offer in a new session; `undefined` if a mutated actor makes none. */
export async function createReadyOffer(
  { createOffer, endpoints, terms }: ServedActors,
  account: Account | undefined,
): Promise<ReadyOffer | undefined> {
  const pushed =
    account && endpoints.includes('issuerConfig') ? await createOffer(account).catch(() => undefined) : undefined
  if (!pushed) return undefined
  const read = attempt(() => parseJson(pushed.offer))
  return {
    offer: 'value' in read ? read.value : pushed.offer,
    link: `openid-credential-offer://?credential_offer=${encodeURIComponent(pushed.offer)}`,
    credentialIdentifier: pushed.credentialIdentifier,
    goodFor: terms.lifetimes.code,
  }
}
