/**
 * Places whose value may be shown: what parties have to agree on, the issuer, and times. Everything else in an
 * artefact is private until it is named here.
 */
export const publicPlaces =
  /(^|\/)(typ|alg|enc|zip|kid|crit|kty|crv|use|iss|iat|exp|nbf|vct|(vct|extends|uri)#integrity|extends|issuer|jwks_uri|_sd_alg|status|idx|uri|proof_type|credential_issuer|credential_configuration_id|nonce_endpoint|credential_endpoint|format|(alg|enc|zip)_values_supported\/\d+)$|^\/grants$|^\/credential_configuration_ids(\/\d+)?$/

/** The replacement for a text that is not shown. Records have marks, by which the same text is recognised. */
export const describeText = (text: string, mark?: string): string =>
  `<text of ${text.length} ${text.length === 1 ? 'character' : 'characters'}${mark === undefined ? '' : `, ${mark}`}>`
