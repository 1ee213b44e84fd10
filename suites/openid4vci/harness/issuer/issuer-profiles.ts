/** The standards by which an issuer is tested. */
export const issuerProfiles = ['openid4vci-1.0', 'haip-1.0'] as const
export type IssuerProfile = (typeof issuerProfiles)[number]

/** The grants by which the wallet obtains access tokens, the one that is preferred first. */
export const grantNames = ['pre-authorized-code', 'authorization-code'] as const
export type GrantName = (typeof grantNames)[number]
