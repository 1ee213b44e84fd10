import type { StandardProfile } from '../../../model/decision.ts'
import type { Arguments } from '../../../src/terminal/arguments.ts'

/** Whether a wallet is tested by what it presents. HAIP 1.0 is about both: its user says which. */
export const isPresenterTested = (profile: StandardProfile, args: Arguments): boolean =>
  profile === 'openid4vp-1.0' ||
  (profile === 'haip-1.0' && ['presents', 'query', 'dc-api'].some((flag) => args.has(flag)))
