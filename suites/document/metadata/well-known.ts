/** The path of the metadata of an issuer. */
export const wellKnown = '/.well-known/openid-credential-issuer'

/** The URL of the metadata, with the well-known path inserted between host and path of the identifier. */
export function insertWellKnownPath(issuer: string): string {
  const { origin, pathname } = new URL(issuer)
  return `${origin}${wellKnown}${pathname.replace(/\/$/, '')}`
}
