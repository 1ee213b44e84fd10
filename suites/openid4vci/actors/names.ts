export const preAuthorizedGrant = 'urn:ietf:params:oauth:grant-type:pre-authorized_code'

/** The one credential that the reference issuer has. */
export const configurationId = 'membership'
export const membershipType = 'https://types.example/membership'

/** A client that has the same addresses as the usual one. */
export const secondClient = 'second-wallet'

/** The clients that the reference issuer knows, and where each may have its users redirected. */
export const clients: ReadonlyMap<string, readonly string[]> = new Map([
  ['assay', ['http://127.0.0.1/callback', 'https://wallet.example/callback']],
  [secondClient, ['http://127.0.0.1/callback', 'https://wallet.example/callback']],
  ['another-wallet', ['https://another.example/callback']],
])
