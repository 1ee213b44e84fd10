import type { Account } from '../../model/settings.ts'
import { parseJson } from '../../protocol/encoding/json.ts'
import { attempt } from '../../protocol/encoding/problem.ts'
import type { ServedActors } from './served-actors.ts'

/** An offer that can be taken at once. */
export interface ReadyOffer {
  readonly offer: unknown
  /** The same as a link, for a QR code. */
  readonly link: string
  readonly credentialIdentifier: string
  /** Seconds for which its code is good. */
  readonly goodFor: number
}

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
