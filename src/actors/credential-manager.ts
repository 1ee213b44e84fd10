import type { CredentialManager } from '../model/actors.ts'
import { plainly, type World } from './world.ts'

/** A credential manager that hands every offer on as it got it. */
export const honestCredentialManager = (world: World): CredentialManager => ({
  ...plainly,
  validations: world.validations('credential manager'),
  handOver: (offer) => offer,
})
