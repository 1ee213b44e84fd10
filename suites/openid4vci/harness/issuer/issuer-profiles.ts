/** The standards by which an issuer is tested. */
export const issuerProfiles = ['openid4vci-1.0', 'haip-1.0'] as const
export type IssuerProfile = (typeof issuerProfiles)[number]
