import { openRequests, servedIssuer, servedVerifier, takeOffers } from './haip/harness/served.ts'

/** The reference actors of the standards, by their names on the command line. */
export const servedActors = { 'openid4vci-issuer': servedIssuer, 'openid4vp-verifier': servedVerifier } as const

/** The reference wallets of the standards that take commands. */
export const servedWallets = { 'openid4vci-wallet': takeOffers, 'openid4vp-wallet': openRequests } as const
