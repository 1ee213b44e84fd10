/**
 * Places of which the value may be shown: what parties have to agree on, and who and when. Everything else in an
 * artefact is the holder's or a secret until it is named here.
 */
export const openPlaces =
  /(^|\/)(typ|alg|enc|zip|kid|crit|kty|crv|use|iss|iat|exp|nbf|vct|_sd_alg|status|idx|uri|proof_type|credential_issuer|credential_configuration_id|nonce_endpoint|credential_endpoint|format|(alg|enc|zip)_values_supported\/\d+)$|^\/grants$|^\/credential_configuration_ids(\/\d+)?$/

/** Places that were looked at: there are few of them, and each comes up in every message. */
const seen = new Map<string, boolean>()
const mostSeen = 10_000

/** Whether a place is open. */
export function isOpenPlace(at: string): boolean {
  const known = seen.get(at)
  if (known !== undefined) return known
  if (seen.size >= mostSeen) seen.clear() // names in a hostile artefact
  const isOpen = openPlaces.test(at)
  seen.set(at, isOpen)
  return isOpen
}

/** What stands in the place of a text that is not shown. */
export const textOf = (text: string): string =>
  `<text of ${text.length} ${text.length === 1 ? 'character' : 'characters'}>`
