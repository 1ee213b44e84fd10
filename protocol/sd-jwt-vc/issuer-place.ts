const wellKnown = '/.well-known/jwt-vc-issuer'

/** The path at which the metadata of an issuer is, if it is named by an HTTPS URL without query and fragment. */
export function placeIssuerMetadata(issuer: unknown): string | undefined {
  if (typeof issuer !== 'string' || !issuer.startsWith('https://') || /[?#]/.test(issuer)) return undefined
  const url = URL.parse(issuer)
  return url ? `${wellKnown}${url.pathname.replace(/\/$/, '')}` : undefined
}
