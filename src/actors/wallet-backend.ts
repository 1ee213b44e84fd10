import type { WalletBackend } from '../model/actors.ts'
import { plainly, type World } from './world.ts'

/** A wallet backend that stores what verifies, and says how much that was. */
export const honestWalletBackend = (world: World): WalletBackend => ({
  ...plainly,
  validations: world.validations('wallet backend'),
  acknowledge: (credentials) => ({ received: credentials }),
})
