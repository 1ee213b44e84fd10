import type { CredentialManager } from '../../model/actors.ts'
import { type ActorEnvironment, passThrough } from './environment.ts'

/** A credential manager that hands every offer on as it got it. */
export const createCredentialManager = (environment: ActorEnvironment): CredentialManager => ({
  ...passThrough,
  findRefusals: environment.refusals('credential manager'),
  handOver: (offer) => offer,
})
