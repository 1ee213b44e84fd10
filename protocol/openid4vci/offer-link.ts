import { type Deeplink, readDeeplink, readFormLink } from '../artefacts/deeplink.ts'
import { parseTolerantly } from '../encoding/json.ts'
import { attempt } from '../encoding/problem.ts'

/**
 * A link with a credential offer. OpenID4VCI does not say whether its query is that of a form, in which `+` is a blank.
 * The reading counts in which the offer is JSON; in JSON a plus stands in strings and numbers alone.
 */
export function readOfferLink(text: string): Deeplink {
  const link = readDeeplink(text)
  const [, offer] = link.parameters.find(([name]) => name === 'credential_offer') ?? []
  const isBroken = offer?.includes('+') && 'problem' in attempt(() => parseTolerantly(offer))
  return isBroken ? readFormLink(text) : link
}
