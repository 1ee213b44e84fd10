import type { WalletBackend } from '../../model/actors.ts'
import { type ActorEnvironment, passThrough } from './environment.ts'

/** A wallet backend that stores what verifies, and says how much that was. */
export const createWalletBackend = (environment: ActorEnvironment): WalletBackend => ({
  ...passThrough,
  findRefusals: environment.refusals('wallet backend'),
  acknowledge: (credentials) => ({ received: credentials }),
})
