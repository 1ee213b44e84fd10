/** The grants by which the wallet obtains access tokens, the one that is preferred first. */
export const grantNames = ['pre-authorized-code', 'authorization-code'] as const
export type GrantName = (typeof grantNames)[number]
