const wellKnown = '/.well-known/openid-credential-issuer'

/** The address of metadata whose well-known path stands between host and path of an identifier. */
export function insertWellKnownPath(issuer: string): string {
  const { origin, pathname } = new URL(issuer)
  return `${origin}${wellKnown}${pathname.replace(/\/$/, '')}`
}
