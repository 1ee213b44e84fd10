import type { Role } from '../model/requirement.ts'
import type { Endpoint, Hop } from '../model/wire.ts'
import type { Exhibit, Kind } from '../protocol/evidence.ts'
import type { JsonObject } from '../protocol/json.ts'
import { open } from '../protocol/open.ts'

/** What kind of message goes to an endpoint, and what kind comes back. */
const kindsAt: Readonly<Record<Endpoint, { readonly asked?: Kind; readonly replied?: Kind }>> = {
  issuerConfig: { asked: 'issuer-config-request', replied: 'issuer-config-response' },
  offerPush: { asked: 'offer' },
  offer: { replied: 'offer' },
  issuerMetadata: { replied: 'metadata' },
  nonce: { replied: 'nonce-response' },
  deeplink: { asked: 'deeplink' },
  validate: { asked: 'validation-request', replied: 'validation-response' },
  walletCallback: { asked: 'callback' },
  jwks: { replied: 'jwks' },
  status: { replied: 'status-token' },
  presentation: {},
}

/** A message of a hop, taken apart, and who sent it. */
export interface Shown {
  readonly hop: Hop
  readonly by: Role
  readonly exhibits: readonly Exhibit[]
}

/** Takes the messages of a hop apart. What was refused or lost shows nothing but what was asked. */
export function shownIn(hop: Hop, keys: readonly JsonObject[]): readonly Shown[] {
  const { asked, replied } = kindsAt[hop.endpoint]
  const shown: Shown[] = []
  if (asked) {
    const text = hop.endpoint === 'deeplink' ? hop.asked.url : (hop.asked.body ?? '')
    const isOffered = hop.endpoint !== 'offerPush' || !text.startsWith('openid-credential-offer:')
    if (isOffered) shown.push({ hop, by: hop.from, exhibits: openOnce(asked, text, keys) })
  }
  if (replied && hop.replied && hop.replied.status >= 200 && hop.replied.status < 300) {
    shown.push({ hop, by: hop.to, exhibits: open(replied, hop.replied.body, keys) })
  }
  return shown
}

/** The deeplink and the validation request carry the same message: it is opened where it arrives. */
const openOnce = (kind: Kind, text: string, keys: readonly JsonObject[]): readonly Exhibit[] =>
  kind === 'deeplink' ? open(kind, text).slice(0, 1) : open(kind, text, keys)
