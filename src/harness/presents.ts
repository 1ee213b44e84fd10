import type { StandardProfile } from '../../model/decision.ts'
import { suites } from '../../suites/suites.ts'
import type { Arguments } from '../terminal/arguments.ts'

/** Whether a wallet is tested by what it presents. */
export function isPresenterTested(profile: StandardProfile, args: Arguments): boolean {
  const { wallets = 'obtain' } = suites[profile]
  return typeof wallets === 'string' ? wallets === 'present' : wallets.presentWith.some((flag) => args.has(flag))
}
